"""The host of a profile: who holds it serves other programs of this user, a thread for each, through a socket."""

import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Listener
from pathlib import Path
from threading import Lock, Thread, current_thread
from time import monotonic, sleep
from typing import Any

from app.domain.errors import Told
from app.services.request import Request
from app.services.wire import Notice, Wire, free_address, greet, receive, request_in, send, take_down, told_line

Progress = Callable[[Any], None]
Perform = Callable[[Request, Progress], Any]
"""Does a request, tells its progress, and gives the plain result. Called on the thread of its connection. Raises
`ConnectionError` when this process can no longer do it, and somebody else should be asked."""

PATIENCE = 20.0
"""Seconds to wait for what is being done when the host closes."""
_PAUSE = 0.05
_GLANCE = 0.2
"""Seconds between two looks of a serving thread at whether the host closes."""
_FAULT = "Tsumugi could not do this ({kind})."


class Host:
    """Serves a profile that this process holds until `close`. Raises `OSError` where sockets cannot be had."""

    def __init__(self, folder: Path, perform: Perform) -> None:
        self._folder, self._perform = folder, perform
        take_down(folder)
        self._listener = Listener(free_address(), backlog=64)
        self._notice = Notice(self._listener.address, secrets.token_bytes(32))
        self._closed = False
        self._lock = Lock()
        self._greeted: set[Thread] = set()
        """Threads that serve; those whose caller has not greeted yet are not waited for."""
        self._thread = Thread(target=self._accept, daemon=True, name="door")
        self._thread.start()
        self._notice.put_up(folder)

    def _accept(self) -> None:
        while not self._closed:
            try:
                caller = self._listener.accept()
            except (OSError, EOFError):
                sleep(_PAUSE)  # no file handles left, say: callers will try again
                continue
            Thread(target=self._serve, args=(caller,), daemon=True, name="caller").start()

    def _serve(self, caller: "Wire[Any, Any]") -> None:
        if greet(caller, self._notice.key):
            with self._lock:
                self._greeted.add(current_thread())
            with suppress(OSError, EOFError, ValueError):
                self._converse(caller)
        caller.close()
        with self._lock:
            self._greeted.discard(current_thread())

    def _converse(self, caller: "Wire[Any, Any]") -> None:
        while not self._closed:
            if not caller.poll(_GLANCE):
                continue
            request = request_in(receive(caller))
            if request is None:
                return
            self._answer(request, caller)

    def _answer(self, request: Request, caller: "Wire[Any, Any]") -> None:
        try:
            result = self._perform(request, lambda step: send(caller, {"progress": step}))
            send(caller, {"result": result})
        except ConnectionError:
            send(caller, {"gone": True})
        except Told as error:
            send(caller, told_line(error))
        except Exception as error:  # noqa: BLE001 - a fault here must not look like a host that has gone
            send(caller, {"told": _FAULT, "details": {"kind": type(error).__name__}})

    def close(self) -> None:
        """Stop taking callers. What is being done is done to its end by whoever performs, and answered."""
        self._closed = True
        _knock(self._listener.address)  # wakes the thread that waits for callers
        self._thread.join(PATIENCE)
        self._listener.close()
        take_down(self._folder)
        with self._lock:
            serving = self._greeted - {current_thread()}
        until = monotonic() + PATIENCE
        for caller in serving:
            caller.join(max(0.0, until - monotonic()))


def _knock(address: Any) -> None:
    """Connect and hang up, without the greeting that a caller would wait for."""
    family = socket.AF_INET if isinstance(address, tuple) else socket.AF_UNIX
    with suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as line:
        line.connect(address)
