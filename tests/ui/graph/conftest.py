"""A memory of lists behind real lanes: the graph is tested with its threads and without a database."""

from datetime import date

import pytest

from app.domain.scope import OWNER
from tests.builders import entity, fact
from ui.changes import Changes
from ui.lanes import Lanes

KINDS = ("person", "organization", "place", "thing", "event", "concept")


class ListView:
    """What the graph reads of a view: entities and facts."""

    def __init__(self, entities=(), facts=()):
        self.rows = {row.id: row for row in entities}
        self.kept = list(facts)
        self.entities = self.facts = self.journal = self

    def latest_seq(self):
        return 0

    def one(self, id, scope):
        return self.rows.get(id)

    def get(self, ids, scope):
        return {id: self.rows[id] for id in ids if id in self.rows}

    def listed(self, scope, limit=200, order="mentions"):
        return sorted(self.rows.values(), key=lambda row: -row.mention_count)[:limit]

    def count(self, scope):
        return len(self.rows)

    def of_entities(self, ids, scope):
        wanted = set(ids)
        return [row for row in self.kept if wanted & {row.subject, row.object}]


class ListDesk:
    def __init__(self, view):
        self.view, self.scope = view, OWNER

    def close(self):
        pass


class ListWorkspace:
    def __init__(self, view):
        self._view = view

    def read_desk(self):
        return ListDesk(self._view)

    write_desk = read_desk

    def close(self):
        pass


def wheel(count, start=1):
    """A hub with `count` leaves of all kinds; each third fact has ended."""
    people = [entity(f"Name {n}", KINDS[n % 6], id=start + n, mention_count=count - n) for n in range(count + 1)]
    ended = {"valid_at": "2020", "invalid_at": "2021"}
    facts = [fact(start, "knows", start + n, id=n, **(ended if n % 3 == 0 else {})) for n in range(1, count + 1)]
    return ListView(people, facts)


@pytest.fixture
def changes(qapp):
    return Changes()


@pytest.fixture
def open_lanes(qapp):
    """Call with a view: real lanes over it, stopped at the end."""
    made = []

    def start(view):
        lanes = Lanes(lambda: ListWorkspace(view), readers=1)
        lanes.start()
        made.append(lanes)
        return lanes

    yield start
    for lanes in made:
        assert lanes.shutdown()


@pytest.fixture
def today():
    return date(2026, 3, 7)
