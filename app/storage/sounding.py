"""How a name may sound, as `domain.kana` writes it: from its own kana, from a reading behind it, from well-known names.

`森田さくら（もりたさくら）` says it itself; of 森田さくら the list knows 森田 and さくら is kana. Where a part is not
known the sound ends before it, so that what is typed from the beginning still finds it.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product

from app.domain.kana import kana_only, letters_only, sound
from app.domain.plainly import plainly
from app.domain.text import fold, has_cjk
from resources import resource

_LONGEST_WORD = 5
_MOST_WAYS = 6
_MOST_PARTS = 8
_MOST_WORDS = 2
_MOST_SPELLINGS = 40
_READ_IN = re.compile(r"[(\[]\s*([\u3041-\u3096\u30a1-\u30fa\u30fc・ ]{2,40})\s*[)\]]")
_BRACKETED = re.compile(r"[(\[].*")
_PART = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc]+|[a-z0-9\u00e0-\u017f]+")
_BETWEEN = re.compile(r"[\s・･.,:;/'’\-–—_!?]+")


def _listed() -> Iterator[tuple[str, str]]:
    """Each well-known word with each of its readings in kana."""
    with resource("gazetteer/ja_readings.toml").open("rb") as file:
        lists = tomllib.load(file)
    for pairs in lists.values():
        for pair in pairs.split():
            word, _, readings = pair.partition("=")
            yield from ((word, reading) for reading in readings.split(","))


@lru_cache(maxsize=1)
def _known() -> dict[str, tuple[str, ...]]:
    """Each well-known word with its readings as sounds."""
    found: dict[str, dict[str, None]] = {}
    for word, reading in _listed():
        found.setdefault(plainly(word), {})[sound(reading)] = None
    return {word: tuple(readings) for word, readings in found.items()}


@lru_cache(maxsize=1)
def _spelled() -> dict[str, tuple[str, ...]]:
    """By sound: the well-known words that are read so, and their kana."""
    found: dict[str, dict[str, None]] = {}
    for word, reading in _listed():
        found.setdefault(sound(reading), {}).update({word: None, reading: None})
    return {heard: tuple(words) for heard, words in found.items()}


def read_in(text: str) -> str | None:
    """The reading in kana that stands behind a name in brackets."""
    found = _READ_IN.search(fold(text))
    return found[1] if found else None


def sounds(name: str) -> tuple[str, ...]:
    """All that the name may be found by when it is typed as it sounds: whole, and from each of its parts on.

    Empty for a name without kana or kanji, and for one that nobody knows how to read.
    """
    folded = plainly(fold(name))
    if not has_cjk(folded):
        return ()
    found: list[str] = []
    if reading := read_in(folded):
        found += _from_each(list(map(sound, reading.split())))
        folded = _BRACKETED.sub("", folded)
    if kana_only(folded):
        found += _from_each(list(map(sound, folded.replace("・", " ").split())))
    else:
        for parts in islice(product(*_parts(folded)), _MOST_WAYS):
            found += _from_each(parts)
    return tuple(one for one in dict.fromkeys(found) if one)


def readings(name: str) -> tuple[str, ...]:
    """How the whole of a Japanese name may sound; empty where a part is not known, or without kana and kanji."""
    folded = plainly(fold(name))
    if not has_cjk(folded):
        return ()
    if kana_only(folded):
        return (sound(folded.replace("・", "")),)
    parts, whole = _read(folded)
    return tuple("".join(ways) for ways in islice(product(*parts), _MOST_WAYS)) if whole else ()


def spellings(name: str) -> list[str]:
    """In kanji and kana, how a name of one or two words in letters, or one of them, may be written: Kenji as 健二."""
    words = [_spelled().get(sound(word), ()) for word in name.split()]
    if not 1 <= len(words) <= _MOST_WORDS or not letters_only(fold(name)):
        return []
    orders = [words] if len(words) == 1 else [words, words[::-1], words[:1], words[1:]]
    return ["".join(ways) for order in orders for ways in islice(product(*order), _MOST_SPELLINGS)]


def sounds_as(japanese: str, other: str) -> bool:
    """Whether a name in letters or kana may be how a Japanese one is read, family name first or last."""
    if kana_only(fold(other)):
        return bool({*readings(japanese)} & {*readings(other)})
    words = [sound(word) for word in other.split()]
    heard = {"".join(words), "".join(words[::-1])} if letters_only(fold(other)) else set()
    return not heard.isdisjoint(readings(japanese))


def sounds_in_part(japanese: str, other: str) -> bool:
    """Whether one is read as the given or the family name of the other: 森田健二 and Kenji, 健二 and Kenji Morita."""
    words = [sound(word) for word in other.split()] if letters_only(fold(other)) else []
    if len(words) == 1:
        return words[0] in sounds(japanese)[1:]
    return not set(words).isdisjoint(readings(japanese))


def _from_each(parts: Sequence[str]) -> list[str]:
    return ["".join(parts[first:]) for first in range(min(len(parts), _MOST_PARTS))]


def _parts(folded: str) -> list[tuple[str, ...]]:
    """The readings of one part after the other, as far as they are known."""
    return _read(folded)[0]


def _read(folded: str) -> tuple[list[tuple[str, ...]], bool]:
    """The readings of one part after the other, and whether they go to the end."""
    found: list[tuple[str, ...]] = []
    at = 0
    while at < len(folded):
        if between := _BETWEEN.match(folded, at):
            at = between.end()
        elif plain := _PART.match(folded, at):
            found.append((sound(plain[0]),))
            at = plain.end()
        elif word := _longest(folded, at):
            found.append(_known()[word])
            at += len(word)
        else:
            return found, False
    return found, True


def _longest(folded: str, at: int) -> str:
    """The longest well-known word that begins there: 佐々木 before 佐, お茶 is found by its 茶."""
    for length in range(min(_LONGEST_WORD, len(folded) - at), 0, -1):
        if folded[at : at + length] in _known():
            return folded[at : at + length]
    return ""
