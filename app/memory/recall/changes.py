"""What has changed: facts that began or ended in the time asked about, of whom the question names, else of the user."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId
from app.domain.question import Reason
from app.memory.recall.classify import Asked
from app.memory.recall.relating import Link
from app.memory.recall.system1 import Ask, Finds
from app.storage.view import View

_MOST = 400
_STRENGTH = 0.9


def with_changes(finds: Finds, view: View, ask: Ask) -> Finds:
    """The finds of a question about changes, with the facts that changed and the episodes that say so."""
    asked, scope = ask.asked, ask.question.scope
    if not asked.changes:
        return finds
    me = view.entities.me(scope)
    whose: list[EntityId] = list(ask.named.entities) or ([me.id] if me else [])
    facts = view.facts.changed(whose, asked.period.first.year if asked.period else 0, scope, _MOST)
    kept = changed(facts, asked)
    link = Link(_STRENGTH, Reason("relation", score=_STRENGTH), sure=True)
    led: dict[EpisodeId, Link] = dict(finds.related.episodes)
    for anchors in view.facts.anchors([fact.id for fact in kept], scope).values():
        led.update({anchor.episode: link for anchor in anchors})
    known: Mapping[FactId, tuple[Fact, Link]] = {fact.id: (fact, link) for fact in kept}
    related = replace(finds.related, facts={**finds.related.facts, **known}, episodes=led)
    return replace(finds, related=related)


def changed(facts: list[Fact], asked: Asked) -> list[Fact]:
    """Those under the relations that the question points to, if it points to any of them, in order of their change."""
    found = [fact for fact in facts if moment(fact, asked) is not None]
    pointed = [fact for fact in found if fact.predicate in asked.predicates]
    return sorted(pointed or found, key=lambda fact: (moment(fact, asked) or date.min, fact.id))


def moment(fact: Fact, asked: Asked) -> date | None:
    """When a fact changed in the time asked about: it began then, or ended; None for neither.

    Where no time is named, what has ended counts by its beginning, and what holds too.
    """
    since, ended = fact.since(), fact.invalid_at.first() if fact.invalid_at else None
    if asked.period is None:
        return since
    if asked.period.first <= since <= asked.period.last:
        return since
    return ended if ended and asked.period.first <= ended <= asked.period.last else None
