"""Learning with a model set up: what is counted, what is owed when it fails, and how that is made good."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from app.domain import clock
from app.domain.entity import ME
from app.domain.episode import Episode
from app.domain.errors import Cancelled, ModelUnavailable, Outdated
from app.domain.fact import Fact
from app.domain.plan import USER, Add, Plan
from app.domain.text import name_key
from app.services import chat, learning
from app.services.turns import TurnView
from tests.app.memory.learn.forms import entity, form, relation
from tests.builders import entity as an_entity
from tests.fakes import ScriptedModel
from tests.stories.conftest import NOON, Person

TEXT = "Tea is what gets Ines going."
TEA = form(entity("Ines"), entity("tea", "thing"), relation("Ines", "likes", "tea", fact="Ines likes tea"))
Set = Callable[..., ScriptedModel]


@pytest.fixture
def with_model(person: Person, monkeypatch: pytest.MonkeyPatch) -> Set:
    """Puts a model with these answers into the settings' place."""

    def put(*answers: Any, calls: int = 3, otherwise: Any = None) -> ScriptedModel:
        model = ScriptedModel(*answers, otherwise=otherwise)
        monkeypatch.setattr(learning, "memory_model", lambda settings, stopped: model)
        changes = {"memory_kind": "openai", "max_write_llm_calls_per_turn": calls}
        person.desk.workspace.settings = person.desk.settings.with_changes(changes)
        return model

    return put


def facts(person: Person) -> list[tuple[str, str]]:
    return sorted((fact.predicate, fact.declared_by) for fact in all_facts(person))


def all_facts(person: Person) -> list[Fact]:
    from app.domain.ids import FactId

    return person.desk.view.facts.page(person.desk.scope, FactId(0), 100)


def said(person: Person, text: str) -> Episode:
    return chat.say(person.desk, person.home, text, NOON)


def now(person: Person, turn: TurnView | Episode) -> Episode:
    episode = turn.episode if isinstance(turn, TurnView) else turn
    found = person.desk.view.episodes.one(episode.id, person.desk.scope)
    assert found is not None
    return found


def test_what_a_model_read_says_so_and_its_calls_are_counted(person: Person, with_model: Set):
    with_model(TEA)
    turn = person.says(TEXT)
    assert facts(person) == [("likes", "model")]
    ines = person.desk.view.entities.by_key([name_key("Ines")], person.desk.scope)[name_key("Ines")][0].entity
    assert ines.declared_by == "model"
    (use,) = person.desk.view.uses.of_episodes([turn.episode.id], person.desk.scope)[turn.episode.id]
    assert (use.purpose, use.model, use.calls, use.sent, use.received) == ("learn", "scripted", 1, 100, 10)


@pytest.mark.parametrize("change", [{"max_write_llm_calls_per_turn": 0}, {"memory_kind": "none"}])
def test_settings_that_allow_no_call(person: Person, with_model: Set, change: dict[str, Any]):
    model = with_model(TEA)
    person.desk.workspace.settings = person.desk.settings.with_changes(change)
    assert person.says("Alice works at Acme.").episode.learn_error == ""
    assert model.sent == []
    assert facts(person) == [("works_at", "extractor")]


def test_a_turn_without_words_is_no_call(person: Person, with_model: Set):
    model = with_model()
    person.says("…?!")
    assert model.sent == []


def test_when_the_model_fails_the_device_reads_and_the_turn_is_owed(person: Person, with_model: Set):
    with_model(ModelUnavailable("The model could not be reached."))
    turn = person.says("Alice works at Acme.")
    assert (turn.episode.state, turn.episode.learn_error) == ("learned", "The model could not be reached.")
    assert facts(person) == [("works_at", "extractor")]
    assert learning.owed(person.desk) == [turn.episode.id]


def test_an_owed_turn_is_read_again_once_the_model_is_back(person: Person, with_model: Set, monkeypatch: Any):
    with_model(ModelUnavailable("busy"), TEA)
    turn = person.says(TEXT)
    person.waits()
    assert facts(person) == []  # the model rests
    later = clock.now() + timedelta(minutes=learning.REST_MINUTES)
    monkeypatch.setattr(clock, "now", lambda: later)
    person.waits()
    assert facts(person) == [("likes", "model")]
    again = now(person, turn)
    assert (again.state, again.learn_error) == ("learned", "")
    assert learning.owed(person.desk) == []


def reread(person: Person, episode: Episode) -> None:
    person.desk.workspace.model_failures.clear()
    learning.learn_now(person.desk, episode.id)


def test_reading_again_doubles_nothing(person: Person, with_model: Set):
    text = "Alice works at Acme."
    read = form(entity("Alice"), entity("Acme", "organization"), relation("Alice", "works_at", "Acme"))
    with_model(ModelUnavailable("busy"), read, read)
    turn = person.says(text)
    before = [(fact.id, fact.predicate) for fact in all_facts(person)]
    reread(person, turn.episode)
    assert [(fact.id, fact.predicate) for fact in all_facts(person)] == before
    assert len(person.desk.view.entities.listed(person.desk.scope)) == 2
    assert learning.think(person.desk, turn.episode.id) is None


def test_only_so_many_tries(person: Person, with_model: Set):
    model = with_model(otherwise=ModelUnavailable("busy"))
    turn = person.says(TEXT)
    for _ in range(5):
        person.desk.workspace.model_failures.clear()
        person.waits()
    assert len(model.sent) == learning.MAX_ATTEMPTS
    assert learning.owed(person.desk) == []
    assert now(person, turn).learn_error == "busy"
    learning.retry(person.desk, turn.episode.id)
    assert learning.pending(person.desk) == [turn.episode.id]


def test_a_long_queue_does_not_wait_for_a_model_that_is_down(person: Person, with_model: Set):
    model = with_model(otherwise=ModelUnavailable("busy"))
    turns = [said(person, f"Alice knows Bob{number}.") for number in range(8)]
    person.waits()
    assert len(model.sent) == 3
    assert {now(person, turn).state for turn in turns} <= {"learned", "nothing"}
    assert all(now(person, turn).learn_error for turn in turns)


def test_stopped_the_turn_stays_waiting(person: Person, with_model: Set):
    with_model(Cancelled())
    episode = said(person, "Alice works at Acme.")
    with pytest.raises(Cancelled):
        learning.think(person.desk, episode.id)
    assert now(person, episode) == episode
    assert learning.pending(person.desk) == [episode.id]


def test_thinking_again_makes_no_call_twice(person: Person, with_model: Set):
    model = with_model(TEA)
    episode = said(person, TEXT)
    lesson = learning.think(person.desk, episode.id)
    assert lesson is not None
    person.desk.store.commit(Plan((Add(an_entity("Ines", id=-1)),), USER, "add_entity"))
    with pytest.raises(Outdated):
        learning.keep(person.desk, lesson)
    person.waits()
    assert len(model.sent) == 1
    assert facts(person) == [("likes", "model")]


def test_an_address_that_is_not_allowed_is_owed_in_words(person: Person):
    changes = {"memory_kind": "openai", "memory_address": "https://example.org", "memory_name": "m", "local_only": True}
    person.desk.workspace.settings = person.desk.settings.with_changes(changes)
    turn = person.says("Alice works at Acme.")
    assert "is not this machine" in turn.episode.learn_error
    assert facts(person) == [("works_at", "extractor")]


def test_the_failure_is_said_in_the_words_of_who_asks(person: Person, with_model: Set):
    with_model(ModelUnavailable("busy"))
    episode = said(person, "Alice works at Acme.")
    lesson = learning.think(person.desk, episode.id, lambda error: "混み合っています。")
    assert lesson is not None
    learning.keep(person.desk, lesson)
    assert now(person, episode).learn_error == "混み合っています。"


def test_nothing_of_what_is_secret_is_sent(person: Person, with_model: Set):
    model = with_model(otherwise=form())
    person.says("My password is hunter2x9 and Alice works at Acme.")
    person.says("He likes it.")
    assert "hunter2x9" not in model.words
    assert "Alice works at Acme" in model.words
    assert ME in model.words
