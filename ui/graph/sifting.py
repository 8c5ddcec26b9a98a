"""Nodes and facts of a picture as columns, so that a filter is a few masks, however many there are."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.graph import EdgeState, GraphEdge, GraphNode
from app.domain.ids import CategoryId
from app.domain.lens import Filters

Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]

STATES: tuple[EdgeState, ...] = ("current", "ended", "suggested", "retracted")
"""By weight: a pair of nodes with facts of several states is drawn as the first of them."""
CURRENT, ENDED, SUGGESTED, RETRACTED = range(4)
_ALWAYS = date.max.toordinal() + 1


ALL = slice(None)


class _Column:
    """One attribute of many things as small numbers, with what each number stands for."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.words: dict[Any, int] = {}
        words = self.words
        self.codes = np.array([words.setdefault(value, len(words)) for value in values], dtype=np.int64)

    def among(self, wanted: Collection[Any]) -> Mask:
        """Which rows have one of these values."""
        marks = np.array([word in wanted for word in self.words], dtype=bool)
        found: Mask = marks[self.codes] if len(marks) else np.zeros(0, dtype=bool)
        return found

    def counts(self, rows: Mask | slice = ALL) -> dict[Any, int]:
        """How many of the rows have each value, the commonest first."""
        found = np.bincount(self.codes[rows], minlength=len(self.words)).tolist()
        pairs = [(word, found[code]) for word, code in self.words.items() if found[code]]
        return dict(sorted(pairs, key=lambda pair: -pair[1]))


class FactColumns:
    """The facts between nodes, and which pair of nodes each lies on: `link_of`. Pairs are in order of appearance."""

    def __init__(self, edges: Sequence[GraphEdge], subjects: Numbers, objects: Numbers, count: int) -> None:
        self.subjects, self.objects = subjects, objects
        low, high = np.minimum(subjects, objects), np.maximum(subjects, objects)
        _, first, inverse = np.unique(low * max(count, 1) + high, return_index=True, return_inverse=True)
        rank = np.empty(len(first), dtype=np.int64)
        rank[np.argsort(first, kind="stable")] = np.arange(len(first))
        self.link_of: Numbers = rank[inverse.reshape(-1)]
        firsts = np.sort(first)
        self.ends: Numbers = np.stack([low[firsts], high[firsts]], axis=1)
        self.by_link: Numbers = np.argsort(self.link_of, kind="stable")
        """Facts in the order of their pairs; those of pair i are `by_link[bounds[i]:bounds[i + 1]]`."""
        self.bounds: Numbers = np.searchsorted(self.link_of[self.by_link], np.arange(len(self.ends) + 1))
        self.states = np.array([STATES.index(edge.state) for edge in edges], dtype=np.int8)
        self.predicates = _Column(edge.predicate for edge in edges)
        self.sources = _Column(edge.source for edge in edges)
        self.declarers = _Column(edge.declared_by for edge in edges)
        self.confidence = np.array([edge.confidence for edge in edges], dtype=float)
        self.since = np.array([edge.since.toordinal() if edge.since else 0 for edge in edges], dtype=np.int64)
        self.until = np.array([edge.until.toordinal() if edge.until else _ALWAYS for edge in edges], dtype=np.int64)

    def states_on(self, day: date | None) -> tuple[NDArray[np.int8], Mask]:
        """The state of each fact on a day (None: as it was read), and which do not hold then: ended, or not begun."""
        if day is None:
            return self.states, np.zeros(len(self.states), dtype=bool)
        told = (self.states == CURRENT) | (self.states == ENDED)
        over, early = told & (self.until <= day.toordinal()), told & (self.since > day.toordinal())
        states = np.where(told, np.where(over | early, ENDED, CURRENT), self.states).astype(np.int8)
        return states, over | early

    def kept(self, filters: Filters, states: NDArray[np.int8], early: Mask) -> Mask:
        """Which facts the filters leave. What has not begun on the day is `early`: it is no ended fact."""
        off = np.array([state in filters.states for state in STATES])
        kept: Mask = ~off[states] | (early & (states == ENDED))
        for column, wanted in (
            (self.predicates, filters.predicates),
            (self.sources, filters.sources),
            (self.declarers, filters.declared_by),
        ):
            if wanted:
                kept &= ~column.among(wanted)
        if filters.least_confidence > 0:
            kept &= self.confidence >= filters.least_confidence
        if filters.since is not None:
            kept &= self.until > filters.since.toordinal()
        if filters.until is not None:
            kept &= self.since <= filters.until.toordinal()
        return kept

    def early_on(self, day: date | None) -> Mask:
        """Which facts have not begun on a day."""
        return np.zeros(len(self.since), dtype=bool) if day is None else self.since > day.toordinal()

    def days(self) -> tuple[date, date] | None:
        """The first and the last day on which any fact begins or ends; None where no day is known."""
        known = np.concatenate([self.since[self.since > 0], self.until[self.until < _ALWAYS]])
        return (date.fromordinal(int(known.min())), date.fromordinal(int(known.max()))) if len(known) else None


class NodeColumns:
    """Types, categories and mentions of the nodes."""

    def __init__(self, nodes: Sequence[GraphNode]) -> None:
        self.kinds = _Column(node.entity.kind for node in nodes)
        self.mentions = np.array([node.entity.mention_count for node in nodes], dtype=float)
        self.degrees = np.array([node.degree for node in nodes], dtype=float)
        self.more = np.array([node.hidden > 0 for node in nodes], dtype=bool)
        self._members = _members(nodes)
        self._count = len(nodes)

    @property
    def categories(self) -> dict[CategoryId, Numbers]:
        """The nodes in each category."""
        return self._members

    def kept(self, filters: Filters) -> Mask:
        """Which nodes the filters leave, whatever becomes of their facts."""
        kept: Mask = ~self.kinds.among(filters.kinds) if filters.kinds else np.ones(self._count, dtype=bool)
        if filters.categories:
            within = np.zeros(self._count, dtype=bool)
            for category in filters.categories & self._members.keys():
                within[self._members[category]] = True
            kept &= within
        return kept


def _members(nodes: Sequence[GraphNode]) -> dict[CategoryId, Numbers]:
    found: dict[CategoryId, list[int]] = {}
    for number, node in enumerate(nodes):
        for category in node.categories:
            found.setdefault(category, []).append(number)
    return {category: np.array(numbers, dtype=np.int64) for category, numbers in found.items()}
