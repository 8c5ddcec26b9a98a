"""How an answer was found, as numbers: what is kept with it. No word of a memory, no name, no question stands in it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

from app.domain.ids import Ref
from app.domain.item import Claim, Item, RoleName
from app.domain.question import Candidate, Intent, Layer, Recollection, RerankerKind, Route
from app.memory.learn.reading.relations import relations
from app.memory.recall.classify import REASONS

_LAYOUT = 1


@dataclass(frozen=True, slots=True)
class TracedClaim:
    """A claim of an item by its number. `why` names a predicate only where the program knows it."""

    episode: int
    why: str
    hops: int | None = None
    roles: tuple[tuple[RoleName, Ref], ...] = ()


@dataclass(frozen=True, slots=True)
class TracedItem:
    """An item that an answer rests on: the number of its head, its claims in order of time."""

    head: int
    key: str
    claims: tuple[TracedClaim, ...]
    conflicts: tuple[tuple[Ref, Ref], ...] = ()


@dataclass(frozen=True, slots=True)
class Traced:
    """What was kept. `characters`: of memory that went to the chat model. `items`: None where none were kept yet."""

    intent: Intent
    confidence: float
    reason: str
    routes: tuple[Route, ...]
    nothing: bool
    reranker: RerankerKind
    characters: int
    candidates: tuple[Candidate, ...]
    walk: tuple[Layer, ...]
    notes: tuple[str, ...]
    items: tuple[TracedItem, ...] | None = None


def payload(recollection: Recollection, characters: int = 0, items: Sequence[Item] = ()) -> str:
    """The JSON to keep: rows by number, arms, scores; notes are sentences of the program's own."""
    return json.dumps(
        {
            "layout": _LAYOUT,
            "intent": recollection.intent,
            "confidence": round(recollection.confidence, 3),
            "reason": recollection.reason,
            "routes": recollection.routes,
            "nothing": recollection.nothing,
            "reranker": recollection.reranker,
            "characters": characters,
            "found": [[one.sort, one.id, one.routes, one.score, one.arms, one.cut] for one in recollection.candidates],
            "walk": [[one.layer, one.shown, one.selected, one.all_children, one.notes] for one in recollection.walk],
            "notes": recollection.notes,
            "items": [_numbers(item) for item in kept_items(items)],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def read(payload: str) -> Traced | None:
    """What `payload` wrote; None for a layout of another version."""
    kept: dict[str, Any] = json.loads(payload)
    if kept.get("layout") != _LAYOUT or kept["intent"] not in get_args(Intent):
        return None
    return Traced(
        kept["intent"],
        kept["confidence"],
        kept["reason"] if kept["reason"] in REASONS else "plain",
        tuple(kept["routes"]),
        kept["nothing"],
        kept["reranker"],
        kept["characters"],
        tuple(_candidate(*row) for row in kept["found"]),
        tuple(Layer(row[0], row[1], *(tuple(part) for part in row[2:])) for row in kept["walk"]),
        tuple(kept["notes"]),
        tuple(_item(*row) for row in kept["items"]) if "items" in kept else None,
    )


def kept_items(items: Sequence[Item]) -> tuple[TracedItem, ...]:
    """Items without their words, nor a predicate that somebody made up: such a name is a word of memory too."""
    return tuple(
        TracedItem(item.head_ref.id, item.independence_reason, tuple(map(_claim, item.claims)), item.conflicts)
        for item in items
    )


def _claim(claim: Claim) -> TracedClaim:
    head, _, predicate = claim.why.partition(":")
    why = f"{head}:" if head == "relation" and not relations().knows(predicate) else claim.why
    return TracedClaim(claim.ref.id, why, claim.hops, tuple((role.name, role.of) for role in claim.roles))


def _numbers(item: TracedItem) -> list[object]:
    claims = [
        [claim.episode, claim.why, claim.hops, [[name, str(ref)] for name, ref in claim.roles]] for claim in item.claims
    ]
    return [item.head, item.key, claims, [[str(one), str(other)] for one, other in item.conflicts]]


def _traced(episode: int, why: str, hops: int | None, roles: list[Any]) -> TracedClaim:
    return TracedClaim(episode, why, hops, tuple((name, Ref.parse(ref)) for name, ref in roles))


def _item(head: int, key: str, claims: list[Any], conflicts: list[Any]) -> TracedItem:
    return TracedItem(
        head,
        key,
        tuple(_traced(*row) for row in claims),
        tuple((Ref.parse(one), Ref.parse(other)) for one, other in conflicts),
    )


def _candidate(sort: Any, id: int, routes: list[Any], score: float, arms: list[Any], *rest: Any) -> Candidate:
    return Candidate(sort, id, tuple(routes), score, tuple((name, share) for name, share in arms), *rest)
