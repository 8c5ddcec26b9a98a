"""What the page of categories has done on the lanes, which import the services: the window does not wait for them."""

from typing import TYPE_CHECKING

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.ids import CategoryId, EntityId

if TYPE_CHECKING:
    from app.services.hierarchy import Hierarchy
    from app.services.workspace import ReadDesk


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
