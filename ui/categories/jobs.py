"""What the page of categories has done on the lanes, which import the services: the window does not wait for them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.ids import CategoryId, EntityId
from app.domain.rebuild import Rebuild, Taken
from ui.categories.carrying import Carried

if TYPE_CHECKING:
    from app.services.hierarchy import Hierarchy, Within
    from app.services.workspace import ReadDesk, WriteDesk


def read_hierarchy(desk: "ReadDesk") -> "Hierarchy":
    """All categories."""
    from app.services import hierarchy

    return hierarchy.hierarchy(desk)


def read_within(categories: Sequence[CategoryId], desk: "ReadDesk") -> "Mapping[CategoryId, Within]":
    """What is right in each of some categories."""
    from app.services import hierarchy

    return hierarchy.within(desk, categories)


def read_under(category: CategoryId, desk: "ReadDesk") -> tuple[EntityId, ...]:
    """The entities under a category at whatever depth, the most named first."""
    from app.services import hierarchy

    return tuple(one.id for one in hierarchy.one(desk, category)[1])


def read_categories_of(entity: EntityId, desk: "ReadDesk") -> list[Category]:
    """The categories that an entity is in."""
    from app.services import hierarchy

    return hierarchy.of_entity(desk, entity)


def read_found(text: str, desk: "ReadDesk") -> list[Entity]:
    """Entities that a search finds."""
    from app.services import memories

    return list(memories.listed(desk, text, limit=50).entities)


def read_rebuild(desk: "ReadDesk") -> Rebuild:
    """All categories thought anew: what would change."""
    from app.services import categories

    return categories.rebuild_preview(desk)


def read_part(shown: Rebuild, taken: Taken, desk: "ReadDesk") -> Rebuild:
    """The part of it that was taken, thought through."""
    from app.services import categories

    return categories.rebuild_part(desk, shown, taken)


def rebuild(part: Rebuild, desk: "WriteDesk") -> object:
    """Write it. Raises `Outdated` where memory has changed meanwhile."""
    from app.services import categories

    return categories.rebuild(desk, part)


def make(name: str, members: Sequence[Carried], parent: CategoryId | None, leave: bool, desk: "WriteDesk") -> object:
    """A new category with these in it; `leave`: they leave those that they are seen in. Raises `BadInput`."""
    from app.services import categories

    entities = [(one.entity, one.home if leave else None) for one in members if one.entity is not None]
    if parent is None:
        return categories.make(desk, name, [entity for entity, _ in entities])
    return categories.make_under(desk, name, parent, entities)


def gather(name: str, below: Sequence[CategoryId], desk: "WriteDesk") -> object:
    """A new category above some. Raises `BadInput`."""
    from app.services import categories

    return categories.gather(desk, name, below)


def nest(carried: Carried, target: CategoryId, desk: "WriteDesk") -> object:
    """A category under one that stands higher. Raises `BadInput`."""
    from app.services import categories

    return categories.nest(desk, carried.category or CategoryId(0), carried.home, target)


def split(category: CategoryId, name: str, chosen: Sequence[int], desk: "WriteDesk") -> object:
    """A new category beside one, with some of what is in it. Raises `BadInput`."""
    from app.services import categories

    return categories.split(desk, category, name, chosen)


def rename(category: CategoryId, name: str, desk: "WriteDesk") -> object:
    """Give a category another name. Raises `BadInput`."""
    from app.services import categories

    return categories.rename(desk, category, name)


def describe(category: CategoryId, summary: str, desk: "WriteDesk") -> object:
    """Say what is in a category."""
    from app.services import categories

    return categories.describe(desk, category, summary)


def delete(category: CategoryId, desk: "WriteDesk") -> object:
    """Delete a category. Raises `BadInput` where it has to stay."""
    from app.services import categories

    return categories.delete(desk, category)


def merge(kept: CategoryId, gone: CategoryId, desk: "WriteDesk") -> object:
    """Make two categories one. Raises `BadInput`."""
    from app.services import categories

    return categories.merge(desk, kept, gone)


def move(carried: Sequence[Carried], target: CategoryId, further: bool, desk: "WriteDesk") -> object:
    """Out of where they are seen and into another; `further`: they stay where they are too. Raises `BadInput`."""
    from app.services import categories

    moves = [(one.entity, None if further else one.home) for one in carried if one.entity is not None]
    return categories.move_all(desk, moves, target)


def take_out(carried: Sequence[Carried], desk: "WriteDesk") -> object:
    """Out of the category that they are seen in, for good. Raises `BadInput`."""
    from app.services import categories

    pairs = [(one.entity, one.home) for one in carried if one.entity is not None and one.home is not None]
    return categories.take_all_out(desk, pairs)
