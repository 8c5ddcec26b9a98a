"""A draft as JSON and back: what a suggestion keeps until the user has answered."""

from dataclasses import asdict
from typing import Any

from app.domain.clock import WorldTime
from app.domain.draft import Draft, DraftEnd, DraftEntity, DraftFact
from app.domain.entity import Span


def draft_to_json(draft: Draft) -> dict[str, Any]:
    """Entities, facts and ends as plain values; nothing else of a draft outlives its turn."""
    return {
        "entities": [_plain(entity) for entity in draft.entities],
        "facts": [_plain(fact) for fact in draft.facts],
        "ends": [_plain(end) for end in draft.ends],
    }


def draft_from_json(value: dict[str, Any]) -> Draft:
    """The inverse of `draft_to_json`. Raises `KeyError` or `TypeError` for JSON of another shape."""
    return Draft(
        entities=tuple(_entity(row) for row in value["entities"]),
        facts=tuple(DraftFact(**_timed(row, "valid_at", "invalid_at")) for row in value["facts"]),
        ends=tuple(DraftEnd(**_timed(row, "ended_at")) for row in value["ends"]),
    )


def _plain(item: DraftEntity | DraftFact | DraftEnd) -> dict[str, Any]:
    row = asdict(item)
    for name, value in row.items():
        if isinstance(value, dict):
            row[name] = value["text"] if "text" in value else [value["start"], value["end"]]
        elif name == "spans":
            row[name] = [[span["start"], span["end"]] for span in value]
    return row


def _entity(row: dict[str, Any]) -> DraftEntity:
    spans = tuple(Span(*span) for span in row["spans"])
    return DraftEntity(**{**row, "spans": spans, "aliases": tuple(row["aliases"])})


def _timed(row: dict[str, Any], *names: str) -> dict[str, Any]:
    times = {name: WorldTime(row[name]) if row[name] else None for name in names}
    return {**row, **times, "span": Span(*row["span"])}
