"""Out and back: every row of every table; and archives that are cut, altered, foreign, newer or meant to do harm."""

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.category import Category, CategoryLink, Membership
from app.domain.citation import Citation
from app.domain.entity import Span
from app.domain.episode import Note
from app.domain.errors import StorageFull, Told
from app.domain.fact import Value
from app.domain.ids import Ref
from app.domain.lens import Filters, Lens, SavedView
from app.domain.suggestion import Drop, Suggestion
from app.domain.trace import Trace
from app.domain.usage import ModelUse
from app.exchange.archive import MANIFEST, member, write_archive
from app.exchange.unpacking import DamagedArchive, ForeignArchive, NewerArchive, unpack
from app.storage.profile import Profile, open_store
from app.storage.store import Store
from app.storage.tables import TABLES
from tests import builders as build
from tests.app.storage.acts import write
from tests.app.storage.dumps import dump, faults


@pytest.fixture
def home(profile: Path) -> Iterator[Profile]:
    made = Profile(profile)
    made.acquire()
    yield made
    made.release()


LATELY = Filters(
    kinds=frozenset({"place"}),
    states=frozenset(),
    predicates=frozenset({"住所"}),
    sources=frozenset({"hand"}),
    declared_by=frozenset({"model"}),
    categories=frozenset({2}),
    least_confidence=0.25,
    since=build.NOON.date(),
    until=build.NOON.date(),
    as_of=build.NOON.date(),
)


@pytest.fixture
def store(home: Profile) -> Iterator[Store]:
    made = open_store(home)
    fill(made)
    yield made
    made.close()


def fill(store: Store) -> None:
    """A row of every noun, twice where a field has two forms, in two languages."""
    said = build.moment("2026-03-07T09:00:00+09:00")
    rows = [
        build.conversation(1, title="Off: \\/ 'quoted'", off_record=True),
        build.conversation(2, archived=True),
        Note(1, "旅行", "## 旅行\n\n京都", build.NOON, build.NOON, "2026-03-07"),
        build.session(1),
        build.session(2, None, note=1),
        build.episode("Alice was born in Leeds \ud800\u0000 – sk-abcdefghijklmnopqrstuv0123456789", 1, at=said),
        build.episode(
            "アリスは京都にいる",
            2,
            session=2,
            conversation=None,
            note=1,
            role="document",
            state="learned",
            learned_at=build.NOON,
            replaced_at=build.NOON,
            learn_error="x",
            attempts=2,
            importance=0.123,
        ),
        build.episode("She is in Kyoto [1].", 3, role="assistant", state="not_ours"),
        build.entity("Alice", id=1, tag="climber", summary="She climbs.", declared_by="user"),
        build.entity("Kyoto", "place", id=2),
        build.alias("アリス", 1, 1, episode=2),
        build.mention(1, 1, (0, 5)),
        build.fact(1, "lives_in", 2, 1, at=said, valid_at="2024", invalid_at="2026-03", confidence=0.7),
        replace(build.fact(1, "birthday", "7 May", 2, invalidated_by=1), declared_at=build.NOON),
        replace(build.fact(1, "told", "x", 3, declared_by="user", expired_at=build.NOON), object=Ref("ep", 1)),
        build.anchor(1, 2, (0, 3), 1),
        build.anchor(2, 1, (0, 3), 2, ends=True),
        Category(1, "People", 1, build.NOON, "tag", "summary", retired_at=build.NOON),
        Category(2, "All", 2, build.NOON),
        Membership(1, 1, 1, "user", excluded=True),
        CategoryLink(1, 2, 1, "extractor"),
        Suggestion(1, "same_entity", "Why", '{"entity": 1}', build.NOON, 1, "never"),
        Drop(1, 1, "what", "secret"),
        Citation(1, 3, 1, 2, Span(0, 4), 1),
        Citation(2, 3, 2, 2),
        ModelUse(1, 3, "answer", "m", True, 1, 20, 30, build.NOON),
        Trace(1, 3, '{"arms": [1, 2.5]}'),
        SavedView(1, "Work", Lens((1, 2), 3, filters=LATELY), build.NOON, {1: (0.5, -2.25)}, frozenset({1})),
    ]
    assert {type(row) for row in rows} == {table.row for table in TABLES}
    assert {type(row.object) for row in rows if isinstance(row, type(rows[12]))} == {int, Value, Ref}
    write(store, *rows, subject="all of it")
    write(store, build.entity("Short-lived", id=90), by="user")
    store.undo()


def out(home: Profile, target: Path) -> Path:
    list(write_archive(home.database, target))
    return target


def back(archive: Path, folder: Path) -> Store:
    folder.mkdir(exist_ok=True)
    list(unpack(archive, folder / "import.part"))
    made = Profile(folder)
    made.acquire()
    store = open_store(made)
    store.take_over(folder / "import.part")
    made.release()
    return store


def test_the_same_tables_come_back(home: Profile, store: Store, tmp_path: Path):
    again = back(out(home, tmp_path / "a.zip"), tmp_path / "other")
    try:
        assert dump(again._connection) == dump(store._connection)
        assert faults(again._connection) == []
        query = "SELECT seq, at, author_kind, label, subject, played, undone, touched FROM journal ORDER BY seq"
        assert list(again._connection.execute(query)) == list(store._connection.execute(query))
        assert again.view.journal.undoable() is None
        added = write(again, replace(build.entity("New"), id=-1)).ids[-1]
        assert added == 91, "a number that was given out once is not used again"
    finally:
        again.close()


def test_a_person_can_read_it(home: Profile, store: Store, tmp_path: Path):
    with zipfile.ZipFile(out(home, tmp_path / "a.zip")) as archive:
        names = archive.namelist()
        pages = {name: archive.read(name).decode() for name in names if name.endswith(".md")}
        manifest = json.loads(archive.read(MANIFEST))
        assert all(
            hashlib.sha256(archive.read(name)).hexdigest() == one["sha256"] for name, one in manifest["files"].items()
        )
    assert set(names) == {*manifest["files"], MANIFEST}
    assert pages["chats/000001-Off-quoted.md"].count("Alice was born in Leeds") == 1
    assert "Off the record." in pages["chats/000001-Off-quoted.md"]
    assert "京都" in pages["notes/000001-旅行.md"]
    assert "since 2024 until 2026-03" in pages["people/000001-Alice.md"]
    assert "Also アリス." in pages["people/000001-Alice.md"]
    assert all(f"`{name.split('/')[0]}/`" in pages["README.md"] for name in pages if "/" in name)
    assert all(f"`{table.name}`" in pages["README.md"] for table in TABLES)


def test_stopped_it_leaves_nothing(home: Profile, store: Store, tmp_path: Path):
    target = tmp_path / "out" / "a.zip"
    target.parent.mkdir()
    work = write_archive(home.database, target)
    next(work)
    work.close()
    assert list(target.parent.iterdir()) == []
    with pytest.raises(StorageFull):
        out(home, tmp_path / "nowhere" / "a.zip")


Change = Callable[[dict[str, bytes]], None]


def altered(source: Path, target: Path, change: Change) -> Path:
    """The archive with other contents; the manifest as the change leaves it."""
    with zipfile.ZipFile(source) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target


def signed(name: str, change: Callable[[bytes], bytes], rows: int | None = None) -> Change:
    """Another content with a manifest that fits it: what somebody who means harm would send."""

    def alter(files: dict[str, bytes]) -> None:
        files[name] = change(files[name])
        manifest = json.loads(files[MANIFEST])
        listed = manifest["files"][name]
        listed |= {"bytes": len(files[name]), "sha256": hashlib.sha256(files[name]).hexdigest()}
        listed["rows"] = files[name].count(b"\n") if rows is None else rows
        files[MANIFEST] = json.dumps(manifest).encode()

    return alter


def manifest(**changes) -> Change:
    return lambda files: files.update({MANIFEST: json.dumps(json.loads(files[MANIFEST]) | changes).encode()})


FACTS, EPISODES = member("facts"), member("episodes")
HARM: list[tuple[str, Change, type[Told]]] = [
    ("a word changed", lambda f: f.update({EPISODES: f[EPISODES].replace(b"Leeds", b"Lyons")}), DamagedArchive),
    ("a table gone", lambda f: f.pop(FACTS), DamagedArchive),
    ("a page gone", lambda f: f.pop("README.md"), DamagedArchive),
    ("no manifest", lambda f: f.pop(MANIFEST), ForeignArchive),
    ("no JSON", lambda f: f.update({MANIFEST: b"\xff{"}), ForeignArchive),
    ("deep JSON", lambda f: f.update({MANIFEST: b"[" * 100_000}), ForeignArchive),
    ("another format", manifest(format="zip"), ForeignArchive),
    ("a newer format", manifest(version=2), NewerArchive),
    ("a newer schema", manifest(schema=99), NewerArchive),
    ("a version in words", manifest(version="1"), ForeignArchive),
    ("no files", manifest(files={}), DamagedArchive),
    ("a way out", lambda f: f.update({"../../evil": b""}), ForeignArchive),
    ("a root", lambda f: f.update({"/etc/evil": b""}), ForeignArchive),
    ("a drive", lambda f: f.update({"C:\\evil": b""}), ForeignArchive),
    ("a dangling end", signed(FACTS, lambda d: d.replace(b'"object_entity":2', b'"object_entity":77')), DamagedArchive),
    ("a row twice", signed(FACTS, lambda d: d + d.splitlines(True)[0]), DamagedArchive),
    ("a member twice", signed(member("mentions"), lambda d: d + d.replace(b'"id":1', b'"id":2')), DamagedArchive),
    ("a column gone", signed(FACTS, lambda d: d.replace(b'"fact":', b'"other":')), DamagedArchive),
    ("a word for a number", signed(EPISODES, lambda d: d.replace(b'"attempts":2', b'"attempts":"x"')), DamagedArchive),
    (
        "a list for a word",
        signed(EPISODES, lambda d: d.replace(b'"learn_error":"x"', b'"learn_error":[]')),
        DamagedArchive,
    ),
    (
        "a huge number",
        signed(EPISODES, lambda d: d.replace(b'"attempts":2', b'"attempts":' + b"9" * 40)),
        DamagedArchive,
    ),
    ("no moment", signed(EPISODES, lambda d: d.replace(b'"said_at":"2026', b'"said_at":"20x6')), DamagedArchive),
    ("no kind", signed(member("entities"), lambda d: d.replace(b'"place"', b'"ghost"')), DamagedArchive),
    ("a layer too high", signed(member("categories"), lambda d: d.replace(b'"layer":2', b'"layer":6')), DamagedArchive),
    ("no line", signed(FACTS, lambda d: d + b"not json\n"), DamagedArchive),
    ("no object", signed(FACTS, lambda d: d + b"[]\n"), DamagedArchive),
    ("deep line", signed(FACTS, lambda d: d + b"[" * 100_000 + b"\n"), DamagedArchive),
    ("a wrong count", signed(FACTS, lambda d: d, rows=7), DamagedArchive),
    (
        "a journal that cannot be read",
        signed(member("journal"), lambda d: d.replace(b'"touched":"[[', b'"touched":"[[[')),
        DamagedArchive,
    ),
    ("no lens", signed(member("saved_views"), lambda d: d.replace(b'depth\\":3', b'depth\\":[]')), DamagedArchive),
    ("no place", signed(member("saved_views"), lambda d: d.replace(b"-2.25", b"Infinity")), DamagedArchive),
    ("a bomb", signed(EPISODES, lambda d: d + b"0" * 80_000_000), ForeignArchive),
]


@pytest.mark.parametrize(("change", "error"), [row[1:] for row in HARM], ids=[row[0] for row in HARM])
def test_harm_is_refused_in_a_sentence(home: Profile, store: Store, tmp_path: Path, change: Change, error: type[Told]):
    bad = altered(out(home, tmp_path / "a.zip"), tmp_path / "bad.zip", change)
    with pytest.raises(error) as told:
        list(unpack(bad, tmp_path / "import.part"))
    assert str(told.value).endswith(".")
    assert not (tmp_path.parent / "evil").exists()


@pytest.mark.parametrize("content", [b"", b"PK", b"words", b"PK\x05\x06" + b"\x00" * 18])
def test_other_files_are_foreign(tmp_path: Path, content: bytes):
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(ForeignArchive):
        list(unpack(tmp_path / "a.zip", tmp_path / "import.part"))
    with pytest.raises(ForeignArchive):
        list(unpack(tmp_path / "none.zip", tmp_path / "import.part"))


def test_a_cut_or_flipped_archive_is_refused(home: Profile, store: Store, tmp_path: Path):
    whole = out(home, tmp_path / "a.zip").read_bytes()
    for number, data in enumerate((whole[: len(whole) // 2], whole[:200] + b"\xff" * 20 + whole[220:])):
        bad = tmp_path / f"{number}.zip"
        bad.write_bytes(data)
        with pytest.raises((ForeignArchive, DamagedArchive)):
            list(unpack(bad, tmp_path / "import.part"))
        (tmp_path / "import.part").unlink(missing_ok=True)


def test_an_archive_from_before_there_were_views_is_read(home: Profile, store: Store, tmp_path: Path):
    def older(files: dict[str, bytes]) -> None:
        del files[member("saved_views")]
        told = json.loads(files[MANIFEST])
        del told["files"][member("saved_views")]
        files[MANIFEST] = json.dumps(told | {"schema": 2}).encode()

    again = back(altered(out(home, tmp_path / "a.zip"), tmp_path / "old.zip", older), tmp_path / "other")
    try:
        assert dump(again._connection) == dump(store._connection) | {"saved_views": []}
    finally:
        again.close()
