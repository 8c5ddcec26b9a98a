"""What memory is unsure of and asks: is it the same one, which one is meant, shall the assistant's word be kept, what
holds, where something belongs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from app.domain import clock
from app.domain.category import Category
from app.domain.change import Change
from app.domain.entity import Entity
from app.domain.episode import Episode
from app.domain.ids import CategoryId, EntityId, EpisodeId, FactId, SuggestionId
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
    """Two that exclude each other, the newer one first; or two from which the claim would follow."""
    categories: tuple[Category, ...] = ()
    """The one that is kept and the one that would go into it; or the one that the entity would go into."""


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
    known = _known(desk, rows, payloads)
    return [known.asked(row, payload) for row, payload in zip(rows, payloads, strict=True)]


def count(desk: ReadDesk) -> int:
    """How many questions are open."""
    return desk.view.suggestions.count_open(desk.scope)


@dataclass(frozen=True, slots=True)
class _Known:
    """Everything that some questions speak of, as far as it is still there."""

    entities: Mapping[EntityId, Entity]
    episodes: Mapping[EpisodeId, Episode]
    facts: Mapping[FactId, FactView]
    categories: Mapping[CategoryId, Category]

    def asked(self, row: Suggestion, payload: dict[str, Any]) -> Asked:
        """A question with all that it speaks of."""
        episode = self.episodes.get(row.episode) if row.episode is not None else None
        return Asked(
            row,
            covered(episode) if episode is not None else None,
            str(payload.get("name", "")),
            tuple(self.entities[one] for one in payload.get("candidates", ()) if one in self.entities),
            self.entities.get(EntityId(payload.get("entity") or 0)),
            self._claim(row, payload),
            tuple(self.facts[FactId(one)] for one in _facts(payload) if one in self.facts),
            tuple(self.categories[CategoryId(one)] for one in _categories(payload) if one in self.categories),
        )

    def _claim(self, row: Suggestion, payload: dict[str, Any]) -> Claim | None:
        if row.kind != "assistant_claim":
            return None
        if "draft" in payload:
            stated = payload["draft"]["facts"][0]
            return Claim(stated["subject"], stated["predicate"], stated["object"])
        ends = [self.entities.get(EntityId(payload[end])) for end in ("subject", "object")]
        names = [one.name if one is not None else "" for one in ends]
        return Claim(names[0], payload["predicate"], names[1])


def _known(desk: ReadDesk, rows: Sequence[Suggestion], payloads: Sequence[dict[str, Any]]) -> _Known:
    view, scope = desk.view, desk.scope
    facts = list(view.facts.get({FactId(one) for payload in payloads for one in _facts(payload)}, scope).values())
    return _Known(
        view.entities.get({EntityId(one) for payload in payloads for one in _named(payload)}, scope),
        view.episodes.get([row.episode for row in rows if row.episode is not None], scope),
        {one.fact.id: one for one in fact_views(desk, facts, None, clock.now().date())},
        view.categories.get({CategoryId(one) for payload in payloads for one in _categories(payload)}, scope),
    )


def _named(payload: dict[str, Any]) -> list[int]:
    """Entities: those that may be meant, the one in question, and both ends of what would follow."""
    own = [payload[end] for end in ("entity", "subject", "object") if payload.get(end)]
    return [*payload.get("candidates", ()), *own]


def _facts(payload: dict[str, Any]) -> list[int]:
    return [*payload.get("facts", ()), *payload.get("follows", ())]


def _categories(payload: dict[str, Any]) -> list[int]:
    return [payload[end] for end in ("kept", "gone", "into") if end in payload]


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
    return asked.suggestion.kind in ("which_entity", "conflict")


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
