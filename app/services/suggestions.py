"""What memory is unsure of and asks: is it the same one, which one is meant, shall the assistant's word be kept."""

import json
from dataclasses import dataclass
from typing import Any

from app.domain.change import Change
from app.domain.entity import Entity
from app.domain.episode import Episode
from app.domain.ids import EntityId, SuggestionId
from app.domain.plan import USER
from app.domain.suggestion import Suggestion
from app.memory.revise import answer
from app.services.workspace import ReadDesk, WriteDesk


@dataclass(frozen=True, slots=True)
class Asked:
    """A suggestion with what is needed to answer it: the words it came from, the name in question, the candidates."""

    suggestion: Suggestion
    episode: Episode | None
    name: str
    candidates: tuple[Entity, ...]


def waiting(desk: ReadDesk, limit: int = 100) -> list[Asked]:
    """What waits for the user's word, newest first. Candidates that are gone are left out."""
    rows = desk.view.suggestions.open(desk.scope, limit)
    payloads = [json.loads(row.payload) for row in rows]
    wanted = {EntityId(one) for payload in payloads for one in payload.get("candidates", ())}
    entities = desk.view.entities.get(sorted(wanted), desk.scope)
    episodes = desk.view.episodes.get([row.episode for row in rows if row.episode is not None], desk.scope)
    return [_asked(row, payload, entities, episodes) for row, payload in zip(rows, payloads, strict=True)]


def _asked(row: Suggestion, payload: dict[str, Any], entities: dict[EntityId, Entity], episodes: Any) -> Asked:
    candidates = [entities[one] for one in payload.get("candidates", ()) if one in entities]
    episode = episodes.get(row.episode) if row.episode is not None else None
    return Asked(row, episode, str(payload.get("name", "")), tuple(candidates))


def accept(desk: WriteDesk, which: SuggestionId, choice: EntityId | None = None) -> Change:
    """Do what was suggested; `choice` is the candidate meant, None somebody new. Undoable. Raises `BadInput`."""
    return desk.store.commit(answer.accept(desk.view, which, desk.scope, USER, choice))


def dismiss(desk: WriteDesk, which: SuggestionId, never: bool = False) -> Change:
    """Wave it away; `never`: and do not ask again. Undoable. Raises `BadInput`."""
    return desk.store.commit(answer.dismiss(desk.view, which, desk.scope, USER, never))
