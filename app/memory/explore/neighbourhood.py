"""What lies around an entity: breadth first, hubs bounded, read in batches, the same each time.

A hub must not crowd everything else out, so at each depth the places that are left are dealt out in turn: first the
best neighbour of each entity of the level before, then the second best, and so on. What found no place is counted.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING

from app.domain.entity import Entity
from app.domain.fact import Fact
from app.domain.graph import EdgeState, GraphEdge, GraphNode, Neighbourhood
from app.domain.ids import EntityId, FactId
from app.domain.scope import Scope

if TYPE_CHECKING:
    from app.storage.view import View

MAX_DEPTH = 3
MAX_NODES = 500
"""What a window paints live without stutter (measured: design §10)."""
MAX_FACTS = 20_000
"""Facts read for one neighbourhood at most: bounds the time where many hubs meet."""
_BATCH = 100
"""Entities asked for in one query."""

Around = dict[EntityId, dict[FactId, Fact]]
"""The entities beside one entity, each with the facts between the two."""


def neighbourhood(
    view: "View", center: EntityId, scope: Scope, today: date, depth: int = 1, limit: int = 150
) -> Neighbourhood:
    """Up to `limit` entities (1–500) within `depth` facts (1–3) of `center`, and every fact between any two of them.

    Facts about values (a birthday) and retracted facts are left out. Ended facts count: they lead somewhere too.
    Empty where `center` does not exist in the scope.
    """
    root = view.entities.one(center, scope)
    if root is None:
        return Neighbourhood(center)
    limit = max(1, min(limit, MAX_NODES))
    walk = _Walk(view, scope)
    walk.show(root, 0)
    level = [center]
    for distance in range(1, max(1, min(depth, MAX_DEPTH)) + 1):
        walk.look_around(level)
        chosen = list(islice(walk.candidates(level), limit - len(walk.shown)))
        found = view.entities.get(chosen, scope) if chosen else {}
        level = [entity for entity in chosen if entity in found]
        for entity in level:
            walk.show(found[entity], distance)
    hidden = len(walk.reached() - set(walk.shown))
    walk.look_around(level)
    return walk.result(center, today, hidden)


def overview(view: "View", scope: Scope, today: date, limit: int = 150) -> Neighbourhood:
    """The entities named most and the facts between them; `hidden` counts all others in the scope."""
    entities = view.entities.listed(scope, limit=max(1, min(limit, MAX_NODES)), order="mentions")
    if not entities:
        return Neighbourhood(EntityId(0))
    walk = _Walk(view, scope)
    for entity in entities:
        walk.show(entity, 0)
    walk.look_around(list(walk.shown))
    return walk.result(entities[0].id, today, view.entities.count(scope) - len(entities))


class _Walk:
    """What has been shown and read so far."""

    def __init__(self, view: "View", scope: Scope) -> None:
        self._view, self._scope = view, scope
        self._around: dict[EntityId, Around] = {}
        self._left = MAX_FACTS
        self._complete = True
        self.shown: dict[EntityId, tuple[Entity, int]] = {}

    def show(self, entity: Entity, depth: int) -> None:
        self.shown[entity.id] = (entity, depth)

    def look_around(self, entities: Sequence[EntityId]) -> None:
        """Read the facts of `entities`, as far as the budget goes."""
        for start in range(0, len(entities), _BATCH):
            if self._left <= 0:
                self._complete = False
                return
            batch = entities[start : start + _BATCH]
            facts = self._view.facts.of_entities(batch, self._scope)
            self._left -= len(facts)
            self._file(batch, facts)

    def _file(self, batch: Sequence[EntityId], facts: Iterable[Fact]) -> None:
        for entity in batch:
            self._around.setdefault(entity, {})
        for fact in facts:
            ends = _ends(fact)
            if ends is None or fact.expired_at is not None:
                continue
            for here, there in (ends, ends[::-1]):
                if here in self._around:
                    self._around[here].setdefault(there, {})[fact.id] = fact

    def candidates(self, level: Sequence[EntityId]) -> Iterator[EntityId]:
        """Entities beside `level` that are not shown yet: the best of each first, then the second best of each."""
        ranked = [self._ranked(entity) for entity in level]
        given: set[EntityId] = set(self.shown)
        for place in range(max(map(len, ranked), default=0)):
            for neighbours in ranked:
                if place < len(neighbours) and neighbours[place] not in given:
                    given.add(neighbours[place])
                    yield neighbours[place]

    def _ranked(self, entity: EntityId) -> list[EntityId]:
        """Neighbours of `entity`: what still holds first, then by number of facts, then what was learned last."""
        around = self._around.get(entity, {})

        def rank(neighbour: EntityId) -> tuple[bool, int, int, int]:
            facts = around[neighbour]
            open_end = any(fact.invalid_at is None for fact in facts.values())
            return not open_end, -len(facts), -max(facts), neighbour

        return sorted(around, key=rank)

    def reached(self) -> set[EntityId]:
        """Every entity that has been looked at or stands beside one that was."""
        return {entity for around in self._around.values() for entity in around} | set(self._around)

    def result(self, center: EntityId, today: date, hidden: int) -> Neighbourhood:
        nodes = tuple(self._node(entity, depth) for entity, depth in self.shown.values())
        facts: dict[FactId, Fact] = {}
        for here in self.shown:
            for there, between in self._around.get(here, {}).items():
                if there in self.shown:
                    facts.update(between)
        edges = tuple(_edge(facts[key], today) for key in sorted(facts))
        return Neighbourhood(center, nodes, edges, max(0, hidden), self._complete)

    def _node(self, entity: Entity, depth: int) -> GraphNode:
        around = self._around.get(entity.id, {})
        return GraphNode(entity, depth, len(around), sum(1 for other in around if other not in self.shown))


def _ends(fact: Fact) -> tuple[EntityId, EntityId] | None:
    """Both ends, where both are entities and not the same one."""
    if isinstance(fact.subject, int) and isinstance(fact.object, int) and fact.subject != fact.object:
        return fact.subject, fact.object
    return None


def _edge(fact: Fact, today: date) -> GraphEdge:
    ends = _ends(fact)
    assert ends is not None, "only facts between two entities are kept"
    over = fact.invalid_at is not None and fact.invalid_at.first() <= today
    state: EdgeState = "ended" if over else "current"
    return GraphEdge(fact.id, ends[0], ends[1], fact.predicate, fact.fact, state, fact.declared_by)
