"""What a person looks at in the graph: around whom, how far, what is left out, as of when; and a look kept by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from app.domain.entity import DeclaredBy, EntityKind
from app.domain.graph import EdgeSource, EdgeState
from app.domain.ids import CategoryId, EntityId, SavedViewId
from app.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Filters:
    """What is switched off in a picture that has been read, and the day that it shows. Nothing is read for it.

    `categories`: only entities in one of these, when there are any. `as_of`: memory as it held on that day; what had
    not begun by then or had ended is faded, never gone. Otherwise today counts.
    """

    kinds: frozenset[EntityKind] = frozenset()
    states: frozenset[EdgeState] = frozenset({"retracted"})
    predicates: frozenset[str] = frozenset()
    sources: frozenset[EdgeSource] = frozenset()
    declared_by: frozenset[DeclaredBy] = frozenset()
    categories: frozenset[CategoryId] = frozenset()
    least_confidence: float = 0.0
    since: date | None = None
    until: date | None = None
    """Only what held on some day of `since`–`until`, both included."""
    as_of: date | None = None

    @property
    def on(self) -> bool:
        """Whether anything is hidden that a fresh picture shows."""
        return self != Filters(as_of=self.as_of)


@dataclass(frozen=True, slots=True)
class Lens:
    """What is read for a picture. `about` empty: the entities named most in all of memory.

    `opened`: their neighbours are shown too, however far out they are. `closed`: hubs that are shown but not looked
    behind. `hidden`: not shown at all, and not looked behind.
    """

    about: tuple[EntityId, ...] = ()
    depth: int = 1
    limit: int = 150
    opened: frozenset[EntityId] = frozenset()
    closed: frozenset[EntityId] = frozenset()
    hidden: frozenset[EntityId] = frozenset()
    filters: Filters = Filters()


Place = tuple[float, float]
"""Where a node stands on the plane, in ideal edge lengths."""


@dataclass(frozen=True, slots=True)
class SavedView:
    """A look at the graph that a person kept under a name, with the places that they gave the nodes."""

    id: SavedViewId
    name: str
    lens: Lens
    created_at: datetime
    places: Mapping[EntityId, Place] = field(default_factory=dict)
    pinned: frozenset[EntityId] = frozenset()
    scope: Scope = Scope()
