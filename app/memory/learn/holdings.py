"""What memory holds beside the facts that a turn states: the rows of their slots, with the words that support them."""

from collections.abc import Iterable, Sequence

from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId
from app.domain.scope import Scope
from app.memory.learn.intervals import Held, Support
from app.memory.learn.reading.relations import relations
from app.memory.learn.slots import Key, identity, related, slots, two_way
from app.storage.view import View


def beside(view: View, facts: Iterable[Fact], scope: Scope) -> list[Held]:
    """Every fact of the slots that `facts` stand in, those facts too, retracted ones not. Placeholders are unknown."""
    rows: dict[FactId, Fact] = {}
    wanted: set[Key] = set()
    for fact in facts:
        wanted.update(slots(fact))
        rows |= {row.id: row for row in _near(view, fact, scope)}
    return held(view, [row for row in rows.values() if wanted.intersection(slots(row))], scope)


def _near(view: View, fact: Fact, scope: Scope) -> list[Fact]:
    """Facts that may share a slot with one, found by the index that has the fewest of them."""
    relation = relations().of(fact.predicate)
    predicates = related(fact.predicate)
    one_value = relation.functional or relation.functional_back
    ends = [end for end in (fact.subject, fact.object) if isinstance(end, int) and end >= 0]
    both = 1 + isinstance(fact.object, int)
    if two_way(fact.predicate) and one_value:
        return view.facts.under([EntityId(end) for end in ends], predicates, scope)
    if isinstance(fact.object, int) and not one_value:
        return view.facts.under([EntityId(ends[-1])], predicates, scope) if len(ends) == both else []
    known = not isinstance(fact.subject, int) or fact.subject >= 0
    return view.facts.about(fact.subject, predicates, scope) if known else []


def held(view: View, facts: Sequence[Fact], scope: Scope) -> list[Held]:
    """Facts with their supports."""
    anchors = view.facts.anchors([fact.id for fact in facts], scope)
    sources = {anchor.episode for row in anchors.values() for anchor in row}
    said = {number: episode.said_at for number, episode in view.episodes.get(sources, scope).items()}
    return [
        Held(fact, tuple(Support(one, said[one.episode]) for one in anchors.get(fact.id, ()) if one.episode in said))
        for fact in facts
    ]


def retracted_here(view: View, episode: EpisodeId, scope: Scope) -> set[Key]:
    """Facts that the episode states and a person took back: reading it again does not bring them back."""
    anchored = view.facts.anchored_in([episode], scope).get(episode, [])
    return {identity(fact) for fact, _ in anchored if fact.expired_at is not None}
