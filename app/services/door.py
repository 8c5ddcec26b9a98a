"""One writer, however many programs: whoever holds the profile serves the others through a socket of this machine.

    door = open_door(folder)            # the open app serves; where none runs, this process does
    door.call(Request("recall", {"query": "..."}))

The first process to take the profile's lock is its host. It writes where it can be reached into `door.json` (readable
by this user alone), with a key made for the occasion. When a host ends, the next call finds another or becomes it.
"""

import json
import secrets
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any, Protocol

from app.domain.errors import BadInput, ProfileBusy, Told
from app.services.operations import Request

PATIENCE = 20.0
"""Seconds to wait for a host that starts or ends."""
MANNERS = 2.0
"""Seconds for which a program whose host has gone leaves the profile to others: a window may be taking it over."""
_PAUSE = 0.05
_GLANCE = 0.2
"""Seconds between two looks of a serving thread at whether the host closes."""
_NOTICE = "door.json"
HAND_OVER = "hand_over"
"""Asked of a host without a window by one with a window: finish, let the profile go, and be a caller from then on."""
_FAULT = "Tsumugi could not do this ({kind})."

Progress = Callable[[Any], None]
Perform = Callable[[Request, Progress], Any]
"""Does a request, tells its progress, and gives the plain result. Called on the thread of its connection."""


class Door(Protocol):
    """A way to memory. `call` raises `Told` in words for people."""

    def call(self, request: Request, progress: Progress | None = None) -> Any: ...

    def close(self) -> None: ...


class Host:
    """Serves a profile that this process holds, a thread for each caller, until `close`."""

    def __init__(self, folder: Path, perform: Perform) -> None:
        self._notice = folder / _NOTICE
        self._perform = perform
        self._key = secrets.token_bytes(32)
        self._listener = Listener(_address(folder), backlog=64, authkey=self._key)
        self._closed = False
        self._callers: list[Thread] = []
        self._thread = Thread(target=self._accept, daemon=True, name="door")
        self._thread.start()
        self._tell()

    def _tell(self) -> None:
        self._notice.unlink(missing_ok=True)
        self._notice.touch(mode=0o600)
        self._notice.write_text(json.dumps({"address": self._listener.address, "key": self._key.hex()}))

    def _accept(self) -> None:
        while not self._closed:
            try:
                caller = self._listener.accept()
            except (OSError, EOFError, AuthenticationError):
                continue
            self._callers = [thread for thread in self._callers if thread.is_alive()]
            self._callers.append(Thread(target=self._serve, args=(caller,), daemon=True, name="caller"))
            self._callers[-1].start()

    def _serve(self, caller: "Connection[Any, Any]") -> None:
        with suppress(OSError, EOFError, ValueError):
            while not self._closed:
                if not caller.poll(_GLANCE):
                    continue
                given = json.loads(caller.recv_bytes())
                if given is None:
                    break
                caller.send_bytes(json.dumps(self._answer(given, caller), ensure_ascii=False).encode())
        caller.close()

    def _answer(self, given: dict[str, Any], caller: "Connection[Any, Any]") -> dict[str, Any]:
        request = Request(given["operation"], given["arguments"], given["door"], given["author"])
        try:
            return {"result": self._perform(request, lambda step: caller.send_bytes(_line({"progress": step})))}
        except ConnectionError:
            return {"gone": True}
        except Told as error:
            return {"told": error.message_id, "details": error.details}
        except Exception as error:  # noqa: BLE001 - a fault here must not look like a host that has gone
            return {"told": _FAULT, "details": {"kind": type(error).__name__}}

    def close(self) -> None:
        """Stop taking callers. What is being done is done to its end by whoever performs."""
        self._closed = True
        self._notice.unlink(missing_ok=True)
        _knock(self._listener.address)  # wakes the thread that waits for callers
        self._thread.join(PATIENCE)
        self._listener.close()
        for caller in self._callers:
            caller.join(PATIENCE)


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _knock(address: Any) -> None:
    """Connect and hang up, without the greeting that a caller would wait for."""
    family = socket.AF_INET if isinstance(address, tuple) else socket.AF_UNIX
    with suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as line:
        line.connect(address)


def _address(folder: Path) -> str | tuple[str, int]:
    """A short name: a socket's path has hardly a hundred characters, and a profile may lie deep."""
    if sys.platform == "win32":
        return "127.0.0.1", 0
    name = blake2b(str(folder.resolve()).encode() + secrets.token_bytes(8), digest_size=10).hexdigest()
    return str(Path(tempfile.gettempdir()) / f"tsumugi-{name}.sock")


class FarDoor:
    """A door through another process. Raises `ConnectionError` when that process has gone."""

    def __init__(self, folder: Path) -> None:
        """Raises `ConnectionError` when nobody serves the profile."""
        try:
            notice = json.loads((folder / _NOTICE).read_text())
            address = notice["address"] if isinstance(notice["address"], str) else tuple(notice["address"])
            self._host: Connection[Any, Any] = Client(address, authkey=bytes.fromhex(notice["key"]))
        except (OSError, EOFError, ValueError, KeyError, TypeError, AuthenticationError) as error:
            raise ConnectionError from error

    def call(self, request: Request, progress: Progress | None = None) -> Any:
        given = {
            "operation": request.operation,
            "arguments": dict(request.arguments),
            "door": request.door,
            "author": request.author,
        }
        try:
            self._host.send_bytes(_line(given))
            for answer in self._answers():
                if "progress" not in answer:
                    break
                if progress is not None:
                    progress(answer["progress"])
        except (OSError, EOFError, ValueError) as error:
            raise ConnectionError from error
        if "gone" in answer:
            raise ConnectionError
        if "told" in answer:
            raise BadInput(answer["told"], **answer["details"])
        return answer["result"]

    def _answers(self) -> Iterator[dict[str, Any]]:
        while True:
            yield json.loads(self._host.recv_bytes())

    def close(self) -> None:
        with suppress(OSError):
            self._host.send_bytes(_line_of_nothing())
        self._host.close()


def _line_of_nothing() -> bytes:
    return b"null"


def ask_to_hand_over(folder: Path) -> bool:
    """Ask whoever serves the profile without a window to let it go; whether somebody was there to ask."""
    try:
        door = FarDoor(folder)
    except ConnectionError:
        return False
    with suppress(ConnectionError, Told):
        door.call(Request(HAND_OVER, {}))
    door.close()
    return True


class OpenDoor:
    """A door that stays open: through whoever hosts the profile now, or by hosting it."""

    def __init__(self, folder: Path, own: Callable[[Path], Door]) -> None:
        """`own` opens the profile here. Raises `ProfileBusy` when it cannot be had and nobody serves it."""
        self._folder, self._own = folder, own
        self._door = self._find(0)

    def _find(self, manners: float) -> Door:
        """Somebody who serves the profile; after `manners` seconds without anybody, this process."""
        began = monotonic()
        while True:
            with suppress(ConnectionError):
                return FarDoor(self._folder)
            if monotonic() - began >= manners:
                try:
                    return self._own(self._folder)
                except ProfileBusy:
                    if monotonic() - began > PATIENCE:
                        raise
            sleep(_PAUSE)

    def call(self, request: Request, progress: Progress | None = None) -> Any:
        """Do it; when the host ends meanwhile, find another and ask again."""
        until = monotonic() + PATIENCE
        while True:
            try:
                return self._door.call(request, progress)
            except ConnectionError:
                if monotonic() > until:
                    raise ProfileBusy from None
                self._door.close()
                self._door = self._find(MANNERS)

    def close(self) -> None:
        self._door.close()
