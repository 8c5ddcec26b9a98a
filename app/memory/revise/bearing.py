"""Categories that bear an entity's own name: places kept free for the next thing of its sort, not groups.

They say nothing that the entity does not say itself, so they follow it: called as it is called, gone when it becomes
one with an entity that has a place already.
"""

from collections.abc import Sequence

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.plan import Amend, Remove, Step
from app.domain.scope import EVERYONE, Scope
from app.domain.text import name_key
from app.storage.view import View


def bearing(view: View, entity: Entity, scope: Scope) -> list[Category]:
    """Those with nothing but this entity in them, and those above that hold only such a one; the lowest first.

    What is in them is counted in all of memory: a place that somebody else shares is no place of its own.
    """
    rows = view.categories.memberships([entity.id], scope).get(entity.id, ())
    known = view.categories.get({row.category for row in rows}, scope)
    inside = view.categories.first_entities(list(known), EVERYONE, each=2)
    found: list[Category] = []
    layer = [row for id, row in known.items() if len(inside.get(id, ())) == 1 and _bears(row, entity)]
    while layer:
        found += layer
        above = view.categories.parents([row.id for row in layer], scope)
        parents = view.categories.get({link.parent for links in above.values() for link in links}, scope)
        below = view.categories.categories_below(list(parents), EVERYONE)
        layer = [row for id, row in parents.items() if len(below.get(id, ())) == 1 and _bears(row, entity)]
    return found


def _bears(category: Category, entity: Entity) -> bool:
    return category.declared_by != "user" and name_key(category.name) == name_key(entity.name)


def called(categories: Sequence[Category], name: str) -> list[Step]:
    """They are called as the entity is called now."""
    return [Amend("category", row.id, {"name": name}) for row in categories if row.name != name]


def gone(view: View, categories: Sequence[Category], scope: Scope) -> list[Step]:
    """They go, with what was in them only."""
    members = view.categories.members([row.id for row in categories], scope)
    steps: list[Step] = [Remove("membership", row.id) for rows in members.values() for row in rows]
    return [*steps, *(Remove("category", row.id) for row in reversed(categories))]
