"""How an answer was found, as numbers: what is kept with it. No word of a memory, no name, no question stands in it."""

import json
from dataclasses import dataclass
from typing import Any, get_args

from app.domain.question import Candidate, Intent, Layer, Recollection, RerankerKind, Route
from app.memory.recall.classify import REASONS

_LAYOUT = 1


@dataclass(frozen=True, slots=True)
class Traced:
    """What was kept. `characters`: of memory that went to the chat model."""

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


def payload(recollection: Recollection, characters: int = 0) -> str:
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
    )


def _candidate(sort: Any, id: int, routes: list[Any], score: float, arms: list[Any], *rest: Any) -> Candidate:
    return Candidate(sort, id, tuple(routes), score, tuple((name, share) for name, share in arms), *rest)
