"""How a program and the host of a profile talk: where the host is found, how they greet, how a line looks.

A line is one JSON value. The caller sends a request or `null` (goodbye); the host sends `{progress}` any number of
times, then one of `{result}`, `{told, details, kind}` or `{gone}`. Both prove at first that they know the key in the
notice, which this user alone can read.
"""

import json
import os
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, answer_challenge, deliver_challenge
from pathlib import Path
from typing import Any

from app.domain.errors import BadInput, DamagedFile, ModelUnavailable, NewerFile, ProfileBusy, StorageFull, Told
from app.services.request import Request

Address = str | tuple[str, int]
Wire = Connection  # of bytes, both ways

HAND_OVER = "hand_over"
"""Asked of a host without a window by one with a window: finish, let the profile go, and be a caller from then on."""
LONGEST = 64 * 1024 * 1024
"""Bytes of one line."""
_NOTICE = "door.json"
_ROOM, _SOCKET = "tsumugi-", "door"


@dataclass(frozen=True, slots=True)
class Notice:
    """Where the host of a profile is reached, and the key made for the occasion."""

    address: Address
    key: bytes

    def put_up(self, folder: Path) -> None:
        """Write it into the profile's folder, readable by this user alone."""
        path = folder / _NOTICE
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump({"address": self.address, "key": self.key.hex()}, file)


def notice_in(folder: Path) -> Notice:
    """The notice of whoever serves the profile, or did last. Raises `ConnectionError` when there is none."""
    try:
        found = json.loads((folder / _NOTICE).read_text())
        address = found["address"]
        if not isinstance(address, str):
            address = (str(address[0]), int(address[1]))
        return Notice(address, bytes.fromhex(found["key"]))
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise ConnectionError from error


def take_down(folder: Path) -> None:
    """The notice goes, and the socket it names, also one that a killed host has left."""
    with suppress(ConnectionError):
        address = notice_in(folder).address
        if isinstance(address, str) and Path(address).parent.name.startswith(_ROOM):
            Path(address).unlink(missing_ok=True)
            with suppress(OSError):
                Path(address).parent.rmdir()
    (folder / _NOTICE).unlink(missing_ok=True)


def free_address() -> Address:
    """A socket in a new folder that this user alone can enter; a short name, since a socket's has few characters."""
    if sys.platform == "win32":
        return "127.0.0.1", 0
    return str(Path(tempfile.mkdtemp(prefix=_ROOM)) / _SOCKET)


def greet(caller: "Wire[Any, Any]", key: bytes) -> bool:
    """The host's side of the greeting; whether the caller knows the key."""
    try:
        deliver_challenge(caller, key)
        answer_challenge(caller, key)
    except (OSError, EOFError, AuthenticationError):
        return False
    return True


def reach(notice: Notice, patience: float) -> "Wire[Any, Any]":
    """A greeted wire to the host. Raises `ConnectionError` when it is gone, or says nothing for `patience` seconds."""
    try:
        host = Client(notice.address)
    except (OSError, EOFError) as error:
        raise ConnectionError from error
    try:
        if not host.poll(patience):
            raise ConnectionError
        answer_challenge(host, notice.key)
        deliver_challenge(host, notice.key)
    except (OSError, EOFError, AuthenticationError) as error:
        host.close()
        raise ConnectionError from error
    return host


def send(wire: "Wire[Any, Any]", line: Mapping[str, Any] | None) -> None:
    wire.send_bytes(json.dumps(line).encode())


def receive(wire: "Wire[Any, Any]") -> Any:
    """Raises `OSError`, `EOFError` or `ValueError` for what is no line."""
    return json.loads(wire.recv_bytes(LONGEST))


def request_line(request: Request) -> dict[str, Any]:
    return asdict(request) | {"arguments": dict(request.arguments)}


def request_in(line: Any) -> Request | None:
    """None for a goodbye. Raises `ValueError` for what is no request."""
    if line is None:
        return None
    try:
        return Request(
            str(line["operation"]),
            dict(line["arguments"]),
            str(line["door"]),
            str(line["author"]),
            line["again"] is True,
            _text_or_none(line.get("project")),
            _text_or_none(line.get("channel")),
        )
    except (KeyError, TypeError) as error:
        raise ValueError from error


def _text_or_none(value: object) -> str | None:
    return None if value is None else str(value)


def told_line(error: Told) -> dict[str, Any]:
    """An error in words, with its sort, so that a caller can tell a busy profile from a model that is away."""
    return {"told": error.message_id, "details": error.details, "kind": type(error).__name__}


def told_in(line: Mapping[str, Any]) -> Told:
    """The error that a line tells of."""
    kind = _KINDS.get(line.get("kind", ""), Told)
    return kind(line["told"], **line["details"])


_KINDS: Mapping[str, type[Told]] = {
    one.__name__: one for one in (ProfileBusy, NewerFile, DamagedFile, StorageFull, ModelUnavailable, BadInput)
} | {"BadReference": BadInput}
