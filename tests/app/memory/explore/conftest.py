"""A real store, filled by numbers: the walk is told in SQL as much as in Python."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from app.domain.lens import Lens
from app.domain.plan import USER, Add, Plan
from app.domain.scope import OWNER, Scope
from app.memory.explore.look import look
from app.storage.profile import Profile, open_store
from app.storage.store import Store
from tests.builders import entity, fact

TODAY = date(2026, 3, 7)


class Memory:
    """Entity `n` is called `En`; a fact is a pair of entities, or one with what else is to be said of it."""

    def __init__(self, store: Store) -> None:
        self.store, self.view = store, store.view

    def holds(self, entities, *facts, **more):
        """Commit entities of these numbers and facts `(subject, object)` or `(subject, object, {…})`, from 1 on."""
        rows = [entity(f"E{n}", id=-n) for n in entities]
        made = self.store.commit(Plan(tuple(map(Add, rows)), USER, "add")).ids
        assert all(made[-n] == n for n in entities), "numbers must begin at 1 and leave nothing out"
        told = [
            fact(row[0], "knows", row[1], id=-at, **(row[2] if len(row) > 2 else {})) for at, row in enumerate(facts, 1)
        ]
        self.add(*told)
        return self

    def add(self, *rows):
        return self.store.commit(Plan(tuple(map(Add, rows)), USER, "add")) if rows else None

    def look(self, *about, scope: Scope = OWNER, day: date = TODAY, stopped=lambda: False, **more):
        opened, closed, hidden = (frozenset(more.pop(name, ())) for name in ("opened", "closed", "hidden"))
        lens = Lens(tuple(about), opened=opened, closed=closed, hidden=hidden, **more)
        return look(self.view, lens, scope, day, stopped)


@pytest.fixture
def store(profile: Path) -> Iterator[Store]:
    place = Profile(profile)
    place.acquire()
    made = open_store(place)
    yield made
    made.close()
    place.release()


@pytest.fixture
def memory(store: Store) -> Memory:
    return Memory(store)


def shown(graph):
    """The numbers of what is shown, in order."""
    return [node.entity.id for node in graph.nodes]


def ends(graph):
    return [(edge.subject, edge.object) for edge in graph.edges]
