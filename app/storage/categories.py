"""Reads of the category hierarchy."""

from collections.abc import Collection

from app.domain.category import Category, CategoryLink, Membership
from app.domain.ids import CategoryId, EntityId
from app.domain.scope import Scope
from app.domain.text import name_key
from app.storage.sql import Group, compose

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


class Categories(Group):
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
