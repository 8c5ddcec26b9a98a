"""A memory with some people in it, and a check that every edit can be undone and done again."""

import pytest

from app.domain.entity import ME
from app.domain.plan import USER
from app.domain.scope import Scope
from tests.builders import Reading
from tests.remembering import Memory

OWN = Scope()


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


__all__ = ["ME", "OWN", "USER", "live", "number"]
