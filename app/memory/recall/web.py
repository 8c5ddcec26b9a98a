"""What a walk needs to know, read in a few batched queries: who is named where, who is related to whom, what is said of
records. The walk itself (`reconstruct`) is pure: it goes over numbers, and only the records that it keeps are read.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.domain.entity import ME
from app.domain.episode import Episode
from app.domain.ids import EntityId, EpisodeId, Ref
from app.domain.item import Limits
from app.domain.scope import Scope
from app.storage.view import View
from app.storage.walks import Beside

MOST_AROUND = 16
"""Entities that one walk looks around at most at each distance, those of the best finds first; of a denser web the
result says so."""
STEPS = 256
"""Relations that one walk follows at most at each distance, shared out among the entities that it looks around: where
these are few, each gets as many as may be kept."""
AT_ONCE = 8
ENOUGH = 4
"""Records of so many entities are read at once, until there are so many times what may be kept."""


@dataclass(frozen=True, slots=True)
class Link:
    """What one record is to another."""

    subject: Ref
    predicate: str
    object: Ref


@dataclass(frozen=True, slots=True)
class Told:
    """Records, and what they are to each other: declared, or shown by words that ended what others had stated."""

    episodes: Mapping[EpisodeId, Episode] = field(default_factory=dict)
    links: tuple[Link, ...] = ()


def _nothing_told(_: Collection[EpisodeId]) -> Told:
    return Told()


@dataclass(frozen=True, slots=True)
class Web:
    """`beside` holds both directions, the relation declared last first; `records` the first that mention each entity.

    `links`: declared between records of the pool. `met`: names of limits that were met. `told` reads records.
    """

    mentions: Mapping[EpisodeId, tuple[EntityId, ...]] = field(default_factory=dict)
    beside: Mapping[EntityId, tuple[Beside, ...]] = field(default_factory=dict)
    records: Mapping[EntityId, tuple[EpisodeId, ...]] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    met: tuple[str, ...] = ()
    told: Callable[[Collection[EpisodeId]], Told] = _nothing_told


def gather(view: View, pool: Sequence[Episode], limits: Limits, scope: Scope) -> Web:
    """Everything within `max_hops` of what the pool mentions, each read bounded by `max_evidence`."""
    mentioned = view.entities.mentions_in([episode.id for episode in pool], scope)
    mentions = {
        episode.id: tuple(dict.fromkeys(one.entity for one in mentioned.get(episode.id, ()))) for episode in pool
    }
    start = dict.fromkeys(entity for row in mentions.values() for entity in row)
    beside, reached, met = _around(view, start, limits, scope)
    records = _records(view, reached, limits, scope, met)
    known = {episode.id: episode for episode in pool}

    def told(ids: Collection[EpisodeId]) -> Told:
        more = view.episodes.get([number for number in ids if number not in known], scope)
        episodes = {number: {**known, **more}[number] for number in ids if number in known or number in more}
        return Told(episodes, (*_declared(view, episodes, scope), *_superseded(view, episodes, scope)))

    return Web(mentions, beside, records, tuple(_declared(view, known, scope)), tuple(met), told)


def _around(
    view: View, start: Collection[EntityId], limits: Limits, scope: Scope
) -> tuple[dict[EntityId, tuple[Beside, ...]], list[EntityId], dict[str, None]]:
    """Breadth first: who stands beside whom, who is reached, in order, and the limits that were met.

    The user is related to everything: that is no association, so the walk never passes them.
    """
    user = view.entities.me(scope)
    closed = {user.id} if user is not None and user.name == ME else set[EntityId]()
    found: dict[EntityId, tuple[Beside, ...]] = {}
    reached: dict[EntityId, None] = {}
    met: dict[str, None] = {}
    level = [entity for entity in start if entity not in closed]
    for _ in range(limits.max_hops):
        asked = level[:MOST_AROUND]
        each = max(1, min(limits.max_evidence, STEPS // max(1, len(asked))))
        steps: dict[EntityId, list[Beside]] = {entity: [] for entity in asked}
        for step in view.walks.beside(asked, scope, each):
            if step.there not in closed:
                steps[step.here].append(step)
            if step.total > each:
                met["max_evidence" if each == limits.max_evidence else "relations"] = None
        found.update((entity, tuple(row)) for entity, row in steps.items())
        new = dict.fromkeys(step.there for row in steps.values() for step in row)
        reached |= new
        if len(level) > len(asked):
            met["entities"] = None
        level = [entity for entity in new if entity not in found]
    return found, list(reached), met


def _records(
    view: View, reached: Sequence[EntityId], limits: Limits, scope: Scope, met: dict[str, None]
) -> dict[EntityId, tuple[EpisodeId, ...]]:
    """Of each entity the first records that mention it, one more than may be kept being read to know of it."""
    found: dict[EntityId, tuple[EpisodeId, ...]] = {}
    for first in range(0, len(reached), AT_ONCE):
        if sum(map(len, found.values())) > ENOUGH * limits.max_evidence:
            met["records"] = None
            break
        for entity, row in view.walks.records(reached[first : first + AT_ONCE], scope, limits.max_evidence + 1).items():
            found[entity] = tuple(row[: limits.max_evidence])
            if len(row) > limits.max_evidence:
                met["max_evidence"] = None
    return found


def _declared(view: View, episodes: Mapping[EpisodeId, Episode], scope: Scope) -> Iterator[Link]:
    sessions = sorted({episode.session for episode in episodes.values()})
    for fact in view.walks.of_records(list(episodes), sessions, scope):
        if isinstance(fact.subject, Ref) and isinstance(fact.object, Ref):
            yield Link(fact.subject, fact.predicate, fact.object)


def _superseded(view: View, ids: Collection[EpisodeId], scope: Scope) -> Iterator[Link]:
    """Words that stated what ended another fact stand against the words that stated that one."""
    for later, earlier in view.walks.superseding(ids, scope):
        yield Link(Ref("ep", later), "supersedes", Ref("ep", earlier))
