"""A memory of lists behind real lanes: the graph is tested with its threads and without a database."""

from datetime import date
from types import SimpleNamespace

import pytest

from app.domain.graph import GraphEdge, GraphNode, Neighbourhood
from app.domain.scope import OWNER
from tests.builders import entity, fact
from ui.changes import Changes
from ui.lanes import Lanes

KINDS = ("person", "organization", "place", "thing", "event", "concept")


TODAY = date(2026, 3, 7)


class ListView:
    """What the graph reads of a view: entities and facts, categories by number, changes as they were told."""

    def __init__(self, entities=(), facts=(), names=None, changes=()):
        self.rows = {row.id: row for row in entities}
        self.kept = list(facts)
        self.names = names or {}
        self.within = {}
        """The categories of an entity, by number."""
        self.changes = tuple(changes)
        self.entities = self.facts = self.journal = self.categories = self

    def latest_seq(self):
        return 0

    def found(self, text):
        return [row for row in self.rows.values() if row.name.casefold().startswith(text.casefold())]

    def get(self, ids, scope):
        return {id: SimpleNamespace(name=self.names[id]) for id in ids if id in self.names}

    def look(self, lens):
        """As memory does it, without bounds on time: breadth first or the most named, and the facts between them."""
        shown = self._walk(lens) if lens.about else self._most_named(lens)
        reached = self._reached
        pairs = [(row.subject, row.object) for row in self.kept]
        nodes = []
        for one, depth in shown.items():
            beside = {end for pair in pairs if one in pair for end in pair} - {one}
            within = tuple(self.within.get(one, ()))
            nodes.append(GraphNode(self.rows[one], depth, len(beside), len(beside - shown.keys()), within))
        edges = [edge(row) for row in self.kept if {row.subject, row.object} <= shown.keys()]
        about = tuple(one for one in lens.about if one in shown)
        center = (about or lens.about or (0,))[0]
        return Neighbourhood(center, tuple(nodes), tuple(edges), len(reached - shown.keys()), about=about)

    def _walk(self, lens):
        shown = {one: 0 for one in lens.about if one in self.rows and one not in lens.hidden}
        self._reached = set(shown)
        level = list(shown)
        for depth in range(1, lens.depth + 1):
            level = self._bring(lens, shown, [one for one in level if one not in lens.closed], depth)
        for one in [one for one in shown if one in lens.opened]:
            self._bring(lens, shown, [one], shown[one] + 1)
        return shown

    def _bring(self, lens, shown, level, depth):
        found = []
        for row in self.kept:
            for near, far in ((row.subject, row.object), (row.object, row.subject)):
                if near in level and far not in shown and far not in lens.hidden and far in self.rows:
                    self._reached.add(far)
                    if len(shown) < lens.limit:
                        shown[far] = depth
                        found.append(far)
        return found

    def _most_named(self, lens):
        self._reached = set(self.rows)
        ranked = sorted(self.rows.values(), key=lambda row: -row.mention_count)
        return {row.id: 0 for row in ranked[: lens.limit] if row.id not in lens.hidden}


def edge(row):
    over = row.invalid_at is not None and row.invalid_at.first() <= TODAY
    since = row.valid_at.first() if row.valid_at else None
    until = row.invalid_at.first() if row.invalid_at else None
    state = "retracted" if row.expired_at else "ended" if over else "current"
    return GraphEdge(
        row.id, row.subject, row.object, row.predicate, row.fact, state, row.declared_by, since=since, until=until
    )


@pytest.fixture(autouse=True)
def _lists(monkeypatch):
    """The graph looks at lists. What memory really shows for a lens is tested where that is done."""
    from ui.graph import jobs

    real = jobs.look
    monkeypatch.setattr(jobs, "look", lambda desk, lens: look(desk, lens, real))
    monkeypatch.setattr(jobs, "found", lambda text, desk: desk.view.found(text))
    monkeypatch.setattr(jobs, "changed", lambda about, since, until, desk: desk.view.changes)


def look(desk, lens, real):
    return desk.view.look(lens) if isinstance(desk.view, ListView) else real(desk, lens)


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
    return TODAY
