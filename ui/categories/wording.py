"""Categories as the window says them."""

import re
from typing import TYPE_CHECKING

from app.domain.category import Category
from app.domain.entity import ME, Entity
from ui.categories.carrying import Carried
from ui.saying import entity_name
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.hierarchy import Hierarchy

_SPEAKER = frozenset({"Speaker", "話し手"})
"""The category of whoever writes, under which memory keeps the user; it is stored by this name."""
_BETWEEN = re.compile(r"(, |、)")


def category_words(name: str) -> str:
    """A category's name; the one that holds the user says so."""
    return tr("You (speaker)") if name in _SPEAKER else name


def summary_words(summary: str) -> str:
    """A summary that is made of the names of categories, each in words; any other is left as it is."""
    return "".join(map(category_words, _BETWEEN.split(summary)))


def placed_words(by_hand: bool, placed: bool) -> str:
    """What a person did with a place; empty where it is the app's own work."""
    if by_hand and placed:
        return tr("made or named, and put here, by you")
    if by_hand:
        return tr("made or named by you")
    return tr("put here by you") if placed else ""


def carried_entity(entity: Entity, home: Category | None, alone: bool) -> Carried:
    """An entity as a hand takes it from a place."""
    at = home.id if home is not None else None
    return Carried(entity_name(entity), 0, None, entity.id, at, alone, entity.name == ME)


def carried_branch(category: Category, above: Category | None) -> Carried:
    """A category as a hand takes it from a place."""
    at = above.id if above is not None else None
    speaks = category.layer == 1 and category.name in _SPEAKER
    return Carried(category_words(category.name), category.layer, category.id, None, at, False, speaks)


def counted_words(known: "Hierarchy") -> str:
    """How many categories there are, and how much is in none yet."""
    count = sum(one.alone is None for one in known.branches.values())
    words = [trn("{count} category", "{count} categories", count)] if count else []
    if known.unsorted:
        words.append(trn("{count} not sorted yet", "{count} not sorted yet", known.unsorted))
    return " · ".join(words)
