"""Two that are not the same: remembered as a question that is never asked again."""

import json

from app.domain import clock
from app.domain.errors import BadInput
from app.domain.ids import EntityId, SuggestionId
from app.domain.plan import Add, Amend, Author, Expect, Plan, Remove, Step
from app.domain.scope import Scope
from app.domain.suggestion import Suggestion
from app.memory.learn.apart import apart_from, sides
from app.memory.revise.reading import entity_of
from app.memory.revise.resettle import minting, parted
from app.storage.view import View

APART = "You said that they are not the same."


def keep_apart(view: View, one: EntityId, other: EntityId, scope: Scope, author: Author) -> Plan:
    """Say that two are not the same. Questions that are open about just these two are answered by it.

    Raises `BadInput` when it was said before, or when one of them is gone.
    """
    if one == other:
        raise BadInput("These are one already.")
    first, second = entity_of(view, one, scope), entity_of(view, other, scope)
    if other in apart_from(view, one, scope):
        raise BadInput("They are kept apart already.")
    steps: list[Step] = [
        Amend("suggestion", row.id, {"state": "never"})
        for row in view.suggestions.about([one], scope)
        if row.kind == "same_entity" and row.state == "open" and _pair(row) == {one, other}
    ]
    steps = steps or [Add(distinct(SuggestionId(-1), one, first.name, other, first.scope))]
    expects = tuple(Expect("entity", row.id, {"name": row.name}) for row in (first, second))
    ended, unchanged = parted(view, scope, minting(-2), (one, other))
    return Plan((*steps, *ended), author, "keep_apart", f"{first.name} ≠ {second.name}", (*expects, *unchanged))


def distinct(number: SuggestionId, one: EntityId, name: str, other: EntityId, scope: Scope) -> Suggestion:
    """The row that says so; `one` may be a placeholder of the same plan."""
    payload = {"name": name, "entity": one, "candidates": [other], "how": "apart"}
    text = json.dumps(payload, ensure_ascii=False)
    return Suggestion(number, "same_entity", APART, text, clock.now(), None, "never", scope)


def asked_of(view: View, kept: EntityId, gone: EntityId, scope: Scope) -> list[Step]:
    """What becomes of questions about an entity that is merged: they are about the one that is kept, or answered."""
    written: list[Step] = []
    for row in view.suggestions.about([gone], scope):
        entity, candidates = sides(row)
        moved = kept if entity == gone else entity
        left = [one for one in dict.fromkeys(kept if one == gone else one for one in candidates) if one != moved]
        if not left:
            answered = Amend("suggestion", row.id, {"state": "accepted"})
            written.append(answered if row.state == "open" else Remove("suggestion", row.id))
            continue
        payload = json.loads(row.payload) | {"candidates": left}
        payload |= {"entity": moved} if row.kind == "same_entity" else {}
        written.append(Amend("suggestion", row.id, {"payload": json.dumps(payload, ensure_ascii=False)}))
    return written


def _pair(row: Suggestion) -> set[EntityId]:
    entity, candidates = sides(row)
    return {entity, *candidates}
