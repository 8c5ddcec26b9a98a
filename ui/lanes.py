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
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.domain.change import Change
from app.domain.scope import OWNER
from ui.alerts import Outcome, attempt
from ui.lane import Callback, Entry, Lane, Parcel, Task, Urgency, WritingLane
from ui.mailbox import Letter, Mailbox

if TYPE_CHECKING:  # models and indexes are imported by the writer's thread, after the window is on screen
    from app.services.workspace import ReadDesk, Workspace, WriteDesk

__all__ = ["Lanes", "Task", "Urgency"]

READERS = 3
"""Two for screens and learning; one more because the answer of a model may hold one for minutes."""


_STOP_READER, _STOP_WRITER = -1.0, Urgency.TURN + 0.5
"""Readers stop at once; the writer first writes what a person has typed. The rest is in the durable queue."""


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
        self._refusal: Exception | None = None
        self.scope = OWNER
        """What the window shows: jobs that read see no more. A job that must see all says so on its desk."""
        self._ready = threading.Event()
        self._numbers = itertools.count()
        self._given: dict[int, Task] = {}
        """Jobs that a lane may still hold something of: the last to let go of one is the window's thread."""
        self._to_write: queue.PriorityQueue[Entry] = queue.PriorityQueue()
        self._to_read: queue.PriorityQueue[Entry] = queue.PriorityQueue()
        self._mail = Mailbox()
        self._writer = WritingLane(self._to_write, self._open_writer, self, "writer")
        self._readers = [Lane(self._to_read, self._open_reader, self, f"reader {n + 1}") for n in range(readers)]

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
            self._to_read.put(Entry(_STOP_READER, next(self._numbers), None))
        self._to_write.put(Entry(_STOP_WRITER, next(self._numbers), None))
        waited = [lane.wait(patience_ms) for lane in self._all()]
        done = all(waited)
        if done:
            self._mail.close()
            self._given.clear()
        if done and self._workspace is not None:
            self._workspace.close()
            self._workspace = None
        return done

    def _all(self) -> list[Lane]:
        return [self._writer, *self._readers]

    def _put(self, jobs: "queue.PriorityQueue[Entry]", task: Task, urgency: Urgency) -> Task:
        task.urgency, task.scope = float(urgency), self.scope
        if self._refusal is not None:
            self.deliver(Parcel(task, task.failed, self._refusal, is_error=True))
            return task
        number = next(self._numbers)
        self._given[number] = task
        jobs.put(Entry(task.urgency, number, task))
        return task

    def _open_writer(self) -> "WriteDesk | None":
        outcome = attempt(self._open_workspace)
        desk: Outcome[WriteDesk] = Outcome(error=outcome.error)
        if outcome.value is not None:
            self._workspace = outcome.value
            desk = attempt(outcome.value.write_desk)
        if desk.error is None:
            self.tell(lambda: self.opened.emit(self._workspace))
        else:
            self._refuse(desk.error)
        self._ready.set()
        return desk.value

    def _refuse(self, error: Exception) -> None:
        """Nothing can be done on this profile: every job fails with the reason, those that wait already as well."""
        if self._workspace is not None:
            self._workspace.close()
        self._workspace, self._refusal = None, error
        self.tell(lambda: self.refused.emit(error))
        for jobs in (self._to_write, self._to_read):
            while not jobs.empty():
                entry = jobs.get_nowait()
                if entry.task is not None:
                    self.deliver(Parcel(entry.task, entry.task.failed, error, is_error=True))
                number = entry.number
                del entry
                self.let_go(number)

    def _open_reader(self) -> "ReadDesk | None":
        self._ready.wait()
        if self._workspace is None:
            return None
        outcome = attempt(self._workspace.read_desk)
        if outcome.error is not None:
            self.tell(lambda: self.refused.emit(outcome.error))
        return outcome.value

    def tell(self, letter: Letter) -> None:
        """Have something done on the window's thread; may be called on any."""
        self._mail.send(letter)

    def deliver(self, parcel: Parcel) -> None:
        self.tell(partial(self._deliver, parcel))

    def let_go(self, number: int) -> None:
        self.tell(partial(self._given.pop, number, None))

    def announce(self, changes: list[Change]) -> None:
        self.tell(lambda: self.wrote.emit(changes))

    def _deliver(self, parcel: Parcel) -> None:
        task, callback = parcel.task, parcel.callback
        if task.cancelled:
            return
        owner = getattr(_bare(callback), "__self__", None)
        if isinstance(owner, QObject) and not isValid(owner):
            return
        if callback is not None:
            callback(parcel.content)
        elif parcel.is_error:
            self.failed.emit(parcel.content)


def _bare(callback: Callback) -> object:
    """The function inside a `partial`."""
    while isinstance(callback, partial):
        callback = callback.func
    return callback
