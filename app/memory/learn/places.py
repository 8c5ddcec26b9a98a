"""Where the words of a model stand in the turn: as written, or in another case, width or spacing.

Made once a turn; a span found here is a span of the characters as typed.
"""

import re
import unicodedata
from dataclasses import dataclass, field

from app.domain.entity import Span
from app.domain.text import fold, has_cjk
from app.memory.learn.reading.stretches import find_quotes, split_sentences

_HALF_VOICED = "\uff9e\uff9f"
_LATIN = "[a-z0-9\u00df-\u024f]"
_MOST = 32
"""Places of one name that are looked for: a name in every line of a paste needs no more."""


@dataclass(frozen=True, slots=True)
class Places:
    """A turn and its folded twin; `starts[i]`, `ends[i]` are the typed characters behind character `i` of `folded`."""

    text: str
    folded: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    sentences: tuple[Span, ...] = field(default=())

    def of(self, words: str) -> list[Span]:
        """Every place of some words, Latin ones at word boundaries; none for words that are empty."""
        pattern = _pattern(words)
        if not pattern:
            return []
        found = []
        for match in re.finditer(pattern, self.folded):
            found.append(self._typed(match.start(), match.end()))
            if len(found) == _MOST:
                break
        return found

    def stretch(self, words: str, *ends: str) -> Span | None:
        """The words that say something: those a model copied, else the sentence or stretch that holds the `ends`.

        An end that the turn does not name ("he", "I") needs no place, as long as another has one; else None.
        """
        named = [found for end in ends if (found := self.of(end))]
        for copied in self.of(words) if len(words.strip()) > 1 else ():
            about = self.sentence(copied)
            if not named or any(_inside(place, about) for found in named for place in found):
                return about if _bare(words, ends) else copied
        if not named:
            return None
        for sentence in self.sentences:
            if all(any(_inside(place, sentence) for place in found) for found in named):
                return sentence
        first = [found[0] for found in named]
        return Span(min(place.start for place in first), max(place.end for place in first))

    def sentence(self, span: Span) -> Span:
        """The sentence about a place; the place itself where it lies in none."""
        return next((one for one in self.sentences if _inside(span, one)), span)

    def _typed(self, start: int, end: int) -> Span:
        return Span(self.starts[start], self.ends[end - 1])


def places(text: str) -> Places:
    """Prepare a turn for looking words up. Linear in its length."""
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(text):
        folded = _folded(text[start:end])
        parts.append(folded)
        starts += [start] * len(folded)
        ends += [end] * len(folded)
    sentences = tuple(split_sentences(text, Span(0, len(text)), find_quotes(text)))
    lines = tuple(part for sentence in sentences for part in _lines(text, sentence))
    return Places(text, "".join(parts), tuple(starts), tuple(ends), lines)


def _lines(text: str, span: Span) -> list[Span]:
    """A list has no full stops: each of its lines is a thought of its own."""
    return [
        Span(span.start + match.start(), span.start + match.end())
        for match in re.finditer(r"\S[^\n]*", text[span.start : span.end])
    ]


def _clusters(text: str) -> list[tuple[int, int]]:
    cuts: list[int] = []
    for at, letter in enumerate(text):
        joined = letter in _HALF_VOICED or (letter > "\u02ff" and unicodedata.combining(letter))
        if not (joined and cuts):
            cuts.append(at)
    return list(zip(cuts, [*cuts[1:], len(text)], strict=True)) if cuts else []


def _folded(cluster: str) -> str:
    """One space for any white space; everything else as `fold` has it."""
    return " " if cluster.isspace() else fold(cluster).replace("’", "'")


def _pattern(words: str) -> str:
    """Japanese may be spaced otherwise; a Latin name stands at word boundaries, maybe in the plural."""
    wanted = fold(words).replace("’", "'")
    if not wanted:
        return ""
    if has_cjk(wanted):
        body = r"\s*".join(re.escape(letter) for letter in wanted if letter != " ")
    else:
        body = r"\s+".join(re.escape(part) for part in wanted.split())
    before = f"(?<!{_LATIN})" if re.match(_LATIN, wanted) else ""
    after = f"(?:e?s)?(?!{_LATIN})" if re.match(_LATIN, wanted[-1]) else ""
    return before + body + after


def _inside(place: Span, span: Span) -> bool:
    return span.start <= place.start and place.end <= span.end


def _bare(words: str, ends: tuple[str, ...]) -> bool:
    """Whether the copied words are no more than one of the ends: then they do not say the relation."""
    return any(fold(words) == fold(end) for end in ends)
