"""Who and what memory knows, their other names, and where they were named."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from app.domain.ids import AliasId, EntityId, EpisodeId, MentionId
from app.domain.scope import Scope

EntityKind = Literal["person", "organization", "place", "thing", "event", "concept"]
ENTITY_KINDS: tuple[EntityKind, ...] = get_args(EntityKind)

UNSAID: EntityKind = "concept"
"""Kind of a declared entity whose kind nobody gave and no relation tells. Whoever gives it later is believed."""

DeclaredBy = Literal["extractor", "model", "agent", "user"]

ME = "Me"
"""Name of the entity for the user; drafts use it for "I", "me", "私". Windows show it in the user's language."""

MAX_NAME = 256
"""Characters in a name or alias (design §4.2)."""


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` up to, not including, `end` of an episode's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Entity:
    id: EntityId
    name: str
    kind: EntityKind
    created_at: datetime
    tag: str = ""
    """A few words of detail: "sister", "route planner", "金型の会社"."""
    summary: str = ""
    declared_by: DeclaredBy = "extractor"
    mention_count: int = 0
    scope: Scope = Scope()


@dataclass(frozen=True, slots=True)
class Alias:
    id: AliasId
    entity: EntityId
    text: str
    declared_by: DeclaredBy
    created_at: datetime
    episode: EpisodeId | None = None
    """The episode that states it, if one does."""


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity named in an episode."""

    id: MentionId
    entity: EntityId
    episode: EpisodeId
    span: Span
    declared_by: DeclaredBy
