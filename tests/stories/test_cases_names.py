"""Names through the whole line: which spellings are one, which stay apart, and what a person's edits do to them."""

import pytest

from app.domain.entity import Entity
from app.domain.errors import BadInput
from app.services import edits, history, memories, suggestions
from tests.stories.conftest import Person


def known(person: Person) -> set[tuple[str, str]]:
    """Name and kind of every entity but the user's own."""
    return {(one.name, one.kind) for one in memories.listed(person.desk).entities if one.name != "Me"}


def the(person: Person, name: str) -> Entity:
    found = [one for one in memories.listed(person.desk).entities if one.name == name]
    assert len(found) == 1, f"{len(found)} of {name}"
    return found[0]


def aliases(person: Person, name: str) -> set[str]:
    one = the(person, name).id
    return {row.text for row in person.desk.view.entities.aliases([one], person.desk.scope).get(one, ())}


def relations(person: Person) -> set[tuple[str, str, str]]:
    """Every fact that was not taken back, with the names of its ends."""
    rows = {row.id: row for row in memories.listed(person.desk).entities}
    facts = person.desk.view.facts.of_entities(list(rows), person.desk.scope)
    return {
        (rows[fact.subject].name, fact.predicate, rows[fact.object].name if isinstance(fact.object, int) else "")
        for fact in facts
    }


def tables(person: Person) -> list[object]:
    """What undo must bring back, row by row."""
    view, scope = person.desk.view, person.desk.scope
    rows = memories.listed(person.desk).entities
    ids = [row.id for row in rows]
    facts = sorted(view.facts.of_entities(ids, scope, retracted=True), key=lambda fact: fact.id)
    return [rows, view.entities.aliases(ids, scope), facts, view.facts.anchors([fact.id for fact in facts], scope)]


def test_one_name_in_many_contexts_is_one_entity(person: Person):
    for text in ("Alice works at DGIA.", "DGIA approved our plan.", "Bob joined DGIA.", "I called DGIA yesterday."):
        person.says(text)
    assert the(person, "DGIA").mention_count == 4


@pytest.mark.parametrize(
    ("first", "second", "name"),
    [
        ("Alice works at ＭｉｚＥｙｅ.", "Bob works at MizEye.", "MizEye"),
        ("Ａｌｉｃｅ　ｗｏｒｋｓ　ａｔ　Ａｃｍｅ．", "Bob works at Acme.", "Acme"),
        ("田中さんはﾐｽﾞｱｲで働いている。", "佐藤さんはミズアイで働いている。", "ミズアイ"),
        ("佐藤さんはハ\u309aナソニックで働いている。", "田中さんはパナソニックで働いている。", "パナソニック"),
        ("私はＮＴＴで働いている。", "田中さんはNTTで働いている。", "NTT"),
        ("Bob knows Zoe\u0308 Nu\u0308ring.", "Zoë Nüring lives in Leeds.", "Zoë Nüring"),
        ("Alice works at Ac\u200bme.", "Bob works at Acme.", "Acme"),
        ("Alice works at A\u00adcme.", "\ufeffBob works at Acme.\u200f", "Acme"),
        ("I live in Straße.", "Alice lives in STRASSE.", "Straße"),
        ("I built MyService.", "Bob maintains myservice.", "MyService"),
    ],
)
def test_spellings_of_one_name_are_one(person: Person, first: str, second: str, name: str):
    person.says(first)
    person.says(second)
    assert the(person, name).mention_count == 2


def test_the_marks_stand_on_the_characters_as_typed(person: Person):
    text = "My friend Jose\u0301 works at Ac\u200bme."
    episode = person.says(text).episode
    mentions = person.desk.view.entities.mentions_in([episode.id], person.desk.scope)[episode.id]
    assert {text[one.span.start : one.span.end] for one in mentions} == {"Jose\u0301", "Ac\u200bme"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SR-2023-052", "SR-2023-053"),
        ("SB-2024-001 Rev A", "SB-2024-001 Rev B"),
        ("Annex 13 Amendment 16", "Annex 13 Amendment 17"),
        ("POL-358", "POL-35"),
    ],
)
def test_numbers_and_revisions_are_never_merged(person: Person, one: str, other: str):
    person.says(f"I read {one}.")
    person.says(f"Alice reads {other}.")
    assert {one, other} <= {name for name, _ in known(person)}
    assert not person.desk.view.suggestions.open(person.desk.scope, 9)


@pytest.mark.parametrize(
    ("text", "more", "names"),
    [
        ("田中さんは東京に住んでいる。", "佐藤さんは田中電機で働いている。", {"田中", "田中電機"}),
        ("佐藤さんは東京に住んでいる。", "佐藤さんは東京大学で学んでいる。", {"東京", "東京大学"}),
        ("Alice lives in York.", "Alice moved to New York.", {"York", "New York"}),
    ],
)
def test_a_name_inside_a_longer_one_is_another(person: Person, text: str, more: str, names: set[str]):
    person.says(text)
    person.says(more)
    assert names <= {name for name, _ in known(person)}


def test_person_and_firm_of_one_name_stay_two(person: Person):
    person.says("My friend Apple works at Apple.")
    assert {("Apple", "person"), ("Apple", "organization")} <= known(person)
    assert ("Apple", "works_at", "Apple") in relations(person)


def test_a_bare_name_of_two_is_asked_about(person: Person):
    person.says("My friend Victor Hale lives in Oslo.")
    person.says("My colleague Victor Stone works at Acme.")
    before = relations(person)
    person.says("Victor moved to Bergen.")
    assert relations(person) == before
    asked = person.desk.view.suggestions.open(person.desk.scope, 9)
    assert [row.kind for row in asked] == ["which_entity"]


def test_no_alias_that_was_not_declared(person: Person):
    person.says("Alice works at Acme with Bob and Carol.")
    person.says("Bob lives in Leeds and Carol lives in York.")
    ids = [one.id for one in memories.listed(person.desk).entities]
    assert not any(person.desk.view.entities.aliases(ids, person.desk.scope).values())


def test_both_ends_of_a_relation_are_known(person: Person):
    person.says("Zorblat is a friend of Quendle. Zorblat lives in Leeds.")
    assert {("Zorblat", "person"), ("Quendle", "person")} <= known(person)
    assert the(person, "Zorblat").mention_count >= 1


def test_merging_repoints_folds_and_comes_apart_again(person: Person):
    for text in ("Robert knows Bertie.", "Robert works at Acme.", "Bertie works at Acme.", "Carol knows Bertie."):
        person.says(text)
    before = tables(person)
    edits.merge(person.desk, the(person, "Robert").id, the(person, "Bertie").id)
    merged = tables(person)
    assert aliases(person, "Robert") == {"Bertie"}
    assert relations(person) == {("Robert", "works_at", "Acme"), ("Carol", "knows", "Robert")}
    history.undo(person.desk)
    assert tables(person) == before
    history.redo(person.desk)
    assert tables(person) == merged


def test_an_alias_that_is_given_to_another_leaves_the_rest(person: Person):
    person.says("Alice works at Acme.")
    person.says("Bob works at Initech.")
    alice, bob = the(person, "Alice").id, the(person, "Bob").id
    edits.add_alias(person.desk, alice, "Ally")
    edits.add_alias(person.desk, alice, "Lissy")
    gone = next(
        row for row in person.desk.view.entities.aliases([alice], person.desk.scope)[alice] if row.text == "Ally"
    )
    edits.remove_alias(person.desk, gone.id)
    edits.add_alias(person.desk, bob, "Ally")
    assert aliases(person, "Alice") == {"Lissy"}
    assert aliases(person, "Bob") == {"Ally"}


def test_an_alias_opens_the_one_who_bears_it(person: Person):
    person.says("Robert, also known as Bob, works at Acme.")
    person.says("Bob lives in Leeds.")
    found = memories.listed(person.desk, "Bob").entities
    assert [one.name for one in found] == ["Robert"]
    assert ("Robert", "lives_in", "Leeds") in relations(person)


@pytest.mark.parametrize("name", ["", "  ", "\u3000", "\u200b", " \u200b\ufeff ", "\x00", "\u00ad", "x" * 257])
def test_what_nobody_sees_is_no_name(person: Person, name: str):
    person.says("Alice works at Acme.")
    before = tables(person)
    with pytest.raises(BadInput):
        edits.rename(person.desk, the(person, "Alice").id, name)
    with pytest.raises(BadInput):
        edits.add_alias(person.desk, the(person, "Alice").id, name)
    assert tables(person) == before


@pytest.mark.parametrize(
    ("told", "asked"),
    [("猫のモモを飼っています。", "モモは何歳？"), ("I have a cat called Momo.", "How old is Anna Bergmann")],
)
def test_a_question_makes_nobody(person: Person, told: str, asked: str):
    person.says(told)
    before = known(person)
    person.says(asked)
    person.asks(asked)
    person.waits()
    assert known(person) == before


@pytest.mark.parametrize(
    "words", [("Victor called, he is moving to Lisbon",), ("Victor called.", "He is moving to Lisbon.")]
)
def test_what_was_held_back_is_learned_of_the_one_who_is_chosen(person: Person, words: tuple[str, ...]):
    for text in ("Victor Hale is my colleague.", "Victor Stone is my neighbour.", *words):
        turn = person.says(text)
    assert turn.asks and not turn.chips
    for asked in suggestions.waiting(person.desk):
        assert [one.name for one in asked.candidates] == ["Victor Hale", "Victor Stone"]
        suggestions.accept(person.desk, asked.suggestion.id, asked.candidates[1].id)
    assert ("Victor Stone", "plans_to", "") in relations(person)
    assert known(person) == {(name, "person") for name in ("Victor Hale", "Victor Stone")} | {("Lisbon", "place")}
