"""A profile held by a program without a window: one thread does what it and its callers ask, and learns in between."""

import queue
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from app.domain.errors import Told
from app.services import learning
from app.services.door import HAND_OVER, Host, OpenDoor, Progress
from app.services.operations import Request, perform
from app.services.workspace import Workspace, WriteDesk

IDLE = 0.3
"""Seconds without a request after which waiting records are learned, one at a time."""


@dataclass(slots=True)
class _Job:
    request: Request
    progress: Progress
    done: "Future[Any]" = field(default_factory=Future)


class OwnDoor:
    """Opens the profile, serves it to others, and lets it go with `close`. Raises what `Workspace` raises."""

    def __init__(self, folder: Path) -> None:
        self._jobs: queue.Queue[_Job | None] = queue.Queue()
        self._lock, self._gone, self._closing = Lock(), Event(), False
        self._workspace = Workspace(folder)
        opened: Future[None] = Future()
        self._thread = Thread(target=self._work, args=(opened,), name="memory")
        self._thread.start()
        try:
            opened.result()
        except BaseException:
            self._thread.join()
            self._workspace.close()
            raise
        self._host = Host(folder, self._put)

    def call(self, request: Request, progress: Progress | None = None) -> Any:
        return self._put(request, progress or (lambda step: None))

    def _put(self, request: Request, progress: Progress) -> Any:
        if request.operation == HAND_OVER:
            Thread(target=self.close, name="handing over").start()
            return True
        with self._lock:
            if self._closing:
                raise ConnectionError
            job = _Job(request, progress)
            self._jobs.put(job)
        return job.done.result()

    def close(self) -> None:
        """Finish what was asked, then let the profile go. Later calls raise `ConnectionError`: ask the next host."""
        with self._lock:
            first, self._closing = not self._closing, True
        if first:
            self._jobs.put(None)
            self._thread.join()
            self._host.close()
            self._workspace.close()
            self._gone.set()
        self._gone.wait()

    # ── the thread ────────────────────────────────────────────────────────────────────────────────────────────────

    def _work(self, opened: "Future[None]") -> None:
        try:
            desk = self._workspace.write_desk()
        except Told as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        behind, more = True, True
        while True:
            try:
                job = self._jobs.get(timeout=IDLE if more else None)
            except queue.Empty:
                more = _learn_one(desk)
                behind = behind or more
                continue
            if job is None:
                break
            if behind and _reads_indexes(job.request):
                _catch_up(desk)
                behind = False
            _do(desk, job)
            behind, more = True, True
        desk.close()


def _reads_indexes(request: Request) -> bool:
    return request.operation not in ("store", "declare_associations", "retract")


def _do(desk: WriteDesk, job: _Job) -> None:
    try:
        job.done.set_result(_finished(perform(desk, job.request), job.progress))
    except Exception as error:  # noqa: BLE001 - whatever it is belongs to who asked, on their thread
        job.done.set_exception(error)


def _finished(result: Any, progress: Progress) -> Any:
    """Run a generator to its end, telling what it yields; anything else is the result already."""
    if not isinstance(result, Iterator):
        return result
    while True:
        try:
            progress(next(result))
        except StopIteration as end:
            return end.value


def _learn_one(desk: WriteDesk) -> bool:
    """Learn the next waiting record; whether there may be more. A failure is noted with the record."""
    waiting = learning.pending(desk, 1)
    if not waiting:
        return False
    try:
        learning.learn_now(desk, waiting[0])
    except Told as error:
        learning.fail(desk, waiting[0], str(error))
    return True


def _catch_up(desk: WriteDesk) -> None:
    with suppress(StopIteration):
        for _ in desk.catch_up():
            continue


def open_door(folder: Path) -> OpenDoor:
    """The way to a profile for a program without a window. Raises `ProfileBusy`, `NewerFile`, `DamagedFile`."""
    return OpenDoor(folder, OwnDoor)
