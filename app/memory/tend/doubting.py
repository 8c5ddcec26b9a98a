"""The questions that memory asks by itself, when nobody asks anything: a few at a time, each at most once.

Learning asks what one turn leaves open. Here all of memory is looked at: what rules decided by order alone, who may be
one, what follows from two facts, which categories say the same. Nothing is done but asking.
"""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from app.domain import clock
from app.domain.ids import EntityId, FactId, SuggestionId
from app.domain.plan import EXTRACTOR, Add, Plan, Remove, Step
from app.domain.scope import EVERYONE
from app.domain.suggestion import Suggestion
from app.memory.tend.conflicting import conflicts
from app.memory.tend.doubles import doubles
from app.memory.tend.following import followings
from app.memory.tend.question import Question
from app.memory.tend.tidying import untidy
from app.storage.view import View

MAKERS: tuple[Callable[[View], Iterator[Question]], ...] = (conflicts, doubles, untidy, followings)
MOST_EACH = 5
"""New questions of one sort at a time: an inbox that fills overnight is not read."""
MOST_OPEN = 60
"""Open questions from which nothing is added."""


def doubts(view: View) -> Plan:
    """New questions, and those taken away that speak of what is gone."""
    steps: list[Step] = [Remove("suggestion", row.id) for row in _idle(view)]
    room = MOST_OPEN - view.suggestions.count_open(EVERYONE) + len(steps)
    for maker in MAKERS:
        new = islice((one for one in maker(view) if not _asked(view, one)), max(0, min(MOST_EACH, room)))
        made = [Add(_row(one, -1 - len(steps) - place)) for place, one in enumerate(new)]
        steps += made
        room -= len(made)
    return Plan(tuple(steps), EXTRACTOR, "ask")


def _asked(view: View, one: Question) -> bool:
    """Whether the very same was asked before, whatever was answered."""
    return bool(view.suggestions.alike(one.kind, _payload(one), one.scope))


def _payload(one: Question) -> str:
    return json.dumps(one.payload, ensure_ascii=False)


def _row(one: Question, number: int) -> Suggestion:
    return Suggestion(
        SuggestionId(number), one.kind, one.reason, _payload(one), clock.now(), one.episode, scope=one.scope
    )


def _idle(view: View) -> Iterator[Suggestion]:
    """Open questions of which something that they are about is gone, or that a person has settled by another way."""
    rows = [(row, json.loads(row.payload)) for row in view.doubts.unanswered(EVERYONE)]
    wanted = {FactId(number) for _, payload in rows for number in _facts(payload)}
    facts = {number: fact for number, fact in view.facts.get(wanted, EVERYONE).items() if fact.expired_at is None}
    categories = {row.id for row in view.categories.listed(EVERYONE)}
    named = {EntityId(number) for _, payload in rows for number in (*_named(payload), *payload.get("candidates", ()))}
    entities = view.entities.get(named, EVERYONE)
    for row, payload in rows:
        lost = any(number not in facts for number in _facts(payload))
        lost = lost or any(number not in entities for number in _named(payload))
        lost = lost or ("candidates" in payload and not any(one in entities for one in payload["candidates"]))
        if lost or any(payload[end] not in categories for end in ("kept", "gone", "into") if end in payload):
            yield row


def _facts(payload: dict[str, Any]) -> list[int]:
    return [*payload.get("facts", ()), *payload.get("follows", ())]


def _named(payload: dict[str, Any]) -> list[int]:
    """Entities without which there is nothing to ask."""
    return [payload[end] for end in ("entity", "subject", "object") if payload.get(end)]
