"""Real cases with a model server that misbehaves: nothing lost, nothing half-written, words a person understands."""

import json
from typing import Any

import pytest

from app.domain.ids import FactId
from app.services import learning, models
from app.services.settings import Settings
from tests.app.memory.learn.forms import entity, form, relation
from tests.servers import Behaviour, Script, closes, completion, fails, gives, hangs, server
from tests.stories.conftest import Person

TEXT = "Alice works at Acme. Tea is what gets Ines going."
READ = form(
    entity("Alice"),
    entity("Acme", "organization"),
    entity("Ines"),
    entity("tea", "thing"),
    relation("Alice", "works_at", "Acme"),
    relation("Ines", "likes", "tea"),
)
GOOD = completion(json.dumps(READ))
MODEL = {("works_at", "model"), ("likes", "model")}
DEVICE = {("works_at", "extractor")}


def told(person: Person, *acts: Behaviour, **changes: Any) -> tuple[Any, Script]:
    """The turn as it is after a model behind this server was to read it."""
    script = Script(*acts)
    with server(script) as address:
        person.desk.workspace.settings = Settings().with_changes(
            {"memory_kind": "openai", "memory_address": address, "memory_name": "tiny", **changes}
        )
        episode = person.says(TEXT).episode
    return episode, script


def facts(person: Person) -> set[tuple[str, str]]:
    rows = person.desk.view.facts.page(person.desk.scope, FactId(0), 100)
    return {(fact.predicate, fact.declared_by) for fact in rows}


WHOLE = json.dumps(READ)
WRONG_KEY = json.dumps({**READ, "entities": [{**row, "entity_name": row["name"]} for row in READ["entities"]]})


@pytest.mark.parametrize(
    "act",
    [
        GOOD,
        completion("<think>Hm, {not this}.</think>" + WHOLE),
        completion(f"Here it is:\n```json\n{WHOLE}\n```\nAnything else?"),
        completion(WRONG_KEY),
        completion(WHOLE[:-1]),
    ],
    ids=["good", "think", "fence", "wrong key", "last brace lost"],
)
def test_what_can_be_put_right_is_learned_by_the_model(person: Person, act: Behaviour):
    episode, script = told(person, act)
    assert facts(person) == MODEL
    assert episode.learn_error == ""
    assert len(script.asked) == 1


@pytest.mark.parametrize(
    "bad",
    [completion("I would rather not."), completion(""), completion('{"type": "object", "properties": {}}'),
     fails(500), closes, fails(429, retry_after="0"), gives("<html>oops</html>"), completion(json.dumps([1, 2]))],
    ids=["refusal", "empty", "schema", "500", "closed", "429", "html", "list"],
)  # fmt: skip
def test_one_bad_answer_is_asked_again(person: Person, bad: Behaviour):
    episode, script = told(person, bad, GOOD)
    assert (facts(person), episode.learn_error) in ((MODEL, ""), (DEVICE, episode.learn_error))
    assert len(script.asked) <= 3
    assert episode.state == "learned"
    assert episode.learn_error == "" or episode.learn_error.endswith(".")


@pytest.mark.parametrize(
    "bad",
    [completion("I would rather not."), completion(WHOLE[:60]), fails(500), fails(429, retry_after="3600"), closes,
     fails(401), fails(404), gives("<html>oops</html>")],
    ids=["refusal", "cut short", "500", "429", "closed", "401", "404", "html"],
)  # fmt: skip
def test_always_bad_the_device_reads_and_the_turn_is_owed(person: Person, bad: Behaviour):
    episode, script = told(person, bad)
    assert episode.state == "learned"
    assert facts(person) >= DEVICE
    assert 1 <= len(script.asked) <= 3
    if episode.learn_error:
        assert learning.owed(person.desk) == [episode.id]
        assert episode.learn_error.endswith((".", "?"))
        assert not {"Traceback", "Error", "{", "JSON"} & set(episode.learn_error.split())
    uses = person.desk.view.uses.of_episodes([episode.id], person.desk.scope)[episode.id]
    assert [use.calls for use in uses] == [len(script.asked)]


@pytest.mark.parametrize("calls", [0, 1, 2])
def test_never_more_calls_than_are_set(person: Person, calls: int):
    episode, script = told(person, completion("no"), max_write_llm_calls_per_turn=calls)
    assert len(script.asked) == calls
    assert facts(person) == DEVICE
    assert bool(episode.learn_error) == (calls > 0)


def test_a_server_that_hangs(person: Person, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(models, "FORM_TIMEOUT", 0.3)
    episode, _ = told(person, hangs, max_write_llm_calls_per_turn=1)
    assert facts(person) == DEVICE
    assert episode.learn_error.endswith(".")


def test_two_hundred_entities(person: Person, caplog: pytest.LogCaptureFixture):
    many = [entity(f"Thing{number}", "thing") for number in range(200)]
    episode, _ = told(person, completion(json.dumps({**READ, "entities": many})))
    assert facts(person) == MODEL
    assert len(person.desk.view.entities.listed(person.desk.scope)) == 4
    assert episode.state == "learned"
    assert "More than half of what was read was left out" in caplog.text
    caplog.clear()


def test_the_words_in_memory_give_no_orders(person: Person):
    """Whatever a server makes of them, what comes back must stand in the turn."""
    evil = form(entity("Root"), relation("Me", "works_at", "Evil Corp"), relation("Alice", "likes", "Mallory"))
    _, script = told(person, completion(json.dumps(evil)))
    assert facts(person) == DEVICE
    assert TEXT in json.dumps(script.asked[0])
