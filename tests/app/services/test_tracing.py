from datetime import timedelta

import pytest

from app.domain.errors import BadInput
from app.domain.plan import USER, Plan, Remove
from app.domain.question import Question, Recollection
from app.memory.recall.classify import REASONS
from app.services import chat, tracing
from app.services.chat import Answered
from tests.servers import server, stream
from tests.stories.conftest import Person


def asked(person: Person, text: str):
    """The kept answer to a question."""
    return chat.keep_answer(person.desk, person.home, person.asks(text))


def test_an_answer_shows_how_it_was_found(person: Person):
    source = person.says("My sister Alice works at Acme.").episode
    shown = tracing.inspect(person.desk, asked(person, "Where does Alice work?").id)
    assert shown is not None
    assert (shown.intent, shown.routes, shown.reranker) == ("simple", ("system1",), "device")
    assert shown.reasoning in REASONS.values()
    first = next(row for row in shown.found if row.kind == "episode")
    assert (first.ref, first.text, first.number, first.cut) == (f"ep:{source.id}", source.text, 1, "")
    assert first.arms
    assert {"Alice", "Acme"} <= {row.text for row in shown.found if row.kind == "entity"}
    assert any(row.kind == "fact" and row.number == 1 for row in shown.found)


def test_what_was_forgotten_since_has_no_words_any_more(person: Person):
    source = person.says("My sister Alice works at Acme.").episode
    kept = asked(person, "Where does Alice work?")
    person.desk.store.commit(Plan((Remove("episode", source.id),), USER, "forget"))
    shown = tracing.inspect(person.desk, kept.id)
    assert shown is not None
    assert next(row for row in shown.found if row.id == source.id and row.kind == "episode").text == ""
    stored = person.desk.view.uses.traces([kept.id], person.desk.scope)[kept.id][0].payload
    assert "Acme" not in stored
    assert "Alice" not in stored


def test_the_trace_goes_with_its_answer(person: Person):
    person.says("My sister Alice works at Acme.")
    kept = asked(person, "Where does Alice work?")
    person.desk.store.commit(Plan((Remove("episode", kept.id),), USER, "forget"))
    assert tracing.inspect(person.desk, kept.id) is None


def test_a_stopped_answer_has_no_trace(person: Person):
    question = chat.say(person.desk, person.home, "Where?", person.clock)
    part = Answered(question.id, "Perhaps", (), Recollection(Question("Where?", question.said_at)))
    assert tracing.inspect(person.desk, chat.keep_answer(person.desk, person.home, part).id) is None


def test_uses_are_counted_for_each_turn_that_an_answer_cites(person: Person):
    source = person.says("My sister Alice works at Acme.").episode
    for times in (1, 2):
        asked(person, "Where does Alice work?")
        now = person.desk.view.episodes.one(source.id, person.desk.scope)
        assert now is not None
        assert now.referenced == times


def test_an_answer_from_what_was_deleted_meanwhile_is_not_kept(person: Person):
    source = person.says("My sister Alice works at Acme.").episode
    answered = person.asks("Where does Alice work?")
    person.desk.store.commit(Plan((Remove("episode", source.id),), USER, "forget"))
    with pytest.raises(BadInput):
        chat.keep_answer(person.desk, person.home, answered)


def test_an_answer_of_a_model_says_what_it_cost_and_how_much_memory_went_there(person: Person):
    person.says("My sister Alice works at Acme.")
    with server(stream("At Acme [1].")) as address:
        changes = {"model_address": address, "model_name": "tiny"}
        person.desk.workspace.change_settings(person.desk.settings.with_changes(changes))
        question = chat.say(person.desk, person.home, "Where does Alice work?", person.clock + timedelta(minutes=1))
        answered = list(chat.answer(person.desk, question))[-1]
    assert isinstance(answered, Answered)
    shown = tracing.inspect(person.desk, chat.keep_answer(person.desk, person.home, answered).id)
    assert shown is not None
    assert shown.characters > len("My sister Alice works at Acme.")
    assert [(use.purpose, use.model, use.local, use.calls) for use in shown.uses] == [("answer", "tiny", True, 1)]


def test_a_model_for_memory_work_that_cannot_be_used_is_told_and_the_device_recalls(person: Person):
    person.says("My sister Alice works at Acme.")
    changes = {"memory_kind": "openai", "memory_address": "https://api.example.com/v1", "memory_name": "big"}
    person.desk.workspace.change_settings(person.desk.settings.with_changes(changes))
    kept = asked(person, "Where does Alice work?")
    shown = tracing.inspect(person.desk, kept.id)
    assert shown is not None
    assert tracing.UNUSABLE in shown.notes
    assert "Acme" in kept.text


def test_every_sentence_of_an_inspection_is_listed():
    assert set(REASONS.values()) <= set(tracing.SENTENCES)
    assert len(set(tracing.SENTENCES)) == len(tracing.SENTENCES)
