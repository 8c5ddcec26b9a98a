"""Text as the readers can read it, with the way back to the characters as typed.

A detached accent, a full-width letter or an invisible mark that came along with a paste (a zero-width space, a soft
hyphen, a variation selector) parts a name in the middle for any rule about letters. Here they are composed, narrowed or
left out; Japanese punctuation and spaces stay as they are, since the readers know them.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.domain.draft import Draft
from app.domain.entity import Span
from app.inference.protocols import NameSpan

_UNSEEN = (
    "\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e007f\U000e0100-\U000e01ef"
)
_STYLED = "\uff07\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff"
_ODD = re.compile(f"[{_UNSEEN}{_STYLED}]")
_LEFT_OUT = re.compile(f"[{_UNSEEN}]")


@dataclass(frozen=True, slots=True)
class Plain:
    """`starts[i]`, `ends[i]`: the typed characters that character `i` of `text` was made from; empty for all alike."""

    text: str
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()

    def typed(self, span: Span) -> Span:
        """The characters as typed behind a span of `text`."""
        if not self.starts or span.start >= len(self.starts):
            return span
        end = self.ends[min(span.end, len(self.ends)) - 1] if span.end > span.start else self.starts[span.start]
        return Span(self.starts[span.start], end)

    def names(self, names: Sequence[NameSpan]) -> list[NameSpan]:
        """Names found in the characters as typed, where they stand in `text`; those of which nothing is left go."""
        if not self.starts:
            return list(names)
        moved = [replace(one, start=self._place(one.start), end=self._place(one.end)) for one in names]
        return [one for one in moved if one.start < one.end]

    def _place(self, typed: int) -> int:
        return bisect_left(self.starts, typed)

    def as_typed(self, draft: Draft) -> Draft:
        """A draft of `text` with its spans on the characters as typed."""
        if not self.starts:
            return draft
        return replace(
            draft,
            entities=tuple(replace(one, spans=tuple(map(self.typed, one.spans))) for one in draft.entities),
            facts=tuple(replace(one, span=self.typed(one.span)) for one in draft.facts),
            ends=tuple(replace(one, span=self.typed(one.span)) for one in draft.ends),
            corrections=tuple(replace(one, span=self.typed(one.span)) for one in draft.corrections),
            secrets=tuple(map(self.typed, draft.secrets)),
        )


def plain(text: str) -> Plain:
    """The text composed (NFC), its Latin letters and digits in their plain form, without what nobody sees."""
    if _ODD.search(text) is None and unicodedata.is_normalized("NFC", text):
        return Plain(text)
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(text):
        part = _made_plain(text[start:end])
        parts.append(part)
        starts += [start] * len(part)
        ends += [end] * len(part)
    return Plain("".join(parts), tuple(starts), tuple(ends))


def _made_plain(cluster: str) -> str:
    kept = _LEFT_OUT.sub("", cluster)
    styled = _ODD.search(kept) is not None
    return unicodedata.normalize("NFKC" if styled else "NFC", kept)


def _clusters(text: str) -> list[tuple[int, int]]:
    """Cuts before every character that does not compose with what stands before it."""
    cuts = [0]
    for at in range(1, len(text)):
        if not _joins(text[cuts[-1] : at][-8:], text[at]):
            cuts.append(at)
    return list(zip(cuts, [*cuts[1:], len(text)], strict=True)) if text else []


def _joins(before: str, after: str) -> bool:
    if after < "\u0300":
        return False
    if unicodedata.combining(after) or _LEFT_OUT.match(after):
        return True
    composed = unicodedata.normalize("NFC", before)
    return len(unicodedata.normalize("NFC", before + after)) < len(composed) + 1
