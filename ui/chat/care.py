"""What a person asks of a turn (open a source, forget, learn again), and keeping the turns on screen up to date."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from app.domain.change import Change
from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId
from ui.changes import PATIENCE_MS, Changes
from ui.chat import jobs
from ui.chat.transcript import Transcript
from ui.chat.turn import Turn
from ui.lanes import Lanes
from ui.learning import LearningLoop

if TYPE_CHECKING:
    from app.services.tracing import FoundRow
    from app.services.turns import TurnView

_DECLARED = frozenset({"declare", "withdraw"})
"""Acts that add or take lines below turns whose own rows stay as they are."""
_WEB = ("http", "https", "mailto")


class Care(QObject):
    """`entity_wanted(EntityId)`, `lesson_wanted(EpisodeId)`, `question_wanted`,
    `source_wanted(EpisodeId, Span | None)`, `everything_wanted(Episode)` for a question that was answered,
    `declare_wanted(what, EpisodeId, words)`: `name` or `relate` words of a turn, `model_wanted`."""

    entity_wanted = Signal(object)
    lesson_wanted = Signal(object)
    question_wanted = Signal()
    source_wanted = Signal(object, object)
    everything_wanted = Signal(object)
    forget_wanted = Signal(object)
    declare_wanted = Signal(str, object, str)
    model_wanted = Signal()

    def __init__(self, lanes: Lanes, changes: Changes, transcript: Transcript, loop: LearningLoop) -> None:
        super().__init__(transcript)
        self._lanes, self._transcript, self._loop = lanes, transcript, loop
        self._stale: set[EpisodeId] = set()
        self._active: EpisodeId | None = None
        self._timer = QTimer(self, singleShot=True, interval=PATIENCE_MS // 2)
        self._timer.timeout.connect(self._refresh)
        self._acts: dict[str, Callable[[Turn, Any], None]] = {
            "cite": self._cite,
            "link": self._open_link,
            "fact": self._open_fact,
            "forget_fact": self._forget_fact,
            "forget": self._forget,
            "erase": lambda turn, _: self.forget_wanted.emit(turn.view.episode.id) if turn.view else None,
            "retry": self._retry,
            "copy": self._copy,
            "lesson": self._show_lesson,
            "entity": lambda turn, entity: self.entity_wanted.emit(entity),
            "sources": self._show_sources,
            "source": lambda turn, episode: self.source_wanted.emit(episode, None),
            "name": partial(self._declare, "name"),
            "relate": partial(self._declare, "relate"),
            "inspect": self._inspect,
            "find": self._open_find,
            "everywhere": self._search_everything,
            "model": lambda turn, _: self.model_wanted.emit(),
            "question": lambda turn, _: self.question_wanted.emit(),
        }
        transcript.asked.connect(self._on_asked)
        loop.active.connect(self._on_active)
        changes.changed.connect(self._on_change)

    # ── asked ─────────────────────────────────────────────────────────────────────────────────────────────────
    def _on_asked(self, what: str, turn: Turn, more: Any) -> None:
        self._acts[what](turn, more)

    def _cite(self, turn: Turn, number: int) -> None:
        citations = turn.view.citations if turn.view else ()
        for citation in citations:
            if citation.number == number:
                self.source_wanted.emit(citation.episode, citation.span)
                return

    def _open_link(self, turn: Turn, target: str) -> None:
        """Only addresses of the web, only on a click, and in the person's own browser."""
        url = QUrl(target)
        if url.scheme() in _WEB:
            QDesktopServices.openUrl(url)

    def _open_fact(self, turn: Turn, fact: Fact) -> None:
        for end in (fact.subject, fact.object):
            if isinstance(end, int):
                self.entity_wanted.emit(end)
                return

    def _forget_fact(self, turn: Turn, fact: Fact) -> None:
        self._lanes.write(partial(jobs.retract, fact.id))

    def _forget(self, turn: Turn, _: object) -> None:
        if turn.view is not None:
            self._lanes.write(partial(jobs.forget, turn.view.episode.id))

    def _retry(self, turn: Turn, _: object) -> None:
        if turn.view is not None:
            self._lanes.write(partial(jobs.retry, turn.view.episode.id))

    def _copy(self, turn: Turn, text: str) -> None:
        QApplication.clipboard().setText(text)

    def _show_lesson(self, turn: Turn, _: object) -> None:
        if turn.view is not None:
            self.lesson_wanted.emit(turn.view.episode.id)

    def _inspect(self, turn: Turn, _: object) -> None:
        if turn.view is not None and turn.how is not None:
            self._lanes.read(partial(jobs.inspect, turn.view.episode.id), turn.how.show_found)

    def _show_sources(self, turn: Turn, _: object) -> None:
        if turn.view is not None and turn.sources is not None:
            self._lanes.read(partial(jobs.sources, turn.view.episode.id), turn.sources.show_items)

    def _declare(self, what: str, turn: Turn, words: str) -> None:
        if turn.view is not None:
            self.declare_wanted.emit(what, turn.view.episode.id, words)

    def declare(self, what: str) -> bool:
        """Declare the words that are selected, or else something about the last turn; False where there is none."""
        turns = [one for one in self._transcript.turns() if one.view and one.view.episode.state != "off_record"]
        here = [one for one in turns if one.body.selected()]
        here += [one for one in turns if one.body.hasFocus()]
        here += [one for one in reversed(turns) if one.view and one.view.episode.role != "assistant"]
        if here:
            self._declare(what, here[0], here[0].body.selected())
        return bool(here)

    def _open_find(self, turn: Turn, row: "FoundRow") -> None:
        """A find of the inspector: words are shown where they stand, an entity on its page."""
        if row.kind == "episode" and row.text:
            self.source_wanted.emit(EpisodeId(row.id), None)
        elif row.kind == "entity" and row.text:
            self.entity_wanted.emit(EntityId(row.id))

    def _search_everything(self, turn: Turn, _: object) -> None:
        """The question that this turn answers: the last one said before it."""
        turns = self._transcript.turns()
        said = [one.view.episode for one in turns[: turns.index(turn)] if one.view]
        mine = [episode for episode in said if episode.role == "user"]
        if mine:
            self.everything_wanted.emit(mine[-1])

    # ── kept up to date ───────────────────────────────────────────────────────────────────────────────────────
    def _on_change(self, change: Change, initiator: object) -> None:
        """Turns whose rows changed, and turns whose chips show a fact that changed elsewhere."""
        touched = {EpisodeId(row.id) for row in change.touched if row.noun == "episode"}
        facts = {FactId(row.id) for row in change.touched if row.noun == "fact"}
        held = {turn.view.episode.id for turn in self._transcript.turns() if turn.view}
        if "suggestion" in change.nouns():
            touched |= {turn.view.episode.id for turn in self._transcript.turns() if turn.view and turn.view.asks}
        if change.label in _DECLARED or change.played != "commit":
            touched |= held
        self._stale |= (touched & held) | set(self._transcript.showing(facts) if facts else ())
        if self._stale and not self._timer.isActive():
            self._timer.start()

    def _refresh(self) -> None:
        stale, self._stale = sorted(self._stale), set()
        self._lanes.read(partial(jobs.read_turns, stale), self._show)

    def _show(self, views: "list[TurnView]") -> None:
        for view in views:
            if (turn := self._transcript.turn_of(view.episode.id)) is not None:
                turn.show_view(view, view.episode.id == self._active)

    def _on_active(self, episode: EpisodeId | None) -> None:
        for one, active in ((self._active, False), (episode, True)):
            if one is not None and (turn := self._transcript.turn_of(one)) is not None:
                turn.set_active(active)
        self._active = episode
