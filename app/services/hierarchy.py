"""The tree of categories as a page shows it: all categories at once, the entities under one when they are asked for."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from app.domain.category import Category, CategoryLink
from app.domain.entity import Entity
from app.domain.errors import BadInput
from app.domain.ids import CategoryId, EntityId
from app.domain.text import name_key
from app.services.workspace import ReadDesk


@dataclass(frozen=True, slots=True)
class Branch:
    """A category, the categories right under it by name, and how many entities lie below, each counted once.

    `alone`: the entity that it stands for, where it holds nothing else and bears its name. `placed`: those of the
    children that a person put there.
    """

    category: Category
    children: tuple[CategoryId, ...]
    entities: int
    alone: Entity | None = None
    placed: frozenset[CategoryId] = frozenset()

    @property
    def by_hand(self) -> bool:
        """A person made, named or described it: the app leaves it as it is."""
        return _named_by_hand(self.category)


@dataclass(frozen=True, slots=True)
class Within:
    """What is right in a category of layer 1, the most named first. `placed`: those that a person put there;
    `taken_out`: those that a person took out, which the app never puts back."""

    entities: tuple[Entity, ...] = ()
    placed: frozenset[EntityId] = frozenset()
    taken_out: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """`top`: what nothing stands above, by name. `unsorted`: entities that are in no category yet.

    A category that only repeats the one thing below it is passed over: what it repeats stands in its place.
    """

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
        single = {rows[0].entity for rows in members.values() if len(rows) == 1}
        entities = desk.view.entities.get(sorted(single), scope)
        unsorted = view.count_uncategorised(scope)
    below: dict[CategoryId, list[CategoryId]] = {}
    for link in links:
        if link.parent in known and link.child in known:
            below.setdefault(link.parent, []).append(link.child)
    held = {link.child for link in links if link.parent in known}
    alone = {
        id: entities[rows[0].entity]
        for id, rows in members.items()
        if len(rows) == 1 and not _named_by_hand(known[id]) and _same(entities.get(rows[0].entity), known[id])
    }
    counts = _counted(known, below, {id: [one.entity for one in rows] for id, rows in members.items()})
    tidy = _Tidy(known, below, alone)
    placed = tidy.placed(links)
    branches = {
        id: Branch(row, tidy.under(id), counts[id], alone.get(id), placed.get(id, frozenset()))
        for id, row in known.items()
    }
    shown = {id: one for id, one in branches.items() if tidy.shown(id) == id}
    return Hierarchy(shown, tidy.listed(id for id in known if id not in held), unsorted)


def _same(one: Entity | Category | None, other: Category | None) -> bool:
    return one is not None and other is not None and name_key(one.name) == name_key(other.name)


def _named_by_hand(category: Category) -> bool:
    return category.declared_by == "user"


def _counted(
    known: Mapping[CategoryId, Category],
    below: Mapping[CategoryId, list[CategoryId]],
    members: Mapping[CategoryId, list[EntityId]],
) -> dict[CategoryId, int]:
    """How many entities lie under each, each counted once."""
    reached: dict[CategoryId, set[EntityId]] = {}
    for row in sorted(known.values(), key=lambda row: row.layer):
        inner = (reached.get(child, set()) for child in below.get(row.id, ()))
        reached[row.id] = set(members.get(row.id, ())).union(*inner)
    return {id: len(found) for id, found in reached.items()}


@dataclass(frozen=True, slots=True)
class _Tidy:
    """The tree without the categories that only repeat the one below them."""

    known: Mapping[CategoryId, Category]
    below: Mapping[CategoryId, list[CategoryId]]
    alone: Mapping[CategoryId, Entity]

    def shown(self, id: CategoryId) -> CategoryId:
        """The category that is shown in the place of this one."""
        inner = self.below.get(id, [])
        while len(inner) == 1 and _same(self.known[inner[0]], self.known[id]) and not _named_by_hand(self.known[id]):
            id, inner = inner[0], self.below.get(inner[0], [])
        return id

    def placed(self, links: Iterable[CategoryLink]) -> dict[CategoryId, frozenset[CategoryId]]:
        """What a person put under each, as it is shown."""
        found: dict[CategoryId, set[CategoryId]] = {}
        for link in links:
            if link.declared_by == "user" and link.child in self.known:
                found.setdefault(link.parent, set()).add(self.shown(link.child))
        return {id: frozenset(one) for id, one in found.items()}

    def under(self, id: CategoryId) -> tuple[CategoryId, ...]:
        return self.listed(self.below.get(id, ()))

    def listed(self, ids: Iterable[CategoryId]) -> tuple[CategoryId, ...]:
        """What is shown for these: what holds several first, higher layers first, then by name."""
        shown = {self.shown(id) for id in ids}

        def place(id: CategoryId) -> tuple[bool, int, str, int]:
            return id in self.alone, -self.known[id].layer, self.known[id].name.casefold(), id

        return tuple(sorted(shown, key=place))


def members(desk: ReadDesk, category: CategoryId) -> list[Entity]:
    """The entities right under a category, the most named first."""
    return _most_named(desk.view.categories.entities_below([category], desk.scope).get(category, []))


def within(desk: ReadDesk, categories: Collection[CategoryId]) -> dict[CategoryId, Within]:
    """What is right in each of some categories of layer 1."""
    view, scope = desk.view.categories, desk.scope
    with desk.view.steady():
        entities = view.entities_below(categories, scope)
        rows = view.members(categories, scope)
        out = view.taken_out(categories, scope)
    return {
        one: Within(
            tuple(_most_named(entities.get(one, ()))),
            frozenset(row.entity for row in rows.get(one, ()) if row.declared_by == "user"),
            tuple(_most_named(out.get(one, ()))),
        )
        for one in categories
    }


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


def repeating(desk: ReadDesk, categories: Mapping[CategoryId, Category]) -> set[CategoryId]:
    """Those of some categories that only repeat the one thing below them: the tree passes them over."""
    view, scope = desk.view.categories, desk.scope
    below: dict[CategoryId, list[Entity | Category]] = {}
    for id, inner in view.categories_below(categories, scope).items():
        below.setdefault(id, []).extend(inner)
    for id, entities in view.first_entities(categories, scope, each=2).items():
        below.setdefault(id, []).extend(entities)
    found = set[CategoryId]()
    for id, row in categories.items():
        inside = below.get(id, [])
        if len(inside) == 1 and not _named_by_hand(row) and _same(inside[0], row):
            found.add(id)
    return found


def of_entity(desk: ReadDesk, entity: EntityId) -> list[Category]:
    """The categories that an entity is in, by name; for one that only bears its own name, what that is under."""
    view, scope = desk.view.categories, desk.scope
    row = desk.view.entities.get([entity], scope).get(entity)
    wanted = {one.category for one in view.memberships([entity], scope).get(entity, [])}
    found: dict[CategoryId, Category] = {}
    while wanted:
        known = view.get(wanted, scope)
        own = [id for id, category in known.items() if _same(row, category)]
        found |= {id: category for id, category in known.items() if id not in own}
        wanted = {link.parent for links in view.parents(own, scope).values() for link in links} - set(found)
    return sorted(found.values(), key=lambda category: (category.name.casefold(), category.id))
