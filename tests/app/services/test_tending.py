"""Chores: what is due, in what order, and that doing them makes them due no more."""

from app.services import chat, keeping, tending
from tests.stories.conftest import NOON, Person


def test_what_is_due_is_done_once(person: Person):
    person.says("I love sailing.")
    assert tending.next_chore(person.desk) == "keeping"
    assert "keeping" in tending.tend(person.desk, asked=())
    assert not keeping.due(person.desk)
    assert tending.next_chore(person.desk) != "keeping"


def test_by_hand_each_is_done_whether_it_is_due_or_not(person: Person):
    tending.tend(person.desk)
    assert tending.tend(person.desk) == list(tending.CHORES)


def test_a_chore_just_done_is_not_the_next(person: Person):
    assert tending.next_chore(person.desk, asked=("keeping",), done=("keeping", "categories", "questions")) is None


def test_tending_changes_no_word_and_no_fact(person: Person):
    person.says("Alice works at Acme.")
    before = person.desk.view.facts.count(person.desk.scope)
    chat.say(person.desk, person.home, "Good night.", NOON)
    person.waits()
    texts = [turn.episode.text for turn in chat.transcript(person.desk, person.home)]
    tending.tend(person.desk)
    assert [turn.episode.text for turn in chat.transcript(person.desk, person.home)] == texts
    assert person.desk.view.facts.count(person.desk.scope) == before
