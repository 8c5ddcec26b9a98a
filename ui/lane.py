"""One thread with one desk that does one job after the other. `ui.lanes` puts several to work."""

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol

from app.domain.change import Change
from app.domain.scope import OWNER, Scope
from ui.alerts import Outcome, attempt

MOST_CHANGES = 1000
"""Journal entries of one job that are told one by one; an import of more is told as far as it goes."""


class Urgency(IntEnum):
    """Smaller goes first. Readers and the writer use the same order."""

    EDIT = 0
    SCREEN = 0
    TURN = 1
    LEARN = 2
    IMPORT = 3
    TENDING = 4


Callback = Callable[[Any], object] | None
_OF_A_JOB = ("stopped", "scope", "home")
"""What a desk is told for each job."""


class Task:
    """The handle of a job. Cancelling drops all that it would still deliver, and closes its generator."""

    def __init__(self, call: Callable[[Any], Any], done: Callback, step: Callback, failed: Callback) -> None:
        self.call, self.done, self.step, self.failed = call, done, step, failed
        self.urgency = float(Urgency.SCREEN)
        self.scope = OWNER
        """What the window showed when the job was given."""
        self._cancelled = threading.Event()

        self.stopped = self._cancelled.is_set
        """What a job may keep to ask whether it is still wanted: it holds on to nothing else of the task."""

    def cancel(self) -> None:
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        return self._cancelled.is_set()


@dataclass(order=True, slots=True)
class Entry:
    """A job in a queue; no task means: stop."""

    urgency: float
    number: int
    task: Task | None = field(compare=False)


@dataclass(frozen=True, slots=True)
class Parcel:
    """Something for the window's thread: a step, a result or an error, and who takes it."""

    task: Task
    callback: Callback
    content: Any
    is_error: bool = False


class Home(Protocol):
    """Where a lane's news go. Called on the lane's thread; it is the window's that acts on them."""

    def deliver(self, parcel: Parcel) -> None:
        """Hand it to its callback."""

    def let_go(self, number: int) -> None:
        """The lane holds nothing of that job any more. A task holds callbacks, and those hold widgets: who lets go of
        one last destroys it, and that must be the window's thread, or Qt and the interpreter wait for each other's
        locks for ever."""

    def announce(self, changes: list[Change]) -> None:
        """This was written."""


class Lane:
    """One thread with one desk. Jobs come from a queue that several lanes may share. It knows nothing of Qt."""

    def __init__(self, jobs: "queue.PriorityQueue[Entry]", open_desk: Callable[[], Any], home: Home, name: str) -> None:
        self._jobs, self._open_desk, self._home = jobs, open_desk, home
        self.running: Task | None = None
        self._desk: Any = None
        # One that hangs in a dead socket must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wait(self, patience_ms: int) -> bool:
        """Whether the thread has ended by then, or never began."""
        if self._thread.ident is not None:
            self._thread.join(patience_ms / 1000)
        return not self._thread.is_alive()

    def _run(self) -> None:
        self._desk = self._open_desk()
        if self._desk is None:
            return
        self._opened()
        while (entry := self._jobs.get()).task is not None:
            number = entry.number
            self._do(entry.task)
            del entry
            self._home.let_go(number)
        self._desk.close()
        self._desk = None

    def _opened(self) -> None:
        """The desk is there; no job has run yet."""

    def _do(self, task: Task) -> None:
        if task.cancelled:
            return
        outer, self.running = self.running, task
        before = {name: getattr(self._desk, name, None) for name in _OF_A_JOB}
        self._desk.stopped = task.stopped
        self._desk.home = None if task.scope.everything else task.scope
        self._desk.scope = self._may_see(task)
        outcome: Outcome[Any] = attempt(lambda: self._finish(task, task.call(self._desk)))
        self.running = outer
        for name, value in before.items():
            setattr(self._desk, name, value)
        if outcome.error is not None:
            self._home.deliver(Parcel(task, task.failed, outcome.error, is_error=True))
        else:
            self._home.deliver(Parcel(task, task.done, outcome.value))
        self._tell_changes()

    def _may_see(self, task: Task) -> Scope:
        """A screen shows the project that was chosen."""
        return task.scope

    def _tell_changes(self) -> None:
        """A lane that writes says here what its job wrote."""

    def _finish(self, task: Task, result: Any) -> Any:
        """Run a generator to its end, posting what it yields; anything else is the result already."""
        if not isinstance(result, Iterator):
            return result
        while not task.cancelled:
            try:
                step = next(result)
                self._tell_changes()  # at each step: the journal may let go of an entry before the job's end
                self._home.deliver(Parcel(task, task.step, step))
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
            number = entry.number
            self._do(entry.task)
            del entry
            self._home.let_go(number)


class WritingLane(Lane):
    """The lane that writes. What each job wrote is read from the journal, so no service has to hand it on."""

    _seen = 0

    def _opened(self) -> None:
        self._seen = self._desk.view.journal.latest_seq()

    def _may_see(self, task: Task) -> Scope:
        """A change has to reach all that hangs on what it changes, shown or not."""
        return OWNER

    def _tell_changes(self) -> None:
        found = attempt(self._new_changes).value
        if found:
            self._home.announce(found)

    def _new_changes(self) -> list[Change]:
        journal = self._desk.view.journal
        entries = journal.after(self._seen, MOST_CHANGES)
        if entries:
            self._seen = journal.latest_seq()
        return [
            Change(entry.seq, entry.author, entry.label, entry.subject, entry.touched, played=entry.played)
            for entry in entries
        ]
