"""A profile: one process at a time, a lock that a killed process does not leave behind, files that open or say why."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest

from app.domain.errors import DamagedFile, NewerFile, ProfileBusy, StorageFull
from app.domain.scope import OWNER
from app.storage.backup import KEPT_BACKUPS, backups, make_backup, prune_backups
from app.storage.migrations import APPLICATION_ID, newest
from app.storage.profile import Profile, open_store, open_view
from app.storage.settingsfile import read_settings, write_settings
from app.storage.store import Store
from tests import builders as build
from tests.app.storage.acts import talk, write
from tests.app.storage.dumps import dump, faults

OLD = sorted((Path(__file__).parents[2] / "databases").glob("v*.db"))


def test_a_second_start_is_told(profile: Path, home: Profile):
    other = Profile(profile)
    with pytest.raises(ProfileBusy):
        other.acquire()
    home.release()
    other.acquire()
    other.release()
    home.acquire()


def test_a_killed_process_leaves_no_lock(profile: Path):
    code = f"""
import sys, time
sys.path.insert(0, {str(Path.cwd())!r})
from pathlib import Path
from app.storage.profile import Profile
profile = Profile(Path({str(profile)!r}))
profile.acquire()
print("held", flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        with pytest.raises(ProfileBusy):
            Profile(profile).acquire()
        child.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        child.wait()
    after = Profile(profile)
    after.acquire()
    after.release()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFull):
        Profile(tmp_path / "file" / "profile").acquire()


@pytest.mark.parametrize(
    ("folder", "synced"),
    [("Dropbox/notes", True), ("OneDrive - Firm/x", True), ("home/tsumugi", False), ("my-dropbox-like/x", False)],
)
def test_a_synced_folder_is_noticed(tmp_path: Path, folder: str, synced: bool):
    assert Profile(tmp_path / folder).looks_synced() is synced


def test_a_new_file_is_marked_as_ours_and_set_up_as_agreed(home: Profile, store: Store):
    def asked(name: str) -> object:
        return store._connection.pragma(name)

    assert (asked("application_id"), asked("user_version")) == (APPLICATION_ID, newest())
    assert (asked("journal_mode"), asked("foreign_keys"), asked("secure_delete"), asked("busy_timeout")) == (
        "wal",
        1,
        1,
        5000,
    )
    tables = store._connection.execute(
        "SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND schema = 'main'"
    )
    assert {name for name, strict in tables if not strict} <= {
        "sqlite_schema",
        "sqlite_sequence",
        "sqlite_stat1",
        "sqlite_stat4",
    }
    assert backups(home.backups) == []


def test_every_table_has_a_declared_key_and_every_reference_an_index(store: Store):
    connection = store._connection
    for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE sql LIKE '%) STRICT%'").fetchall():
        assert connection.execute("SELECT 1 FROM pragma_table_info(?) WHERE pk = 1", (table,)).fetchone(), table
        leading = {
            connection.execute("SELECT name FROM pragma_index_info(?) WHERE seqno = 0", (index,)).fetchone()[0]
            for (index,) in connection.execute("SELECT name FROM pragma_index_list(?)", (table,)).fetchall()
        }
        references = {
            column for (column,) in connection.execute('SELECT "from" FROM pragma_foreign_key_list(?)', (table,))
        }
        assert references <= leading, (table, references - leading)


def test_a_newer_file_is_refused_and_left_alone(home: Profile):
    open_store(home).close()
    connection = apsw.Connection(str(home.database))
    connection.pragma("user_version", newest() + 1)
    connection.close()
    before = home.database.read_bytes()
    with pytest.raises(NewerFile):
        open_store(home)
    assert home.database.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"this is no database at all, but a letter" * 200, b"SQLite format 3\0" + b"\xff" * 5000]
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(home: Profile, content: bytes):
    home.database.write_bytes(content)
    with pytest.raises(DamagedFile):
        open_store(home)
    assert home.database.read_bytes() == content


def test_another_programs_database_is_refused_and_left_alone(home: Profile):
    connection = apsw.Connection(str(home.database))
    connection.execute("CREATE TABLE mail (id INTEGER PRIMARY KEY)")
    connection.close()
    with pytest.raises(DamagedFile):
        open_store(home)
    connection = apsw.Connection(str(home.database))
    assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("mail",)]
    connection.close()


def test_a_broken_page_is_told(home: Profile):
    store = open_store(home)
    talk(store, *("x" * 500 for _ in range(100)))
    store.tidy()
    store.close()
    whole = bytearray(home.database.read_bytes())
    whole[8192:] = b"\xaa" * (len(whole) - 8192)
    home.database.write_bytes(whole)
    with pytest.raises(DamagedFile):
        store = open_store(home)
        try:
            write(store, build.entity("Ann", id=1))
        finally:
            store.close()


@pytest.mark.parametrize("old", OLD, ids=lambda path: path.stem)
def test_an_old_file_opens_with_all_it_held(home: Profile, old: Path):
    home.database.write_bytes(old.read_bytes())
    version = int(old.stem.removeprefix("v"))
    store = open_store(home)
    assert store._connection.pragma("user_version") == newest()
    assert faults(store._connection) == []
    assert [turn.text for turn in store.view.episodes.of_conversation(1, OWNER)] == [
        "Alice works at Acme.",
        "東京に住んでいます。",
    ]
    assert store.view.entities.names_in("Ally?", OWNER)[0].entity.name == "Alice"
    assert store.view.facts.one(1, OWNER).valid_at.text == "2024-03"
    assert [view.lens.depth for view in store.view.saved_views.listed(OWNER, 9)] == ([2] if version > 2 else [])
    assert len(backups(home.backups)) == (0 if version == newest() else 1)
    store.close()


def test_there_is_an_old_file_for_every_version():
    assert [path.stem for path in OLD] == [f"v{number}" for number in range(1, newest() + 1)]


def test_migration_backs_up_first_and_a_step_that_fails_changes_nothing(home: Profile, monkeypatch: pytest.MonkeyPatch):
    store = open_store(home)
    talk(store, "kept")
    before = dump(store._connection)
    store.close()
    from app.storage import migrations

    scripts = migrations._scripts()
    later = "ALTER TABLE notes ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;"
    monkeypatch.setattr(migrations, "_scripts", lambda: [*scripts, f"{later} CREATE TABLE notes (id INTEGER);"])
    with pytest.raises(apsw.SQLError):
        open_store(home)
    monkeypatch.setattr(migrations, "_scripts", lambda: [*scripts, later])
    store = open_store(home)
    assert store._connection.pragma("user_version") == newest() == len(scripts) + 1
    store.close()
    kept = backups(home.backups)
    assert len(kept) == 2
    monkeypatch.setattr(migrations, "_scripts", lambda: scripts)
    home.database.write_bytes(kept[0].read_bytes())
    for beside in home.folder.glob("memory.db-*"):
        beside.unlink()
    again = open_store(home)
    assert dump(again._connection) == before
    again.close()


def test_backups_are_whole_files_and_old_ones_go(home: Profile, store: Store):
    talk(store, "hello")
    made = [make_backup(store._connection, home.backups, "asked") for _ in range(KEPT_BACKUPS + 2)]
    assert backups(home.backups) == made[:1:-1]
    assert {file.suffix for file in home.backups.iterdir()} == {".db"}
    connection = apsw.Connection(str(made[-1]), flags=apsw.SQLITE_OPEN_READONLY)
    assert dump(connection) == dump(store._connection)
    connection.close()
    prune_backups(home.backups, keep=0)
    assert backups(home.backups) == []
    assert backups(home.folder / "nowhere") == []


def test_readers_wait_for_nobody(home: Profile, store: Store):
    talk(store, "hello")
    view = open_view(home)
    store._connection.execute("BEGIN IMMEDIATE")
    store._connection.execute("DELETE FROM episodes")
    started = time.monotonic()
    assert view.episodes.count(OWNER) == 1
    assert time.monotonic() - started < 2
    store._connection.execute("ROLLBACK")
    view.close()


def test_settings_are_written_whole_and_rubbish_reads_as_nothing(profile: Path):
    assert read_settings(profile) == {}
    write_settings(profile, {"language": "日本語", "count": 3})
    assert read_settings(profile) == {"language": "日本語", "count": 3}
    assert [file.name for file in profile.iterdir()] == ["settings.json"]
    for rubbish in ("{", "[1]", "\xff"):
        (profile / "settings.json").write_text(rubbish, encoding="latin-1")
        assert read_settings(profile) == {}
    with pytest.raises(StorageFull):
        write_settings(profile / "nowhere", {})
