"""Relations: what holds between entities, when in the world, and on whose word."""

from dataclasses import dataclass
from datetime import date, datetime

from app.domain.clock import WorldTime
from app.domain.entity import DeclaredBy, Span
from app.domain.ids import AnchorId, EntityId, EpisodeId, FactId, Ref
from app.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Value:
    """An object that is not an entity: a birthday, a phone number, a job title."""

    text: str


Node = EntityId | Ref
"""What a fact may start from."""
Object = EntityId | Ref | Value
"""What a fact may point to. `EntityId` is an int at run time: test `isinstance(x, int)`."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A relation on two time axes.

    In the world: from `valid_at` (empty: not stated, it then holds from the day it was said) up to `invalid_at`,
    ended by `invalidated_by` where another fact ended it. In the store: from `created_at` until `expired_at`, which
    is set when a person retracts it; a retracted fact was never true.
    """

    id: FactId
    subject: Node
    predicate: str
    object: Object
    fact: str
    """The fact as a sentence, in the language of its source."""
    said_at: datetime
    """When its first anchor was said, with that offset."""
    created_at: datetime
    valid_at: WorldTime | None = None
    invalid_at: WorldTime | None = None
    invalidated_by: FactId | None = None
    expired_at: datetime | None = None
    declared_by: DeclaredBy = "extractor"
    confidence: float = 1.0
    declared_at: datetime | None = None
    """Refreshed when the same fact is declared again."""
    scope: Scope = Scope()

    def since(self) -> date:
        """The first day on which it holds."""
        return self.valid_at.first() if self.valid_at else self.said_at.date()

    def holds_on(self, day: date) -> bool:
        """Whether it holds on `day`: from its first day up to, not including, the first day of `invalid_at`.

        A fact that ends on the day it began never held a whole day and holds on none. A retracted fact holds never.
        """
        if self.expired_at is not None or day < self.since():
            return False
        return self.invalid_at is None or day < self.invalid_at.first()


@dataclass(frozen=True, slots=True)
class Anchor:
    """An episode, and the characters in it, that support a fact."""

    id: AnchorId
    fact: FactId
    episode: EpisodeId
    span: Span
    ends: bool = False
    """True where the words end the fact instead of stating it."""
