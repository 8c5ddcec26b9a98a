"""Somebody who writes both English and Japanese: one name in two scripts ends nothing without being asked about."""

import pytest

from app.services import chat, edits, history, memories, suggestions, tending
from app.services.suggestions import Asked
from app.services.turns import TurnView
from tests.stories.conftest import Person


def held(person: Person, predicate: str) -> dict[str, bool]:
    """What is held of the user under a predicate, by name: whether it still holds."""
    rows = {row.id: row for row in memories.listed(person.desk).entities}
    facts = person.desk.view.facts.of_entities(list(rows), person.desk.scope)
    return {
        rows[fact.object].name: fact.invalid_at is None
        for fact in facts
        if fact.predicate == predicate and isinstance(fact.object, int)
    }


def question(person: Person) -> Asked:
    (asked,) = suggestions.waiting(person.desk)
    return asked


def categories(person: Person) -> list[str]:
    return [row.name for row in person.desk.view.categories.listed(person.desk.scope)]


def over(turn: TurnView) -> list[str]:
    return [chip.fact.fact for chip in turn.chips if chip.follows]


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ("I live in Tokyo with my wife Keiko.", "妻の恵子は看護師です。", ("Keiko", "恵子")),
        ("妻の恵子は看護師です。", "My wife Keiko is a nurse.", ("恵子", "Keiko")),
        ("My boss is Kenji Morita.", "上司は森田健二です。", ("Kenji Morita", "森田健二")),
        ("妻のさくらは看護師です。", "My wife Sakura is a nurse.", ("さくら", "Sakura")),
        ("My boss is Kenji.", "上司は森田健二です。", ("Kenji", "森田健二")),
        ("上司は健二です。", "My boss is Kenji Morita.", ("健二", "Kenji Morita")),
    ],
)
def test_who_may_be_the_same_in_the_other_script_ends_nothing_but_is_asked_about(
    person: Person, first: str, second: str, names: tuple[str, str]
) -> None:
    person.says(first)
    turn = person.says(second)
    predicate = "reports_to" if "boss" in first + second else "married_to"
    assert held(person, predicate) == dict.fromkeys(names, True)
    assert not over(turn)
    asked = question(person)
    assert (asked.name, [one.name for one in asked.candidates]) == (names[1], [names[0]])
    person.says(second)
    assert held(person, predicate) == dict.fromkeys(names, True)


def test_the_answer_makes_them_one(person: Person) -> None:
    person.says("I live in Tokyo with my wife Keiko.")
    person.says("妻の恵子は看護師です。")
    suggestions.accept(person.desk, question(person).suggestion.id)
    assert held(person, "married_to") == {"Keiko": True}


@pytest.mark.parametrize("never", [False, True])
def test_the_answer_that_they_are_two_ends_what_was_said_first(person: Person, never: bool) -> None:
    person.says("My wife is Keiko.")
    turn = person.says("妻の恵子は看護師です。")
    suggestions.dismiss(person.desk, question(person).suggestion.id, never)
    assert held(person, "married_to") == {"Keiko": False, "恵子": True}
    again = person.says("妻の恵子は看護師です。")
    assert held(person, "married_to") == {"Keiko": False, "恵子": True}
    assert not over(again)
    assert turn.asks


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I live in Tokyo.", "東京に住んでいます。"),
        ("大阪に住んでいます。", "I live in Osaka."),
        ("I live in Germany.", "ドイツに住んでいます。"),
        ("ウィーンに住んでいます。", "I live in Vienna."),
    ],
)
def test_a_well_known_place_is_one_in_both_scripts(person: Person, first: str, second: str) -> None:
    person.says(first)
    person.says(second)
    assert list(held(person, "lives_in").values()) == [True]
    assert len([one for one in memories.listed(person.desk).entities if one.kind == "place"]) == 1
    assert not suggestions.waiting(person.desk)


def test_who_is_read_otherwise_is_somebody_else(person: Person) -> None:
    person.says("My wife is Keiko.")
    person.says("妻の美咲は看護師です。")
    assert held(person, "married_to") == {"Keiko": False, "美咲": True}
    assert not suggestions.waiting(person.desk)


def test_what_a_turn_ends_is_seen_under_it_and_holds_again_once_that_is_forgotten(person: Person) -> None:
    person.says("I live in Leeds.")
    turn = person.says("I live in York.")
    assert over(turn) == ["You live in Leeds"]
    told = next(chip.fact for chip in turn.chips if not chip.follows)
    assert not over(person.says("I live in York."))
    edits.retract_fact(person.desk, told.id)
    assert held(person, "lives_in") == {"Leeds": True}


def test_who_became_one_leaves_no_category_of_the_old_name(person: Person) -> None:
    person.says("Kenji went home.")
    person.says("夫の健二は医師です。妹の恵理は横浜に住んでいる。")
    tending.tend(person.desk, ["categories"])
    before = categories(person)
    ids = {row.name: row.id for row in memories.listed(person.desk).entities}
    edits.merge(person.desk, ids["健二"], ids["Kenji"])
    assert sorted(categories(person)) == sorted(name for name in before if name != "Kenji") != sorted(before)
    history.undo(person.desk)
    assert categories(person) == before


def test_what_is_said_again_of_who_became_one_has_the_name_of_today(person: Person) -> None:
    first = person.says("I am married to Kenji.").episode
    person.says("夫の健二は医師です。")
    ids = {row.name: row.id for row in memories.listed(person.desk).entities}
    edits.merge(person.desk, ids["健二"], ids["Kenji"])
    married = person.says("夫の健二は医師です。").chips[0]
    assert (married.fact.fact, married.subject, married.object) == ("", "Me", "健二")
    known = chat.turn(person.desk, first.id)
    assert known is not None
    assert known.chips[0].fact.fact == "You are married to Kenji"


def test_a_category_that_bears_a_name_is_called_as_its_entity_is_called_now(person: Person) -> None:
    person.says("Kenji went home.")
    person.says("妹の恵理は横浜に住んでいる。")
    tending.tend(person.desk, ["categories"])
    ids = {row.name: row.id for row in memories.listed(person.desk).entities}
    edits.rename(person.desk, ids["Kenji"], "Kenji Abe")
    assert "Kenji" not in categories(person)
    assert "Kenji Abe" in categories(person)


def test_an_end_that_the_turn_tells_itself_stands_there_once(person: Person) -> None:
    person.says("Priya works at Acme.")
    turn = person.says("Priya left Acme. She works at Initech now.")
    ended = [chip.fact.id for chip in turn.chips if chip.ends]
    assert len(ended) == len(set(ended)) == 1
