"""A profile held by a program without a window: one thread does what it and its callers ask, and learns in between."""

import queue
from collections.abc import Generator, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from app.domain.errors import Told
from app.domain.ids import EpisodeId
from app.services import learning
from app.services.door import open_door as open_door
from app.services.host import Host, Progress
from app.services.operations import NEEDS_INDEXES, WAITS_FOR_LEARNING, perform
from app.services.request import Request
from app.services.wire import HAND_OVER
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
        self._thread = Thread(target=self._work, args=(opened,), daemon=True, name="memory")
        self._thread.start()
        if (error := opened.exception()) is not None:
            self._thread.join()
            self._workspace.close()
            raise error
        self._host: Host | None = None
        with suppress(OSError):  # a machine without sockets: this program goes on alone
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
        if not first:
            self._gone.wait()
            return
        try:
            self._jobs.put(None)
            self._thread.join()
            if self._host is not None:
                self._host.close()
            self._workspace.close()
        finally:
            self._gone.set()

    # ── the thread ────────────────────────────────────────────────────────────────────────────────────────────────

    def _work(self, opened: "Future[None]") -> None:
        try:
            desk = self._workspace.write_desk()
        except Exception as error:  # noqa: BLE001 - whoever opens the door gets it, on their thread
            opened.set_exception(error)
            return
        opened.set_result(None)
        try:
            self._serve(desk)
        finally:
            desk.close()

    def _serve(self, desk: WriteDesk) -> None:
        """Until `close`: do what is asked; when nothing is for a while, learn what waits."""
        more, pause = True, IDLE
        while True:
            try:
                job = self._jobs.get(timeout=pause if more else None)
            except queue.Empty:
                more = _learn_one(desk)
                continue
            if job is None:
                return
            _do(desk, job)
            more, pause = True, 0 if job.request.operation in WAITS_FOR_LEARNING else IDLE


def _do(desk: WriteDesk, job: _Job) -> None:
    try:
        if job.request.operation in NEEDS_INDEXES:
            _catch_up(desk)
        job.done.set_result(_finished(perform(desk, job.request), job.progress))
    except Exception as error:  # noqa: BLE001 - whatever it is belongs to who asked, on their thread
        job.done.set_exception(error)


def _finished(result: Any, progress: Progress) -> Any:
    """Run a generator to its end, telling what it yields; anything else is the result already."""
    if not isinstance(result, Iterator):
        return result
    try:
        while True:
            progress(next(result))
    except StopIteration as end:
        return end.value
    finally:
        if isinstance(result, Generator):
            result.close()  # nobody waits for the rest, when telling has failed: what is half done is put away now


def _learn_one(desk: WriteDesk) -> bool:
    """Learn the next waiting record, or bring the indexes along; whether there may be more to learn."""
    try:
        waiting = learning.pending(desk, 1)
        if waiting:
            _learn(desk, waiting[0])
        else:
            _catch_up(desk)
    except Exception:  # noqa: BLE001 - no room on the disk, say: requests are still served, and tell it to who asks
        return False
    return bool(waiting)


def _learn(desk: WriteDesk, waiting: EpisodeId) -> None:
    try:
        learning.learn_now(desk, waiting)
    except Told as error:
        learning.fail(desk, waiting, str(error))
    except Exception as error:  # noqa: BLE001 - one record that cannot be read must not end the service of all
        learning.fail(desk, waiting, type(error).__name__)


def _catch_up(desk: WriteDesk) -> None:
    if desk.indexer.behind():
        for _ in desk.catch_up():
            continue
