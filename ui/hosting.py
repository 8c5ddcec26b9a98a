"""The open window serves its profile to other programs: each request is a job on the lanes, so the screens follow."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.domain.scope import OWNER
from ui.lanes import Lanes, Task, Urgency

if TYPE_CHECKING:
    from app.services.host import Host, Progress
    from app.services.request import Request
    from app.services.workspace import ReadDesk, WriteDesk

_GLANCE = 0.5
"""Seconds between two looks at whether the window is closing."""


class Hosting(QObject):
    """Serves from `start` to `stop`. `perform` runs on threads of callers and waits there, never on the window's.

    `served(operation, result)` when a caller's writing is done.
    """

    served = Signal(str, object)

    def __init__(self, lanes: Lanes) -> None:
        super().__init__()
        self._lanes = lanes
        self._host: Host | None = None
        self._stopped = False
        self._behind = True
        """Whether something may have been stored that recall does not find yet."""

    def start(self, folder: Path) -> None:
        """Begin; a machine without sockets only goes without this service."""
        from app.services.host import Host

        try:
            self._host = Host(folder, self.perform)
        except OSError:
            self._host = None

    def stop(self) -> None:
        """For good: the window closes."""
        self._stopped = True
        if self._host is not None:
            self._host.close()
            self._host = None

    def perform(self, request: "Request", progress: "Progress") -> Any:
        """Do a request on the lane it belongs to and wait for it. Raises what the operation raises."""
        from app.services.operations import NEEDS_INDEXES, operation_of

        writes = operation_of(request.operation).writes
        if request.operation in NEEDS_INDEXES and self._behind:
            self._behind = False  # before it is done: who has written meanwhile sets it again
            self._wait(self._lanes.write, _catch_up)
        lane = self._lanes.write if writes else self._lanes.read
        result = self._wait(lane, partial(_perform, request), progress)
        self._behind = self._behind or writes
        if writes:
            self._lanes.tell(lambda: self.served.emit(request.operation, result))
        return result

    def _wait(self, lane: Callable[..., Task], job: Callable[[Any], Any], progress: "Progress | None" = None) -> Any:
        """Steps are told on the caller's own thread, so that one who does not listen holds up nobody else."""
        said: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        done, failed, step = (partial(_say, said, sort) for sort in ("done", "failed", "step"))
        task = lane(job, done, failed, step if progress else None, urgency=Urgency.TURN)
        while not self._stopped:
            try:
                sort, content = said.get(timeout=_GLANCE)
            except Empty:
                continue
            if sort == "done":
                return content
            if sort == "failed":
                raise content
            _tell(progress, content, task)
        raise ConnectionError


def _say(said: "SimpleQueue[tuple[str, Any]]", sort: str, content: Any) -> None:
    said.put((sort, content))


def _tell(progress: "Progress | None", step: Any, task: Task) -> None:
    """A caller that has gone wants no more of it. Raises `OSError`."""
    try:
        if progress is not None:
            progress(step)
    except OSError:
        task.cancel()
        raise


def _perform(request: "Request", desk: "ReadDesk") -> Any:
    from app.services import operations

    desk.scope, desk.home = OWNER, None  # what a program sees does not depend on what the window shows
    return operations.perform(desk, request)


def _catch_up(desk: "WriteDesk") -> Any:
    return desk.catch_up()
