"""Search through the whole line: any query is answered or finds nothing, and what was deleted stays away."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.services import chat, history, memories, notes, search
from tests.stories.conftest import Person

TEXTS = (
    "今日は成語しりとりをした",
    "重跑gen-itgc后50条悬空引用清零",
    "開始ﾕｰｻﾞｰ認証完了",
    "パンを買った",
    "花名を調べた",
    "会議は「東京」です",
    "an orphaned plugin was found",
    "the plugin that nobody owns is orphaned",
    "quick brown ok",
    "only quick here",
    "just ok here",
    "my_tag is set",
    "100% cotton",
    "I know 100 people",
    "don't worry",
    "O'Brien came",
    "POL-358 was filed",
    "C++ is hard",
    "see https://x.y/z?q=1 now",
    "Smile 😀 today",
    "Cafe\u0301 Stra\u00dfe",
    "ＡＢＣ全角",
)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody who has said all of `TEXTS`; the tests below only look."""
    someone = Person(tmp_path_factory.mktemp("search") / "profile")
    for text in TEXTS:
        chat.say(someone.desk, someone.home, text, someone.clock)
    someone.waits()
    yield someone
    someone.leaves()


def found(person: Person, query: str) -> list[str]:
    return [hit.episode.text for hit in search.search(person.desk, query).episodes]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("しりとり", TEXTS[0]),
        ("itgc", TEXTS[1]),
        ("悬空", TEXTS[1]),
        ("ユーザー", TEXTS[2]),
        ("ﾕｰｻﾞｰ", TEXTS[2]),
        ("パン", TEXTS[3]),
        ("ハ\u309aン", TEXTS[3]),
        ("花名", TEXTS[4]),
        ("東京", TEXTS[5]),
        ("「東京」", TEXTS[5]),
        ("my_tag", "my_tag is set"),
        ("don't", "don't worry"),
        ("don’t", "don't worry"),
        ("O'Brien", "O'Brien came"),
        ("POL-358", "POL-358 was filed"),
        ("C++", "C++ is hard"),
        ("https://x.y/z?q=1", "see https://x.y/z?q=1 now"),
        ("100%", "100% cotton"),
        ("café", "Cafe\u0301 Stra\u00dfe"),
        ("STRASSE", "Cafe\u0301 Stra\u00dfe"),
        ("abc", "ＡＢＣ全角"),
    ],
)
def test_it_is_found_first_as_people_type_it(told: Person, query: str, text: str):
    assert found(told, query)[0] == text


def test_several_words_need_not_stand_together_and_all_of_them_come_first(told: Person):
    assert set(found(told, "orphaned plugin")[:2]) == {TEXTS[6], TEXTS[7]}
    assert found(told, "quick ok")[0] == "quick brown ok"


ODD = (
    *('"hello', "(maybe", "AND", "OR NOT", "-today", "*", "a*", "%", "_", "😀", "🇯🇵", "", "  ", "\x00", "\ud800"),
    *("\u200b", "a:b", "text:", "[", "{", "^2", "~", "\\", "/", "'; DROP TABLE episodes; --", "\u0301", "の"),
    *("x" * 5_000, "しりとり" * 1_250, "Where does Alice work? " * 220),
)


@pytest.mark.parametrize("query", ODD)
def test_any_query_is_answered_or_finds_nothing(told: Person, query: str):
    assert len(found(told, query)) < len(TEXTS) // 2
    memories.listed(told.desk, query)


@pytest.mark.parametrize("query", [query for query in ODD if query.strip()])
def test_any_question_is_answered(told: Person, query: str):
    assert isinstance(told.asks(query).text, str)


def test_what_is_deleted_is_gone_from_every_way_to_it_and_comes_back(person: Person):
    person.says("Zorblat works at Quendle.")
    other = chat.start(person.desk).id
    chat.delete(person.desk, person.home)
    person.waits()
    person.home = other
    assert not found(person, "Zorblat")
    assert not search.search(person.desk, "Zorblat").entities
    assert "Quendle" not in person.asks("Where does Zorblat work?").text
    history.undo(person.desk)
    person.waits()
    assert "Zorblat works at Quendle." in found(person, "Zorblat")


def test_words_that_left_a_note_are_not_found(person: Person):
    note = notes.create(person.desk, "Plans")
    for text in ("Ulla lives in Turku.", "Ulla lives in Espoo."):
        notes.save(person.desk, note.id, "Plans", text)
        notes.settle(person.desk, note.id)
        person.waits()
    assert not any("Turku" in text for text in found(person, "Turku"))
    assert found(person, "Espoo") == ["Ulla lives in Espoo."]


def test_an_index_that_is_gone_is_made_again(tmp_path: Path):
    someone = Person(tmp_path / "my profile 日本語 😀")
    someone.says("Zorblat works at Quendle.")
    someone.leaves()
    shutil.rmtree(tmp_path / "my profile 日本語 😀" / "index")
    again = Person(tmp_path / "my profile 日本語 😀")
    try:
        again.waits()
        assert found(again, "Quendle") == ["Zorblat works at Quendle."]
    finally:
        again.leaves()


@pytest.mark.parametrize("damage", ["a folder", "nothing", "rubbish"])
def test_a_damaged_vector_file_is_made_again(tmp_path: Path, damage: str):
    someone = Person(tmp_path / "profile")
    someone.says("Zorblat works at Quendle.")
    file = someone.workspace.profile.vectors
    someone.leaves()
    file.unlink()
    if damage == "a folder":
        file.mkdir()
    else:
        file.write_bytes(b"" if damage == "nothing" else b"\x07rubbish" * 999)
    again = Person(tmp_path / "profile")
    try:
        again.waits()
        assert "Quendle" in again.asks("Where does Zorblat work?").text
        assert file.is_file()
    finally:
        again.leaves()


def test_a_deleted_chat_takes_only_what_it_alone_taught(person: Person):
    person.says("Alice works at Acme.")
    kept = person.home
    person.home = chat.start(person.desk).id
    person.says("Alice works at Globex now. Alice knows Zorblat.")
    before = rows(person)
    chat.delete(person.desk, person.home)
    assert {name for name, _ in before} - {name for name, _ in rows(person)} == {"Globex", "Zorblat"}
    (left,) = person.desk.view.facts.of_entities(
        [one.id for one in memories.listed(person.desk).entities], person.desk.scope
    )
    assert left.invalid_at is None, "nothing that is left says that it ended"
    history.undo(person.desk)
    assert rows(person) == before
    person.home = kept


def test_a_deleted_note_takes_its_names_with_it(person: Person):
    note = notes.create(person.desk, "Plans")
    notes.save(person.desk, note.id, "Plans", "Ulla lives in Turku.\n\nUlla knows Pentti.")
    notes.settle(person.desk, note.id)
    person.waits()
    before = rows(person)
    notes.delete(person.desk, note.id)
    assert not rows(person)
    history.undo(person.desk)
    assert rows(person) == before


def rows(person: Person) -> set[tuple[str, int]]:
    return {(one.name, one.mention_count) for one in memories.listed(person.desk).entities}
