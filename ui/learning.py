"""The background loop: take the next waiting episode, think on a reader, keep on the writer, bring the indexes along.

One episode at a time, in order, so that each lesson knows the one before. The queue is the episodes themselves, so a
loop that stops anywhere loses nothing.
"""

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.change import Change
from app.domain.errors import Outdated
from app.domain.ids import EpisodeId
from ui.alerts import Alert, describe
from ui.changes import Changes
from ui.lanes import Lanes, Urgency

if TYPE_CHECKING:
    from app.services.workspace import ReadDesk, WriteDesk

BATCH = 500
"""Episodes that are looked up at once."""
INDEX_EVERY = 32
"""Lessons after which the indexes are brought along; a commit of theirs takes as long as several lessons."""
REST_MS = 150
"""Quiet after which the queue is looked at: a turn is learned the moment after it was said."""
RETRY_MS = 30_000


class LearningLoop(QObject):
    """`progressed(done, total)` while it works, (0, 0) when it rests; `active(EpisodeId | None)` what is read now."""

    progressed = Signal(int, int)
    active = Signal(object)
    paused = Signal(bool)

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self._lanes = lanes
        self._queue: list[EpisodeId] = []
        self._done = self._total = 0
        self._unindexed = 1  # what an earlier process left behind
        self._busy = self._paused = self._stopped = False
        self.now: EpisodeId | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._look)
        self._later = QTimer(self, singleShot=True, interval=RETRY_MS)
        self._later.timeout.connect(self._look)
        changes.changed.connect(self._on_change)

    # ── from outside ──────────────────────────────────────────────────────────────────────────────────────────
    def start(self) -> None:
        """Begin, or go on after a pause."""
        self._paused = False
        self.paused.emit(False)
        self._rest.start()

    def pause(self) -> None:
        """Finish the episode that is being read, and rest. What is said meanwhile is still found by search."""
        self._paused = True
        self.paused.emit(True)
        self._show_rest()
        self._rest.start()

    def stop(self) -> None:
        """For good: the window closes."""
        self._stopped = True
        self._rest.stop()
        self._later.stop()

    @property
    def is_paused(self) -> bool:
        return self._paused

    @property
    def idle(self) -> bool:
        """Nothing is waiting that could be learned now."""
        return not self._busy and not self._rest.isActive()

    def _on_change(self, change: Change, initiator: object) -> None:
        if not self._busy and "episode" in change.nouns() and change.label != "learn":
            self._rest.start()

    # ── the loop ──────────────────────────────────────────────────────────────────────────────────────────────
    def _look(self) -> None:
        if self._busy or self._stopped:
            return
        self._busy = True
        if self._paused:
            self._index()
        else:
            self._lanes.read(_pending, self._take, self._on_odd, urgency=Urgency.LEARN)

    def _take(self, found: list[EpisodeId]) -> None:
        self._queue = found
        self._total = max(self._done + len(found), self._total)
        self._next()

    def _next(self) -> None:
        if self._stopped or self._paused or not self._queue:
            self._pause_or_index()
            return
        self.now = self._queue.pop(0)
        self.active.emit(self.now)
        self.progressed.emit(self._done + 1, max(self._total, self._done + 1))
        self._lanes.read(partial(_think, self.now), self._keep, self._on_failure, urgency=Urgency.LEARN)

    def _keep(self, lesson: Any) -> None:
        if lesson is None:
            self._next()
        else:
            self._lanes.write(partial(_keep, lesson), self._kept, self._on_failure, urgency=Urgency.LEARN)

    def _kept(self, change: Change) -> None:
        self._done += 1
        self._unindexed += 1
        if self._unindexed >= INDEX_EVERY:
            self._index()
        else:
            self._next()

    def _pause_or_index(self) -> None:
        if self._unindexed and not self._stopped:
            self._index()
            return
        self._busy = False
        more = self._done < self._total and not self._paused
        self._show_rest()
        if more and not self._stopped:
            self._rest.start(0)

    def _index(self) -> None:
        self._unindexed = 0
        self._lanes.write(_catch_up, self._indexed, self._on_odd, urgency=Urgency.LEARN)

    def _indexed(self, _: object) -> None:
        if self._queue:
            self._next()
            return
        self._busy = False
        if self._paused:
            self._show_rest()
        else:
            self._look()

    def _show_rest(self) -> None:
        self.now = None
        self.active.emit(None)
        if not self._busy:
            self._done = self._total = 0
        self.progressed.emit(0, 0)

    # ── when it does not work ─────────────────────────────────────────────────────────────────────────────────
    def _on_failure(self, error: Exception) -> None:
        if isinstance(error, Outdated) and self.now is not None:
            self._queue.insert(0, self.now)
            self._next()
            return
        alert = describe(error)
        if self.now is None or alert.kind == "silent":
            self._next()
            return
        self._lanes.write(partial(_fail, self.now, alert), self._noted, self._on_odd, urgency=Urgency.LEARN)

    def _noted(self, _: object) -> None:
        self._total = max(self._total - 1, self._done)
        self._next()

    def _on_odd(self, error: Exception) -> None:
        """The queue or an index could not be read: say so, and try again later."""
        self._busy = False
        self._show_rest()
        self._lanes.failed.emit(error)
        self._later.start()


def _pending(desk: "ReadDesk") -> list[EpisodeId]:
    from app.services import learning

    return learning.pending(desk, BATCH)


def _think(episode: EpisodeId, desk: "ReadDesk") -> Any:
    from app.services import learning

    return learning.think(desk, episode, lambda error: describe(error).sentence)


def _keep(lesson: Any, desk: "WriteDesk") -> Change:
    from app.services import learning

    return learning.keep(desk, lesson)


def _fail(episode: EpisodeId, alert: Alert, desk: "WriteDesk") -> object:
    from app.services import learning

    return learning.fail(desk, episode, alert.sentence)


def _catch_up(desk: "WriteDesk") -> Any:
    return desk.catch_up()
