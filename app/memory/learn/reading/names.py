"""Names as candidates: several voters look at the same characters, and the reader's rule has the last word.

Order of trust for the kind of a name: the slot of the relation it stands in, then its own form (title, suffix,
wikilink), then the gazetteer, then the tagger, then plain capitalisation.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from app.domain.entity import EntityKind, Span
from app.inference.protocols import NameSpan

Voter = Literal["form", "gazetteer", "tagger", "shape"]

_WEIGHTS: dict[Voter, float] = {"form": 3.0, "gazetteer": 2.0, "tagger": 1.5, "shape": 0.5}
"""So that form beats gazetteer, gazetteer beats tagger, and a sure tagger with a shape beats a lone gazetteer entry
only when both agree. Hand-set: the order is the rule, the numbers only keep it."""


@dataclass(frozen=True, slots=True)
class Vote:
    """One voter's word on what kind of thing a name is; `sure` in 0..1."""

    voter: Voter
    kind: EntityKind
    sure: float = 1.0


@dataclass(frozen=True, slots=True)
class Name:
    """A stretch of text that may be a name. `text` is the name as it should be kept (no title, no version)."""

    span: Span
    text: str
    votes: tuple[Vote, ...] = ()

    @property
    def kind(self) -> EntityKind | None:
        """What most of the votes say, or nothing when nobody voted."""
        return elect(self.votes)

    @property
    def score(self) -> float:
        """How sure the voters are that this is a name at all, 0..1."""
        return min(1.0, sum(_WEIGHTS[vote.voter] * vote.sure for vote in self.votes) / _WEIGHTS["form"])


def elect(votes: Iterable[Vote], slot: EntityKind | None = None) -> EntityKind | None:
    """The kind of a name: the slot's if the relation has one, else the heaviest sum of votes."""
    if slot is not None:
        return slot
    sums: dict[EntityKind, float] = {}
    for vote in votes:
        sums[vote.kind] = sums.get(vote.kind, 0.0) + _WEIGHTS[vote.voter] * vote.sure
    return max(sums.items(), key=lambda item: item[1])[0] if sums else None


def known_kind(votes: Iterable[Vote]) -> EntityKind | None:
    """What a name's form and the gazetteer say, without the tagger's guess: enough to overrule a slot."""
    return elect(vote for vote in votes if vote.voter in ("form", "gazetteer"))


def tagger_votes(span: Span, tagged: Sequence[NameSpan]) -> tuple[Vote, ...]:
    """The tagger's word on a span: its names that share at least half of the characters with it."""
    votes = []
    for name in tagged:
        shared = min(span.end, name.end) - max(span.start, name.start)
        if shared * 2 >= max(span.end - span.start, name.end - name.start):
            votes.append(Vote("tagger", name.kind, name.score))
    return tuple(votes)
