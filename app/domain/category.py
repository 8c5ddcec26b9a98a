"""The hierarchy above the entities: categories of layer 1 and up, many-to-many with what lies below."""

from dataclasses import dataclass
from datetime import datetime

from app.domain.entity import DeclaredBy
from app.domain.ids import CategoryId, CategoryLinkId, EntityId, MembershipId
from app.domain.scope import Scope

MOST_LAYERS = 5
"""More do not compress: seven hundred thousand things at nine a category."""
MOST_SUMMARY = 2000
"""Characters of a summary in a person's own words."""


@dataclass(frozen=True, slots=True)
class Category:
    id: CategoryId
    name: str
    layer: int
    created_at: datetime
    tag: str = ""
    summary: str = ""
    declared_by: DeclaredBy = "extractor"
    scope: Scope = Scope()
    retired_at: datetime | None = None
    """When a person deleted it: it stays, unseen, so that the app never makes it again."""


@dataclass(frozen=True, slots=True)
class Membership:
    """An entity under a category of layer 1."""

    id: MembershipId
    category: CategoryId
    entity: EntityId
    declared_by: DeclaredBy
    excluded: bool = False
    """A person took the entity out: the app never puts it back."""


@dataclass(frozen=True, slots=True)
class CategoryLink:
    """A category under one of the next layer."""

    id: CategoryLinkId
    parent: CategoryId
    child: CategoryId
    declared_by: DeclaredBy
    excluded: bool = False
    """A person took the child out: the app never puts it back."""
