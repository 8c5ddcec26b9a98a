"""A question put to memory, and what came back with the reason for each find."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.episode import Episode
from app.domain.fact import Fact
from app.domain.ids import ConversationId
from app.domain.scope import OWNER, Scope
from app.domain.usage import Usage

Intent = Literal["simple", "complex", "temporal"]
Route = Literal["system1", "system2"]
Sort = Literal["episode", "fact", "entity", "category"]
Cut = Literal["", "budget", "gate", "scope", "tier", "relevance"]
"""Why a find goes no further: better ones fill the budget, the gate, the scope, its tier, or what a reranker judged."""
RerankerKind = Literal["device", "cross", "model"]
_NOTHING_USED = Usage()


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
    everywhere: bool = False
    """Whether archived episodes are found too: they are not reached for unless asked."""


@dataclass(frozen=True, slots=True)
class Reason:
    """An arm that found it: words, name, alias, vector, tokens, relation, neighbour, session, speaker or category.

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
class CategoryHit:
    category: Category
    score: float
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Layer:
    """One step of the walk down the categories: numbers of rows; at `layer` 0 they are entities.

    `shown`: how many nodes there were to choose from. `all_children`: those taken with all that is below them.
    `notes`: English sentences without a word of any memory.
    """

    layer: int
    shown: int
    selected: tuple[int, ...] = ()
    all_children: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A find as the inspector lists it: its row, the routes that led to it, its score within its sort.

    `arms`: what spoke for it and how much. `cut`: why it is not among the finds, empty where it is.
    """

    sort: Sort
    id: int
    routes: tuple[Route, ...]
    score: float
    arms: tuple[tuple[str, float], ...] = ()
    cut: Cut = ""


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
    """What was cut or could not be used, for the inspector: English sentences."""
    confidence: float = 1.0
    """How sure the intent is, 0..1."""
    reason: str = ""
    """Why it is taken for that: a key of `classify.REASONS`."""
    routes: tuple[Route, ...] = ("system1",)
    categories: tuple[CategoryHit, ...] = ()
    walk: tuple[Layer, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    """Finds by route, the first that were cut among them."""
    reranker: RerankerKind = "device"
    """What ordered them in the end."""
    usage: Usage = _NOTHING_USED
    """What models were asked to find them."""
