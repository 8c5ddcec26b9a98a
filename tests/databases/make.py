"""Freezes the newest schema as `v<number>.db`, once, before the release that brings it; never again afterwards."""

import shutil
import tempfile
from pathlib import Path

from app.domain.ids import EntityId, SavedViewId
from app.domain.lens import Lens, SavedView
from app.storage.migrations import newest
from app.storage.profile import Profile, open_store
from tests import builders as build
from tests.app.storage.acts import talk, write


def make(target: Path) -> None:
    """A small memory with a row of most kinds, as one file without a write-ahead log."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Profile(Path(folder))
        store = open_store(profile)
        talk(store, "Alice works at Acme.", "東京に住んでいます。")
        write(store, build.entity("Alice", id=1), build.entity("Acme", "organization", id=2), build.alias("Ally", 1, 1))
        write(store, build.mention(1, 1, (0, 5)), build.fact(1, "works_at", 2, 1, valid_at="2024-03"))
        write(store, build.anchor(1, 1, (0, 20)))
        write(store, SavedView(SavedViewId(1), "Alice at work", Lens((EntityId(1),), 2), build.NOON))
        store._connection.pragma("journal_mode", "delete")
        store._connection.execute("VACUUM")
        store.close()
        shutil.copy(profile.database, target)


if __name__ == "__main__":
    make(Path(__file__).with_name(f"v{newest()}.db"))
