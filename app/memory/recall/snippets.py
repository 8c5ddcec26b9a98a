"""Where in a text the words of a query stand, and the part of it worth showing. Works in Japanese as in English.

The index's own snippets are empty for Japanese, so marks are found here: the text is folded cluster by cluster, with
the place of each folded character kept, and the query's tokens are looked for in the folded form.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.domain.entity import Span
from app.domain.text import fold, has_cjk

LONGEST_READ = 20_000
"""Characters of a text in which marks are looked for."""
SNIPPET = 160

_JOINS = re.compile("[\u0300-\u036f\u3099\u309a\uff9e\uff9f\u200d\ufe00-\ufe0f]")
_PLAIN = re.compile("[\x01-\x7f\u3001-\u3003\u3005-\u3015\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff]+")
_SPACE = re.compile(r"\s")
_INSIDE_WORD = "[0-9a-z_\u00c0-\u052f]"
_ENDINGS = r"(?:'s|s|es|ed|d|ing|ly)?"


@dataclass(frozen=True, slots=True)
class Snippet:
    """A part of a text. `span`: where it stands in the whole; `marks`: spans inside `text` to show in bold."""

    text: str
    span: Span
    marks: tuple[Span, ...] = ()


def marks(text: str, tokens: Iterable[str]) -> tuple[Span, ...]:
    """Where the tokens (`domain.text.tokens` of a query) stand, overlapping ones joined, in order."""
    wanted = [token for token in dict.fromkeys(tokens) if token]
    if not wanted:
        return ()
    folded, places = _folded(text[:LONGEST_READ])
    there = [token for token in wanted if re.search(_pattern(token), folded)]
    shown = [token for token in there if not any(token in _parts(other) for other in there)]
    if not shown:
        return ()
    pattern = "|".join(_pattern(token) for token in sorted(shown, key=len, reverse=True))
    found = re.finditer(f"(?=({pattern}))", folded)
    return _joined(Span(places[match.start(1)], places[match.end(1)]) for match in found)


def _parts(token: str) -> list[str]:
    """The words of a compound: where `c++` stands, a lone `c` elsewhere is not what was looked for."""
    return [] if has_cjk(token) else [part for part in re.split(r"[^\w]", token) if part != token]


def _pattern(token: str) -> str:
    if has_cjk(token):
        return re.escape(token)
    return f"(?<!{_INSIDE_WORD}){re.escape(token)}{_ENDINGS}(?!{_INSIDE_WORD})"


def _folded(text: str) -> tuple[str, list[int]]:
    """The folded text and, for each of its characters and its end, the place in the text."""
    folded: list[str] = []
    places: list[int] = []
    start = 0
    while start < len(text):
        end = _end_of_plain(text, start)
        if end > start:
            folded.append(_SPACE.sub(" ", text[start:end].lower()))
            places += range(start, end)
        else:
            end = start + 1
            while end < len(text) and _joins(text[end]):
                end += 1
            piece = _piece(text[start:end])
            folded.append(piece)
            places += [start] * len(piece)
        start = end
    return "".join(folded), [*places, len(text)]


def _end_of_plain(text: str, start: int) -> int:
    """Where characters end of which each is folded by itself, into one: most of a text, and quick to do at once."""
    run = _PLAIN.match(text, start)
    if run is None:
        return start
    return run.end() - (run.end() < len(text) and _joins(text[run.end()]))


def _joins(character: str) -> bool:
    """Whether it belongs to what stands before it."""
    return bool(_JOINS.match(character) or unicodedata.combining(character))


def _piece(cluster: str) -> str:
    return " " if cluster.isspace() else fold(cluster).replace("’", "'") or cluster


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans that touch or overlap become one."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda one: (one.start, -one.end)):
        if kept and span.start <= kept[-1].end:
            kept[-1] = Span(kept[-1].start, max(kept[-1].end, span.end))
        elif span.start < span.end:
            kept.append(span)
    return tuple(kept)


def snippet(text: str, tokens: Iterable[str], length: int = SNIPPET) -> Snippet:
    """The stretch of at most about `length` characters with most of the tokens, on one line, with ellipses."""
    found = marks(text, tokens)
    span = best_stretch(text, found, length)
    inside = [mark for mark in found if span.start <= mark.start and mark.end <= span.end]
    lead = "…" if span.start > 0 else ""
    shown = re.sub(r"\s", " ", text[span.start : span.end])
    shift = len(lead) - span.start
    return Snippet(
        f"{lead}{shown}{'…' if span.end < len(text) else ''}",
        span,
        tuple(Span(mark.start + shift, mark.end + shift) for mark in inside),
    )


def best_stretch(text: str, found: Sequence[Span], length: int) -> Span:
    """The whole text when it is short, else the window that covers most marked characters, cut at spaces."""
    if len(text) <= length:
        return Span(0, len(text))
    starts = [max(0, mark.start - length // 4) for mark in found] or [0]
    best = max(starts, key=lambda start: (_covered(found, start, start + length), -start))
    start, end = max(0, min(best, len(text) - length)), min(len(text), best + length)
    return Span(_space_after(text, start), _space_before(text, end))


def _covered(found: Sequence[Span], start: int, end: int) -> int:
    return sum(mark.end - mark.start for mark in found if start <= mark.start and mark.end <= end)


def _space_after(text: str, start: int) -> int:
    """The next word's start within a few letters, so that no word is cut."""
    if start == 0:
        return 0
    space = re.search(r"\s", text[start : start + 20])
    return start + space.end() if space else start


def _space_before(text: str, end: int) -> int:
    if end == len(text):
        return end
    space = list(re.finditer(r"\s", text[end - 20 : end]))
    return end - 20 + space[-1].start() if space else end
