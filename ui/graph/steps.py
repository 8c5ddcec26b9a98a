"""What becomes of a lens when a person says "more from here", "less", "not this": pure rules over values."""

from collections.abc import Collection
from dataclasses import replace

from app.domain.ids import EntityId
from app.domain.lens import Lens

DEPTHS = (1, 2, 3, 4, 5)
SIZES = (150, 500, 2_000, 10_000, 50_000)
"""Nodes that "show more" steps through: the first can be read, the last can just be drawn."""


def expanded(lens: Lens, entities: Collection[EntityId]) -> Lens:
    """The neighbours of these are shown too, and looked behind as far as the depth goes."""
    return replace(lens, opened=lens.opened.union(entities), closed=lens.closed.difference(entities))


def collapsed(lens: Lens, entities: Collection[EntityId]) -> Lens:
    """What was opened by hand is closed again; what the depth shows behind the others is left out."""
    shut = {entity for entity in entities if entity not in lens.opened and entity not in lens.about}
    return replace(lens, opened=lens.opened.difference(entities), closed=lens.closed | shut)


def closed_off(lens: Lens, entities: Collection[EntityId]) -> Lens:
    """These hubs are shown but not looked behind, also when the depth grows."""
    return replace(lens, closed=lens.closed.union(entities), opened=lens.opened.difference(entities))


def hidden(lens: Lens, entities: Collection[EntityId]) -> Lens:
    """These are not shown. What all is shown around stays, since there would be nothing to see."""
    gone = frozenset(entities)
    about = tuple(entity for entity in lens.about if entity not in gone) or lens.about
    return replace(lens, about=about, hidden=lens.hidden | gone.difference(about), opened=lens.opened - gone)


def unhidden(lens: Lens) -> Lens:
    """Everything that was hidden one by one is shown again."""
    return replace(lens, hidden=frozenset())


def larger(limit: int, most: int) -> int | None:
    """The next size; None where no more can be shown."""
    return next((size for size in (*SIZES, most) if limit < size <= most), None)
