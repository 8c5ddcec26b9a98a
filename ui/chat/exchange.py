"""Saying a turn and getting an answer, for several conversations at once, of which one is on screen."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.domain.episode import Conversation, Episode
from app.domain.ids import ConversationId
from ui.alerts import Alert
from ui.chat import jobs
from ui.chat.answering import Answering
from ui.chat.asking import asks_a_model
from ui.chat.composer import Composer
from ui.chat.transcript import Transcript
from ui.chat.turn import Turn
from ui.lanes import Lanes, Urgency
from ui.words import tr

if TYPE_CHECKING:
    from app.services.turns import TurnView


class Exchange(QObject):
    """`said(Conversation, TurnView)` once a turn is stored."""

    said = Signal(object, object)

    def __init__(self, lanes: Lanes, transcript: Transcript, composer: Composer) -> None:
        super().__init__(transcript)
        self._lanes, self._transcript, self._composer = lanes, transcript, composer
        self._shown: ConversationId | None = None
        self._answers: dict[ConversationId, Answering] = {}
        self._lines: dict[ConversationId, Turn] = {}
        self._kept: dict[ConversationId, TurnView] = {}
        self._told: set[ConversationId] = set()
        composer.stopped.connect(self.stop)

    def show(self, conversation: ConversationId | None) -> None:
        """Another conversation is on screen: show the answer that is on its way there, if there is one.

        An answer that was kept after the conversation had been read is added.
        """
        self._shown = conversation
        kept = self._kept.pop(conversation, None) if conversation else None
        newest = max((turn.view.episode.id for turn in self._transcript.turns() if turn.view), default=0)
        if kept is not None and kept.episode.id > newest:
            self._transcript.append(kept)
        answering = self._answers.get(conversation) if conversation else None
        self._composer.set_growing(answering is not None)
        if answering is not None:
            self._grow_here(answering)

    def say(self, home: ConversationId | None, off_record: bool, text: str) -> None:
        """Store a turn (in a new conversation when `home` is None) and ask for an answer."""
        draft = self._composer.draft()
        self._composer.clear()
        job = partial(jobs.say, home, off_record, text)
        self._lanes.write(job, self._on_said, partial(self._not_said, draft), urgency=Urgency.TURN)

    @property
    def _gone(self) -> bool:
        """Whether the window was made anew meanwhile, in another language say: what comes now is read there."""
        return not isValid(self)

    def _not_said(self, draft: dict[str, object], error: Exception) -> None:
        if not self._gone and not self._composer.text():
            self._composer.restore(draft)
        self._lanes.failed.emit(error)

    def _on_said(self, found: "tuple[Conversation, TurnView]") -> None:
        if self._gone:
            return
        conversation, view = found
        self.said.emit(conversation, view)
        self.ask(conversation.id, view.episode)

    def ask(self, conversation: ConversationId, question: Episode, everywhere: bool = False) -> None:
        """Ask for an answer to a stored turn. `everywhere`: the archive is looked through as well."""
        if conversation in self._answers:
            return
        answering = Answering(self._lanes, conversation, question, everywhere)
        self._answers[conversation] = answering
        answering.grew.connect(partial(self._on_grew, conversation))
        answering.kept.connect(partial(self._on_kept, conversation))
        answering.failed.connect(partial(self._on_failed, conversation))
        if conversation == self._shown:
            self._composer.set_growing(True)
            self._grow_here(answering)
        answering.start()

    def stop(self) -> None:
        """Stop the answer that is on screen; what has come is kept."""
        answering = self._answers.get(self._shown) if self._shown else None
        if answering is not None:
            answering.stop()

    def stop_all(self) -> None:
        """The window closes: keep what has come of every answer."""
        for answering in list(self._answers.values()):
            answering.stop()

    def _grow_here(self, answering: Answering) -> None:
        turn = self._transcript.append(None)
        turn.grow(answering.text)
        self._lines[answering.conversation] = turn

    def _on_grew(self, conversation: ConversationId, piece: str) -> None:
        if not self._gone and (turn := self._line(conversation)) is not None:
            turn.grow(piece)

    def _on_kept(self, conversation: ConversationId, view: "TurnView | None") -> None:
        if self._gone:
            return
        turn, answering = self._line(conversation), self._answers[conversation]
        further = answering.may_look_further
        self._end(conversation)
        if turn is not None and view is not None:
            turn.settle(view)
            turn.offer_everything(further)
        elif turn is not None:
            self._transcript.remove(turn)
            self._explain(answering)
        elif view is not None:
            self._kept[conversation] = view

    def _explain(self, answering: Answering) -> None:
        """What only a model could have answered: say so, once in a conversation."""
        asked = self._transcript.turn_of(answering.question.id)
        first = answering.conversation not in self._told
        if asked is not None and first and answering.lacks_model and asks_a_model(answering.question.text):
            self._told.add(answering.conversation)
            asked.say_no_model()

    def _on_failed(self, conversation: ConversationId, alert: Alert) -> None:
        if self._gone:
            return
        turn, question = self._line(conversation), self._answers[conversation].question
        self._end(conversation)
        if turn is not None:
            turn.fail(alert, tr("Try again"), partial(self._again, conversation, question, turn))

    def _again(self, conversation: ConversationId, question: Episode, turn: Turn) -> None:
        self._transcript.remove(turn)
        self.ask(conversation, question)

    def _line(self, conversation: ConversationId) -> Turn | None:
        turn = self._lines.get(conversation)
        return turn if turn is not None and turn in self._transcript.turns() else None

    def _end(self, conversation: ConversationId) -> None:
        self._answers.pop(conversation, None)
        self._lines.pop(conversation, None)
        if conversation == self._shown:
            self._composer.set_growing(False)
