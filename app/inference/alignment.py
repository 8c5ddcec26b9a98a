"""Text in the compatibility form that the tokenizer was made for, with the way back to the characters as typed.

The tokenizer's own rules turn most full-width forms into plain ones, but leave a half-width `ﾞ` and a detached accent as
pieces of their own, so `ﾐｽﾞｱｲ` and `ミズアイ` would get different vectors. Composing before tokenising makes them one.
"""

import re
import unicodedata
from dataclasses import dataclass

from app.domain.entity import Span
from app.domain.text import clean

_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Aligned:
    """`text` is NFKC. `starts[i]`, `ends[i]`: the characters of the original that character `i` was made from.

    Both are empty where the original was in that form already, which is the common case.
    """

    text: str
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()

    def original(self, start: int, end: int) -> Span:
        """The characters of the original behind characters `start` to `end` (not empty) of `text`."""
        if not self.starts:
            return Span(start, end)
        return Span(self.starts[start], self.ends[end - 1])


def align(text: str) -> Aligned:
    """`text` in NFKC, without lone surrogates, aligned with the original.

    Control characters become spaces: the tokenizer would drop them, and then count the pieces after them wrongly.
    """
    text = _CONTROL.sub(" ", clean(text))
    if unicodedata.is_normalized("NFKC", text):
        return Aligned(text)
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(text):
        part = unicodedata.normalize("NFKC", text[start:end])
        parts.append(part)
        starts += [start] * len(part)
        ends += [end] * len(part)
    return Aligned("".join(parts), tuple(starts), tuple(ends))


def _clusters(text: str) -> list[tuple[int, int]]:
    """Cuts between characters that do not compose with each other, so that each piece normalises by itself."""
    cuts = [0]
    cuts += [i for i in range(1, len(text)) if not _joins(text[i - 1], text[i])]
    return list(zip(cuts, [*cuts[1:], len(text)], strict=True)) if text else []


def _joins(before: str, after: str) -> bool:
    if after < "\u0300":
        return False
    if unicodedata.combining(unicodedata.normalize("NFKD", after)[0]):
        return True
    apart = unicodedata.normalize("NFKC", before) + unicodedata.normalize("NFKC", after)
    return unicodedata.normalize("NFKC", before + after) != apart
