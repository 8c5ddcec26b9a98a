"""Categories that say the same: names that differ in number or spelling, or the very same entities under both."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from app.domain.category import Category
from app.domain.ids import CategoryId, EntityId
from app.domain.scope import EVERYONE
from app.domain.text import name_key
from app.memory.learn.naming import singular
from app.memory.tend.question import Question
from app.storage.view import View

SAME_NAME = "The names say the same."
SAME_THINGS = "The same is in both."
_ENOUGH = 3
"""Entities that two categories must share, and neither have others, to be taken for one."""


def untidy(view: View) -> Iterator[Question]:
    """Pairs of one layer and scope; what a person named is kept, else what holds more, else the older one."""
    known = view.categories.listed(EVERYONE)
    rows = view.categories.members([one.id for one in known if one.layer == 1], EVERYONE)
    members = {id: frozenset(row.entity for row in some if not row.excluded) for id, some in rows.items()}
    groups: dict[tuple[object, ...], list[Category]] = defaultdict(list)
    for one in known:
        groups[(one.scope, one.layer, singular(name_key(one.name)))].append(one)
    yield from _pairs(groups.values(), members, SAME_NAME)
    groups.clear()
    for one in known:
        inside = members.get(one.id, frozenset())
        if len(inside) >= _ENOUGH:
            groups[(one.scope, inside)].append(one)
    yield from _pairs(groups.values(), members, SAME_THINGS)


def _pairs(
    groups: Iterable[list[Category]],
    members: Mapping[CategoryId, frozenset[EntityId]],
    reason: str,
) -> Iterator[Question]:
    for alike in groups:
        kept, *others = sorted(
            alike, key=lambda one: (one.declared_by != "user", -len(members.get(one.id, ())), one.id)
        )
        for gone in others:
            yield Question("category", reason, {"name": kept.name, "kept": kept.id, "gone": gone.id}, kept.scope)
