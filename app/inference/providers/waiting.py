"""Waiting for a server without being held by it.

SDKs block while a server thinks. A small thread does the blocking; whoever waits wakes five times a second, so that
"stop" works within that time even when the server hangs. Then the thread's connection is cut, so that it ends as well.
"""

import socket
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from queue import Empty, Queue
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, Generic, TypeVar

from app.domain.errors import Cancelled

WAKE = 0.2
"""Seconds between two looks at whether the answer is still wanted."""

Stopped = Callable[[], bool]
T = TypeVar("T")


class Line:
    """The connections that one call opens; another thread can cut them while the call waits on them."""

    def __init__(self) -> None:
        self._sockets: list[socket.socket] = []
        self._is_cut = False
        self._lock = Lock()

    def watch(self, request: Any) -> None:
        """An event hook for requests of the SDKs' HTTP client."""
        request.extensions["trace"] = self._seen

    def _seen(self, event: str, info: dict[str, Any]) -> None:
        if not event.endswith(("connect_tcp.complete", "start_tls.complete")):
            return
        with self._lock:
            self._sockets.append(info["return_value"].get_extra_info("socket"))
        if self._is_cut:
            self.cut()

    def cut(self) -> None:
        """End every wait on these connections now; does nothing to those that are closed."""
        self._is_cut = True
        with self._lock:
            for opened in self._sockets:
                with suppress(OSError):  # the socket's own method: that of an encrypted one would wait for its peer
                    socket.socket.shutdown(opened, socket.SHUT_RDWR)


class _Piece(Generic[T]):
    def __init__(self, value: T) -> None:
        self.value = value


Told = Callable[[Exception], Exception]
"""Makes what a library raises into what our callers know; runs on the thread that blocks."""


def _as_it_is(error: Exception) -> Exception:
    return error


def pieces(work: Callable[[Callable[[T], None]], None], line: Line, told: Told = _as_it_is) -> Generator[T | None]:
    """What `work` hands over, as it comes; None each time that nothing has come for `WAKE` seconds.

    Raises what `told` makes of what `work` raises. Closing the iterator cuts the line.
    """
    box: Queue[_Piece[T] | BaseException | None] = Queue()
    worker = Thread(target=_run, args=(work, told, box), daemon=True, name="model-call")
    worker.start()
    try:
        while True:
            try:
                come = box.get(timeout=WAKE)
            except Empty:
                yield None
                continue
            if come is None:
                return
            if isinstance(come, BaseException):
                raise come
            yield come.value
    finally:
        line.cut()
        worker.join(WAKE)


def _run(
    work: Callable[[Callable[[T], None]], None], told: Told, box: "Queue[_Piece[T] | BaseException | None]"
) -> None:
    try:
        work(lambda value: box.put(_Piece(value)))
    except Exception as error:  # noqa: BLE001 - whatever it is, it must reach the one who waits
        box.put(told(error))
    else:
        box.put(None)


def awaited(work: Callable[[], T], line: Line, stopped: Stopped, patience: float, told: Told = _as_it_is) -> T:
    """What `work` returns. Raises `Cancelled` when stopped, `TimeoutError` after `patience` seconds, or as `pieces`.

    The patience is for all of it: a server that sends a byte now and then never falls silent.
    """
    until = monotonic() + patience

    def hand_over(put: Callable[[T], None]) -> None:
        put(work())

    if stopped():
        raise Cancelled
    with closing(pieces(hand_over, line, told)) as coming:
        for come in coming:
            if come is not None:
                return come
            if stopped():
                raise Cancelled
            if monotonic() > until:
                raise TimeoutError
    raise AssertionError("work ends with a value or an error")


def pause(seconds: float, stopped: Stopped) -> None:
    """Wait. Raises `Cancelled` when stopped meanwhile."""
    until = monotonic() + seconds
    never = Event()
    while (left := until - monotonic()) > 0:
        if stopped():
            raise Cancelled
        never.wait(min(left, WAKE))
