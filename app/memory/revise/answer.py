"""The user's word on a suggestion: taken, with what follows from it, or waved away."""

import json
from dataclasses import replace
from typing import Any

from app.domain import clock
from app.domain.entity import Entity
from app.domain.episode import Episode
from app.domain.errors import BadInput
from app.domain.fact import Fact
from app.domain.ids import EntityId, SuggestionId
from app.domain.plan import Add, Amend, Author, Expect, Plan, Step
from app.domain.scope import Scope
from app.domain.suggestion import Suggestion
from app.domain.text import name_key
from app.memory.learn.draftjson import draft_from_json
from app.memory.learn.weave import answered
from app.memory.revise.merge import merge
from app.storage.view import View

_NEW = EntityId(-1_000_000)
"""Placeholder of the entity that "somebody else" makes."""


def accept(view: View, suggestion: SuggestionId, scope: Scope, author: Author, choice: EntityId | None = None) -> Plan:
    """Do what was suggested. `choice`: which of the candidates; None takes the only one, or makes somebody new.

    Raises `BadInput` when it was answered before, or when what it speaks of is gone.
    """
    row = _open(view, suggestion, scope)
    payload = json.loads(row.payload)
    if row.kind == "same_entity":
        plan = merge(view, _one_of(payload, choice), EntityId(payload["entity"]), scope, author, keep_name=True)
        steps, expects = list(plan.steps), list(plan.expects)
    elif row.kind in ("which_entity", "assistant_claim"):
        steps, expects = _woven(view, row, payload, choice, author)
    else:
        steps, expects = [], []
    mark = Amend("suggestion", suggestion, {"state": "accepted"})
    expects.append(Expect("suggestion", suggestion, {"state": "open"}))
    return Plan((*steps, mark), author, "accept_suggestion", str(payload.get("name", "")), tuple(expects))


def dismiss(view: View, suggestion: SuggestionId, scope: Scope, author: Author, never: bool = False) -> Plan:
    """Wave a suggestion away. `never`: and do not make it again."""
    row = _open(view, suggestion, scope)
    mark = Amend("suggestion", suggestion, {"state": "never" if never else "dismissed"})
    expects = (Expect("suggestion", suggestion, {"state": "open"}),)
    name = str(json.loads(row.payload).get("name", ""))
    return Plan((mark,), author, "dismiss_suggestion", name, expects)


def _open(view: View, suggestion: SuggestionId, scope: Scope) -> Suggestion:
    row = view.suggestions.one(suggestion, scope)
    if row is None or row.state != "open":
        raise BadInput("This suggestion is gone.")
    return row


def _one_of(payload: dict[str, Any], choice: EntityId | None) -> EntityId:
    if choice is None and len(payload["candidates"]) != 1:
        raise BadInput("Choose one of them.")
    return EntityId(payload["candidates"][0]) if choice is None else choice


def _woven(
    view: View, row: Suggestion, payload: dict[str, Any], choice: EntityId | None, author: Author
) -> tuple[list[Step], list[Any]]:
    episode = view.episodes.one(row.episode, row.scope) if row.episode else None
    if episode is None:
        raise BadInput("The words that this came from are gone.")
    made: list[Step] = []
    chosen: dict[str, EntityId] = {}
    if row.kind == "which_entity":
        chosen = {name_key(payload["name"]): choice if choice is not None else _NEW}
        if choice is None:
            made.append(_new(payload, episode, author))
    steps, expects = answered(view, episode, draft_from_json(payload["draft"]), chosen, clock.now())
    vouched = row.kind == "assistant_claim"
    return made + [_by(step, author) if vouched else step for step in steps], expects


def _new(payload: dict[str, Any], episode: Episode, author: Author) -> Step:
    name, kind = payload["name"], payload["kind"]
    return Add(Entity(_NEW, name, kind, clock.now(), declared_by=author.kind, scope=episode.scope))


def _by(step: Step, author: Author) -> Step:
    """A claim that the user vouches for is the user's."""
    if isinstance(step, Add) and isinstance(step.row, Fact):
        return Add(replace(step.row, declared_by=author.kind, declared_at=clock.now()))
    return step
