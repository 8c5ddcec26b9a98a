"""A profile: one folder with one database, its indexes, backups and settings, held by one process at a time.

memory.db            the truth
index/text/          Tantivy, derived
index/vectors.db     vectors, derived
index/nodes.db       vectors of entities and categories, derived
backups/             whole copies, made before a migration and on demand
lock                 held while the profile is open
"""

from contextlib import ExitStack, suppress
from pathlib import Path

from app.domain.errors import StorageFull
from app.storage.connection import open_connection, told
from app.storage.lock import FileLock
from app.storage.migrations import migrate
from app.storage.store import Store
from app.storage.view import View

_SYNCED = ("onedrive", "dropbox", "google drive", "googledrive", "icloud", "mobile documents", "nextcloud", "syncthing")


class Profile:
    """Where everything of a profile lies, and the lock that keeps a second process out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "memory.db"
        self.text = folder / "index" / "text"
        self.vectors = folder / "index" / "vectors.db"
        self.nodes = folder / "index" / "nodes.db"
        self.backups = folder / "backups"
        self._lock = FileLock(folder / "lock")

    def acquire(self) -> None:
        """Make the folder if need be and take the lock. Raises `ProfileBusy`, or `StorageFull` when that fails."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            inside = (self.folder / "index", self.backups)
            for folder in inside:
                folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise StorageFull from error
        # A folder that was there before is closed to others when a memory begins in it.
        for folder in (*inside, *([] if self.database.exists() else [self.folder])):
            with suppress(OSError):  # it may be somebody else's, or on a disk without rights
                folder.chmod(0o700)
        self._lock.acquire()

    def release(self) -> None:
        """Let the profile go."""
        self._lock.release()

    def looks_synced(self) -> bool:
        """Whether the folder seems to lie in a synced folder, where two machines would write one database."""
        parts = [part.casefold() for part in self.folder.resolve().parts]
        return any(part.startswith(name) for part in parts for name in _SYNCED)


def _close_to_others(database: Path) -> None:
    """Made before SQLite would make it for everybody to read; its log takes the same rights. Not ours: left alone."""
    with suppress(OSError):
        database.touch(mode=0o600)
        for path in (database, *database.parent.glob(f"{database.name}-*")):
            path.chmod(0o600)


def open_store(profile: Profile) -> Store:
    """The write door, its database made or migrated first. Raises `NewerFile`, `DamagedFile`, `StorageFull`."""
    _close_to_others(profile.database)
    with ExitStack() as on_failure, told():
        connection = open_connection(profile.database, writing=True)
        on_failure.callback(connection.close)
        migrate(connection, profile.backups)
        # As SQLite advises when a connection is opened: statistics for the query planner, where they are missing.
        connection.pragma("optimize", 0x10002)
        store = Store(connection)
        on_failure.pop_all()
    return store


def open_view(profile: Profile) -> View:
    """Reads over a connection of their own, for the thread that asks. The store must have been opened before."""
    return View(open_connection(profile.database, writing=False))
