"""Reads what was typed into the search field. Pure; any text gives a `Query`, never an error.

A colon alone makes no condition: only the names below do, in English or Japanese, so `a:b`, `12:30` and addresses of
the web stay words. A quotation mark that is never closed is a letter like others.
"""

import re
from difflib import get_close_matches

from app.domain.entity import Span
from app.domain.query import OPERATORS, Operator, Query, Remark, Term
from app.domain.text import clean, fold, tokens

MOST_READ = 5_000
"""Characters that are read: the rest of a pasted page asks nothing more."""
MOST_TERMS = 400
_NAMES: dict[str, Operator] = {
    **{name: name for name in OPERATORS},
    "発言": "from", "発言者": "from", "場所": "in", "話題": "about", "前": "before", "後": "after", "日": "on",
    "日付": "on", "プロジェクト": "project", "チャンネル": "channel",
}  # fmt: skip
_QUOTES = {'"': '"', "“": "”", "„": "“”", "「": "」", "『": "』", "＂": "＂"}
_NAME = re.compile(r"(?P<name>[^\W\d_]{2,16}|[前後日])[:：](?!//)")
_CHUNK = re.compile(r"\S+")
_MARKS = "-−－"


def read(text: str) -> Query:
    """The query that a text asks."""
    text = clean(text[:MOST_READ])
    terms: list[Term] = []
    remarks: list[Remark] = []
    at = 0
    while len(terms) < MOST_TERMS and (chunk := _CHUNK.search(text, at)) is not None:
        at = _take(text, chunk.start(), chunk.end(), terms, remarks)
    asks = any(not term.excluded or term.kind in OPERATORS for term in terms)
    if terms and not asks:
        remarks.append(Remark("only_left_out"))
    return Query(text, tuple(terms), tuple(dict.fromkeys(remarks)))


def _take(text: str, start: int, end: int, terms: list[Term], remarks: list[Remark]) -> int:
    """Read the part of the text that begins at `start`, whose blank-less stretch goes to `end`; where it ends."""
    excluded = text[start] in _MARKS and end > start + 1 and text[start + 1] not in _MARKS
    begin = start + excluded
    if (inner := _quoted(text, begin)) is not None:
        if tokens(text[inner.start : inner.end]):
            terms.append(Term("phrase", _trimmed(text, inner), Span(start, inner.end + 1), excluded))
        return inner.end + 1
    named = _NAME.match(text, begin, end)
    operator = _NAMES.get(fold(named["name"])) if named is not None else None
    if named is not None and operator is not None:
        return _condition(text, (start, named.end(), end), operator, terms, remarks)
    if named is not None and named.end() < end:
        near = get_close_matches(fold(named["name"]), OPERATORS, 1, 0.7)
        remarks.append(Remark("unknown_operator", named["name"], near[0] if near else ""))
    if tokens(text[begin:end]):
        terms.append(Term("word", text[begin:end], Span(start, end), excluded))
    return end


def _condition(
    text: str, place: tuple[int, int, int], operator: Operator, terms: list[Term], remarks: list[Remark]
) -> int:
    """`place`: where it starts, where its value starts, where its blank-less stretch ends."""
    start, begin, end = place
    inner = _quoted(text, begin)
    inside, close = (inner, inner.end + 1) if inner is not None else (Span(begin, end), end)
    if inner is None and text[begin : begin + 1] in _QUOTES:  # it is still being typed
        inside, close = Span(begin + 1, len(text)), len(text)
    value = _trimmed(text, inside)
    if value and fold(value).strip(",;、。"):
        terms.append(Term(operator, value, Span(start, close), text[start] in _MARKS))
    else:
        remarks.append(Remark("no_value", operator))
    return close


def _quoted(text: str, at: int) -> Span | None:
    """What stands in the quotation marks that open at a place; None where none open, or none close."""
    closing = _QUOTES.get(text[at : at + 1], "")
    ends = [place for mark in closing if (place := text.find(mark, at + 1)) >= 0]
    return Span(at + 1, min(ends)) if ends else None


def _trimmed(text: str, span: Span) -> str:
    return " ".join(text[span.start : span.end].split())
