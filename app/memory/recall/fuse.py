"""Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): one order from several that have no common scale."""

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

RANK_CONSTANT = 60
"""The constant of the paper: how little the very first ranks differ."""

Key = TypeVar("Key", bound=Hashable)


def reciprocal_rank(orders: Iterable[Sequence[Key]]) -> dict[Key, float]:
    """Keys with their fused scores, best first; what two orders put equally stays in order of first sight."""
    scores: dict[Key, float] = {}
    for order in orders:
        for rank, key in enumerate(dict.fromkeys(order), start=1):
            scores[key] = scores.get(key, 0.0) + 1 / (RANK_CONSTANT + rank)
    return dict(sorted(scores.items(), key=lambda one: -one[1]))
