"""The rules that the stored hierarchy keeps, as one pure check.

A category of layer 1 holds entities, one of layer n holds categories of layer n − 1. What cannot be grouped is
*promoted alone*: a node of its own stands above it and bears its name, so every entity is under a node of the highest
layer. Such a node is told by just that: one child, of the same name.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from app.domain.category import MOST_LAYERS, Category, CategoryLink, Membership
from app.domain.entity import ME, Entity
from app.domain.ids import CategoryId, EntityId
from app.domain.scope import Scope
from app.domain.text import name_key
from app.memory.tend.naming import joins, vague
from app.memory.tend.taxonomy import SPEAKER, taxonomy

Rule = Literal["singleton", "empty", "name", "layers", "growing", "unreachable", "speaker", "cycle", "level", "scope"]


@dataclass(frozen=True, slots=True)
class Violation:
    """`singleton`, `empty`: too few members. `name`: two concepts in one, or none. `layers`: more than five.
    `growing`: a layer with more nodes than the one below. `level`: a child that is not one layer below.
    `scope`: a child that others may read than those who may read the parent."""

    rule: Rule
    category: CategoryId | None = None
    entity: EntityId | None = None


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is live: categories by number, children and entities of each."""

    nodes: Mapping[CategoryId, Category]
    children: Mapping[CategoryId, set[CategoryId]]
    members: Mapping[CategoryId, set[EntityId]]
    entities: Mapping[EntityId, Entity]
    held: Collection[CategoryId]
    """Categories that something is in by a person's word."""


def violations(
    categories: Collection[Category],
    memberships: Collection[Membership],
    links: Collection[CategoryLink],
    entities: Collection[Entity],
) -> list[Violation]:
    """What breaks a rule; empty for a sound hierarchy. `entities`: all that have been sorted, each must be reachable.

    Categories that a person made or renamed may have few members and any name, and one that they put something in may
    have few: what a person did is never undone.
    """
    shape = _shape(categories, memberships, links, entities)
    found = [*_members(shape), *_names(shape), *_levels(shape), *_sizes(shape), *_speakers(shape)]
    return [*found, *_cycles(shape), *_unreachable(shape)]


def _shape(
    categories: Iterable[Category],
    memberships: Collection[Membership],
    links: Collection[CategoryLink],
    entities: Iterable[Entity],
) -> _Shape:
    nodes = {one.id: one for one in categories if one.retired_at is None}
    known = {one.id: one for one in entities}
    children: dict[CategoryId, set[CategoryId]] = {number: set() for number in nodes}
    members: dict[CategoryId, set[EntityId]] = {number: set() for number in nodes}
    for link in links:
        if not link.excluded and link.parent in nodes and link.child in nodes:
            children[link.parent].add(link.child)
    for one in memberships:
        if not one.excluded and one.category in nodes and one.entity in known:
            members[one.category].add(one.entity)
    held = {one.category for one in memberships if one.declared_by == "user" and not one.excluded}
    held |= {one.parent for one in links if one.declared_by == "user" and not one.excluded}
    return _Shape(nodes, children, members, known, held)


def _by_hand(category: Category) -> bool:
    return category.declared_by == "user"


def speaks(category: Category) -> bool:
    """Whether it is the category of the user's own entity."""
    concept = taxonomy().of(1, category.tag, category.name)
    return category.layer == 1 and concept is not None and concept.key == SPEAKER


def _below(shape: _Shape, number: CategoryId) -> list[str]:
    """Names of what is right under a category."""
    return [shape.nodes[one].name for one in shape.children[number]] + [
        shape.entities[one].name for one in shape.members[number]
    ]


def _alone(shape: _Shape, category: Category) -> bool:
    names = _below(shape, category.id)
    return len(names) == 1 and name_key(names[0]) == name_key(category.name)


def _members(shape: _Shape) -> Iterable[Violation]:
    for category in shape.nodes.values():
        count = len(_below(shape, category.id))
        if not _by_hand(category) and count < 2 and not (count == 1 and speaks(category)):
            if count == 0:
                yield Violation("empty", category.id)
            elif not _alone(shape, category) and category.id not in shape.held:
                yield Violation("singleton", category.id)


def _names(shape: _Shape) -> Iterable[Violation]:
    for category in shape.nodes.values():
        alone = _alone(shape, category)
        if not _by_hand(category) and not alone and (joins(category.name) or vague(category.name)):
            yield Violation("name", category.id)


def _levels(shape: _Shape) -> Iterable[Violation]:
    for category in shape.nodes.values():
        if category.layer > MOST_LAYERS:
            yield Violation("layers", category.id)
        lower = [shape.nodes[one] for one in shape.children[category.id]]
        wrong = [one for one in lower if one.layer != category.layer - 1]
        if wrong or (category.layer > 1 and shape.members[category.id]):
            yield Violation("level", category.id)
        apart = [one for one in lower if one.scope != category.scope]
        apart_entities = [one for one in shape.members[category.id] if shape.entities[one].scope != category.scope]
        if apart or apart_entities:
            yield Violation("scope", category.id)


def _sizes(shape: _Shape) -> Iterable[Violation]:
    """Nodes that a person made count below, not above: their number is the person's own affair."""
    below: dict[tuple[Scope, int], int] = {}
    above: dict[tuple[Scope, int], int] = {}
    for one in shape.nodes.values():
        key = (one.scope, one.layer)
        below[key] = below.get(key, 0) + 1
        above[key] = above.get(key, 0) + (not _by_hand(one))
    for (scope, layer), count in above.items():
        if layer > 1 and count > below.get((scope, layer - 1), 0):
            yield Violation("growing", next(n for n, c in shape.nodes.items() if (c.scope, c.layer) == (scope, layer)))


def _speakers(shape: _Shape) -> Iterable[Violation]:
    for entity in shape.entities.values():
        if entity.name == ME and entity.kind == "person":
            homes = [shape.nodes[number] for number, some in shape.members.items() if entity.id in some]
            if not any(speaks(home) for home in homes):
                yield Violation("speaker", entity=entity.id)


def _cycles(shape: _Shape) -> Iterable[Violation]:
    """Categories that come back to themselves on the way down."""
    for number in shape.nodes:
        if number in _reached(shape, shape.children[number]):
            yield Violation("cycle", number)


def _reached(shape: _Shape, start: Iterable[CategoryId]) -> set[CategoryId]:
    seen: set[CategoryId] = set()
    ahead = list(start)
    while ahead:
        number = ahead.pop()
        if number not in seen:
            seen.add(number)
            ahead += shape.children[number]
    return seen


def _unreachable(shape: _Shape) -> Iterable[Violation]:
    """Entities, and nodes below the highest layer of their scope, that no walk from that layer comes to."""
    tops: dict[Scope, int] = {}
    for one in shape.nodes.values():
        tops[one.scope] = max(tops.get(one.scope, 0), one.layer)
    reached = _reached(shape, [number for number, one in shape.nodes.items() if one.layer == tops[one.scope]])
    under = {entity for number in reached for entity in shape.members[number]}
    yield from (Violation("unreachable", entity=number) for number in shape.entities if number not in under)
    yield from (Violation("unreachable", number) for number in shape.nodes if number not in reached)
