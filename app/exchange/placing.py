"""A file that a person asked for, put where they want it: whole or not at all."""

import errno
import os
from pathlib import Path

from app.domain.errors import BadInput, StorageFull

_NOT_ALLOWED = {errno.EACCES, errno.EPERM, errno.EROFS}
_NO_SUCH_PLACE = {errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EINVAL, errno.EISDIR}


def place(target: Path, data: bytes, new: bool = False) -> None:
    """Write `data` to `target`, in the place of what was there. Only the owner can read it.

    `new`: nobody was asked about what might be there, so then nothing is written. Otherwise what was there stays until
    the new file is whole. Raises `BadInput` where nothing can be written, `StorageFull` when there is no room; nothing
    half-written is left then.
    """
    unfinished = target.with_name(f".{target.name[:100]}.part")
    try:
        if new and target.exists():
            raise BadInput("There is a file {file} already. Please choose another name.", file=target.name)
        try:
            unfinished.unlink(missing_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            with os.fdopen(os.open(unfinished, flags, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # the latter for a name that holds a NUL
        raise _told(error, target) from error


def _told(error: OSError | ValueError, target: Path) -> BadInput | StorageFull:
    number = error.errno if isinstance(error, OSError) else errno.EINVAL
    if number in _NOT_ALLOWED:
        return BadInput(
            "Nothing may be written in the folder {folder}. Please choose another.", folder=str(target.parent)
        )
    if number in _NO_SUCH_PLACE:
        return BadInput("There is no place for a file of the name {file}. Please choose another.", file=target.name)
    return StorageFull()
