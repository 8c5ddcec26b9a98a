"""When it was said, and whether it still holds: what time says for or against each candidate.

A question about now prefers the newest statement among the best; one about a stretch of time prefers what was said in
it or, since most things go on until something ends them, the last word before it. A statement whose fact has ended, or
was taken back by a person, ranks below the one that is current.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

import numpy as np

from app.domain.episode import Episode
from app.domain.fact import Anchor, Fact
from app.domain.ids import EpisodeId
from app.inference.protocols import Float
from app.memory.recall.classify import Asked
from app.memory.recall.periods import Period
from app.memory.recall.ranker import TimeWeights

_RIVAL = 3.0
"""How far below the best a find may lie and still be a rival statement of the same thing."""
_FADING = 3.0
"""How fast what was said before a stretch of time loses its say about it, per year."""

Anchored = Mapping[EpisodeId, Sequence[tuple[Fact, Anchor]]]


def preference(
    asked: Asked, episodes: Sequence[Episode], scores: Float, anchored: Anchored, weights: TimeWeights
) -> Float:
    """What to add to each score: float32 [episodes]."""
    added = np.zeros(len(episodes), np.float32)
    if not episodes:
        return added
    if asked.period is not None:
        added += [_by_period(episode, asked.period, weights) for episode in episodes]
    elif asked.tense != "open":
        order = _freshness(episodes, scores, weights.first)
        added += order * (weights.fresh if asked.tense == "present" else -weights.old)
    if asked.tense != "past":
        added -= [weights.stale * stale(anchored.get(episode.id, ()), asked) for episode in episodes]
    return added


def _freshness(episodes: Sequence[Episode], scores: Float, first: int) -> Float:
    """Place in time among the best `first`, 0 for the oldest of them to 1 for the newest."""
    best = np.argsort(-scores, kind="stable")[:first]
    best = best[scores[best] >= scores[best[0]] - _RIVAL]
    moments = sorted(episodes[place].said_at for place in best)
    last = max(1, len(moments) - 1)
    return np.array([min(bisect_left(moments, episode.said_at), last) / last for episode in episodes], np.float32)


def _by_period(episode: Episode, period: Period, weights: TimeWeights) -> float:
    day = episode.said_at.date()
    if day > period.last:
        return -weights.later
    if day >= period.first:
        return weights.inside
    years = (period.first - day).days / 365
    return weights.earlier / (1 + _FADING * years)


def stale(anchored: Sequence[tuple[Fact, Anchor]], asked: Asked) -> float:
    """Share of the facts an episode states that do not hold on the day asked about, 0..1."""
    stated = [fact for fact, anchor in anchored if not anchor.ends]
    gone = [fact for fact in stated if not _holds(fact, asked)]
    return len(gone) / len(stated) if stated else 0.0


def _holds(fact: Fact, asked: Asked) -> bool:
    """Whether a fact holds on the day, or in the period, that is asked about. What has not begun yet is not stale."""
    if fact.expired_at is not None:
        return False
    if fact.invalid_at is None:
        return True
    first = asked.period.first if asked.period else asked.today
    return fact.invalid_at.first() > first
