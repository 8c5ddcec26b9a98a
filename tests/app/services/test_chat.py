from datetime import timedelta

import pytest

from app.domain.errors import BadInput, ModelUnavailable
from app.services import chat, search
from app.services.chat import Answered, Piece, title_of
from tests.servers import server, stream
from tests.stories.conftest import NOON, Person


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Hello", "Hello"),
        ("\n\n## Trip to *Ghent*\nmore", "Trip to Ghent"),
        ("- first\n- second", "first"),
        ("one two three four five six seven eight nine ten eleven", "one two three four five six seven eight nine…"),
        ("あ" * 60, "あ" * 48 + "…"),
    ],
)
def test_a_title_is_the_first_words(text: str, title: str):
    assert title_of(text) == title


def test_nothing_is_said_with_an_empty_text(person: Person):
    with pytest.raises(BadInput):
        chat.say(person.desk, person.home, "  \n ")
    assert chat.transcript(person.desk, person.home) == []


def test_a_silence_begins_a_new_session(person: Person):
    first = chat.say(person.desk, person.home, "one", NOON)
    near = chat.say(person.desk, person.home, "two", NOON + chat.SESSION_GAP)
    far = chat.say(person.desk, person.home, "three", near.said_at + chat.SESSION_GAP + timedelta(seconds=1))
    assert first.session == near.session != far.session


def test_a_turn_dated_before_the_last_one_is_no_part_of_its_session(person: Person):
    late = chat.say(person.desk, person.home, "now", NOON)
    early = chat.say(person.desk, person.home, "then", NOON - timedelta(days=9))
    assert late.session != early.session


def test_off_the_record_is_neither_learned_nor_found(person: Person):
    home = chat.start(person.desk, off_record=True)
    chat.say(person.desk, home.id, "Alice works at Acme.", NOON)
    person.waits()
    assert person.desk.view.facts.count(person.desk.scope) == 0
    assert not search.search(person.desk, "Acme").episodes
    assert [turn.episode.text for turn in chat.transcript(person.desk, home.id)] == ["Alice works at Acme."]


def test_with_learning_off_words_are_kept_and_found_but_teach_nothing(person: Person):
    person.desk.workspace.change_settings(person.desk.settings.with_changes({"learning": False}))
    person.says("Alice works at Acme.")
    assert person.desk.view.facts.count(person.desk.scope) == 0
    assert search.search(person.desk, "Acme").episodes


def test_a_statement_is_not_answered_without_a_model(person: Person):
    assert person.asks("Alice works at Acme.").text == ""


def test_conversations_are_renamed_and_deleted(person: Person):
    chat.say(person.desk, person.home, "hello there", NOON)
    assert chat.conversation(person.desk, person.home).title == "hello there"
    chat.rename(person.desk, person.home, " Greeting ")
    assert chat.conversation(person.desk, person.home).title == "Greeting"
    with pytest.raises(BadInput):
        chat.rename(person.desk, person.home, " ")
    chat.delete(person.desk, person.home)
    with pytest.raises(BadInput):
        chat.conversation(person.desk, person.home)
    with pytest.raises(BadInput):
        chat.say(person.desk, person.home, "still there?")


def use(person: Person, address: str) -> None:
    changes = {"model_address": address, "model_name": "tiny"}
    person.desk.workspace.change_settings(person.desk.settings.with_changes(changes))


def test_a_model_answers_over_quoted_memory_and_its_numbers_become_citations(person: Person):
    source = person.says("My sister Alice works at Acme.").episode
    with server(stream(None, "At Acme ", "[1]. Not [99].")) as address:
        use(person, address)
        question = chat.say(person.desk, person.home, "Where does Alice work?", person.clock + timedelta(minutes=1))
        parts = list(chat.answer(person.desk, question))
    answered = parts[-1]
    assert isinstance(answered, Answered)
    assert "".join(part.text for part in parts[:-1] if isinstance(part, Piece)) == "At Acme [1]. Not [99]."
    assert [(one.number, one.episode) for one in answered.citations] == [(1, source.id)]
    kept = chat.keep_answer(person.desk, person.home, answered)
    turn = chat.turn(person.desk, kept.id)
    assert turn is not None
    assert turn.episode.state == "not_ours"
    assert [one.episode for one in turn.citations] == [source.id]


def test_a_model_that_cannot_be_reached_loses_no_turn(person: Person):
    use(person, "127.0.0.1:9")
    question = chat.say(person.desk, person.home, "Where does Alice work?", NOON)
    with pytest.raises(ModelUnavailable, match="Is it running"):
        list(chat.answer(person.desk, question))
    assert chat.turn(person.desk, question.id) is not None


def test_a_model_elsewhere_is_refused_while_only_this_machine_is_allowed(person: Person):
    use(person, "https://api.example.com/v1")
    question = chat.say(person.desk, person.home, "hello?", NOON)
    with pytest.raises(ModelUnavailable, match="not this machine"):
        list(chat.answer(person.desk, question))
