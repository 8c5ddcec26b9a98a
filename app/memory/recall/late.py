"""Late interaction (Khattab and Zaharia 2020, ColBERT): each token of a question against its best match.

Token states come from the encoder's one pass, stored; nothing is trained. A question's token counts by its rarity in
neutral text, and less the more the whole pool matches it anyway: a name that stands in every turn tells nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from app.domain.ids import EpisodeId, FactId
from app.inference.protocols import Encoder, Encoding, Float, Int8, Int32
from app.memory.recall.asking import asking

Key = TypeVar("Key", EpisodeId, FactId)
_LONGEST = 512
"""Tokens of an episode that are compared: the first window of a long passage."""
_ONE = 127.0
_EMPTY_SHARE = 0.1
"""What is left of the weight of "what", "did", "です"."""


@dataclass(frozen=True, slots=True)
class Matches:
    """`best`: float32 [tokens of the question, episodes], the best match of each, 0..1. `rarity`: float32 [tokens]."""

    best: Float
    rarity: Float

    @property
    def weights(self) -> Float:
        """float32 [tokens], sum 1: rarity, less what the whole pool matches."""
        if not self.best.size:
            return self.rarity
        weights = self.rarity * (1 - self.best.mean(axis=1))
        return _shares(weights)

    @property
    def plain_weights(self) -> Float:
        """float32 [tokens], sum 1: rarity alone, the same whatever else is in the pool."""
        return _shares(self.rarity)


def _shares(weights: Float) -> Float:
    total = float(weights.sum())
    shares: Float = weights / total if total > 0 else weights
    return shares


def empty_pieces(encoder: Encoder) -> Int32:
    """Pieces of words that carry no content in a question. In neutral text "what" is rare: it holds few questions."""
    keyed: Any = encoder
    found: Int32 = _empty_pieces(keyed)
    return found


@lru_cache(maxsize=4)
def _empty_pieces(encoder: Any) -> Int32:
    encodings = encoder.encode(asking().empty_pieces)
    return np.unique(np.concatenate([encoding.pieces for encoding in encodings]))


def match(
    question: Encoding, states: Mapping[Key, tuple[Int8, Int32]], order: Sequence[Key], encoder: Encoder
) -> Matches:
    """Compare the question with the episodes (or facts) of `order`; one without stored states matches nothing."""
    rarity = np.maximum(encoder.rarity(question.pieces), 0).astype(np.float32)
    rarity[np.isin(question.pieces, empty_pieces(encoder))] *= _EMPTY_SHARE
    best = np.zeros((len(question.tokens), len(order)), np.float32)
    filled = [(at, states[id][0][:_LONGEST]) for at, id in enumerate(order) if id in states and len(states[id][0])]
    if filled and len(question.tokens):
        lengths = np.array([len(tokens) for _, tokens in filled])
        stacked = np.concatenate([tokens for _, tokens in filled]).astype(np.float32)
        likeness = (question.tokens.astype(np.float32) / _ONE) @ (stacked / _ONE).T
        starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
        best[:, [at for at, _ in filled]] = np.maximum(np.maximum.reduceat(likeness, starts, axis=1), 0)
    return Matches(best, rarity)


def beside(best: Float, *neighbours: Sequence[int]) -> Float:
    """`best` where each episode also has the matches of its neighbours, given as places in the pool, -1 for none."""
    widest = best
    for places in neighbours:
        index = np.asarray(places, np.intp)
        other = np.where(index >= 0, best[:, np.maximum(index, 0)], 0).astype(np.float32)
        widest = np.maximum(widest, other)
    return widest


def together(best: Float, groups: Sequence[int]) -> Float:
    """`best` where each episode has the matches of its whole group (its session)."""
    index = np.asarray(groups, np.intp)
    count = int(index.max()) + 1 if len(index) else 0
    by_group = np.zeros((best.shape[0], count), np.float32)
    for token in range(best.shape[0]):
        np.maximum.at(by_group[token], index, best[token])
    grouped: Float = by_group[:, index]
    return grouped
