"""The archive: not reached for by itself, found by search and when everything is asked for; what it taught answers."""

from datetime import timedelta
from typing import Any

import pytest

from app.domain.episode import Episode
from app.services import chat, keeping, search
from app.services.chat import Answered
from tests.stories.conftest import NOON, Person

FERRY = "The ferry to Oban was late and cold."


@pytest.fixture
def busy(person: Person) -> Person:
    """Some old words and a fact, then a dozen newer turns; ten are kept at hand."""
    person.desk.workspace.settings = person.desk.settings.with_changes({"short_term_limit": 10})
    person.says(FERRY)
    person.says("Alice works at Acme.")
    person.says("昨日のカレーは辛かった。")
    for number in range(12):
        chat.say(person.desk, person.home, f"Line {number} of the log.", NOON + timedelta(hours=1 + number))
    person.waits()
    keeping.consolidate_now(person.desk)
    return person


def asked(person: Person, text: str, everywhere: bool = False) -> Answered:
    question = chat.say(person.desk, chat.start(person.desk).id, text, NOON + timedelta(days=1))
    found = list(chat.answer(person.desk, question, everywhere))[-1]
    assert isinstance(found, Answered)
    return found


def cited(person: Person, answered: Answered) -> list[Episode]:
    found = person.desk.view.episodes.get({one.episode for one in answered.citations}, person.desk.scope)
    return [found[one.episode] for one in answered.citations]


@pytest.mark.parametrize(("question", "words"), [("Was the ferry late?", "ferry"), ("カレーは辛かった？", "カレー")])
def test_archived_words_answer_when_everything_is_asked_for(busy: Person, question: str, words: str):
    first = asked(busy, question)
    assert not cited(busy, first)
    again = asked(busy, question, everywhere=True)
    assert [words in one.text for one in cited(busy, again)] == [True]


def test_what_an_archived_turn_taught_still_answers_with_its_words_as_the_source(busy: Person):
    found = asked(busy, "Where does Alice work?")
    assert "Acme" in found.text
    (source,) = cited(busy, found)
    assert (source.text, source.tier) == ("Alice works at Acme.", "archive")


def test_search_finds_what_is_archived(busy: Person):
    assert [hit.episode.text for hit in search.search(busy.desk, "ferry").episodes] == [FERRY]
    assert search.search(busy.desk, "カレー").episodes


def test_what_lies_in_the_archive_is_told_to_whoever_looks_how_it_was_found(busy: Person):
    found = asked(busy, "Was the ferry late?").recollection
    assert [one.id for one in found.candidates if one.cut == "tier"]
    assert FERRY not in [hit.episode.text for hit in found.episodes]


def test_many_archived_turns_do_not_hide_the_one_at_hand(busy: Person, monkeypatch: Any):
    from app.memory.recall import system1

    monkeypatch.setattr(system1, "WORDS_READ", 4)
    for number in range(12):
        chat.say(busy.desk, busy.home, "The tram was late. " * 3, NOON - timedelta(days=1 + number))
    late = "The tram to the harbour was late again, as so often on a Monday morning."
    chat.say(busy.desk, busy.home, late, NOON + timedelta(hours=20))
    busy.waits()
    keeping.consolidate_now(busy.desk)
    assert [one.text for one in cited(busy, asked(busy, "Was the tram late?"))] == [late]


def test_a_turn_on_screen_is_context_and_no_find(person: Person):
    """The buffer: what a prompt holds anyway is not written down as such, and an answer does not cite it twice."""
    said = person.says("The ferry to Oban was late.").episode
    question = chat.say(person.desk, person.home, "Was the ferry late?", person.clock + timedelta(minutes=1))
    found = list(chat.answer(person.desk, question))[-1]
    assert isinstance(found, Answered)
    assert question.id not in {hit.episode.id for hit in found.recollection.episodes}
    assert person.desk.view.episodes.one(said.id, person.desk.scope).tier == "short_term"
