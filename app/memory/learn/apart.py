"""What a person said once and for all about who is who: learning does not ask it again, and does not undo it."""

import json
from collections.abc import Collection
from typing import Any

from app.domain.draft import DraftEntity, DraftFact
from app.domain.episode import Episode
from app.domain.ids import EntityId
from app.domain.scope import Scope
from app.domain.suggestion import Suggestion
from app.domain.text import fold, name_key
from app.memory.learn.resolve import compatible
from app.storage.view import View

_NEVER_WHICH = ("which_entity", "never")


def apart_from(view: View, entity: EntityId, scope: Scope) -> set[EntityId]:
    """Those that a person said are not this one."""
    found: set[EntityId] = set()
    for row in view.suggestions.about([entity], scope) if entity >= 0 else ():
        if row.kind == "same_entity" and row.state == "never":
            one, others = sides(row)
            found |= set(others) if one == entity else {one}
    return found - {entity}


def sides(row: Suggestion) -> tuple[EntityId, list[EntityId]]:
    """The entity in question (0 for none) and those that it may be."""
    payload = json.loads(row.payload)
    return EntityId(payload.get("entity") or 0), [EntityId(one) for one in payload.get("candidates", ())]


def name_refused(view: View, name: str, candidates: Collection[EntityId], scope: Scope) -> bool:
    """Whether the user never wants to be asked which of them this name means."""
    refused = (row for row in view.suggestions.about(candidates, scope) if (row.kind, row.state) == _NEVER_WHICH)
    return any(
        set(sides(row)[1]) == set(candidates) and name_key(json.loads(row.payload)["name"]) == name_key(name)
        for row in refused
    )


def claim_refused(view: View, claim: DraftFact, scope: Scope) -> bool:
    """Whether the user never wants to be asked about this claim, in whatever words it comes."""
    wanted = _claim(claim.subject, claim.predicate, claim.object)
    for row in view.suggestions.refused("assistant_claim", scope):
        said = json.loads(row.payload).get("draft", {})  # what only follows from two facts was said by nobody
        facts: list[dict[str, Any]] = said.get("facts", [])
        if wanted in [_claim(one["subject"], one["predicate"], one["object"]) for one in facts]:
            return True
    return False


def _claim(subject: str, predicate: str, far: str) -> tuple[str, str, str]:
    return name_key(subject), fold(predicate), name_key(far)


def standing(view: View, episode: Episode, one: DraftEntity) -> EntityId | None:
    """Whom the very words stand for already, in a turn that is read again: a person may have moved them since."""
    if episode.learned_at is None or not one.spans:
        return None
    there = view.entities.mentions_in([episode.id], episode.scope).get(episode.id, [])
    bearers = {mention.entity for mention in there if mention.span in one.spans}
    fitting = [row for row in view.entities.get(bearers, episode.scope).values() if compatible(row.kind, one.kind)]
    return EntityId(fitting[0].id) if len(fitting) == 1 else None
