"""A piece of the graph as screens and programs see it: entities, and the facts between them."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from app.domain.entity import DeclaredBy, Entity
from app.domain.ids import CategoryId, EntityId, FactId

EdgeState = Literal["current", "ended", "retracted", "suggested"]
EdgeSource = Literal["chat", "note", "agent", "hand"]
"""Where a fact comes from: words of a chat or a note, what an agent declared, or the user's own hand."""


@dataclass(frozen=True, slots=True)
class GraphNode:
    """An entity that is shown. `depth` is its distance in facts from the centre."""

    entity: Entity
    depth: int
    degree: int
    """Entities that it is related to, shown or not."""
    hidden: int = 0
    """Of these, how many are not shown."""
    categories: tuple[CategoryId, ...] = ()
    """What it is in, the narrowest first."""


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """A fact between two entities that are both shown."""

    fact: FactId
    subject: EntityId
    object: EntityId
    predicate: str
    text: str
    """The fact as a sentence, in the language of its source."""
    state: EdgeState = "current"
    declared_by: DeclaredBy = "extractor"
    agent: str = ""
    """The agent that declared it, by name."""
    since: date | None = None
    """The first day on which it holds in the world. None: not known, it held before any day that is asked."""
    until: date | None = None
    """The first day on which it holds no more; None while no end is known."""
    confidence: float = 1.0
    source: EdgeSource = "chat"
    expired_at: date | None = None
    """The day on which it was taken back; it was never true."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What lies around `center`. `nodes` are in the order they were reached, the centre first."""

    center: EntityId
    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[GraphEdge, ...] = ()
    hidden: int = 0
    """Entities that were reached within the depth but are not shown, because the limit was."""
    complete: bool = True
    """False where the read budget ended before everything within the depth was looked at: `hidden` is a lower bound."""
    about: tuple[EntityId, ...] = ()
    """All that it was looked around; `center` is the first of them. Empty: the entities named most in all of memory."""
