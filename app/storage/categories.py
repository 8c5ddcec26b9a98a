"""Reads of the category hierarchy: one node, one layer, what lies below, what a person took out."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from app.domain.category import Category, CategoryLink, Membership
from app.domain.entity import Entity
from app.domain.ids import CategoryId, EntityId
from app.domain.scope import Scope
from app.domain.text import name_key
from app.storage.sql import Group, compose, listed
from app.storage.tables import CATEGORY, ENTITY

_GET = compose(
    "SELECT {category:c} FROM categories c"
    " WHERE c.id IN (SELECT value FROM json_each(:ids)) AND c.retired_at IS NULL AND {readable:c}"
)
_LISTED = compose("""
    SELECT {category:c} FROM categories c
    WHERE (:layer IS NULL OR c.layer = :layer) AND c.retired_at IS NULL AND {readable:c}
    ORDER BY c.layer DESC, c.name_key, c.id LIMIT :limit
""")
_NAMED = compose(
    "SELECT {category:c} FROM categories c"
    " WHERE c.name_key = :key AND c.retired_at IS NULL AND {readable:c} ORDER BY c.id"
)
_OF_ENTITIES = compose("""
    SELECT m.entity, {membership:m} FROM memberships m
    JOIN categories c ON c.id = m.category JOIN entities e ON e.id = m.entity
    WHERE m.entity IN (SELECT value FROM json_each(:ids)) AND c.retired_at IS NULL AND NOT m.excluded
    AND {readable:c} AND {readable:e} ORDER BY m.entity, m.id
""")
_MEMBERS = compose("""
    SELECT m.category, {membership:m} FROM memberships m
    JOIN categories c ON c.id = m.category JOIN entities e ON e.id = m.entity
    WHERE m.category IN (SELECT value FROM json_each(:ids)) AND c.retired_at IS NULL AND NOT m.excluded
    AND {readable:c} AND {readable:e} ORDER BY m.category, m.id
""")
_PARENTS = compose("""
    SELECT l.child, {category_link:l} FROM category_links l
    JOIN categories c ON c.id = l.child JOIN categories p ON p.id = l.parent
    WHERE l.child IN (SELECT value FROM json_each(:ids)) AND c.retired_at IS NULL AND p.retired_at IS NULL
    AND NOT l.excluded
    AND {readable:c} AND {readable:p} ORDER BY l.child, l.id
""")
_CHILDREN = compose("""
    SELECT l.parent, {category_link:l} FROM category_links l
    JOIN categories c ON c.id = l.child JOIN categories p ON p.id = l.parent
    WHERE l.parent IN (SELECT value FROM json_each(:ids)) AND c.retired_at IS NULL AND p.retired_at IS NULL
    AND NOT l.excluded
    AND {readable:c} AND {readable:p} ORDER BY l.parent, l.id
""")
_TOP = compose("""
    SELECT {category:c} FROM categories c
    WHERE c.retired_at IS NULL AND {readable:c} AND NOT EXISTS (
        SELECT 1 FROM category_links l JOIN categories p ON p.id = l.parent
        WHERE l.child = c.id AND NOT l.excluded AND p.retired_at IS NULL AND {readable:p})
    ORDER BY c.layer DESC, c.name_key, c.id LIMIT :limit
""")
_CATEGORIES_BELOW = compose("""
    SELECT l.parent, {category:c} FROM category_links l
    JOIN categories c ON c.id = l.child JOIN categories p ON p.id = l.parent
    WHERE l.parent IN (SELECT value FROM json_each(:ids)) AND c.retired_at IS NULL AND p.retired_at IS NULL
    AND NOT l.excluded AND {readable:c} AND {readable:p} ORDER BY l.parent, c.name_key, c.id
""")
_ENTITIES_BELOW = compose("""
    SELECT m.category, {entity:e} FROM memberships m
    JOIN categories c ON c.id = m.category JOIN entities e ON e.id = m.entity
    WHERE m.category IN (SELECT value FROM json_each(:ids)) AND c.retired_at IS NULL AND NOT m.excluded
    AND {readable:c} AND {readable:e} ORDER BY m.category, e.id
""")
_FIRST_ENTITIES = compose("""
    SELECT j.value, {entity:e} FROM json_each(:ids) j CROSS JOIN categories c ON c.id = j.value
    CROSS JOIN memberships m ON m.category = c.id JOIN entities e ON e.id = m.entity
    WHERE c.retired_at IS NULL AND {readable:c} AND {readable:e} AND m.id IN (
        SELECT id FROM memberships WHERE category = j.value AND NOT excluded ORDER BY id LIMIT :each)
    ORDER BY j.value, m.id
""")
_DESCENDANTS = compose("""
    WITH RECURSIVE reached (id) AS (
        SELECT c.id FROM categories c
        WHERE c.id IN (SELECT value FROM json_each(:ids)) AND c.retired_at IS NULL AND {readable:c}
        UNION
        SELECT c.id FROM reached r JOIN category_links l ON l.parent = r.id JOIN categories c ON c.id = l.child
        WHERE NOT l.excluded AND c.retired_at IS NULL AND {readable:c})
    SELECT 0, id FROM reached
    UNION
    SELECT 1, m.entity FROM reached r JOIN memberships m ON m.category = r.id JOIN entities e ON e.id = m.entity
    WHERE NOT m.excluded AND {readable:e}
    ORDER BY 1, 2
""")
_ANCESTORS = compose("""
    WITH RECURSIVE reached (id) AS (
        SELECT c.id FROM categories c
        WHERE c.id IN (SELECT value FROM json_each(:ids)) AND c.retired_at IS NULL AND {readable:c}
        UNION
        SELECT c.id FROM reached r JOIN category_links l ON l.child = r.id JOIN categories c ON c.id = l.parent
        WHERE NOT l.excluded AND c.retired_at IS NULL AND {readable:c})
    SELECT {category:c} FROM categories c WHERE c.id IN (SELECT id FROM reached) ORDER BY c.layer, c.id
""")
_UNSORTED = """
    FROM entities e WHERE {readable:e} AND NOT EXISTS (
        SELECT 1 FROM memberships m JOIN categories c ON c.id = m.category
        WHERE m.entity = e.id AND NOT m.excluded AND c.retired_at IS NULL)
"""
_UNCATEGORISED = compose("SELECT {entity:e}" + _UNSORTED + " ORDER BY e.id LIMIT :limit")
_COUNT_UNCATEGORISED = compose("SELECT count(*)" + _UNSORTED)
_SIZES = compose("""
    SELECT m.category, count(*), min(m.entity) FROM memberships m
    JOIN categories c ON c.id = m.category JOIN entities e ON e.id = m.entity
    WHERE c.retired_at IS NULL AND NOT m.excluded AND {readable:c} AND {readable:e} GROUP BY m.category
""")
_LINKS = compose("""
    SELECT {category_link:l} FROM category_links l
    JOIN categories c ON c.id = l.child JOIN categories p ON p.id = l.parent
    WHERE c.retired_at IS NULL AND p.retired_at IS NULL AND {readable:c} AND {readable:p} ORDER BY l.id
""")
_RETIRED = compose(
    "SELECT {category:c} FROM categories c WHERE c.retired_at IS NOT NULL AND {readable:c} ORDER BY c.id"
)
_EXCLUDED = compose("""
    SELECT m.entity, m.category FROM memberships m
    JOIN categories c ON c.id = m.category JOIN entities e ON e.id = m.entity
    WHERE m.entity IN (SELECT value FROM json_each(:ids)) AND m.excluded AND {readable:c} AND {readable:e}
""")
_MEMBERSHIP = compose("""
    SELECT {membership:m} FROM memberships m
    JOIN categories c ON c.id = m.category JOIN entities e ON e.id = m.entity
    WHERE m.category = :category AND m.entity = :entity AND {readable:c} AND {readable:e}
""")
_DECIDED = compose("""
    SELECT m.category FROM memberships m JOIN categories c ON c.id = m.category
    WHERE (m.excluded OR m.declared_by = 'user') AND {readable:c}
    UNION SELECT l.parent FROM category_links l JOIN categories c ON c.id = l.parent
    WHERE (l.excluded OR l.declared_by = 'user') AND {readable:c}
    UNION SELECT l.child FROM category_links l JOIN categories c ON c.id = l.child
    WHERE (l.excluded OR l.declared_by = 'user') AND {readable:c}
""")
_HELD = compose("""
    SELECT m.category FROM memberships m JOIN categories c ON c.id = m.category
    WHERE m.declared_by = 'user' AND NOT m.excluded AND {readable:c}
    UNION SELECT l.parent FROM category_links l JOIN categories c ON c.id = l.parent
    WHERE l.declared_by = 'user' AND NOT l.excluded AND {readable:c}
""")
_TAKEN_OUT = compose("""
    SELECT m.category, {entity:e} FROM memberships m
    JOIN categories c ON c.id = m.category JOIN entities e ON e.id = m.entity
    WHERE m.category IN (SELECT value FROM json_each(:ids)) AND c.retired_at IS NULL AND m.excluded
    AND {readable:c} AND {readable:e} ORDER BY m.category, e.id
""")
_LATEST_WORDS = compose("""
    SELECT e.text FROM episodes e WHERE e.role = 'user' AND e.speaker = '' AND {readable:e}
    ORDER BY e.id DESC LIMIT :limit
""")


@dataclass(frozen=True, slots=True)
class Reached:
    """Everything under some categories, those themselves included, by number."""

    categories: tuple[CategoryId, ...]
    entities: tuple[EntityId, ...]


class Categories(Group):
    def top(self, scope: Scope, limit: int = 10_000) -> list[Category]:
        """The nodes that nothing stands above: where a walk begins. The highest layer first, by name within a layer."""
        return self._all("category", _TOP, scope, limit=limit)

    def categories_below(self, ids: Collection[CategoryId], scope: Scope) -> dict[CategoryId, list[Category]]:
        """The categories right under each, by name. Those of layer 1 have none: see `entities_below`."""
        return self._rows_below(CATEGORY.decode, _CATEGORIES_BELOW, ids, scope)

    def entities_below(self, ids: Collection[CategoryId], scope: Scope) -> dict[CategoryId, list[Entity]]:
        """The entities right under each category of layer 1, in the order they became known."""
        return self._rows_below(ENTITY.decode, _ENTITIES_BELOW, ids, scope)

    def first_entities(self, ids: Collection[CategoryId], scope: Scope, each: int) -> dict[CategoryId, list[Entity]]:
        """Of each category of layer 1 the `each` entities that were put in first."""
        return self._rows_below(ENTITY.decode, _FIRST_ENTITIES, ids, scope, each=each)

    def _rows_below(
        self, decode: Any, query: str, ids: Collection[CategoryId], scope: Scope, **more: int
    ) -> dict[Any, list[Any]]:
        found: dict[Any, list[Any]] = {}
        for row in self._rows(query, scope, ids=listed(ids), **more) if ids else ():
            found.setdefault(row[0], []).append(decode(row, 1))
        return found

    def descendants(self, ids: Collection[CategoryId], scope: Scope) -> Reached:
        """All that lies under the categories, at any depth, in one recursive query ("get all children")."""
        rows: list[Any] = self._rows(_DESCENDANTS, scope, ids=listed(ids)) if ids else []
        return Reached(tuple(one for kind, one in rows if kind == 0), tuple(one for kind, one in rows if kind == 1))

    def ancestors(self, ids: Collection[CategoryId], scope: Scope) -> list[Category]:
        """The categories and all that stand above them, the lowest layer first."""
        return self._all("category", _ANCESTORS, scope, ids=listed(ids)) if ids else []

    def uncategorised(self, scope: Scope, limit: int) -> list[Entity]:
        """Entities that are in no category yet, or only in ones that a person deleted or took them out of."""
        return self._all("entity", _UNCATEGORISED, scope, limit=limit)

    def count_uncategorised(self, scope: Scope) -> int:
        return self._count(_COUNT_UNCATEGORISED, scope)

    def sizes(self, scope: Scope) -> dict[CategoryId, tuple[int, EntityId]]:
        """How many entities each category of layer 1 holds, and the one with the lowest number."""
        rows: list[Any] = self._rows(_SIZES, scope)
        return {category: (count, first) for category, count, first in rows}

    def links(self, scope: Scope) -> list[CategoryLink]:
        """Every link between two categories, those that a person took out (`excluded`) among them."""
        return self._all("category_link", _LINKS, scope)

    def retired(self, scope: Scope) -> list[Category]:
        """The categories that a person deleted: the app makes none of their name again."""
        return self._all("category", _RETIRED, scope)

    def excluded(self, ids: Collection[EntityId], scope: Scope) -> set[tuple[CategoryId, EntityId]]:
        """The pairs that a person took apart, of some entities; retired categories included."""
        rows: list[Any] = self._rows(_EXCLUDED, scope, ids=listed(ids)) if ids else []
        return {(category, entity) for entity, category in rows}

    def membership(self, category: CategoryId, entity: EntityId, scope: Scope) -> Membership | None:
        """How an entity and a category stand to each other; also where a person took them apart."""
        found: Membership | None = self._first("membership", _MEMBERSHIP, scope, category=category, entity=entity)
        return found

    def decided(self, scope: Scope) -> set[CategoryId]:
        """Categories that a person put something in or took something out of."""
        rows: list[Any] = self._rows(_DECIDED, scope)
        return {number for (number,) in rows}

    def held(self, scope: Scope) -> set[CategoryId]:
        """Categories that something is in because a person put it there."""
        rows: list[Any] = self._rows(_HELD, scope)
        return {number for (number,) in rows}

    def taken_out(self, ids: Collection[CategoryId], scope: Scope) -> dict[CategoryId, list[Entity]]:
        """The entities that a person took out of each category."""
        return self._rows_below(ENTITY.decode, _TAKEN_OUT, ids, scope)

    def latest_words(self, scope: Scope, limit: int) -> list[str]:
        """What the user wrote last: it shows in which language categories should be named."""
        rows: list[Any] = self._rows(_LATEST_WORDS, scope, limit=limit)
        return [text for (text,) in rows]

    def get(self, ids: Collection[CategoryId], scope: Scope) -> dict[CategoryId, Category]:
        """Those of `ids` that exist and may be read."""
        return dict(self._by_id("category", _GET, ids, scope))

    def listed(self, scope: Scope, layer: int | None = None, limit: int = 10_000) -> list[Category]:
        """The highest layer first, by name within a layer."""
        return self._all("category", _LISTED, scope, layer=layer, limit=limit)

    def named(self, name: str, scope: Scope) -> list[Category]:
        """Categories whose name is the same when folded."""
        return self._all("category", _NAMED, scope, key=name_key(name))

    def memberships(self, ids: Collection[EntityId], scope: Scope) -> dict[EntityId, list[Membership]]:
        """The categories of layer 1 that each entity is in."""
        return self._grouped_rows("membership", _OF_ENTITIES, ids, scope)

    def members(self, ids: Collection[CategoryId], scope: Scope) -> dict[CategoryId, list[Membership]]:
        """The entities in each category of layer 1."""
        return self._grouped_rows("membership", _MEMBERS, ids, scope)

    def parents(self, ids: Collection[CategoryId], scope: Scope) -> dict[CategoryId, list[CategoryLink]]:
        return self._grouped_rows("category_link", _PARENTS, ids, scope)

    def children(self, ids: Collection[CategoryId], scope: Scope) -> dict[CategoryId, list[CategoryLink]]:
        return self._grouped_rows("category_link", _CHILDREN, ids, scope)
