"""A question put to memory, and what came back with the reason for each find."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from app.domain.entity import Entity
from app.domain.episode import Episode
from app.domain.fact import Fact
from app.domain.ids import ConversationId
from app.domain.scope import OWNER, Scope

Intent = Literal["simple", "complex", "temporal"]
Route = Literal["system1", "system2"]


@dataclass(frozen=True, slots=True)
class Question:
    """`asked_at` is the moment that "now" and "last week" are counted from; `as_of` keeps what held on that day."""

    text: str
    asked_at: datetime
    scope: Scope = OWNER
    as_of: date | None = None
    limit: int = 10
    conversation: ConversationId | None = None
    """The conversation it is asked in: its own last turns are context, not finds."""


@dataclass(frozen=True, slots=True)
class Reason:
    """An arm that found it: words, name, alias, vector, tokens, relation, neighbour, session or speaker.

    A fact may also have `asked`: it is what the question's own words ask for.
    """

    arm: str
    detail: str = ""
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Hit:
    """An episode that was found. `score` orders; `confidence` in 0..1 is what the gate looks at."""

    episode: Episode
    score: float
    confidence: float
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class FactHit:
    fact: Fact
    score: float
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityHit:
    entity: Entity
    score: float
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Recollection:
    """What memory holds on a question, best first. `nothing` is true when no hit passes the gate."""

    question: Question
    intent: Intent = "simple"
    episodes: tuple[Hit, ...] = ()
    facts: tuple[FactHit, ...] = ()
    entities: tuple[EntityHit, ...] = ()
    nothing: bool = False
    notes: tuple[str, ...] = field(default=())
    """What was cut or could not be used, for the inspector."""
