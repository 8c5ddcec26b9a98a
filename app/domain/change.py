"""What a commit, an undo or a redo did. The same value feeds the journal, the indexes and the screens."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from app.domain.plan import Author, Noun


@dataclass(frozen=True, slots=True)
class Touched:
    """One row that was added, amended or removed."""

    noun: Noun
    act: Literal["add", "amend", "remove"]
    id: int


@dataclass(frozen=True, slots=True)
class Change:
    """`seq` is the journal number. `ids` maps the plan's placeholders to the rows' real numbers."""

    seq: int
    author: Author
    label: str
    subject: str = ""
    touched: tuple[Touched, ...] = ()
    ids: Mapping[int, int] = field(default_factory=dict)
    played: Literal["commit", "undo", "redo"] = "commit"

    def nouns(self) -> frozenset[Noun]:
        """Kinds of rows touched: what a screen asks first."""
        return frozenset(row.noun for row in self.touched)
