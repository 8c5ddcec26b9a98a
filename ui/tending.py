"""The night shift: what memory does by itself once nothing waits to be learned. It never holds anybody up.

It works at the lowest urgency, one chore after the other, begins nothing while something is being learned, and stops
where learning is paused. What it has begun when a turn comes goes on beside it, on a lane that the turn does not need.
"""

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.errors import Outdated
from ui.alerts import describe
from ui.lanes import Lanes, Task, Urgency
from ui.learning import LearningLoop
from ui.words import tr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.services.tending import Name
    from app.services.workspace import ReadDesk, WriteDesk

FIRST_MS = 15_000
"""After the start: whoever opens the program wants to write, not to wait."""
REST_MS = 60_000
SOON_MS = 1_000
"""Until it is looked again whether learning has come to rest, where something is left to do."""


class TendingLoop(QObject):
    """`told(str)` what is being done, empty at rest; `tidied` when all that was asked for by hand is done."""

    told = Signal(str)
    tidied = Signal()

    def __init__(self, lanes: Lanes, learning: LearningLoop) -> None:
        super().__init__()
        self._lanes, self._learning = lanes, learning
        self._done: set[Name] = set()
        self._task: Task | None = None
        self._busy = self._by_hand = self._stopped = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._look)
        learning.paused.connect(self._on_paused)

    # ── from outside ──────────────────────────────────────────────────────────────────────────────────────────
    def start(self) -> None:
        """The profile is open: begin after a while."""
        if not self._busy and not self._rest.isActive():
            self._rest.start(FIRST_MS)

    def tidy(self) -> None:
        """All of it now, whether it is due or not, even while learning is paused."""
        self._by_hand = True
        self._done.clear()
        self._look()

    def stop(self) -> None:
        """For good: the window closes."""
        self._stopped = True
        self._rest.stop()
        self._cancel()

    @property
    def idle(self) -> bool:
        """Nothing is being done."""
        return not self._busy

    def _on_paused(self, paused: bool) -> None:
        if paused and self._busy and not self._by_hand:
            self._cancel()
            self._at_rest()

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    # ── the loop ──────────────────────────────────────────────────────────────────────────────────────────────
    def _look(self) -> None:
        if self._busy or self._stopped:
            return
        if self._learning.is_paused and not self._by_hand:
            self._rest.start(REST_MS)
        elif not (self._learning.idle or self._learning.is_paused):
            self._rest.start(SOON_MS)
        else:
            self._busy = True
            self._read(partial(_next, self._by_hand, frozenset(self._done)), self._take)

    def _take(self, found: "tuple[Name | None, bool]") -> None:
        name, unread = found
        if unread and not self._learning.is_paused:
            self._learning.start()  # a model that could not read some turns may be there again
        if name is not None:
            self.told.emit(_words(name))
            self._think(name)
            return
        self._at_rest()
        if self._by_hand:
            self._by_hand = False
            self.tidied.emit()

    def _think(self, name: "Name") -> None:
        self._read(partial(_think, name), partial(self._keep, name), name)

    def _keep(self, name: "Name", thought: Any) -> None:
        if thought is None:
            self._finish(name)
            return
        job, failed = partial(_keep, name, thought), partial(self._on_failure, name)
        self._task = self._lanes.write(job, partial(self._kept, name), failed, urgency=Urgency.TENDING)

    def _kept(self, name: "Name", more: bool | None) -> None:
        if not more:
            self._finish(name)
        elif self._learning.idle or self._learning.is_paused:
            self._think(name)
        else:
            self._at_rest(SOON_MS)  # a turn is being learned: go on after it

    def _finish(self, name: "Name") -> None:
        self._done.add(name)
        self._busy, self._task = False, None
        self._look()

    def _at_rest(self, time_ms: int = REST_MS) -> None:
        self._busy, self._task = False, None
        if time_ms == REST_MS:
            self._done.clear()
        self.told.emit("")
        if not self._stopped:
            self._rest.start(time_ms)

    def _read(self, job: Any, done: Any, name: "Name | None" = None) -> None:
        self._task = self._lanes.read(job, done, partial(self._on_failure, name), urgency=Urgency.TENDING)

    def _on_failure(self, name: "Name | None", error: Exception) -> None:
        """Nobody asked for it, so a model that is away is nobody's trouble: it is tried again. A bug is told."""
        alert = describe(error)
        if not isinstance(error, Outdated) and (alert.kind == "bug" or (self._by_hand and alert.kind == "told")):
            self._lanes.failed.emit(error)
        if name is None:
            self._by_hand = False
            self._at_rest()
        else:
            self._finish(name)


def _words(name: "Name") -> str:
    words = {
        "files": tr("Clearing away what was forgotten…"),
        "keeping": tr("Putting memory in order…"),
        "categories": tr("Sorting what I know…"),
        "questions": tr("Looking for what to ask…"),
    }
    return words[name]


def _next(by_hand: bool, done: "frozenset[Name]", desk: "ReadDesk") -> "tuple[Name | None, bool]":
    from app.services import learning, tending

    return tending.next_chore(desk, tuple(tending.CHORES) if by_hand else (), done), bool(learning.pending(desk, 1))


def _think(name: "Name", desk: "ReadDesk") -> Any:
    from app.services import tending

    return tending.think(desk, name)


def _keep(name: "Name", thought: Any, desk: "WriteDesk") -> "Iterator[object]":
    from app.services import tending

    return tending.keep(desk, name, thought)
