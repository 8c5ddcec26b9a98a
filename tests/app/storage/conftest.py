"""An open profile in a temporary folder, its store, and a reader beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.storage.profile import Profile, open_store, open_view
from app.storage.store import Store
from app.storage.view import View


@pytest.fixture
def home(profile: Path) -> Iterator[Profile]:
    made = Profile(profile)
    made.acquire()
    yield made
    made.release()


@pytest.fixture
def store(home: Profile) -> Iterator[Store]:
    made = open_store(home)
    yield made
    made.close()


@pytest.fixture
def view(home: Profile, store: Store) -> Iterator[View]:
    """Reads on a connection of their own, as a reader thread has it."""
    made = open_view(home)
    yield made
    made.close()
