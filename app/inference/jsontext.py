"""Finding the JSON in what a model wrote: behind thoughts, in a fence, between sentences, or cut off in the middle."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.inference.providers.thinking import Thinking

MOST_READ = 400_000
"""Characters of an answer that are read; no form is that long."""
_MOST_TRIED = 12
_DEEPEST = 64
"""Lists and objects in one another; what goes deeper is no answer to any form."""
_THOUGHT_ENDS = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_CLOSES = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Found:
    """`clean`: the answer was this JSON and nothing else. `short`: it was cut off, and only what was whole is kept."""

    value: Any
    clean: bool = False
    short: bool = False


def found_in(text: str) -> Iterator[Found]:
    """JSON objects and lists in an answer, the likeliest first; none if there is none."""
    text = text[:MOST_READ].strip()
    whole = _parsed(text)
    if isinstance(whole, str):
        text = whole  # JSON in a JSON string
    if isinstance(whole, dict | list):
        yield Found(whole, clean=True)
        return
    for part in _parts(text):
        yield from _pieces(part)


def _parts(text: str) -> Iterator[str]:
    """The answer without thoughts; then what follows the last thought whose beginning was never written."""
    thinking = Thinking()
    spoken = thinking.said(text) + thinking.rest()
    yield spoken
    after = _THOUGHT_ENDS.split(text)[-1]
    if after not in (spoken, text):
        yield after


def _pieces(text: str) -> Iterator[Found]:
    """Longest first: an example or a mark like [1] in a sentence is shorter than the answer."""
    spans: list[tuple[str, str | None]] = []
    at = 0
    while len(spans) < _MOST_TRIED and (opened := re.compile(r"[{\[]").search(text, at)) is not None:
        end, rescued = _extent(text, opened.start())
        spans.append((text[opened.start() : end], rescued))
        at = end
    for span, rescued in sorted(spans, key=lambda pair: -len(pair[0])):
        value = _mended(span if rescued is None else rescued)
        if isinstance(value, dict | list):
            yield Found(value, short=rescued is not None)


def _extent(text: str, start: int) -> tuple[int, str | None]:
    """Where the JSON that opens at `start` ends. If it never does: the end, and the part of it that is whole.

    Whole is what ends at a member of the outermost list, or of the object itself where no list has begun: the item in
    which the text broke off is left out, since half a name would be taken for a name.
    """
    stack: list[str] = []
    good: tuple[int, tuple[str, ...]] | None = None
    for at, mark in _marks(text, start):
        if mark in "{[":
            stack.append(mark)
            continue
        if mark == "," and _is_member(stack):
            good = (at, tuple(stack))
        if mark in "}]" and stack:
            stack.pop()
            if not stack:
                return at + 1, None
            if _is_member(stack):
                good = (at + 1, tuple(stack))
    if good is None:
        return len(text), ""
    closers = "".join(_CLOSES[opened] for opened in reversed(good[1]))
    return len(text), text[start : good[0]] + closers


def _marks(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Brackets and commas outside of strings, with their places, until too many are open."""
    depth = 0
    for token in re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)|[{}\[\],]', re.DOTALL).finditer(text, start):
        mark = token.group()
        depth += (mark in _CLOSES) - (mark in "}]")
        if depth > _DEEPEST:
            return
        if mark[0] != '"':
            yield token.start(), mark


def _is_member(stack: list[str]) -> bool:
    lists = stack.count("[")
    return lists == 0 or (lists == 1 and stack[-1] == "[")


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _mended(text: str) -> Any:
    """JSON as it should be, or nearly: single quotes, commas too many, comments, Python's words."""
    value = _parsed(text)
    if value is not None or not text:
        return value
    from json_repair import repair_json

    try:
        return repair_json(text, return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError, IndexError, TypeError):
        return None
