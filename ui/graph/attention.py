"""What a person's mind is on beyond what is selected: the hits of a search, a focus, what has changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from app.domain.ids import EntityId, FactId

Turn = Literal["began", "ended", "retracted"]
"""What became of a fact or an entity between two days."""


@dataclass(frozen=True, slots=True)
class Attention:
    """`hits` and `focus`: None while there is no search and no focus; empty while one finds nothing."""

    hits: frozenset[EntityId] | None = None
    focus: frozenset[EntityId] | None = None
    facts: Mapping[FactId, Turn] = field(default_factory=dict)
    entities: Mapping[EntityId, Turn] = field(default_factory=dict)

    @property
    def spared(self) -> frozenset[EntityId] | None:
        """Who does not stand back; None where nobody does. A search inside a focus looks at the focus only."""
        if self.hits is None or self.focus is None:
            return self.focus if self.hits is None else self.hits
        return self.hits & self.focus
