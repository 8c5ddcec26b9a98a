"""Projects and channels: what is made in one lives there, and reads follow the rule."""

import pytest

from app.domain.errors import BadInput
from app.domain.scope import OWNER, Scope
from app.services import chat, notes, places
from app.services.places import Places, new_name
from tests.stories.conftest import Person

GARDEN = Scope(project="Garden")
MAIL = Scope(project="Garden", channel="mail")


def test_a_chat_and_all_that_is_said_in_it_live_where_it_was_begun(person: Person):
    person.desk.home = GARDEN
    begun = chat.start(person.desk)
    person.desk.home = None
    said = chat.say(person.desk, begun.id, "Rosa works at Acme.", person.clock)
    person.waits()
    assert (begun.scope, said.scope) == (GARDEN, GARDEN)
    taught = person.desk.view.facts.anchored_in([said.id], OWNER)[said.id]
    assert {fact.scope for fact, _ in taught} == {GARDEN}
    answered = list(chat.answer(person.desk, chat.say(person.desk, begun.id, "Where does Rosa work?", person.clock)))[
        -1
    ]
    assert chat.keep_answer(person.desk, begun.id, answered).scope == GARDEN


def test_a_project_reads_itself_and_what_belongs_to_none(person: Person):
    outside = person.home
    person.desk.home = GARDEN
    inside = chat.start(person.desk).id
    person.desk.home = Scope(project="Workshop")
    chat.start(person.desk)
    person.desk.scope = GARDEN
    assert {one.id for one in chat.conversations(person.desk)} == {outside, inside}
    person.desk.scope = OWNER
    assert len(chat.conversations(person.desk)) == 3


def test_a_note_and_its_passages_live_in_the_project(person: Person):
    person.desk.home = GARDEN
    note = notes.create(person.desk)
    notes.save(person.desk, note.id, "", "Rosa plants tulips.")
    added = notes.settle(person.desk, note.id)
    assert note.scope == GARDEN
    assert {one.scope for one in person.desk.view.episodes.get(added, OWNER).values()} == {GARDEN}


def test_each_project_has_its_own_note_of_the_day(person: Person):
    outside = notes.daily(person.desk)
    person.desk.home = GARDEN
    inside = notes.daily(person.desk)
    assert inside.id != outside.id
    assert notes.daily(person.desk).id == inside.id
    person.desk.home = None
    assert notes.daily(person.desk).id == outside.id


def test_places_are_those_that_hold_something(person: Person):
    assert places.places(person.desk) == Places()
    for home in (MAIL, Scope(project="attic")):
        person.desk.home = home
        chat.start(person.desk)
    assert places.places(person.desk) == Places(("attic", "Garden"), ("mail",))


def test_the_names_of_other_projects_are_not_read(person: Person):
    for home in (MAIL, Scope(project="attic")):
        person.desk.home = home
        chat.start(person.desk)
    person.desk.scope = Scope(project="attic")
    assert places.places(person.desk) == Places(("attic",), ())


@pytest.mark.parametrize("text", ["", " \n ", "x" * 61])
def test_a_name_that_is_none_is_refused(text: str):
    with pytest.raises(BadInput):
        new_name(text)


def test_a_name_is_one_line():
    assert new_name("  Garden \n house ") == "Garden house"


@pytest.mark.parametrize(
    ("scope", "row", "may"),
    [
        (OWNER, MAIL, True),
        (GARDEN, Scope(), True),
        (GARDEN, GARDEN, True),
        (GARDEN, MAIL, False),
        (MAIL, GARDEN, True),
        (Scope(), GARDEN, False),
        (OWNER, Scope(agent="other"), False),
    ],
)
def test_the_reading_rule(scope: Scope, row: Scope, may: bool):
    assert scope.reads(row) is may
