"""Where work is done off the window's thread: one writer, which owns the only writing connection, and some readers.

    lanes.read(lambda desk: memories.page(desk, entity), self._show)
    lanes.write(lambda desk: memories.rename(desk, entity, name), self._saved)
    task = lanes.read(lambda desk: explorer.layout(graph), self._settled, step=self._moved)   # a generator
    task.cancel()

A job gets the lane's desk. Results, steps and errors are carried to the window's thread and only there handed to the
callbacks, so a callback may be anything, a lambda too. Callbacks of a widget that is gone are dropped.
"""

import itertools
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QThread, Signal
from shiboken6 import isValid

from app.domain.change import Change
from ui.alerts import Outcome, attempt

if TYPE_CHECKING:  # models and indexes are imported by the writer's thread, after the window is on screen
    from app.services.workspace import ReadDesk, Workspace, WriteDesk

READERS = 3
"""Two for screens and learning; one more because the answer of a model may hold one for minutes."""


class Urgency(IntEnum):
    """Smaller goes first. Readers and the writer use the same order."""

    EDIT = 0
    SCREEN = 0
    TURN = 1
    LEARN = 2
    IMPORT = 3
    TENDING = 4


MOST_CHANGES = 1000
"""Journal entries of one job that are told one by one; an import of more is told as far as it goes."""
_STOP_READER, _STOP_WRITER = -1.0, Urgency.TURN + 0.5
"""Readers stop at once; the writer first writes what a person has typed. The rest is in the durable queue."""


Callback = Callable[[Any], object] | None


class Task:
    """The handle of a job. Cancelling drops all that it would still deliver, and closes its generator."""

    def __init__(self, call: Callable[[Any], Any], done: Callback, step: Callback, failed: Callback) -> None:
        self.call, self.done, self.step, self.failed = call, done, step, failed
        self.urgency = float(Urgency.SCREEN)
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        return self._cancelled.is_set()


@dataclass(order=True, slots=True)
class _Entry:
    urgency: float
    number: int
    task: Task | None = field(compare=False)


@dataclass(frozen=True, slots=True)
class _Parcel:
    task: Task
    callback: Callback
    content: Any
    is_error: bool = False


class _Lane(QThread):
    """One thread with one desk. Jobs come from a queue that several lanes may share."""

    post = Signal(object)
    wrote = Signal(object)

    def __init__(self, jobs: "queue.PriorityQueue[_Entry]", open_desk: Callable[[], Any], name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._jobs, self._open_desk = jobs, open_desk
        self.running: Task | None = None
        self._desk: Any = None

    def run(self) -> None:
        self._desk = self._open_desk()
        if self._desk is None:
            return
        self._opened()
        while (task := self._jobs.get().task) is not None:
            self._do(task)
        self._desk.close()
        self._desk = None

    def _opened(self) -> None:
        """The desk is there; no job has run yet."""

    def _do(self, task: Task) -> None:
        if task.cancelled:
            return
        outer, self.running = self.running, task
        outcome: Outcome[Any] = attempt(lambda: self._finish(task, task.call(self._desk)))
        self.running = outer
        if outcome.error is not None:
            self.post.emit(_Parcel(task, task.failed, outcome.error, is_error=True))
        else:
            self.post.emit(_Parcel(task, task.done, outcome.value))
        self._tell_changes()

    def _tell_changes(self) -> None:
        """A lane that writes says here what its job wrote."""

    def _finish(self, task: Task, result: Any) -> Any:
        """Run a generator to its end, posting what it yields; anything else is the result already."""
        if not isinstance(result, Iterator):
            return result
        while not task.cancelled:
            try:
                self.post.emit(_Parcel(task, task.step, next(result)))
            except StopIteration as end:
                return end.value
            self._serve_urgent(task)
        if close := getattr(result, "close", None):
            close()
        return None

    def _serve_urgent(self, task: Task) -> None:
        """Between two steps of long work, do what may not wait for its end."""
        while not task.cancelled:
            try:
                entry = self._jobs.get_nowait()
            except queue.Empty:
                return
            if entry.urgency >= task.urgency or entry.task is None:
                self._jobs.put(entry)
                if entry.urgency < task.urgency:
                    task.cancel()
                return
            self._do(entry.task)


class _WritingLane(_Lane):
    """The lane that writes. What each job wrote is read from the journal, so no service has to hand it on."""

    _seen = 0

    def _opened(self) -> None:
        self._seen = self._desk.view.journal.latest_seq()

    def _tell_changes(self) -> None:
        found = attempt(self._new_changes).value
        if found:
            self.wrote.emit(found)

    def _new_changes(self) -> list[Change]:
        journal = self._desk.view.journal
        entries = journal.after(self._seen, MOST_CHANGES)
        if entries:
            self._seen = journal.latest_seq()
        return [
            Change(entry.seq, entry.author, entry.label, entry.subject, entry.touched, played=entry.played)
            for entry in entries
        ]


class Lanes(QObject):
    """`opened(Workspace)` once the profile is open, `refused(Exception)` when it is not, `failed(Exception)` for
    errors that no callback takes."""

    opened = Signal(object)
    refused = Signal(object)
    failed = Signal(object)
    wrote = Signal(object)
    """`Change`s of each writing job, for `Changes` to announce."""

    def __init__(self, open_workspace: "Callable[[], Workspace]", readers: int = READERS) -> None:
        super().__init__()
        sys.setswitchinterval(0.0005)  # a Python worker then holds up the event loop for 12 ms at most (measured)
        self._open_workspace = open_workspace
        self._workspace: Workspace | None = None
        self._ready = threading.Event()
        self._numbers = itertools.count()
        self._to_write: queue.PriorityQueue[_Entry] = queue.PriorityQueue()
        self._to_read: queue.PriorityQueue[_Entry] = queue.PriorityQueue()
        self._writer = _WritingLane(self._to_write, self._open_writer, "writer")
        self._readers = [_Lane(self._to_read, self._open_reader, f"reader {n + 1}") for n in range(readers)]
        for lane in self._all():
            lane.post.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._writer.wrote.connect(self._announce, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Open the profile on the writer's thread; jobs may be given before it is open."""
        for lane in self._all():
            lane.start()

    def write(
        self,
        job: "Callable[[WriteDesk], Any]",
        done: Callback = None,
        failed: Callback = None,
        step: Callback = None,
        urgency: Urgency = Urgency.EDIT,
    ) -> Task:
        """Do a job on the writing lane. `step` takes what a generator yields, `done` what it returns."""
        return self._put(self._to_write, Task(job, done, step, failed), urgency)

    def read(
        self,
        job: "Callable[[ReadDesk], Any]",
        done: Callback = None,
        failed: Callback = None,
        step: Callback = None,
        urgency: Urgency = Urgency.SCREEN,
    ) -> Task:
        """Do a job on one of the reading lanes."""
        return self._put(self._to_read, Task(job, done, step, failed), urgency)

    def shutdown(self, patience_ms: int = 10_000) -> bool:
        """Write what was typed, stop everything, wait. False when a thread still hangs (in a dead socket, say)."""
        for lane in self._all():
            if lane is not self._writer and (task := lane.running) is not None:
                task.cancel()
        for _ in self._readers:
            self._to_read.put(_Entry(_STOP_READER, next(self._numbers), None))
        self._to_write.put(_Entry(_STOP_WRITER, next(self._numbers), None))
        waited = [lane.wait(patience_ms) for lane in self._all()]
        done = all(waited)
        if done and self._workspace is not None:
            self._workspace.close()
            self._workspace = None
        return done

    def _all(self) -> list[_Lane]:
        return [self._writer, *self._readers]

    def _put(self, jobs: "queue.PriorityQueue[_Entry]", task: Task, urgency: Urgency) -> Task:
        task.urgency = float(urgency)
        jobs.put(_Entry(task.urgency, next(self._numbers), task))
        return task

    def _open_writer(self) -> "WriteDesk | None":
        outcome = attempt(self._open_workspace)
        desk: Outcome[WriteDesk] = Outcome(error=outcome.error)
        if outcome.value is not None:
            self._workspace = outcome.value
            desk = attempt(outcome.value.write_desk)
        if desk.error is None:
            self.opened.emit(self._workspace)
        else:
            self._workspace = None
            self.refused.emit(desk.error)
        self._ready.set()
        return desk.value

    def _open_reader(self) -> "ReadDesk | None":
        self._ready.wait()
        if self._workspace is None:
            return None
        outcome = attempt(self._workspace.read_desk)
        if outcome.error is not None:
            self.refused.emit(outcome.error)
        return outcome.value

    def _announce(self, changes: list[Change]) -> None:
        self.wrote.emit(changes)

    def _deliver(self, parcel: _Parcel) -> None:
        task, callback = parcel.task, parcel.callback
        if task.cancelled:
            return
        owner = getattr(callback, "__self__", None)
        if isinstance(owner, QObject) and not isValid(owner):
            return
        if callback is not None:
            callback(parcel.content)
        elif parcel.is_error:
            self.failed.emit(parcel.content)
