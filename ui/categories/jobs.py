"""What the page of categories has done on the lanes, which import the services: the window does not wait for them."""

from typing import TYPE_CHECKING

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.ids import CategoryId, EntityId

if TYPE_CHECKING:
    from app.services.hierarchy import Hierarchy
    from app.services.workspace import ReadDesk, WriteDesk


def read_hierarchy(desk: "ReadDesk") -> "Hierarchy":
    """All categories."""
    from app.services import hierarchy

    return hierarchy.hierarchy(desk)


def read_members(category: CategoryId, desk: "ReadDesk") -> list[Entity]:
    """The entities right under one category."""
    from app.services import hierarchy

    return hierarchy.members(desk, category)


def read_categories_of(entity: EntityId, desk: "ReadDesk") -> list[Category]:
    """The categories that an entity is in."""
    from app.services import hierarchy

    return hierarchy.of_entity(desk, entity)


def read_found(text: str, desk: "ReadDesk") -> list[Entity]:
    """Entities that a search finds."""
    from app.services import memories

    return list(memories.listed(desk, text, limit=50).entities)


def make(name: str, members: list[EntityId], desk: "WriteDesk") -> object:
    """A new category, with these in it. Raises `BadInput` for a name that is taken."""
    from app.services import categories

    return categories.make(desk, name, members)


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


def move(entity: EntityId, source: CategoryId, target: CategoryId, desk: "WriteDesk") -> object:
    """Out of one category and into another. Raises `BadInput`."""
    from app.services import categories

    return categories.move(desk, entity, source, target)


def put_in(entity: EntityId, category: CategoryId, desk: "WriteDesk") -> object:
    """Into one more category. Raises `BadInput`."""
    from app.services import categories

    return categories.put_in(desk, entity, category)


def take_out(entity: EntityId, category: CategoryId, desk: "WriteDesk") -> object:
    """Out of a category, for good. Raises `BadInput`."""
    from app.services import categories

    return categories.take_out(desk, entity, category)
