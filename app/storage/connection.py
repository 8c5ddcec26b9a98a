"""One way to open the database, and SQLite's errors in the domain's words."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import apsw
import apsw.bestpractice

from app.domain.errors import BadInput, DamagedFile, Outdated, ProfileBusy, StorageFull
from app.storage.values import reason

_BUSY_MS = 5000
_CACHE_KIB = 16_384
_SETTINGS = (
    apsw.bestpractice.connection_wal,
    apsw.bestpractice.connection_enable_foreign_keys,
    apsw.bestpractice.connection_dqs,
    apsw.bestpractice.connection_recursive_triggers,
)


def open_connection(path: Path, *, writing: bool) -> apsw.Connection:
    """A connection with the settings that SQLite's own advice and this house ask for. Raises `DamagedFile`."""
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE if writing else apsw.SQLITE_OPEN_READONLY
    with told(), ExitStack() as on_failure:
        connection = apsw.Connection(str(path), flags=flags)
        on_failure.callback(connection.close)
        _settle(connection)
        on_failure.pop_all()
    return connection


def _settle(connection: apsw.Connection) -> None:
    connection.set_busy_timeout(_BUSY_MS)
    for setting in _SETTINGS:
        setting(connection)
    connection.pragma("cache_size", -_CACHE_KIB)
    # What is deleted must not linger in free pages.
    connection.pragma("secure_delete", True)
    connection.pragma("temp_store", "memory")


def keep_power_loss_safe(connection: apsw.Connection, safe: bool) -> None:
    """Whether the next commits must also survive a power cut.

    In WAL mode a commit survives a killed process either way, because the words are with the operating system. `FULL`
    waits until the disk has them: for what a person wrote. `NORMAL` does not wait, and can lose the last commits (never
    damage the file) when the power fails: for what can be learned again.
    """
    connection.pragma("synchronous", "full" if safe else "normal")


@contextmanager
def told() -> Iterator[None]:
    """Turn SQLite's errors into those of the domain.

    Raises `StorageFull` when the disk is full or refuses, `DamagedFile` when the file is not a sound database,
    `ProfileBusy` when another process holds it, `Outdated` when a row that the work refers to has gone or a unique one
    has come, `BadInput` when a value breaks a rule of the schema.
    """
    try:
        yield
    except (apsw.FullError, apsw.IOError, apsw.ReadOnlyError, apsw.PermissionsError) as error:
        raise StorageFull from error
    except (apsw.NotADBError, apsw.CorruptError, apsw.CantOpenError) as error:
        raise DamagedFile from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise ProfileBusy from error
    except apsw.ConstraintError as error:
        if reason(error) in _GONE:
            raise Outdated(str(error)) from error
        raise BadInput from error
    except (apsw.MismatchError, apsw.TooBigError) as error:
        raise BadInput from error


_GONE = (
    apsw.SQLITE_CONSTRAINT_FOREIGNKEY,
    apsw.SQLITE_CONSTRAINT_UNIQUE,
    apsw.SQLITE_CONSTRAINT_PRIMARYKEY,
    apsw.SQLITE_CONSTRAINT_TRIGGER,
)
