""" "Alex was assigned to Payments in January, moved to Billing in March, and is back on Payments since June".

Who is on which team, step by step: "moved to Billing" is no change of home where the sentence speaks of teams.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from app.domain.clock import WorldTime
from app.domain.draft import Draft, DraftEntity, DraftFact
from app.domain.entity import ME, Span
from app.domain.text import name_key
from app.memory.learn.reading.english import dates
from app.memory.learn.reading.markup import Passage

_BE = r"(?:is|was|am|got|['’]m|['’]s|has\s+been|have\s+been)"
_STEP = re.compile(
    rf"(?:{_BE}\s+(?:(?:now|then|first)\s+)?(?:(?:re)?assigned|moved|transferred)(?:\s+back)?\s+(?:to|into)"
    r"|(?:moved|transferred|switched|returned|went)(?:\s+back)?\s+to"
    rf"|{_BE}\s+(?:now\s+)?(?:back\s+(?:on|in|to|at|with)|on)|joined)"
    r"\s+(?:the\s+)?(?P<team>[A-Z][\w&-]*(?:\s[A-Z][\w&-]*){0,2})(?P<noun>\s+(?:team|squad|department|crew))?(?![\w-])"
)
_WHO = re.compile(r"(?:^|[,;]\s+|\band\s+)(?P<who>I|[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*)?)\s*$")
_UNSURE = re.compile(
    r"\b(?:not|never|no|might|may\s+be|would|could|should|if|whether|will|want\w*|hope\w*|wish\w*|plan\w*|asked|says?|said)\b"
    r"|n['’]t\b|['’]ll\b|\?",
    re.I,
)
_ASSIGNED = re.compile(r"\bassigned\b")
_ELSEWHERE = frozenset({"lives_in", "works_at", "visited"})


def with_teams(draft: Draft, passage: Passage, today: date) -> Draft:
    """The draft with what the sentences say of teams, in the place of homes and firms read from the same words."""
    told = [fact for one in passage.sentences for fact in _steps(passage, one.span, today)]
    if not told:
        return draft
    teams = {name_key(fact.object) for fact in told}
    people = {name_key(fact.subject) for fact in told}
    spans = [fact.span for fact in told]
    kept = [fact for fact in draft.facts if not _same(fact, people, teams, spans)]
    entities = [replace(one, kind="organization") if name_key(one.name) in teams else one for one in draft.entities]
    known = {name_key(one.name) for one in entities} | {name_key(ME)}
    for name, kind in [(f.subject, "person") for f in told] + [(f.object, "organization") for f in told]:
        if name_key(name) not in known:
            known.add(name_key(name))
            entities.append(DraftEntity(name, "person" if kind == "person" else "organization"))
    return replace(draft, entities=tuple(entities), facts=(*kept, *told))


def _same(fact: DraftFact, people: set[str], teams: set[str], spans: list[Span]) -> bool:
    """Whether the words were read as something else, or as the same without its steps."""
    here = any(one.start <= fact.span.start < one.end or fact.span.start <= one.start < fact.span.end for one in spans)
    about = name_key(fact.subject) in people and name_key(fact.object) in teams
    return here and about and (fact.predicate == "assigned_to" or fact.predicate in _ELSEWHERE)


def _steps(passage: Passage, span: Span, today: date) -> Iterator[DraftFact]:
    words = passage.words(span)
    steps = list(_STEP.finditer(words)) if not _UNSURE.search(words) else []
    if not steps or not (_ASSIGNED.search(words) or any(step["noun"] for step in steps)):
        return
    who = _WHO.search(words[: steps[0].start()])
    if who is None:
        return
    name = ME if who["who"] == "I" else who["who"]
    for at, step in enumerate(steps):
        until = steps[at + 1].start() if at + 1 < len(steps) else len(words)
        when = _when(passage.text, Span(span.start + step.start(), span.start + until), today)
        if at == 0 and when is None:
            when = _when(passage.text, Span(span.start, span.start + step.start()), today)
        said = f"{'You are' if name == ME else name + ' is'} assigned to {step['team']}"
        yield DraftFact(
            name, "assigned_to", step["team"], said, span, valid_at=when,
            subject_kind="person", object_kind="organization", confidence=0.8,
        )  # fmt: skip


def _when(text: str, span: Span, today: date) -> WorldTime | None:
    found = [when for when in dates.find(text, span) if when.role in ("at", "since", "from")]
    return found[0].resolve(today, "past") if found else None
