"""One writer, however many programs: whoever holds the profile serves the others through a socket of this machine.

    door = open_door(folder)            # the open app serves; where none runs, this process does
    door.call(Request("recall", {"query": "..."}))

The first process to take the profile's lock is its host (`services/host.py`). It writes where it can be reached into
`door.json`. When a host ends, the next call finds another or becomes it. Nothing of memory is imported here: a program
that only asks another stays light.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any, Protocol

from app.domain.errors import ProfileBusy, Told
from app.services.request import Request
from app.services.wire import HAND_OVER, notice_in, reach, receive, request_line, send, told_in

PATIENCE = 20.0
"""Seconds to wait for a host that starts or ends."""
MANNERS = 2.0
"""Seconds for which a program whose host has gone leaves the profile to others: a window may be taking it over."""
_PAUSE = 0.05

Progress = Callable[[Any], None]


class Door(Protocol):
    """A way to memory. `call` raises `Told` in words for people."""

    def call(self, request: Request, progress: Progress | None = None) -> Any: ...

    def close(self) -> None: ...


class FarDoor:
    """A door through another process, for one thread. Raises `ConnectionError` when that process has gone."""

    def __init__(self, folder: Path) -> None:
        """Raises `ConnectionError` when nobody serves the profile."""
        self._host = reach(notice_in(folder), PATIENCE)

    def call(self, request: Request, progress: Progress | None = None) -> Any:
        try:
            send(self._host, request_line(request))
            for answer in self._answers():
                if "progress" not in answer:
                    break
                if progress is not None:
                    progress(answer["progress"])
        except (OSError, EOFError, ValueError) as error:
            raise ConnectionError from error
        if "told" in answer:
            raise told_in(answer)
        if "gone" in answer:
            raise ConnectionError
        return answer["result"]

    def _answers(self) -> Iterator[dict[str, Any]]:
        while True:
            yield receive(self._host)

    def close(self) -> None:
        with suppress(OSError):
            send(self._host, None)
        self._host.close()


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
    """A door that stays open: through whoever hosts the profile now, or by hosting it. For any thread, one at once."""

    def __init__(self, folder: Path, own: Callable[[Path], Door]) -> None:
        """`own` opens the profile here. Raises `ProfileBusy` when it cannot be had and nobody serves it."""
        self._folder, self._own = folder, own
        self._one_at_once = Lock()
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
        with self._one_at_once:
            while True:
                try:
                    return self._door.call(request, progress)
                except ConnectionError:
                    if monotonic() > until:
                        raise ProfileBusy from None
                    self._door.close()
                    self._door = self._find(MANNERS)
                    request = replace(request, again=True)

    def close(self) -> None:
        self._door.close()


def open_door(folder: Path) -> OpenDoor:
    """The way to a profile for a program without a window. Raises `ProfileBusy`, `NewerFile`, `DamagedFile`."""
    return OpenDoor(folder, _own)


def _own(folder: Path) -> Door:
    from app.services.owndoor import OwnDoor

    return OwnDoor(folder)
