"""What memory is unsure of and asks: is it the same one, which one is meant, shall the assistant's word be kept, what
holds, where something belongs."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from app.domain import clock
from app.domain.change import Change
from app.domain.entity import Entity
from app.domain.episode import Episode
from app.domain.ids import EntityId, FactId, SuggestionId
from app.domain.plan import USER
from app.domain.suggestion import Suggestion
from app.memory.revise import answer
from app.memory.revise.answer import Answer as Answer
from app.memory.revise.answer import Claim as Claim
from app.services import sides
from app.services.covering import covered
from app.services.memories import FactView, fact_views
from app.services.workspace import ReadDesk, WriteDesk

SHOWN_OF_EACH = 2
"""Places shown of each candidate."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A suggestion with what is needed to answer it: the words it came from, the name in question, the candidates."""

    suggestion: Suggestion
    episode: Episode | None
    name: str
    candidates: tuple[Entity, ...]
    about: Entity | None = None
    """The entity that may be one of the candidates."""
    claim: Claim | None = None
    """What only the assistant said."""
    facts: tuple[FactView, ...] = ()
    """Two that exclude each other, the newer one first."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A batch: how many were answered, and how many stay open because somebody has to choose, or nothing is left."""

    change: Change | None
    done: int
    left: int


def waiting(desk: ReadDesk, limit: int = 100) -> list[Asked]:
    """What waits for the user's word, newest first. Candidates that are gone are left out."""
    rows = desk.view.suggestions.open(desk.scope, limit)
    payloads = [json.loads(row.payload) for row in rows]
    wanted = {EntityId(one) for payload in payloads for one in _named(payload)}
    entities = desk.view.entities.get(sorted(wanted), desk.scope)
    episodes = desk.view.episodes.get([row.episode for row in rows if row.episode is not None], desk.scope)
    facts = _conflicting(desk, payloads)
    return [_asked(row, one, entities, episodes, facts) for row, one in zip(rows, payloads, strict=True)]


def count(desk: ReadDesk) -> int:
    """How many questions are open."""
    return desk.view.suggestions.count_open(desk.scope)


def _named(payload: dict[str, Any]) -> list[int]:
    own = payload.get("entity")
    return [*payload.get("candidates", ()), *([own] if own else [])]


def _conflicting(desk: ReadDesk, payloads: Sequence[dict[str, Any]]) -> dict[FactId, FactView]:
    wanted = {FactId(one) for payload in payloads for one in payload.get("facts", ())}
    rows = list(desk.view.facts.get(wanted, desk.scope).values()) if wanted else []
    return {view.fact.id: view for view in fact_views(desk, rows, None, clock.now().date())}


def _asked(
    row: Suggestion,
    payload: dict[str, Any],
    entities: dict[EntityId, Entity],
    episodes: Any,
    facts: dict[FactId, FactView],
) -> Asked:
    candidates = [entities[one] for one in payload.get("candidates", ()) if one in entities]
    episode = episodes.get(row.episode) if row.episode is not None else None
    return Asked(
        row,
        covered(episode) if episode is not None else None,
        str(payload.get("name", "")),
        tuple(candidates),
        entities.get(EntityId(payload.get("entity") or 0)),
        _claim(row, payload),
        tuple(facts[one] for one in payload.get("facts", ()) if one in facts),
    )


def _claim(row: Suggestion, payload: dict[str, Any]) -> Claim | None:
    stated = payload["draft"]["facts"] if row.kind == "assistant_claim" else []
    return Claim(stated[0]["subject"], stated[0]["predicate"], stated[0]["object"]) if stated else None


def contexts(desk: ReadDesk, asked: Asked) -> dict[EntityId, sides.Side]:
    """What is known of each entity of the question and where it is named, so that somebody can tell them apart."""
    both = [*([asked.about] if asked.about else []), *asked.candidates]
    return {
        one: sides.side(desk, one, SHOWN_OF_EACH) for one in desk.view.entities.get([e.id for e in both], desk.scope)
    }


def needs_choice(asked: Asked) -> bool:
    """Whether "yes" alone says too little: which of several is meant, and what it speaks of is still there."""
    if asked.suggestion.kind == "same_entity":
        return len(asked.candidates) != 1
    return asked.suggestion.kind == "which_entity"


def accept(desk: WriteDesk, which: SuggestionId, choice: int | None = None, claim: Claim | None = None) -> Change:
    """Do what was suggested; `choice` is the candidate or the fact meant, None somebody new or the newer one; `claim`
    the claim in other words. Undoable. Raises `BadInput`."""
    return desk.store.commit(answer.accept(desk.view, which, desk.scope, USER, Answer(choice, claim)))


def dismiss(desk: WriteDesk, which: SuggestionId, never: bool = False) -> Change:
    """Wave it away; `never`: and do not ask again. Undoable. Raises `BadInput`."""
    return desk.store.commit(answer.dismiss(desk.view, which, desk.scope, USER, never))


def accept_all(desk: WriteDesk, which: Sequence[SuggestionId]) -> Answered:
    """Do what several suggest, as one step of undo. Those that need a choice, or are gone, stay as they are."""
    open_ones = {one.suggestion.id: one for one in waiting(desk, 1000)}
    clear = [one for one in which if one in open_ones and not needs_choice(open_ones[one])]
    return _together(desk, [partial(answer.accept, desk.view, one, desk.scope, USER) for one in clear], which, "accept")


def dismiss_all(desk: WriteDesk, which: Sequence[SuggestionId], never: bool = False) -> Answered:
    """Wave several away, as one step of undo."""
    makers = [partial(answer.dismiss, desk.view, one, desk.scope, USER, never) for one in which]
    return _together(desk, makers, which, "dismiss")


def _together(desk: WriteDesk, makers: Sequence[Any], which: Sequence[SuggestionId], act: str) -> Answered:
    change, done = desk.store.commit_each(makers, USER, f"{act}_suggestions")
    return Answered(change if done else None, done, len(which) - done)
