"""An unlucky or hostile user through the whole line: odd pastes, damaged files, a full disk, races, secrets."""

import json
import logging
import signal
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import DamagedFile, NewerFile, Outdated, ProfileBusy, StorageFull
from app.services import chat, history, learning, memories, notes, search, settings
from app.services.workspace import Workspace
from tests.stories.conftest import Person
from tests.ui.conftest import end, start  # noqa: F401
from ui.notes.documents import first_line

SECRETS = {
    "The wifi password is {}.": "mochi-8841-Tsuki",
    "My OpenAI key: {} works.": "sk-proj-abcDEF1234567890abcDEF1234567890",
    "token {} for GitHub": "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "パスワードは「{}」です。": "sakura2024!x",
    "postgres://bob:{}@db.local/x is the database.": "hunter2secret",
    "My card is {}.": "4111 1111 1111 1111",
}


def names(person: Person) -> set[str]:
    return {one.name for one in memories.listed(person.desk).entities}


def held_in(database: Path, secret: str) -> set[str]:
    """Columns in which a secret stands, as `table.column`."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        connection.text_factory = lambda raw: raw.decode(errors="replace")
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = set()
        for table in tables:
            rows = connection.execute(f'SELECT * FROM "{table}"')
            columns = [part[0] for part in rows.description]
            for row in rows:
                found |= {f"{table}.{name}" for name, one in zip(columns, row, strict=True) if secret in str(one)}
    connection.close()
    return found


@pytest.mark.parametrize(("sentence", "secret"), SECRETS.items())
def test_a_secret_stands_in_its_own_message_alone(
    person: Person, caplog: pytest.LogCaptureFixture, sentence: str, secret: str
):
    caplog.set_level(logging.DEBUG)
    person.says(sentence.format(secret))
    note = notes.create(person.desk, first_line(sentence.format(secret)))
    notes.save(person.desk, note.id, note.title, sentence.format(secret))
    notes.settle(person.desk, note.id)
    person.waits()
    person.asks("What is the password? What is my key, token and card?")
    assert not search.search(person.desk, secret).episodes
    assert held_in(person.workspace.profile.database, secret) == {"episodes.text", "notes.text"}
    folder = person.workspace.profile.folder
    elsewhere = [file for file in folder.rglob("*") if file.is_file() and not file.name.startswith("memory.db")]
    assert elsewhere
    assert not [file.name for file in elsewhere if secret.encode() in file.read_bytes()]
    assert secret not in caplog.text


@pytest.mark.parametrize(
    "text",
    ["\x00", "a\x00b \ud800", "\u200b", "A" + "\u0301" * 2_000, "(" * 9_000, "`" * 9_000, "[[" * 5_000, "の" * 9_000],
)
def test_any_paste_is_kept_and_learned_from_without_harm(person: Person, text: str):
    turn = person.says(text + "\n\nAlice works at Acme.")
    assert turn.episode.state in ("learned", "nothing")
    assert len(turn.episode.text) == len(text) + 22
    person.says("My brother Nils lives in Oslo.")
    assert "Nils" in names(person)


def test_what_is_deleted_while_it_is_learned_leaves_nothing_behind(person: Person):
    episode = chat.say(person.desk, person.home, "Zorblat works at Quendle.", person.clock)
    lesson = learning.think(person.desk, episode.id)
    assert lesson is not None
    chat.delete(person.desk, person.home)
    with pytest.raises(Outdated):
        learning.keep(person.desk, lesson)
    assert not names(person)
    history.undo(person.desk)
    person.waits()
    assert "Zorblat" in names(person)


def test_a_note_edited_while_it_is_learned_teaches_its_last_words(person: Person):
    note = notes.create(person.desk, "Music")
    notes.save(person.desk, note.id, "Music", "Tobias plays the cello.")
    (passage,) = notes.settle(person.desk, note.id)
    lesson = learning.think(person.desk, passage)
    notes.save(person.desk, note.id, "Music", "Tobias plays the theremin.")
    notes.settle(person.desk, note.id)
    assert lesson is not None
    with pytest.raises(Outdated):
        learning.keep(person.desk, lesson)
    person.waits()
    assert "theremin" in names(person)
    assert "cello" not in names(person)


def test_two_starts_on_one_profile(person: Person):
    with pytest.raises(ProfileBusy):
        Workspace(person.workspace.profile.folder)
    assert person.says("Alice works at Acme.").chips


@pytest.fixture
def full_disk(person: Person) -> Iterator[tuple[Person, Callable[[], None]]]:
    """No file may grow any more, until the second of the pair is called."""
    resource = pytest.importorskip("resource", reason="a limit on the size of files is a thing of POSIX")
    person.says("Alice works at Acme.")
    most = max(file.stat().st_size for file in person.workspace.profile.folder.rglob("*") if file.is_file())
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))

    def free_space() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    yield person, free_space
    free_space()
    signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_is_told_and_nothing_is_half_written(full_disk: tuple[Person, Callable[[], None]]):
    person, free_space = full_disk
    with pytest.raises(StorageFull):
        for _ in range(50):
            chat.say(person.desk, person.home, "Nils lives in Oslo. " * 2_000, person.clock)
    assert "Acme" in search.search(person.desk, "Acme").episodes[0].episode.text
    free_space()
    person.says("My sister Ulla lives in Turku.")
    assert {"Alice", "Ulla"} <= names(person)
    assert "Turku" in person.asks("Where does Ulla live?").text


def closed(tmp_path: Path) -> Path:
    someone = Person(tmp_path / "profile")
    someone.says("Alice works at Acme.")
    someone.leaves()
    return tmp_path / "profile"


def test_a_damaged_or_newer_memory_is_refused_and_left_as_it_is(tmp_path: Path):
    folder = closed(tmp_path)
    file = folder / "memory.db"
    good = file.read_bytes()
    newer = bytearray(good)
    newer[60:64] = (9_999).to_bytes(4, "big")  # SQLite's user_version
    for damaged, told in ((good[: len(good) // 2], DamagedFile), (b"rubbish" * 999, DamagedFile), (newer, NewerFile)):
        file.write_bytes(damaged)
        workspace = Workspace(folder)
        with pytest.raises(told):
            workspace.write_desk()
        workspace.close()
        assert file.read_bytes() == bytes(damaged)
    file.write_bytes(good)
    again = Person(folder)
    assert "Alice" in names(again)
    again.leaves()


@pytest.mark.parametrize(
    "rubbish", [b"", b"{", b"[]", b"\xff\xfe", b'{"theme": 5, "recent_turns": "x"}', b"[" * 100_000, b'{"a": 1e999}']
)
def test_rubbish_settings_stop_no_start(tmp_path: Path, rubbish: bytes):
    (tmp_path / "settings.json").write_bytes(rubbish)
    assert settings.load(tmp_path) == settings.Settings()


@pytest.mark.parametrize(
    "kept",
    [
        {"draft new": {"text": 5, "pasted": 5}},
        {"draft new": {"text": "\ud800", "pasted": ["\udfff"]}},
        {"window": [10**30] * 5, "columns": [10**30] * 3},
        {"window": [2**31] * 5, "columns": [-1, -1, -1]},
        {"window": [0, 0, -5, -5, 0], "columns": "x"},
        {"chat": 10**30},
        {"chat": 99, "memory shown": 5},
        [],
    ],
)
def test_rubbish_about_the_window_stops_no_start(
    qtbot: Any,
    start: Callable[..., Any],  # noqa: F811
    profile: Path,
    kept: Any,
):
    (profile / "window.json").write_text(json.dumps(kept))
    running = start()
    window = running.shell.window
    assert window.width() > 300
    assert window.height() > 200
    assert window.geometry().left() < 10_000
    end(running)
    assert isinstance(json.loads((profile / "window.json").read_text()), dict)
