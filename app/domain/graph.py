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


ChangeKind = Literal["began", "ended", "retracted"]


@dataclass(frozen=True, slots=True)
class FactChange:
    """What happened to one fact on one day of the world."""

    kind: ChangeKind
    day: date
    fact: FactId
    subject: EntityId
    object: EntityId | None
    """None where the fact is about a value: a birthday, a job title."""
    subject_name: str
    object_name: str
    """The name of the object, or the value itself."""
    predicate: str
    text: str
    """The fact as a sentence, in the language of its source."""
    dated: bool = True
    """False where nobody said when it began: it counts from the day on which it was said."""


def holds_on(edge: GraphEdge, day: date) -> bool:
    """Whether a fact holds on `day`: from `since` up to, not including, `until`. A doubt or a mistake holds never."""
    if edge.state in ("retracted", "suggested"):
        return False
    return (edge.since is None or edge.since <= day) and (edge.until is None or day < edge.until)


def state_on(edge: GraphEdge, day: date) -> EdgeState:
    """How an edge looks when memory is seen as of `day`.

    What was taken back was never true, so it is so on any day; a suggestion is one on any day. Of the rest, what does
    not hold on that day, because it is over or has not begun, counts as ended.
    """
    if edge.state in ("retracted", "suggested"):
        return edge.state
    return "current" if holds_on(edge, day) else "ended"
