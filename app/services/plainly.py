"""Values of the domain as plain data that any program can read: what the command line prints and a tool returns.

Secrets are masked: a program is not the person at the screen.
"""

from collections.abc import Mapping
from typing import Any

from app.domain.association import Dropped
from app.domain.entity import Entity
from app.domain.episode import Episode
from app.domain.fact import Fact, Value
from app.domain.item import Claim, Item, Reached, Reconstruction, Traversal
from app.domain.question import Recollection
from app.domain.secret import mask

Plain = dict[str, Any]


def record(episode: Episode) -> Plain:
    """A record with its words, who said them and when."""
    said_at = episode.said_at.isoformat()
    return {"ref": f"ep:{episode.id}", "said_at": said_at, "by": who(episode), "text": mask(episode.text)}


def who(episode: Episode) -> str:
    """Whose words they are: the speaker's name, else `user`, `assistant` or `document`."""
    return episode.speaker or episode.role


def entity(one: Entity) -> Plain:
    return {
        "id": one.id,
        "name": one.name,
        "type": one.kind,
        "tag": one.tag,
        "mentions": one.mention_count,
        "declared_by": one.declared_by,
    }


def fact(one: Fact, names: Mapping[int, str]) -> Plain:
    """A relation with its ends in words; `valid_at` and `invalid_at` as precise as they are known, or null."""
    return {
        "id": one.id,
        "subject": _end(one.subject, names),
        "predicate": one.predicate,
        "object": _end(one.object, names),
        "fact": mask(one.fact),
        "valid_at": one.valid_at.text if one.valid_at else None,
        "invalid_at": one.invalid_at.text if one.invalid_at else None,
        "declared_by": one.declared_by,
    }


def _end(end: object, names: Mapping[int, str]) -> str:
    if isinstance(end, Value):
        return mask(end.text)
    return names.get(end, f"entity {end}") if isinstance(end, int) else str(end)


def dropped(rows: tuple[Dropped, ...] | list[Dropped]) -> list[Plain]:
    return [{"item": one.item, "reason": one.reason} for one in rows]


def recollection(found: Recollection, names: Mapping[int, str]) -> Plain:
    """Best first. `nothing` is true when memory holds nothing on the question."""
    return {
        "nothing": found.nothing,
        "intent": found.intent,
        "records": [{**record(hit.episode), "score": round(hit.score, 4)} for hit in found.episodes],
        "facts": [fact(hit.fact, names) for hit in found.facts],
        "entities": [entity(hit.entity) for hit in found.entities],
    }


def reconstruction(found: Reconstruction) -> Plain:
    """Fields that say what deviated are there only when something did."""
    plain: Plain = {
        "items": [_item(item) for item in found.items],
        "effective_count": found.effective_count,
        "returned_count": found.returned_count,
    }
    if found.bounds is not None:
        plain["bounds"] = {"omitted": found.bounds.omitted, "reached": list(found.bounds.reached)}
    told = ("count_policy", "budget_policy", "shortfall_reason")
    return plain | {name: getattr(found, name) for name in told if getattr(found, name)}


def _item(item: Item) -> Plain:
    plain: Plain = {
        "content": item.content,
        "head_ref": str(item.head_ref),
        "claims": [_claim(claim) for claim in item.claims],
        "independence_reason": item.independence_reason,
    }
    if item.conflicts:
        plain["conflicts"] = [[str(one), str(other)] for one, other in item.conflicts]
    if item.claims_omitted:
        plain["claims_omitted"] = item.claims_omitted
    if item.excerpts:
        plain["excerpts"] = [{"ref": str(one.ref), "text": one.text} for one in item.excerpts]
    return plain


def _claim(claim: Claim) -> Plain:
    plain: Plain = {"ref": str(claim.ref), "as_of": claim.as_of.isoformat(), "why": claim.why}
    if claim.hops is not None:
        plain["hops"] = claim.hops
    if claim.roles:
        plain["roles"] = [{"role": role.name, "of": str(role.of)} for role in claim.roles]
    return plain


def traversal(found: Traversal) -> Plain:
    """Entities in the order they were reached, relations between them, and what was cut."""
    names: dict[int, str] = {one.entity.id: one.entity.name for one in found.entities}
    return {
        "starts": list(found.starts),
        "entities": [_reached(one) for one in found.entities],
        "relations": [fact(one, names) for one in found.relations],
        "entities_omitted": found.entities_omitted,
        "relations_omitted": found.relations_omitted,
    }


def _reached(one: Reached) -> Plain:
    return {
        **entity(one.entity),
        "hops": one.hops,
        "aliases": [{"alias": alias.text, "declared_by": alias.declared_by} for alias in one.aliases],
        "refs": [str(ref) for ref in one.refs],
        "refs_omitted": one.refs_omitted,
    }
