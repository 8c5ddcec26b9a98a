"""What a model is asked about one turn: the instructions, the turn as fenced data, and the form to fill in."""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from app.domain.draft import Language, Turn
from app.domain.entity import ENTITY_KINDS, ME
from app.domain.secret import mask
from app.domain.text import clean, has_cjk
from app.inference.protocols import Message, Schema
from app.memory.learn.reading.relations import relations
from app.memory.prompts import fenced, prompt

MAX_SENT = 6_000
"""Characters of one turn that go to a model, in its one call; what lies beyond is read on the device alone."""
EARLIER = 5
_EACH = 600
"""Characters of each turn before it: enough to tell who "he" is."""
_LINE = 200


def closed(**properties: Any) -> dict[str, Any]:
    """A JSON object of exactly these properties, as servers with structured output want it."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def listing(items: Schema) -> dict[str, Any]:
    return {"type": "array", "items": items}


TEXT = {"type": "string"}
_OBJECT_IS = {"type": "string", "enum": ["entity", "value"]}
FORM: Schema = closed(
    entities=listing(
        closed(name=TEXT, type={"type": "string", "enum": list(ENTITY_KINDS)}, tag=TEXT, aliases=listing(TEXT))
    ),
    relations=listing(
        closed(
            subject=TEXT,
            predicate=TEXT,
            object=TEXT,
            object_is=_OBJECT_IS,
            fact=TEXT,
            words=TEXT,
            valid_at=TEXT,
            invalid_at=TEXT,
        )
    ),
    ends=listing(
        closed(subject=TEXT, predicate=TEXT, object=TEXT, object_is=_OBJECT_IS, fact=TEXT, words=TEXT, ended_at=TEXT)
    ),
    corrections=listing(closed(wrong=TEXT, right=TEXT, words=TEXT)),
)
"""Entities, relations, ends and corrections of a turn, all at once."""


def sent(text: str) -> str:
    """The part of a turn that a model sees: secrets masked, cut at a line or sentence where it is too long.

    Every character stands where it stands in the turn.
    """
    words = mask(clean(text))
    if len(words) <= MAX_SENT:
        return words
    part = words[:MAX_SENT]
    cuts = [part.rfind(mark) + 1 for mark in ("\n", "。", ". ", "! ", "? ")]
    return part[: max(cuts)] if max(cuts) > MAX_SENT // 2 else part


def language_of(text: str) -> Language:
    """The language of the instructions, which is the turn's own."""
    return "ja" if has_cjk(text) else "en"


def messages(turn: Turn, context: Sequence[Turn]) -> list[Message]:
    """Instructions, and the turn with those before it; no secret of any of them."""
    part = sent(turn.text)
    language = language_of(part)
    heading = _HEADING[language].format(fenced(_line(turn.title), "heading")) if turn.title.strip() else ""
    told = prompt(
        "extract_turn",
        language,
        day=dated(turn.said_at.date(), language),
        speaker=_line(turn.speaker) or ME,
        heading=heading,
        earlier=fenced("\n".join(_earlier(context)), "earlier"),
        turn=fenced(part, "turn"),
    )
    return [Message("system", prompt("extract", language, predicates=_predicates(language))), Message("user", told)]


_HEADING = {"en": " The heading above it:\n{}", "ja": "その上の見出し:\n{}"}


def _earlier(context: Sequence[Turn]) -> Iterable[str]:
    for turn in context[-EARLIER:]:
        who = _line(turn.speaker) or ("assistant" if turn.role == "assistant" else ME)
        yield f"{who}: {_line(turn.text, _EACH)}"


def _line(text: str, most: int = _LINE) -> str:
    """On one line, masked before it is cut, so that no half of a secret is left."""
    words = " ".join(mask(clean(text)).split())
    return words.replace("<", "‹")[:most]


_WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "ja": ("月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日"),
}


def dated(day: date, language: Language) -> str:
    """The day as a model needs it to count from: `2026-03-07 (Saturday)`."""
    return f"{day.isoformat()} ({_WEEKDAYS[language][day.weekday()]})"


@lru_cache(maxsize=2)
def _predicates(language: Language) -> str:
    """The list of predicates: what each says of A and B, and whether B is a text."""
    lines = []
    for name, relation in relations().table.items():
        said = relation.sentence("A", "B", language).replace("{x}", "…")
        value = " (value)" if relation.object_is == "value" else ""
        lines.append(f"  {name.replace('*', '<what>')}: {said}{value}")
    return "\n".join(lines)
