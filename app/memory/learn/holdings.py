"""What memory holds beside the facts that a turn states: the rows of their slots, with the words that support them."""

from bisect import bisect
from collections.abc import Collection, Iterable, Sequence

from app.domain.episode import Episode
from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId
from app.domain.scope import Scope
from app.domain.text import fold
from app.memory.learn.apart import sides
from app.memory.learn.intervals import Held, Support
from app.memory.learn.reading.relations import relations
from app.memory.learn.slots import Key, identity, related, slots, two_way
from app.storage.view import View

_ALL = 1_000_000
_ENOUGH = 100
"""Supports of one fact, and facts of one history, that learning looks at: ten thousand cost no more than others."""


def beside(view: View, facts: Iterable[Fact], scope: Scope) -> list[Held]:
    """Every fact of the slots that `facts` stand in, those facts too, retracted ones not. Placeholders are unknown."""
    rows: dict[FactId, Fact] = {}
    for fact in facts:
        mine = set(slots(fact))
        near = [row for row in _near(view, fact, scope) if mine.intersection(slots(row))]
        rows |= {row.id: row for row in _around(near, fact)}
    return held(view, list(rows.values()), scope, _ENOUGH)


def _around(rows: list[Fact], fact: Fact) -> list[Fact]:
    """Of a very long history what lies about the fact's own time, and what still holds: nothing else can change."""
    if len(rows) <= _ENOUGH:
        return rows
    rows.sort(key=lambda row: (row.since(), row.id))
    place = bisect(rows, fact.since(), key=lambda row: row.since())
    near = rows[max(0, place - _ENOUGH // 2) : place + _ENOUGH // 2]
    return near + [row for row in rows if row.invalid_at is None and row not in near][-_ENOUGH:]


def _near(view: View, fact: Fact, scope: Scope) -> list[Fact]:
    """Facts that may share a slot with one, found by the index that has the fewest of them."""
    relation = relations().of(fold(fact.predicate))
    predicates = related(fold(fact.predicate))
    one_value = relation.functional or relation.functional_back
    ends = [end for end in (fact.subject, fact.object) if isinstance(end, int) and end >= 0]
    both = isinstance(fact.subject, int) + isinstance(fact.object, int)
    if two_way(relation.predicate) and one_value:
        return view.facts.under([EntityId(end) for end in ends], predicates, scope, _ENOUGH)
    if isinstance(fact.object, int) and not one_value:
        return _between(view, ends, predicates, scope) if len(ends) == both else []
    known = not isinstance(fact.subject, int) or fact.subject >= 0
    return view.facts.about(fact.subject, predicates, scope, _ENOUGH) if known else []


def _between(view: View, ends: Sequence[int], predicates: Collection[str], scope: Scope) -> list[Fact]:
    """By the object; where that is what half the memory is about, by the subject too."""
    found = view.facts.under([EntityId(ends[-1])], predicates, scope, _ENOUGH)
    if len(found) < _ENOUGH or len(ends) == 1:
        return found
    more = view.facts.under([EntityId(ends[0])], predicates, scope, _ENOUGH)
    return list({fact.id: fact for fact in (*found, *more)}.values())


def held(view: View, facts: Sequence[Fact], scope: Scope, each: int = _ALL) -> list[Held]:
    """Facts with their supports, of many the newest `each`, and whom their ends may be."""
    known = view.facts.supports([fact.id for fact in facts], scope, each)
    doubted = doubts(view, [fact for fact in facts if exclusive(fact)], scope)
    return [
        Held(
            fact,
            tuple(Support(anchor, said) for anchor, said in known.get(fact.id, ())),
            frozenset().union(*(doubted.get(end, ()) for end in (fact.subject, fact.object)))
            if doubted
            else frozenset(),
        )
        for fact in facts
    ]


def exclusive(fact: Fact) -> bool:
    """Whether such a fact leaves room for one entity only."""
    relation = relations().of(fold(fact.predicate))
    return relation.functional or relation.functional_back


def doubts(view: View, facts: Sequence[Fact], scope: Scope) -> dict[object, set[EntityId]]:
    """For each entity at the ends of some facts, which others it may be by the questions that are open."""
    ends = {EntityId(end) for fact in facts for end in (fact.subject, fact.object) if isinstance(end, int) and end >= 0}
    found: dict[object, set[EntityId]] = {}
    for row in view.suggestions.about(ends, scope):
        if (row.kind, row.state) == ("same_entity", "open"):
            one, others = sides(row)
            for other in others:
                found.setdefault(one, set()).add(other)
                found.setdefault(other, set()).add(one)
    return found


def misread_here(view: View, episode: Episode, told: Iterable[Held]) -> list[Held]:
    """Facts that the device alone had read in the episode, and that a better reading of it does not hold."""
    anchored = view.facts.anchored_in([episode.id], episode.scope).get(episode.id, [])
    read = {fact.id: fact for fact, _ in anchored if fact.declared_by == "extractor" and fact.expired_at is None}
    still = {identity(row.fact) for row in told}
    rows = held(view, [fact for fact in read.values() if identity(fact) not in still], episode.scope)
    return [row for row in rows if all(one.anchor.episode == episode.id for one in row.supports)]


def retracted_here(view: View, episode: EpisodeId, scope: Scope) -> set[Key]:
    """Facts that the episode states and a person took back: reading it again does not bring them back."""
    anchored = view.facts.anchored_in([episode], scope).get(episode, [])
    return {identity(fact) for fact, _ in anchored if fact.expired_at is not None}
