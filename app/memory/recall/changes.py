"""What has changed: facts that began, ended or took another's place in the time asked about.

Of whom the question names; of the user where it speaks of them; else of anybody that memory knows. What was merely said
in that time is no change: who says that they like buns need not have begun to.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date

from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId
from app.domain.question import Reason
from app.memory.recall.classify import Asked
from app.memory.recall.periods import Period
from app.memory.recall.relating import Link
from app.memory.recall.system1 import Ask, Finds
from app.storage.view import View

_MOST = 400
_MOST_KNOWN = 400
"""Entities whose changes are read where nobody is named: those mentioned most, and as many that are new."""
_STRENGTH = 0.9


def with_changes(finds: Finds, view: View, ask: Ask) -> Finds:
    """The finds of a question about changes, with the facts that changed and the episodes that say so."""
    asked, scope = ask.asked, ask.question.scope
    if not asked.changes:
        return finds
    facts = view.facts.changed(_whose(view, ask), asked.period.first.year if asked.period else 0, scope, _MOST)
    kept = changed(facts, asked)
    link = Link(_STRENGTH, Reason("relation", score=_STRENGTH), sure=True)
    led: dict[EpisodeId, Link] = dict(finds.related.episodes)
    for anchors in view.facts.anchors([fact.id for fact in kept], scope).values():
        led.update({anchor.episode: link for anchor in anchors})
    known: Mapping[FactId, tuple[Fact, Link]] = {fact.id: (fact, link) for fact in kept}
    related = replace(finds.related, facts={**finds.related.facts, **known}, episodes=led)
    return replace(finds, related=related, answering=finds.answering | known.keys())


def _whose(view: View, ask: Ask) -> list[EntityId]:
    scope, me = ask.question.scope, view.entities.me(ask.question.scope)
    mine = [me.id] if me else []
    if ask.named.entities or ask.asked.about_me:
        return list(ask.named.entities) or mine
    known = view.entities.listed(scope, limit=_MOST_KNOWN), view.entities.listed(scope, None, _MOST_KNOWN, 0, "recent")
    return list(dict.fromkeys([*mine, *(one.id for rows in known for one in rows)]))


def changed(facts: Collection[Fact], asked: Asked) -> list[Fact]:
    """Those under the relations that the question points to, if it points to any of them, in order of their change.

    Of a relation that is asked about, with no time named, all of it: how it went is what changed.
    """
    new = {fact.invalidated_by for fact in facts if fact.invalidated_by is not None}
    if asked.period is None:
        course = [fact for fact in facts if fact.predicate in asked.predicates]
        if course:
            return sorted(course, key=lambda fact: (fact.since(), fact.id))
    moments = {fact.id: moment(fact, asked.period, fact.id in new) for fact in facts}
    found = [fact for fact in facts if moments[fact.id] is not None]
    pointed = [fact for fact in found if fact.predicate in asked.predicates]
    return sorted(pointed or found, key=lambda fact: (moments[fact.id] or date.min, fact.id))


def moment(fact: Fact, period: Period | None, replaces: bool = False) -> date | None:
    """When a fact changed in the time asked about, if it did: its stated beginning, or its end.

    One that `replaces` another began when it was said, at the latest.
    """
    begun = fact.since() if fact.valid_at or replaces else None
    ended = fact.invalid_at.first() if fact.invalid_at else None
    for day in (begun, ended):
        if day is not None and (period is None or period.first <= day <= period.last):
            return day
    return None
