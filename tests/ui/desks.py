"""What the lanes need of desks and a journal: a profile of lists, or a real database that is filled with one plan."""

import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from PySide6.QtCore import QObject

from app.domain.change import Touched
from app.domain.plan import USER, Plan
from app.domain.scope import OWNER
from app.storage.profile import Profile, open_store, open_view


class Journal:
    """Numbers and rows, as the store would keep them."""

    def __init__(self) -> None:
        self.entries: list[Any] = []

    def latest_seq(self) -> int:
        return len(self.entries)

    def after(self, seq: int, limit: int) -> list[Any]:
        return self.entries[seq : seq + limit]

    def write(self, noun: str, id: int) -> None:
        touched = (Touched(noun, "add", id),)
        self.entries.append(
            SimpleNamespace(
                seq=len(self.entries) + 1, author=USER, label="say", subject="", touched=touched, played="commit"
            )
        )


class Desk:
    def __init__(self, journal: Journal) -> None:
        self.view = SimpleNamespace(journal=journal)
        self.made_on = threading.get_ident()
        self.closed_on = 0

    def close(self) -> None:
        self.closed_on = threading.get_ident()


class Workspace:
    def __init__(self) -> None:
        self.journal = Journal()
        self.desks: list[Desk] = []
        self.closed = False

    def read_desk(self) -> Desk:
        self.desks.append(Desk(self.journal))
        return self.desks[-1]

    write_desk = read_desk

    def close(self) -> None:
        self.closed = True


class StoredDesk:
    def __init__(self, view: Any, store: Any = None) -> None:
        self.view, self.store, self.scope = view, store, OWNER

    def close(self) -> None:
        (self.store or self.view).close()


class StoredWorkspace:
    """A real database and nothing else: no model and no index is opened. `sample` fills it the first time."""

    def __init__(self, folder: Path, sample: Callable[[], Plan]) -> None:
        self.profile, self._sample = Profile(folder), sample
        self.profile.acquire()

    def write_desk(self) -> StoredDesk:
        store = open_store(self.profile)
        if store.view.journal.latest_seq() == 0:
            store.commit(self._sample())
        return StoredDesk(store.view, store)

    def read_desk(self) -> StoredDesk:
        return StoredDesk(open_view(self.profile))

    def close(self) -> None:
        self.profile.release()


class Inbox(QObject):
    """What was delivered, and on which thread."""

    def __init__(self) -> None:
        super().__init__()
        self.got: list[Any] = []
        self.threads: set[int] = set()

    def take(self, thing: Any) -> None:
        self.got.append(thing)
        self.threads.add(threading.get_ident())
