"""What sorting asks of whoever proposes categories: the rules of this device, or a model.

A categoriser only proposes. Names, members, layers and what a person decided are checked afterwards
(`app/memory/tend/sorting.py`), whoever proposed, so a proposal may be wrong in any way without harm.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from app.domain.draft import Language
from app.domain.entity import DeclaredBy, EntityKind
from app.domain.ids import CategoryId

MODEL_BATCH = 8
"""The most things that a model is asked to sort at once. The rules of this device may take more: they lose nothing in a
longer list, and a big memory is then sorted in minutes."""
MODEL_BATCHES = 10
"""The most batches of a model in one run; what is left waits for the next."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A fact as one of its ends sees it: `role` is the end, `other` the name or value at the far end."""

    predicate: str
    role: Literal["subject", "object"]
    other: str
    fact: str
    """The fact as a sentence, in the language of its source."""
    with_me: bool = False
    """Whether the far end is the user."""


@dataclass(frozen=True, slots=True)
class Sortable:
    """One thing to sort: an entity (`kind` set), or for an upper layer a category of the layer below."""

    id: int
    """The entity's or the category's number; a category made by the same plan has a negative one."""
    name: str
    kind: EntityKind | None = None
    tag: str = ""
    summary: str = ""
    ties: tuple[Tie, ...] = ()
    """What is known of an entity, the latest first, a few only. Categories have none."""
    kinds: tuple[EntityKind, ...] = ()
    """Of a category: the kinds of entities under it, the most frequent first."""

    def words(self, most: int = 3) -> str:
        """Name, tag, summary and facts as one line: what a model reads and what is encoded."""
        parts = [self.name, self.tag, self.summary, *(tie.fact for tie in self.ties[:most])]
        return ". ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class KnownCategory:
    """A category of the layer that is being filled. `members`: names of some of what it holds."""

    id: CategoryId
    name: str
    tag: str = ""
    summary: str = ""
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sorting:
    """One batch: `things` are to be put under categories of `layer` (1 for entities)."""

    layer: int
    things: tuple[Sortable, ...]
    known: tuple[KnownCategory, ...]
    language: Language
    """Of names, tags and summaries of new categories."""
    refused: tuple[str, ...] = ()
    """Names that a person deleted: proposing them again is of no use."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Some of the things under one category: a known one by number, or a new one by name.

    With both, the number counts if it is known, else the name. A thing may stand in several proposals.
    """

    members: tuple[int, ...]
    category: CategoryId | None = None
    name: str = ""
    tag: str = ""
    summary: str = ""


class Categoriser(Protocol):
    """Puts things under categories by three principles: the most specific name that covers the members, a thing may be
    in several, a category is worth its place with two members or more."""

    @property
    def by(self) -> DeclaredBy:
        """Who answers for what it proposes: `extractor` or `model`."""
        ...

    @property
    def batch(self) -> int:
        """The most things it takes at once."""
        ...

    def propose(self, sorting: Sorting) -> Sequence[Proposal]:
        """Raises `ModelUnavailable` when it cannot answer, `Cancelled` when stopped. Things left out are sorted by the
        rules of this device."""
        ...
