"""The tree of categories as a page shows it: all categories at once, the entities under one when they are asked for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.errors import BadInput
from app.domain.ids import CategoryId, EntityId
from app.services.workspace import ReadDesk


@dataclass(frozen=True, slots=True)
class Branch:
    """A category, the categories right under it by name, and how many entities lie below, each counted once."""

    category: Category
    children: tuple[CategoryId, ...]
    entities: int


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """`top`: what nothing stands above, by name. `unsorted`: entities that are in no category yet."""

    branches: Mapping[CategoryId, Branch]
    top: tuple[CategoryId, ...]
    unsorted: int


def hierarchy(desk: ReadDesk) -> Hierarchy:
    """All categories. A category may stand under several others."""
    view, scope = desk.view.categories, desk.scope
    with desk.view.steady():
        known = {row.id: row for row in view.listed(scope)}
        links = [link for link in view.links(scope) if not link.excluded]
        members = view.members([row.id for row in known.values() if row.layer == 1], scope)
        unsorted = view.count_uncategorised(scope)
    below: dict[CategoryId, list[CategoryId]] = {}
    for link in links:
        if link.parent in known and link.child in known:
            below.setdefault(link.parent, []).append(link.child)
    reached: dict[CategoryId, set[EntityId]] = {}
    for row in sorted(known.values(), key=lambda row: row.layer):
        inner = [reached.get(child, set()) for child in below.get(row.id, ())]
        reached[row.id] = {one.entity for one in members.get(row.id, ())}.union(*inner)
    held = {link.child for link in links if link.parent in known}
    branches = {
        id: Branch(row, tuple(_by_name(below.get(id, ()), known)), len(reached[id])) for id, row in known.items()
    }
    return Hierarchy(branches, tuple(_by_name([id for id in known if id not in held], known)), unsorted)


def _by_name(ids: Iterable[CategoryId], known: Mapping[CategoryId, Category]) -> list[CategoryId]:
    """Higher layers first, then by name."""
    return sorted(set(ids), key=lambda id: (-known[id].layer, known[id].name.casefold(), id))


def members(desk: ReadDesk, category: CategoryId) -> list[Entity]:
    """The entities right under a category, the most named first."""
    return _most_named(desk.view.categories.entities_below([category], desk.scope).get(category, []))


def _most_named(entities: Iterable[Entity]) -> list[Entity]:
    return sorted(entities, key=lambda entity: (-entity.mention_count, entity.name.casefold(), entity.id))


def one(desk: ReadDesk, category: CategoryId) -> tuple[Category, list[Entity]]:
    """A category and the entities in it, at whatever depth. Raises `BadInput` when it is gone."""
    found = desk.view.categories.get([category], desk.scope).get(category)
    if found is None:
        raise BadInput("This category is gone.")
    if found.layer == 1:
        return found, members(desk, category)
    reached = desk.view.categories.descendants([category], desk.scope).entities
    known = desk.view.entities.get(reached, desk.scope)
    return found, _most_named(known.values())


def of_entity(desk: ReadDesk, entity: EntityId) -> list[Category]:
    """The categories that an entity is in, by name."""
    found = desk.view.categories.memberships([entity], desk.scope).get(entity, [])
    known = desk.view.categories.get([one.category for one in found], desk.scope)
    return sorted(known.values(), key=lambda row: (row.name.casefold(), row.id))
