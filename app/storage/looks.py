"""How a look at the graph becomes JSON in a row, and back. Only what differs from a fresh look is written."""

import json
import math
from collections.abc import Collection, Mapping
from dataclasses import fields
from datetime import date
from typing import Any, get_args

from app.domain.entity import ENTITY_KINDS, DeclaredBy
from app.domain.graph import EdgeSource, EdgeState
from app.domain.ids import CategoryId, EntityId
from app.domain.lens import Filters, Lens, Place
from app.storage.rows import Field, SQLite

_WORDS: Mapping[str, Collection[str]] = {
    "kinds": ENTITY_KINDS,
    "states": get_args(EdgeState),
    "sources": get_args(EdgeSource),
    "declared_by": get_args(DeclaredBy),
}
_DAYS = ("since", "until", "as_of")
_FURTHEST = 1e6
"""Ideal edge lengths: no picture is that wide, and whoever draws must not meet a number without end."""


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _differing(value: Any, fresh: Any) -> dict[str, Any]:
    names = (one.name for one in fields(value))
    return {name: getattr(value, name) for name in names if getattr(value, name) != getattr(fresh, name)}


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    return sorted(value) if isinstance(value, frozenset) else value


def _lens_row(lens: Lens) -> tuple[SQLite, ...]:
    found = {name: _plain(value) for name, value in _differing(lens, Lens()).items() if name != "filters"}
    if filters := {name: _plain(value) for name, value in _differing(lens.filters, Filters()).items()}:
        found["filters"] = filters
    return (_written(found),)


def _read_lens(text: str) -> Lens:
    found = _object(text)
    fresh = Lens()
    return Lens(
        tuple(map(EntityId, _numbers(found.get("about", ())))),
        _whole(found.get("depth", fresh.depth)),
        _whole(found.get("limit", fresh.limit)),
        opened=_entities(found.get("opened", ())),
        closed=_entities(found.get("closed", ())),
        hidden=_entities(found.get("hidden", ())),
        filters=_read_filters(found.get("filters", {})),
    )


def _read_filters(found: Mapping[str, Any]) -> Filters:
    made: dict[str, Any] = {name: date.fromisoformat(found[name]) for name in _DAYS if name in found}
    made |= {name: _among(found[name], known) for name, known in _WORDS.items() if name in found}
    if "predicates" in found:
        made["predicates"] = frozenset(map(_text, found["predicates"]))
    if "categories" in found:
        made["categories"] = frozenset(map(CategoryId, _numbers(found["categories"])))
    if "least_confidence" in found:
        made["least_confidence"] = _finite(found["least_confidence"])
    return Filters(**made)


def _among(given: Any, known: Collection[str]) -> frozenset[str]:
    found = frozenset(map(_text, given))
    if not found.issubset(known):
        raise ValueError("a word that no filter has")
    return found


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError("no whole number")
    return value


def _numbers(given: Any) -> list[int]:
    return [_whole(one) for one in given]


def _entities(given: Any) -> frozenset[EntityId]:
    return frozenset(map(EntityId, _numbers(given)))


def _finite(value: Any) -> float:
    found = float(value)
    if not _drawable(found):
        raise ValueError("no such place")
    return found


def _drawable(number: float) -> bool:
    return math.isfinite(number) and abs(number) <= _FURTHEST


def _object(text: str) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise TypeError("no object")
    return found


def lens() -> Field:
    """What is read for a picture, and what is switched off in it."""
    return Field("lens", ("lens",), ("@.lens",), _lens_row, _read_lens)


def places() -> Field:
    """Where each node stands."""

    def encode(value: Mapping[EntityId, Place]) -> tuple[SQLite, ...]:
        kept = {entity: place for entity, place in value.items() if all(map(_drawable, place))}
        return (_written({str(entity): [round(x, 4), round(y, 4)] for entity, (x, y) in kept.items()}),)

    def decode(text: str) -> Mapping[EntityId, Place]:
        return {EntityId(int(entity)): (_finite(x), _finite(y)) for entity, (x, y) in _object(text).items()}

    return Field("places", ("places",), ("@.places",), encode, decode)


def pinned() -> Field:
    """Which nodes stay where they were put."""

    def decode(text: str) -> frozenset[EntityId]:
        return _entities(json.loads(text))

    return Field("pinned", ("pinned",), ("@.pinned",), lambda value: (_written(sorted(value)),), decode)
