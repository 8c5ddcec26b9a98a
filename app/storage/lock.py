"""A lock on a file that the operating system lets go when its process ends, however it ends."""

import os
import sys
from pathlib import Path
from typing import IO

from app.domain.errors import ProfileBusy, StorageFull

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[str]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _try_lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Held from `acquire` to `release` or to the end of the process: a killed process leaves no stale lock."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Raises `ProfileBusy` when another process, or another lock of this one, holds it."""
        try:
            file = self._path.open("a+", encoding="ascii")
        except OSError as error:
            raise StorageFull from error
        try:
            _try_lock(file)
        except OSError as error:
            file.close()
            raise ProfileBusy from error
        # For people who look: the lock is the operating system's, not this number. On Windows byte 0 is locked.
        if sys.platform != "win32":
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
        self._file = file

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
