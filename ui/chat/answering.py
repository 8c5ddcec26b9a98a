"""An answer on its way: pieces as they come, stop, what is kept, and plain words when it fails.

It belongs to its conversation, not to the screen: the person may look elsewhere meanwhile.
"""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.domain.episode import Episode
from app.domain.ids import ConversationId
from app.domain.question import Question, Recollection
from ui.alerts import Alert, describe
from ui.lanes import Lanes, Task, Urgency

if TYPE_CHECKING:
    from app.services.chat import Answered
    from app.services.turns import TurnView
    from app.services.workspace import ReadDesk, WriteDesk


class Answering(QObject):
    """`grew(str)` a piece, `kept(TurnView | None)` when the answer is stored (None: there was nothing to say),
    `failed(Alert)`. `text` is what has come so far; `everywhere`: the archive is looked through as well."""

    grew = Signal(str)
    kept = Signal(object)
    failed = Signal(object)

    def __init__(self, lanes: Lanes, conversation: ConversationId, question: Episode, everywhere: bool = False) -> None:
        super().__init__()
        self._lanes, self.conversation, self.question = lanes, conversation, question
        self._everywhere = everywhere
        self.text = ""
        self._answered: Answered | None = None
        self._task: Task | None = None

    def start(self) -> None:
        """Ask."""
        self._task = self._lanes.read(
            partial(_answer, self.question, self._everywhere),
            self._ended,
            self._on_failure,
            self._on_part,
            Urgency.TURN,
        )

    def stop(self) -> None:
        """Enough: keep what has come."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._keep(partial(_keep_part, self.question, self.text))

    @property
    def running(self) -> bool:
        return self._task is not None

    @property
    def may_look_further(self) -> bool:
        """Whether words in the archive would fit better."""
        return self._answered is not None and self._answered.further

    @property
    def lacks_model(self) -> bool:
        """Whether memory alone was there to answer, and had nothing to say."""
        answered = self._answered
        return answered is not None and not answered.model and not answered.text.strip()

    def _on_part(self, part: Any) -> None:
        if hasattr(part, "citations"):
            self._answered = part
        else:
            self.text += part.text
            self.grew.emit(part.text)

    def _ended(self, _: object) -> None:
        self._task = None
        if self._answered is not None:
            self._keep(partial(_keep, self._answered))

    def _keep(self, job: Any) -> None:
        self._lanes.write(partial(job, self.conversation), self.kept.emit, self._on_failure, urgency=Urgency.TURN)

    def _on_failure(self, error: Exception) -> None:
        self._task = None
        alert: Alert = describe(error)
        if alert.kind != "silent":
            self.failed.emit(alert)


def _answer(question: Episode, everywhere: bool, desk: "ReadDesk") -> Iterator[object]:
    from app.services import chat

    return chat.answer(desk, question, everywhere)


def _keep(answered: "Answered", conversation: ConversationId, desk: "WriteDesk") -> "TurnView | None":
    from app.services import chat

    if not answered.text.strip():
        return None
    return chat.turn(desk, chat.keep_answer(desk, conversation, answered).id)


def _keep_part(question: Episode, text: str, conversation: ConversationId, desk: "WriteDesk") -> "TurnView | None":
    """A stopped answer: its words, without citations, since none was checked."""
    from app.services import chat

    asked = Recollection(Question(question.text, question.said_at))
    return _keep(chat.Answered(question.id, text, (), asked), conversation, desk)
