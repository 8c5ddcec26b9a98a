"""A memory with some people in it, and a check that every edit can be undone and done again."""

from datetime import timedelta

import pytest

from app.domain import clock
from app.domain.association import read_associations
from app.domain.entity import ME
from app.domain.plan import USER, Author
from app.domain.scope import Scope
from app.memory.revise.declare import declare
from tests.builders import NOON, Reading
from tests.remembering import Memory

OWN = Scope()
AGENT = Author("agent", "Probe")


@pytest.fixture
def memory(profile):
    made = Memory(profile)
    yield made
    made.close()


@pytest.fixture
def peopled(memory):
    """Alice works at Acme and is a friend of Bob; Bob works at Acme; Alicia is a friend of both."""
    text = "Alice works at Acme. Bob is her friend and works at Acme. Alicia (Ally) is a friend of Alice and Bob."
    reading = (
        Reading(text)
        .entity("Alice")
        .entity("Bob")
        .entity("Alicia", "person", "Ally")
        .entity("Acme", "organization")
        .fact("Alice", "works_at", "Acme")
        .fact("Bob", "works_at", "Acme")
        .fact("Alice", "friend_of", "Bob")
        .fact("Alicia", "friend_of", "Alice")
        .fact("Alicia", "friend_of", "Bob")
    )
    memory.tell(text, "2025-01-05", reading.draft)
    return memory


@pytest.fixture
def edited(memory):
    """Commit a plan; undo must give the very tables back, redo the edited ones."""

    def commit(plan):
        before = memory.tables()
        change = memory.store.commit(plan)
        after = memory.tables()
        assert memory.store.undo() is not None
        assert memory.tables() == before
        assert memory.store.redo() is not None
        assert memory.tables() == after
        return change

    return commit


def number(memory, name):
    """The one entity of that name."""
    (found,) = memory.named(name)
    return found.id


def live(memory, text, at, place):
    """Tell that the user lives somewhere."""
    return memory.tell(text, at, Reading(text).entity(place, "place").fact(ME, "lives_in", place).draft)


@pytest.fixture
def day(monkeypatch):
    """Sets the clock to so many days after noon."""

    def go(days):
        monkeypatch.setattr(clock, "now", lambda: NOON + timedelta(days=days))

    go(0)
    return go


@pytest.fixture
def declared(memory, edited):
    """Declare, undo, do it again; gives back what was dropped, by place."""

    def go(entities=(), relations=(), anchor=None, author=AGENT, scope=OWN):
        given = read_associations(
            {
                "entities": [{"name": one} if isinstance(one, str) else one for one in entities],
                "relations": [dict(zip(("subject", "predicate", "object"), one, strict=True)) for one in relations],
            }
        )
        made = declare(memory.view, given, scope, author, anchor)
        go.made, go.change = made, edited(made.plan) if made.plan.steps else None
        return {one.item: one.reason for one in made.dropped}

    return go


def relations_of(memory, predicate):
    return [fact for fact in memory.view.facts.page(OWN, 0, 100) if fact.predicate == predicate and not fact.expired_at]


__all__ = ["ME", "OWN", "USER", "live", "number"]
