"""Reads one Japanese turn as the app does, for the tests of this folder."""

from collections.abc import Sequence
from datetime import datetime

from app.domain.draft import Draft, Turn
from app.inference.protocols import NameSpan
from app.memory.learn.reading.japanese import read
from app.memory.learn.reading.markup import parse

THURSDAY = datetime.fromisoformat("2026-03-12T12:00:00+09:00")


def turn(text: str, role: str = "user", speaker: str = "", said_at: datetime = THURSDAY) -> Turn:
    return Turn(text, said_at, role, speaker)  # type: ignore[arg-type]


def drafted(text: str, context: Sequence[Turn] = (), names: Sequence[NameSpan] = (), **said) -> Draft:
    return read(parse(text), turn(text, **said), context, names)


def facts(draft: Draft) -> set[str]:
    """Each fact as "subject predicate object@since..until"."""
    found = set()
    for fact in draft.facts:
        since = f"@{fact.valid_at.text}" if fact.valid_at else ""
        until = f"..{fact.invalid_at.text}" if fact.invalid_at else ""
        found.add(f"{fact.subject} {fact.predicate} {fact.object}{since}{until}")
    return found


def ends(draft: Draft) -> set[str]:
    """Each end as "subject predicate object@date"."""
    return {f"{e.subject} {e.predicate} {e.object}{f'@{e.ended_at.text}' if e.ended_at else ''}" for e in draft.ends}


def entities(draft: Draft) -> dict[str, str]:
    return {entity.name: entity.kind for entity in draft.entities}
