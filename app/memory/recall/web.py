"""What a walk needs to know, read in a few batched queries: who is named where, who is related to whom, what is said of
records. The walk itself (`reconstruct`) is pure and gets this value.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from app.domain.entity import ME
from app.domain.episode import Episode
from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId, Ref
from app.domain.item import Limits
from app.domain.scope import Scope
from app.storage.view import View
from app.storage.walks import Beside

MOST_ENTITIES = 256
"""Entities that one walk looks around at most; a denser web is cut, and the result says so."""


@dataclass(frozen=True, slots=True)
class Link:
    """What one record is to another. `declared` by somebody, or derived: the words of a fact that ended another's."""

    subject: Ref
    predicate: str
    object: Ref
    declared: bool = True


@dataclass(frozen=True, slots=True)
class Web:
    """`beside` holds both directions, best first; `records` the first that mention each entity; `met`: limits met."""

    mentions: Mapping[EpisodeId, tuple[EntityId, ...]] = field(default_factory=dict)
    beside: Mapping[EntityId, tuple[Beside, ...]] = field(default_factory=dict)
    records: Mapping[EntityId, tuple[EpisodeId, ...]] = field(default_factory=dict)
    episodes: Mapping[EpisodeId, Episode] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    met: tuple[str, ...] = ()


def gather(view: View, pool: Sequence[Episode], limits: Limits, scope: Scope) -> Web:
    """Everything within `max_hops` of what the pool mentions, each read bounded by `max_evidence`."""
    ids = [episode.id for episode in pool]
    mentions = {
        episode: tuple(dict.fromkeys(one.entity for one in row))
        for episode, row in view.entities.mentions_in(ids, scope).items()
    }
    beside, met = _around(view, {entity for row in mentions.values() for entity in row}, limits, scope)
    reached = sorted({step.there for row in beside.values() for step in row})
    found = view.walks.records(reached, scope, limits.max_evidence + 1)
    full = any(len(row) > limits.max_evidence for row in found.values())
    records = {entity: tuple(row[: limits.max_evidence]) for entity, row in found.items()}
    wanted = {episode for row in records.values() for episode in row} - set(ids)
    episodes = {**view.episodes.get(sorted(wanted), scope), **{episode.id: episode for episode in pool}}
    links = (*_declared(view, episodes, scope), *_superseded(view, list(episodes), scope))
    return Web(mentions, beside, records, episodes, links, (*(["max_evidence"] if full else []), *met))


def _around(
    view: View, start: Collection[EntityId], limits: Limits, scope: Scope
) -> tuple[dict[EntityId, tuple[Beside, ...]], tuple[str, ...]]:
    """Breadth first. The user is related to everything: that is no association, so the walk never passes them."""
    user = view.entities.me(scope)
    closed = {user.id} if user is not None and user.name == ME else set[EntityId]()
    found: dict[EntityId, tuple[Beside, ...]] = {}
    met: dict[str, None] = {}
    level = sorted(set(start) - closed)
    for _ in range(limits.max_hops):
        room = MOST_ENTITIES - len(found)
        if len(level) > room:
            met["entities"] = None
        steps: dict[EntityId, list[Beside]] = {entity: [] for entity in level[:room]}
        for step in view.walks.beside(list(steps), scope, max(1, limits.max_evidence)):
            if step.there not in closed:
                steps[step.here].append(step)
            if step.total > limits.max_evidence:
                met["max_evidence"] = None
        found.update((entity, tuple(row)) for entity, row in steps.items())
        level = _next_level(steps, set(found))
    return found, tuple(met)


def _next_level(steps: Mapping[EntityId, Sequence[Beside]], known: Collection[EntityId]) -> list[EntityId]:
    """Who is looked around next, in the order of the walk: the relation declared last first, then the lower number."""
    new = sorted((step for row in steps.values() for step in row if step.there not in known), key=lambda s: s.there)
    return list(dict.fromkeys(step.there for step in sorted(new, key=lambda s: s.latest, reverse=True)))


def _declared(view: View, episodes: Mapping[EpisodeId, Episode], scope: Scope) -> Iterator[Link]:
    sessions = sorted({episode.session for episode in episodes.values()})
    for fact in view.walks.of_records(list(episodes), sessions, scope):
        if isinstance(fact.subject, Ref) and isinstance(fact.object, Ref):
            yield Link(fact.subject, fact.predicate, fact.object)


def _superseded(view: View, ids: Sequence[EpisodeId], scope: Scope) -> Iterator[Link]:
    """Words that stated what ended another fact stand against the words that stated that one."""
    stated: dict[FactId, list[EpisodeId]] = {}
    facts: dict[FactId, Fact] = {}
    for episode, row in view.facts.anchored_in(ids, scope).items():
        for fact, anchor in row:
            facts[fact.id] = fact
            if not anchor.ends:
                stated.setdefault(fact.id, []).append(episode)
    for fact in facts.values():
        newer = stated.get(cast(FactId, fact.invalidated_by), []) if fact.expired_at is None else []
        for later in newer:
            for earlier in stated.get(fact.id, []):
                if later != earlier:
                    yield Link(Ref("ep", later), "supersedes", Ref("ep", earlier), declared=False)
