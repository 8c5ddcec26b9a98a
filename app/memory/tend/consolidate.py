"""What moves where in memory: the newest stay at hand, what matters or is used is kept for long, the rest is archived.

A pure function of what stands in the store, so that it may run at any time, twice, or not at all: run again it changes
nothing. Limits never drop an episode. The archive is found by search and by "search everything"; what it taught still
answers, with its words as the source, since facts have no tier. Only the raw words of archived turns are left alone
until somebody asks for them: a large import would otherwise crowd out what a person is busy with today.

Limits count for each agent by itself: a busy program must not push a person's turns out.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any

from app.domain.draft import Draft
from app.domain.ids import EpisodeId
from app.domain.plan import EXTRACTOR, Amend, Plan
from app.domain.tier import Limits, Standing, Tier
from app.memory.learn.settle import settled

AT_ONCE = 500
"""Amendments of one transaction: some milliseconds, so that nobody's turn waits for it."""


def plans(rows: Sequence[Standing], limits: Limits) -> Iterator[Plan]:
    """What to write so that each episode stands where it belongs; nothing when all do already."""
    weighed = [(row, _importance(row)) for row in rows]
    tiers = placed(weighed, limits)
    changes = ((row.id, _changes(row, weight, tiers[EpisodeId(row.id)])) for row, weight in weighed)
    moves = (Amend("episode", id, changed) for id, changed in changes if changed)
    while some := tuple(islice(moves, AT_ONCE)):
        yield Plan(some, EXTRACTOR, "consolidate", undoable=False)


def _changes(row: Standing, importance: float, tier: Tier) -> Mapping[str, Any]:
    now = {"tier": tier, "referenced": row.cited, "importance": importance}
    return {name: value for name, value in now.items() if getattr(row, name) != value}


def _importance(row: Standing) -> float:
    """As the learner weighed it; a turn that it never read is weighed by its words."""
    return settled(row.unread, "user", Draft()).importance if row.unread else row.importance


def placed(rows: Sequence[tuple[Standing, float]], limits: Limits) -> dict[EpisodeId, Tier]:
    """The tier of each episode, given with its importance."""
    found: dict[EpisodeId, Tier] = {}
    by_agent = sorted(rows, key=lambda one: one[0].agent)
    for _, mine in groupby(by_agent, key=lambda one: one[0].agent):
        newest_first = sorted(mine, key=lambda one: (one[0].said_at, one[0].id), reverse=True)
        at_hand, older = newest_first[: limits.short_term], newest_first[limits.short_term :]
        kept = [one for one in older if _lasting(one, limits)]
        kept.sort(key=lambda one: _worth(one, limits), reverse=True)  # of equals the newer stands first
        found |= {EpisodeId(row.id): "archive" for row, _ in older}
        found |= {EpisodeId(row.id): "long_term" for row, _ in kept[: limits.long_term]}
        found |= {EpisodeId(row.id): "short_term" for row, _ in at_hand}
    return found


def _lasting(one: tuple[Standing, float], limits: Limits) -> bool:
    row, importance = one
    return importance > limits.importance or row.cited > limits.references


def _worth(one: tuple[Standing, float], limits: Limits) -> tuple[bool, float, int]:
    """What has to go first where there is too much: what answers do not use before what they do."""
    row, importance = one
    return row.cited > limits.references, importance, row.cited
