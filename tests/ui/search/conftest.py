"""The search page over a small memory with a real index of words; meanings are hashed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.domain.episode import Note
from app.domain.ids import NoteId
from app.domain.plan import EXTRACTOR, Add, Plan
from app.memory.recall.recaller import Recaller
from app.storage.indexing import Indexer
from app.storage.textindex import TextIndex
from app.storage.vectorindex import VectorIndex
from tests.builders import NOON
from tests.fakes import HashingEncoder
from tests.ui.desks import StoredDesk
from tests.ui.memories.conftest import StoredWorkspace
from ui.changes import Changes
from ui.lanes import Lanes
from ui.search.page import SearchPage


class SearchDesk(StoredDesk):
    def __init__(self, view: Any, room: "SearchWorkspace", store: Any = None) -> None:
        super().__init__(view, store)
        self.room = room
        self.stopped = lambda: False

    def recaller(self) -> Recaller:
        if self.room.broken:
            raise RuntimeError("broken")
        return Recaller(self.view, self.room.text, self.room.vectors, self.room.encoder)

    def index(self) -> None:
        for _ in Indexer(self.view, self.room.text, self.room.vectors).catch_up(self.room.encoder.encode):
            pass


class SearchWorkspace(StoredWorkspace):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.encoder = HashingEncoder()
        self.text = TextIndex(self.profile.text)
        self.vectors = VectorIndex(self.profile.vectors, self.encoder.fingerprint)
        self.broken = False

    def write_desk(self) -> SearchDesk:
        made = super().write_desk()
        note = Note(NoteId(-1), "Climbing in March", "ropes", NOON, NOON)
        made.store.commit(Plan((Add(note),), EXTRACTOR, "write"))
        desk = SearchDesk(made.view, self, made.store)
        desk.index()
        return desk

    def read_desk(self) -> SearchDesk:
        return SearchDesk(super().read_desk().view, self)

    def close(self) -> None:
        self.text.close()
        self.vectors.close()
        super().close()


@pytest.fixture
def changes(qapp: Any) -> Changes:
    return Changes()


@pytest.fixture
def rooms() -> list[SearchWorkspace]:
    """The one that is opened."""
    return []


@pytest.fixture
def lanes(qapp: Any, profile: Path, changes: Changes, rooms: list[SearchWorkspace]) -> Iterator[Lanes]:
    def opened() -> Any:
        rooms.append(SearchWorkspace(profile))
        return rooms[0]

    made = Lanes(opened, readers=1)
    made.wrote.connect(lambda written: [changes.announce(change) for change in written])
    made.start()
    yield made
    assert made.shutdown()


@pytest.fixture
def page(qtbot: Any, lanes: Lanes, changes: Changes) -> SearchPage:
    made = SearchPage(lanes, changes)
    qtbot.addWidget(made)
    made.resize(760, 700)
    made.show()
    return made
