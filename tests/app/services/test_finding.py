"""Anything is found by a few letters: by any name, in any order, with a slip, as it sounds; what is gone is not."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.category import Category, CategoryLink, Membership
from app.domain.ids import AliasId, CategoryId, CategoryLinkId, EntityId, MembershipId
from app.domain.lens import Lens
from app.domain.scope import Scope
from app.domain.text import name_key
from app.services import categories, chat, edits, finding, forgetting, history, keeping, notes, views
from app.services.finding import Found
from app.services.forgetting import What
from app.services.workspace import Workspace, WriteDesk
from tests import builders as build
from tests.app.storage.acts import write
from tests.fakes import HashingEncoder

PEOPLE = ("Robert", "Ada Grant", "Mary-Jane O'Brien", "森田さくら", "鷗外", "New York", "SR-2023-052")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(tmp_path / "profile")
    workspace.encoder = HashingEncoder()  # type: ignore[assignment]
    made = workspace.write_desk()
    write(made.store, build.me(1), *(build.entity(name, id=at) for at, name in enumerate(PEOPLE, 2)), by="extractor")
    edits.add_alias(made, EntityId(2), "Bob")
    yield made
    made.close()
    workspace.close()


def names(desk: WriteDesk, text: str, kind: str = "entity") -> list[str]:
    return [one.title for one in finding.find(desk, text) if one.kind == kind]


def first(desk: WriteDesk, text: str) -> Found:
    return min(finding.find(desk, text), key=lambda one: one.way)


def test_an_alias_leads_to_its_entity(desk: WriteDesk):
    found = first(desk, "Bob")
    assert (found.kind, found.title, found.detail, found.way) == ("entity", "Robert", "Bob", 0)
    assert [found.detail[mark.start : mark.end] for mark in found.detail_marks] == ["Bob"]
    assert names(desk, "bob") == ["Robert"], "once, whatever it is found by"


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("ada", "Ada Grant"),
        ("gra", "Ada Grant"),
        ("grant ada", "Ada Grant"),
        ("ada grnat", "Ada Grant"),
        ("garnt", "Ada Grant"),
        ("rbert", "Robert"),
        ("newyork", "New York"),
        ("brien", "Mary-Jane O'Brien"),
        ("O’Br", "Mary-Jane O'Brien"),
        ("mary jane", "Mary-Jane O'Brien"),
        ("もりた", "森田さくら"),
        ("モリタ", "森田さくら"),
        ("morita sa", "森田さくら"),
        ("moirta", "森田さくら"),
        ("さくら", "森田さくら"),
        ("sakura", "森田さくら"),
        ("森", "森田さくら"),
        ("2023-05", "SR-2023-052"),
        ("sr2023052", "SR-2023-052"),
        ("mjo", "Mary-Jane O'Brien"),
        ("bob rob", "Robert"),
    ],
)
def test_names_are_found_by_word_sound_and_with_a_slip(desk: WriteDesk, typed: str, wanted: str):
    assert names(desk, typed) == [wanted]


@pytest.mark.parametrize(
    ("called", "typed"),
    [
        ("Łukasz Żółkiewski", "zolkiewski"),
        ("José García", "jose garcia"),
        ("Müller GmbH", "mueller"),
        ("髙橋誠", "高橋"),
        ("髙橋誠", "たかはしまこと"),
        ("渡辺真理子", "渡邊"),
        ("斎藤一郎", "斉藤"),
        ("北海道プラン", "北海道ぷらん"),
        ("株式会社トヨタ", "㈱トヨタ"),
    ],
)
def test_what_is_written_otherwise_is_the_same(desk: WriteDesk, called: str, typed: str):
    write(desk.store, build.entity(called, id=30), by="extractor")
    assert names(desk, typed) == [called]


def test_of_two_that_differ_in_an_accent_the_one_that_was_typed_comes_first(desk: WriteDesk):
    write(
        desk.store,
        *(build.entity(name, id=30 + at) for at, name in enumerate(("斎藤", "斉藤", "齋藤"))),
        by="extractor",
    )
    for typed in ("斎藤", "斉藤", "齋藤"):
        assert names(desk, typed)[0] == typed
        assert len(names(desk, typed)) == 3


@pytest.mark.parametrize("typed", ["SR-2023-053", "zz", "*", "?", "😀", "\x00", '"', "%", "()[", "a" * 5000, "鷗内"])
def test_what_nothing_is_called_finds_nothing(desk: WriteDesk, typed: str):
    assert names(desk, typed) == []


def test_nothing_typed_shows_what_there_is(desk: WriteDesk):
    home = chat.start(desk, "Plans for the week")
    assert set(PEOPLE) <= set(names(desk, " "))
    assert [one.id for one in finding.find(desk, "") if one.kind == "chat"] == [home.id]


def test_every_kind_is_found(desk: WriteDesk):
    chat.start(desk, "Harbour walk")
    note = notes.create(desk)
    notes.save(desk, note.id, "Harbour plans", "Take bread.")
    categories.make(desk, "Harbours", [EntityId(2)])
    views.save(desk, "Around the harbour", views.Look(Lens((EntityId(2),))))
    found = finding.find(desk, "harbuor")
    assert {(one.kind, one.title) for one in found} == {
        ("chat", "Harbour walk"),
        ("note", "Harbour plans"),
        ("category", "Harbours"),
        ("view", "Around the harbour"),
    }


def test_a_category_that_repeats_the_one_below_it_is_found_once(desk: WriteDesk):
    rows = [Category(CategoryId(20 + layer), "Harbours", layer, build.NOON) for layer in (1, 2, 3)]
    links = [
        CategoryLink(CategoryLinkId(40 + layer), CategoryId(21 + layer), CategoryId(20 + layer), "extractor")
        for layer in (1, 2)
    ]
    inside = [(21, 2), (21, 3), (30, 2)]
    members = [
        Membership(MembershipId(50 + at), CategoryId(category), EntityId(entity), "extractor")
        for at, (category, entity) in enumerate(inside)
    ]
    alone = Category(CategoryId(30), "Robert", 1, build.NOON)
    write(desk.store, *rows, alone, *links, *members, by="extractor")
    assert [one.id for one in finding.find(desk, "harbours")] == [21]
    assert names(desk, "robert", "category") == [], "it stands for him alone, and he is found"


def test_the_title_of_a_chat_off_the_record_is_not_found(desk: WriteDesk):
    home = chat.start(desk, "Harbour whispers")
    assert names(desk, "whispers", "chat") == ["Harbour whispers"]
    keeping.set_off_record(desk, home.id, True)
    assert names(desk, "whispers", "chat") == []


def test_words_are_found_while_they_are_typed_and_marked(desk: WriteDesk):
    home = chat.start(desk).id
    chat.say(desk, home, "We moved the piano to Osaka. 昨日は成語しりとりをした。")
    list(desk.catch_up())
    for typed, marked in (("pia", "piano"), ("piano os", "piano"), ("moved", "moved"), ("しりとり", "しりとり")):
        found = next(one for one in finding.find(desk, typed) if one.kind == "words")
        assert marked in [found.detail[mark.start : mark.end] for mark in found.detail_marks]
        assert found.row.text[found.span.start : found.span.end] == marked
    assert not [one for one in finding.find(desk, "pia ") if one.kind == "words"], "a space ends the word"


def test_what_changes_is_found_as_it_is_now(desk: WriteDesk):
    finding.warm(desk)
    edits.rename(desk, EntityId(3), "Ada Lovelace")
    assert (names(desk, "lovelace"), names(desk, "grant")) == (["Ada Lovelace"], [])
    history.undo(desk)
    assert (names(desk, "lovelace"), names(desk, "grant")) == ([], ["Ada Grant"])
    edits.remove_alias(desk, AliasId(1))
    assert names(desk, "bob") == []
    edits.delete_entity(desk, EntityId(3))
    list(desk.catch_up())
    assert names(desk, "ada") == []
    categories.make(desk, "Poets", [EntityId(4)])
    assert names(desk, "poets", "category") == ["Poets"]


def test_a_reading_that_was_said_is_known(desk: WriteDesk):
    text = "鷗外（おうがい）を読んだ。"
    write(desk.store, build.conversation(5), build.session(5, 5), undoable=False)
    write(desk.store, build.episode(text, 5, session=5, conversation=5), build.mention(6, 5, (0, 2)), by="extractor")
    assert names(desk, "おうがい") == names(desk, "ougai") == ["鷗外"]


def test_no_other_scope_is_shown(desk: WriteDesk):
    desk.home = Scope(project="garden")
    views.save(desk, "Secret beds", views.Look(Lens()))
    assert names(desk, "secret", "view") == ["Secret beds"]
    assert finding.find(desk.within(Scope(project="harbour")), "secret") == ()


def test_the_forgotten_is_not_found(desk: WriteDesk):
    finding.warm(desk)
    list(forgetting.forget(desk, What("entity", 3)))
    assert names(desk, "ada") == []
    list(forgetting.forget(desk, What("everything")))
    assert finding.find(desk, "robert") == ()


def test_the_user_is_found_as_you(desk: WriteDesk):
    assert first(desk, "you").id == 1
    assert first(desk, "わたし").id == 1


def test_commands_are_found_too():
    commands = ("New chat", "New note", "Open the history", "設定")
    assert [number for number, _ in finding.closest("", commands)] == [0, 1, 2, 3]
    assert [number for number, _ in finding.closest("history", commands)] == [2]
    assert [number for number, _ in finding.closest("hsitory", commands)] == [2]
    assert [number for number, _ in finding.closest("new", commands)] == [0, 1]
    assert finding.closest("zz", commands) == []


def test_marks_fit_what_was_typed():
    for title, typed, marked in (
        ("Ada Grant", "grant ada", ["Ada", "Grant"]),
        ("Canada, Ada", "ada", ["Ada"]),
        ("ＭｉｚＥｙｅ", "mizeye", ["ＭｉｚＥｙｅ"]),
        ("José García", "garcia", ["García"]),
        ("髙橋プラン", "ぷらん", ["プラン"]),
        ("森田さくら", "さくら", ["さくら"]),
    ):
        assert [title[mark.start : mark.end] for mark in finding.spots(title, typed)] == marked
    assert name_key("ＭｉｚＥｙｅ") == "mizeye"
