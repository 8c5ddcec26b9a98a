"""Export and import through the desks: what comes back is found again, and nothing is written over."""

import os
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.domain.errors import BadInput, Told
from app.domain.ids import EntityId
from app.services import chat, edits, search, transfer
from app.services.workspace import Workspace, WriteDesk
from tests import builders as build
from tests.app.storage.acts import write
from tests.app.storage.dumps import dump
from tests.fakes import HashingEncoder


@contextmanager
def opened(folder: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(folder)
    workspace.encoder = HashingEncoder()  # type: ignore[assignment]
    desk = workspace.write_desk()
    try:
        yield desk
    finally:
        desk.close()
        workspace.close()


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[tuple[Path, dict]]:
    with opened(tmp_path / "first") as desk:
        for text in ("Alice moved to Kyoto.", "京都は暑い。"):
            chat.say(desk, chat.start(desk).id, text)
        list(desk.catch_up())
        list(transfer.export(desk, tmp_path / transfer.suggested_name()))
        yield next(tmp_path.glob(f"*{transfer.SUFFIX}")), dump(desk.store._connection)


def test_relations_without_a_sentence_are_told_in_words(tmp_path: Path):
    with opened(tmp_path / "first") as desk:
        write(desk.store, build.me(1), build.entity("Globex", "organization", id=2), build.entity("Anna", id=3))
        edits.add_fact(desk, edits.NewFact(EntityId(1), "works_at", EntityId(2)))
        edits.add_fact(desk, edits.NewFact(EntityId(3), "works_at", EntityId(2)))
        list(transfer.export(desk, tmp_path / "a.zip"))
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        page = archive.read("organizations/000002-Globex.md").decode()
    assert "- You work at Globex" in page
    assert "- Anna works at Globex" in page


@pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")
def test_nobody_else_may_read_the_profile_or_the_archive(tmp_path: Path):
    before, folder = os.umask(0o022), tmp_path / "first"
    try:
        folder.mkdir()
        (tmp_path / "a.zip.part").write_text("of a stop before, for all to read")
        with opened(folder) as desk:
            chat.say(desk, chat.start(desk).id, "Alice moved to Kyoto.")
            list(transfer.export(desk, tmp_path / "a.zip"))
            names = ("", "index", "backups", "memory.db", "memory.db-wal")
            rights = {name: stat.S_IMODE((folder / name).stat().st_mode) for name in names}
    finally:
        os.umask(before)
    assert rights == {name: 0o600 if name.startswith("memory") else 0o700 for name in names}
    assert stat.S_IMODE((tmp_path / "a.zip").stat().st_mode) == 0o600


def test_an_empty_memory_becomes_the_one_of_the_archive(archive: tuple[Path, dict], tmp_path: Path):
    path, before = archive
    with opened(tmp_path / "second") as desk:
        chat.delete(desk, chat.start(desk).id)
        list(desk.catch_up())
        steps = list(transfer.restore(desk, path))
        assert steps[-1].done == steps[-1].total
        assert dump(desk.store._connection) == before
        assert search.search(desk, "kyoto", 5).episodes
        assert not list((tmp_path / "second").glob("import*"))


def test_a_memory_that_holds_something_is_left_as_it_is(archive: tuple[Path, dict], tmp_path: Path):
    with opened(tmp_path / "second") as desk:
        chat.start(desk)
        before = dump(desk.store._connection)
        with pytest.raises(BadInput):
            list(transfer.restore(desk, archive[0]))
        assert dump(desk.store._connection) == before


def test_what_was_written_meanwhile_is_not_written_over(archive: tuple[Path, dict], tmp_path: Path):
    with opened(tmp_path / "second") as desk:
        work = transfer.restore(desk, archive[0])
        next(work)
        chat.start(desk)
        with pytest.raises(BadInput):
            list(work)
        assert len(chat.conversations(desk)) == 1


def test_stopped_or_refused_nothing_is_written(archive: tuple[Path, dict], tmp_path: Path):
    bad = tmp_path / "bad.zip"
    with zipfile.ZipFile(bad, "w") as made:
        made.writestr("words.txt", "words")
    with opened(tmp_path / "second") as desk:
        work = transfer.restore(desk, archive[0])
        next(work)
        work.close()
        with pytest.raises(Told):
            list(transfer.restore(desk, bad))
        assert desk.store.is_empty()
        assert not list((tmp_path / "second").glob("import*"))
        list(transfer.restore(desk, archive[0]))
        assert not desk.store.is_empty()
