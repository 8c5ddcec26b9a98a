"""The archive is offered where it may hold a better answer than the one that was given."""

import pytest

from app.services import chat, keeping
from app.services.chat import Answered
from app.services.settings import Settings
from tests.stories.conftest import Person


@pytest.fixture
def person(tmp_path):
    someone = Person(tmp_path / "profile")
    yield someone
    someone.leaves()


def archived(person: Person, *old: str) -> None:
    """Say the old words, then more than short-term memory holds."""
    for text in old:
        person.says(text)
    for number in range(10):
        person.says(f"Erik recommended restaurant {number} in Tokyo.")
    person.desk.workspace.settings = Settings().with_changes({"short_term_limit": 10})
    keeping.consolidate_now(person.desk)
    person.waits()


def test_an_answer_about_somebody_else_offers_the_archive(person):
    archived(person, "Alice recommended the restaurant Lotus in Paris.")
    answered = person.asks("What did Alice recommend in Paris?")
    assert answered.further
    again = list(chat.answer(person.desk, person.desk.view.episodes.one(answered.question, person.desk.scope), True))
    assert isinstance(again[-1], Answered) and "Lotus" in again[-1].text
    assert not again[-1].further


def test_nothing_found_offers_the_archive_where_it_has_something(person):
    archived(person, "The spare key is under the red flower pot.")
    assert person.asks("Where is the spare key?").further


def test_a_full_answer_offers_nothing(person):
    archived(person, "Alice recommended the restaurant Lotus in Paris.")
    answered = person.asks("What did Erik recommend in Tokyo?")
    assert answered.citations and not answered.further
