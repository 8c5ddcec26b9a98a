"""The user's word on a suggestion: taken, with what follows from it, or waved away."""

import json
from dataclasses import dataclass, replace
from typing import Any

from app.domain import clock
from app.domain.clock import WorldTime
from app.domain.draft import Draft, DraftFact
from app.domain.entity import Entity
from app.domain.episode import Episode
from app.domain.errors import BadInput
from app.domain.fact import Fact
from app.domain.ids import CategoryId, EntityId, FactId, SuggestionId
from app.domain.plan import Add, Amend, Author, Expect, Plan, Step
from app.domain.scope import Scope
from app.domain.suggestion import Suggestion
from app.domain.text import name_key
from app.memory.learn.apart import sides
from app.memory.learn.draftjson import draft_from_json, draft_to_json
from app.memory.learn.weave import answered
from app.memory.revise import recategorise, relate, retract
from app.memory.revise.merge import merge
from app.memory.revise.reading import fact_of, usable_name
from app.memory.revise.relate import Relating
from app.memory.revise.resettle import minting, parted
from app.storage.view import View

_NEW = EntityId(-1_000_000)
"""Placeholder of the entity that "somebody else" makes."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What the user makes of a claim of the assistant before keeping it; the far end stays a name, or a text."""

    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A word on a question. `choice`: the candidate that is meant, or of a conflict the fact that holds; None takes the
    only candidate, or makes somebody new, or lets the newer fact hold. `claim`: the claim in the user's words."""

    choice: int | None = None
    claim: Claim | None = None


AGREED = Answer()


def accept(view: View, suggestion: SuggestionId, scope: Scope, author: Author, answer: Answer = AGREED) -> Plan:
    """Do what was suggested. Raises `BadInput` when it was answered before, or when what it speaks of is gone."""
    row = _open(view, suggestion, scope)
    payload = json.loads(row.payload)
    choice = EntityId(answer.choice) if answer.choice is not None else None
    if row.kind == "same_entity":
        plan = merge(view, _one_of(payload, choice), EntityId(payload["entity"]), scope, author, keep_name=True)
    elif row.kind == "conflict":
        plan = _holding(view, payload["facts"], answer.choice, scope, author)
    elif row.kind == "category":
        plan = _tidied(view, payload, scope, author)
    elif "follows" in payload:
        plan = _following(view, payload, row.scope, author)
    else:
        plan = _woven(view, row, _in_their_words(payload, answer.claim), choice, author)
    mark = Amend("suggestion", suggestion, {"state": "accepted"})
    expects = (*plan.expects, Expect("suggestion", suggestion, {"state": "open"}))
    return Plan((*plan.steps, mark), author, "accept_suggestion", str(payload.get("name", "")), expects)


def dismiss(view: View, suggestion: SuggestionId, scope: Scope, author: Author, never: bool = False) -> Plan:
    """Wave a suggestion away. `never`: and do not make it again."""
    row = _open(view, suggestion, scope)
    mark = Amend("suggestion", suggestion, {"state": "never" if never else "dismissed"})
    expects = (Expect("suggestion", suggestion, {"state": "open"}),)
    name = str(json.loads(row.payload).get("name", ""))
    one, others = sides(row)
    doubted = row.kind == "same_entity"
    ended, unchanged = parted(view, scope, minting(), (one, *others)) if doubted else ([], [])
    return Plan((mark, *ended), author, "dismiss_suggestion", name, (*expects, *unchanged))


def _open(view: View, suggestion: SuggestionId, scope: Scope) -> Suggestion:
    row = view.suggestions.one(suggestion, scope)
    if row is None or row.state != "open":
        raise BadInput("This suggestion is gone.")
    return row


def _one_of(payload: dict[str, Any], choice: EntityId | None) -> EntityId:
    if choice is None and len(payload["candidates"]) != 1:
        raise BadInput("Choose one of them.")
    return EntityId(payload["candidates"][0]) if choice is None else choice


def _woven(view: View, row: Suggestion, payload: dict[str, Any], choice: EntityId | None, author: Author) -> Plan:
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
    made += [_by(step, author) if vouched else step for step in steps]
    return Plan(tuple(made), author, row.kind, expects=tuple(expects))


def _in_their_words(payload: dict[str, Any], claim: Claim | None) -> dict[str, Any]:
    """The claim as the user would have it. Its sentence was the assistant's: the relation's own words say it now."""
    if claim is None:
        return payload
    draft = draft_from_json(payload["draft"])
    old = draft.facts[0]
    subject, far = usable_name(claim.subject), usable_name(claim.object)
    said = {old.subject: subject} | ({old.object: far} if old.object_is == "entity" else {})
    names = tuple(replace(one, name=said[one.name], spans=()) if one.name in said else one for one in draft.entities)
    fact: DraftFact = replace(old, subject=subject, predicate=claim.predicate, object=far, fact="")
    return payload | {"draft": draft_to_json(Draft(names, (fact,)))}


def _holding(view: View, facts: list[int], holds: int | None, scope: Scope, author: Author) -> Plan:
    """Of two facts that exclude each other one holds: the other ended when it began, or was never true."""
    newer, older = FactId(facts[0]), FactId(facts[1])
    right = older if holds == older else newer
    kept = fact_of(view, right, scope)
    wrong = fact_of(view, older if right == newer else newer, scope)
    if wrong.since() < kept.since():
        return relate.end(view, wrong.id, WorldTime.of(kept.since()), scope, author)
    return retract.retract(view, wrong.id, scope, author)


def _following(view: View, payload: dict[str, Any], scope: Scope, author: Author) -> Plan:
    """What follows from two facts is the user's word once they say so, and is known where those are: `scope` is where.
    Raises `BadInput` when one of them is gone."""
    for number in payload["follows"]:
        fact_of(view, FactId(number), scope)
    ends = EntityId(payload["subject"]), EntityId(payload["object"])
    if len(view.entities.get(ends, scope)) < len(ends):
        raise BadInput("What this is about is gone.")
    return relate.add(view, Relating(ends[0], payload["predicate"], ends[1]), scope, author)


def _tidied(view: View, payload: dict[str, Any], scope: Scope, author: Author) -> Plan:
    """Two categories become one (`kept`, `gone`), or an entity goes into one (`entity`, `into`)."""
    if "gone" in payload:
        return recategorise.merge(view, CategoryId(payload["kept"]), CategoryId(payload["gone"]), scope, author)
    return recategorise.put_in(view, EntityId(payload["entity"]), CategoryId(payload["into"]), scope, author)


def _new(payload: dict[str, Any], episode: Episode, author: Author) -> Step:
    name, kind = payload["name"], payload["kind"]
    return Add(Entity(_NEW, name, kind, clock.now(), declared_by=author.kind, scope=episode.scope))


def _by(step: Step, author: Author) -> Step:
    """A claim that the user vouches for is the user's."""
    if isinstance(step, Add) and isinstance(step.row, Fact):
        return Add(replace(step.row, declared_by=author.kind, declared_at=clock.now()))
    return step
