"""Who stands beside whom, over arrays: a picture of ten thousand entities is thought in a few sorts. Pure.

A hub must not crowd everything else out, so places are dealt out in turn: first the best neighbour of each entity, then
the second best of each, and so on.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.domain.ids import FactId
from app.storage.graphs import Tie

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Ties:
    """Facts between two entities, int64 [n, 5] as `Tie` has them, each fact once."""

    rows: Numbers = field(default_factory=lambda: np.empty((0, 5), dtype=np.int64))

    @classmethod
    def of(cls, batches: Sequence[Numbers]) -> "Ties":
        """Batches joined: a fact that came from both of its ends is there once, the facts in order of number."""
        if not batches:
            return cls()
        rows = np.concatenate(batches)
        return cls(rows[np.unique(rows[:, 0], return_index=True)[1]])

    @property
    def lasting(self) -> "Ties":
        """Without what was taken back: that was never true, so it leads nowhere."""
        return Ties(self.rows[self.rows[:, 4] == 0])

    def between(self, entities: Collection[int]) -> list[FactId]:
        """Numbers of the facts both of whose ends are among `entities`."""
        known = numbers(entities)
        both = np.isin(self.rows[:, 1], known) & np.isin(self.rows[:, 2], known)
        found: list[FactId] = self.rows[both, 0].tolist()
        return found

    def dealt(self, level: Sequence[int], banned: Collection[int]) -> Numbers:
        """Entities beside those of `level` and not `banned`, in the order in which they get places.

        Of one entity's neighbours that goes first which is tied by something that holds, then by most facts, then by
        what was learned last.
        """
        pairs = self._pairs(numbers(level), numbers(banned))
        if not len(pairs.here):
            return pairs.here
        turn = _positions(pairs.here, numbers(level))
        ranked = np.lexsort((pairs.there, -pairs.latest, -pairs.facts, ~pairs.holds, turn))
        turn, there = turn[ranked], pairs.there[ranked]
        starts = np.flatnonzero(np.r_[True, turn[1:] != turn[:-1]])
        place = np.arange(len(turn)) - np.repeat(starts, np.diff(np.r_[starts, len(turn)]))
        order = there[np.lexsort((turn, place))]
        first = np.unique(order, return_index=True)[1]
        dealt: Numbers = order[np.sort(first)]
        return dealt

    def degrees(self, shown: Sequence[int]) -> tuple[Numbers, Numbers]:
        """For each of `shown`: how many entities it is related to, and how many of these are not shown."""
        known = numbers(shown)
        pairs = self._pairs(known, numbers(()))
        at = _positions(pairs.here, known)
        unseen = ~np.isin(pairs.there, known)
        return np.bincount(at, minlength=len(known)), np.bincount(at[unseen], minlength=len(known))

    def _pairs(self, level: Numbers, banned: Numbers) -> "_Pairs":
        """Each entity of `level` with each one beside it that is not banned, whichever is the subject."""
        fact, subject, object_, holds = self.rows[:, 0], self.rows[:, 1], self.rows[:, 2], self.rows[:, 3] != 0
        here, there = np.r_[subject, object_], np.r_[object_, subject]
        wanted = np.isin(here, level) & ~np.isin(there, banned)
        here, there = here[wanted], there[wanted]
        fact, holds = np.r_[fact, fact][wanted], np.r_[holds, holds][wanted]
        order = np.lexsort((there, here))
        here, there, fact, holds = here[order], there[order], fact[order], holds[order]
        if not len(here):
            return _Pairs(here, there, here, here, holds)
        starts = np.flatnonzero(np.r_[True, (here[1:] != here[:-1]) | (there[1:] != there[:-1])])
        facts = np.diff(np.r_[starts, len(here)])
        latest, held = np.maximum.reduceat(fact, starts), np.logical_or.reduceat(holds, starts)
        return _Pairs(here[starts], there[starts], facts, latest, held)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Columns of equal length: two entities, how many facts tie them, the newest of these, whether one holds."""

    here: Numbers
    there: Numbers
    facts: Numbers
    latest: Numbers
    holds: Mask


def rows(ties: Sequence[Tie]) -> Numbers:
    """A batch as it was read."""
    return np.array(ties, dtype=np.int64).reshape(-1, 5)


def numbers(ids: Collection[int]) -> Numbers:
    """Row numbers as an array, in their order."""
    return np.fromiter(ids, dtype=np.int64, count=len(ids))


def _positions(values: Numbers, among: Numbers) -> Numbers:
    """Where each of `values`, all of which are there, stands in `among`."""
    order = np.argsort(among, kind="stable")
    found: Numbers = order[np.searchsorted(among, values, sorter=order)]
    return found
