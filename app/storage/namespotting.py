"""Where a text may hold known names: the stretches of it whose key is worth looking up.

The text is folded once, character cluster by character cluster, so that each stretch has its key and its place in the
text as written. Words of scripts with spaces match whole; kanji, kana and hangul match anywhere, except that a short
katakana name does not match in a longer katakana word (ラン is not in プラン), nor a single character inside a word: a
kanji stands alone beside hiragana (花の), not beside another kanji (花火).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.domain.entity import Span
from app.domain.text import fold, has_cjk

MAX_TEXT = 4000
"""Characters of a text that are looked at: a question is short, and each position costs several look-ups."""
_MAX_PIECES = 12
_MAX_KEY = 64
_SHORT_KATAKANA = 3
_JOINS = re.compile("[\u0300-\u036f\u3099\u309a\uff9e\uff9f\u200d\ufe00-\ufe0f]")
_FIRST_JOIN = "\u0300"
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]+")
_KANJI = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_HIRAGANA = re.compile("[\u3041-\u3096]")
_PIECE = re.compile(r"(?P<space>\s+)|(?P<word>[^\W_]+)|(?P<mark>.)", re.S)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the text that may be a name."""

    key: str
    span: Span


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word, one CJK character, one mark or a space of the folded text, and where it stands in the text."""

    text: str
    start: int
    end: int
    kind: str


@lru_cache(maxsize=16)
def stretches(text: str) -> Sequence[Stretch]:
    """All that may be a known name, by place, the longest first at each. Learning looks twice at the same turn."""
    pieces = list(_pieces(text[:MAX_TEXT]))
    found: list[Stretch] = []
    for first, piece in enumerate(pieces):
        if piece.kind != "space":
            found += _from(pieces, first)
    return tuple(found)


def _from(pieces: list[_Piece], first: int) -> list[Stretch]:
    found: list[Stretch] = []
    key = ""
    for last in range(first, min(first + _MAX_PIECES, len(pieces))):
        piece = pieces[last]
        if piece.kind == "space":
            beside = pieces[last + 1].kind if last + 1 < len(pieces) else "space"
            key += "" if "cjk" in (pieces[last - 1].kind, beside) else " "
            continue
        key += piece.text
        if len(key) > _MAX_KEY:
            break
        if _may_be_name(pieces, first, last, key):
            found.append(Stretch(key, Span(pieces[first].start, piece.end)))
    return found[::-1]


def _may_be_name(pieces: list[_Piece], first: int, last: int, key: str) -> bool:
    if not key.isalnum() and not any(character.isalnum() for character in key):
        return False
    if len(key) > _SHORT_KATAKANA:
        return True
    before = pieces[first - 1] if first else None
    after = pieces[last + 1] if last + 1 < len(pieces) else None
    if len(key) == 1 and has_cjk(key):
        around = [beside.text for beside in (before, after) if beside is not None and beside.kind == "cjk"]
        return all(_HIRAGANA.match(beside) for beside in around) if _KANJI.match(key) else not around
    if _KATAKANA.fullmatch(key):
        return not any(beside is not None and _KATAKANA.fullmatch(beside.text) for beside in (before, after))
    return True


def _pieces(text: str) -> Iterator[_Piece]:
    """Folded clusters, joined into words where they are neither CJK, marks nor space."""
    word: list[tuple[str, int, int]] = []
    for folded, start, end in _clusters(text):
        for match in _PIECE.finditer(folded):
            kind = "cjk" if has_cjk(match[0]) or match[0] == "ー" else str(match.lastgroup)
            if kind == "word":
                word.append((match[0], start, end))
                continue
            yield from _joined(word)
            word = []
            if kind == "cjk":
                yield from (_Piece(character, start, end, "cjk") for character in match[0])
            else:
                yield _Piece(" " if kind == "space" else match[0].replace("’", "'"), start, end, kind)
    yield from _joined(word)


def _joined(word: list[tuple[str, int, int]]) -> list[_Piece]:
    if not word:
        return []
    return [_Piece("".join(text for text, _, _ in word), word[0][1], word[-1][2], "word")]


def _clusters(text: str) -> Iterator[tuple[str, int, int]]:
    """Each character with the marks that join it, folded, and its place: `ﾊﾟ` is one cluster, and so is a gap."""
    start = 0
    while start < len(text):
        end = start + 1
        joins = str.isspace if text[start].isspace() else _joins
        while end < len(text) and joins(text[end]):
            end += 1
        cluster = text[start:end]
        yield _folded(cluster), start, end
        start = end


@lru_cache(maxsize=20_000)
def _folded(cluster: str) -> str:
    return " " if cluster.isspace() else fold(cluster) or cluster


def _joins(character: str) -> bool:
    if character < _FIRST_JOIN:
        return False
    return bool(_JOINS.match(character) or unicodedata.combining(character))


def longest_first(spans: Iterable[Span]) -> list[Span]:
    """Of spans that overlap, the longest; the earlier one where they are equal. In order of place."""
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda one: (one.start - one.end, one.start)):
        if all(span.end <= other.start or other.end <= span.start for other in kept):
            kept.append(span)
    return sorted(kept, key=lambda one: one.start)
