"""A turn that the device read alone is read again by a model: better, and without doubles."""

import pytest

from app.domain.entity import ME
from app.domain.errors import ModelUnavailable
from app.domain.plan import USER
from app.domain.scope import OWNER
from app.memory.learn.learner import Aid
from app.memory.revise.retract import retract
from tests.app.memory.learn.forms import entity, form, relation
from tests.builders import Reading
from tests.fakes import ScriptedModel
from tests.remembering import Memory

TEXT = "Alice, of Acme fame, works at Initech."
MISREAD = Reading(TEXT).entity("Alice").entity("Acme", "organization").fact("Alice", "works_at", "Acme").draft
READ = form(entity("Alice"), entity("Initech", "organization"), relation("Alice", "works_at", "Initech"))


@pytest.fixture
def memory(profile):
    made = Memory(profile)
    yield made
    made.close()


def told_twice(memory, text, misread, *answers):
    """The device reads it, then a model; the episode as it is then."""
    memory.learner.aid = Aid(ScriptedModel(ModelUnavailable("busy"), *answers), 3)
    first = memory.tell(text, "2026-03-07", misread)
    assert first.learn_error == "busy"
    return memory.learn(first)


def test_what_the_device_misread_gives_way(memory):
    again = told_twice(memory, TEXT, MISREAD, READ)
    assert (again.state, again.learn_error) == ("learned", "")
    assert [(name, fact.declared_by) for fact, name in memory.facts("Alice", "works_at")] == [("Initech", "model")]


def test_what_a_misread_fact_had_ended_holds_again(memory):
    text = "Alice works at Globex."
    memory.tell(text, "2026-01-01", Reading(text).entity("Alice").entity("Globex", "organization")
                .fact("Alice", "works_at", "Globex").draft)  # fmt: skip
    rows = form(entity("Alice"), entity("Acme", "organization"), relation("Alice", "works_at", "Globex"),
                relation("Alice", "admires", "Acme"))  # fmt: skip
    told_twice(memory, "Alice of Globex admires Acme.", Reading("Alice of Globex admires Acme.").entity("Alice")
               .entity("Acme", "organization").fact("Alice", "works_at", "Acme").draft, rows)  # fmt: skip
    assert memory.ask("Alice", "works_at", "2026-03-08") == ["Globex"]
    assert [fact.invalid_at for fact, _ in memory.facts("Alice", "works_at")] == [None]


def test_a_fact_with_another_source_stays(memory):
    text = "Alice works at Acme."
    memory.tell(text, "2026-01-01", Reading(text).entity("Alice").entity("Acme", "organization")
                .fact("Alice", "works_at", "Acme").draft)  # fmt: skip
    told_twice(memory, TEXT, MISREAD, READ)
    assert sorted(name for _, name in memory.facts("Alice", "works_at")) == ["Acme", "Initech"]


def test_the_same_reading_changes_nothing_but_what_is_owed(memory):
    same = form(entity("Alice"), entity("Acme", "organization"), relation("Alice", "works_at", "Acme"))
    memory.learner.aid = Aid(ScriptedModel(ModelUnavailable("busy"), same, same), 3)
    first = memory.tell(TEXT, "2026-03-07", MISREAD)
    before = memory.tables()
    memory.learn(first)
    after = memory.tables()
    for name in ("entities", "aliases", "suggestions", "drops"):
        assert after[name] == before[name]
    assert [row[0] for row in after["facts"]] == [row[0] for row in before["facts"]]
    assert memory.episode(first.id).learn_error == ""


def test_a_fact_that_a_person_took_back_stays_away(memory):
    read = form(entity("Alice"), entity("Acme", "organization"), relation("Alice", "works_at", "Acme"))
    memory.learner.aid = Aid(ScriptedModel(ModelUnavailable("busy"), read), 3)
    first = memory.tell(TEXT, "2026-03-07", MISREAD)
    ((fact, _),) = memory.facts("Alice", "works_at")

    memory.store.commit(retract(memory.view, fact.id, OWNER, USER))
    memory.learn(first)
    assert memory.facts("Alice", "works_at") == []


def test_failing_again_counts_the_tries(memory):
    memory.learner.aid = Aid(ScriptedModel(otherwise=ModelUnavailable("busy")), 3)
    first = memory.tell(TEXT, "2026-03-07", MISREAD)
    again = memory.learn(first)
    assert (first.attempts, again.attempts, again.learn_error) == (1, 2, "busy")
    assert memory.ask("Alice", "works_at") == ["Acme"]


def test_retracting_what_ended_a_fact_by_a_models_word_frees_it(memory):

    for tool, answers in (("Notion", ()), ("Obsidian", ({"contradicted": [1]},))):
        rows = form(entity(tool, "thing"), relation(ME, "uses", tool))
        memory.learner.aid = Aid(ScriptedModel(rows, *answers), 3)
        memory.tell(f"My tool is {tool}.", f"2026-03-0{len(tool) - 5}")
    old, new = (fact for fact, _ in memory.facts(ME, "uses"))
    assert old.invalidated_by == new.id
    memory.store.commit(retract(memory.view, new.id, OWNER, USER))
    ((fact, name),) = memory.facts(ME, "uses")
    assert (name, fact.invalid_at, fact.invalidated_by) == ("Notion", None, None)
