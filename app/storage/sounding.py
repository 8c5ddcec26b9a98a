"""How a name may sound, as `domain.kana` writes it: from its own kana, from a reading behind it, from well-known names.

`森田さくら（もりたさくら）` says it itself; of 森田さくら the list knows 森田 and さくら is kana. Where a part is not
known the sound ends before it, so that what is typed from the beginning still finds it.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product

from app.domain.kana import kana_only, sound
from app.domain.plainly import plainly
from app.domain.text import fold, has_cjk
from resources import resource

_LONGEST_WORD = 5
_MOST_WAYS = 6
_MOST_PARTS = 8
_READ_IN = re.compile(r"[(\[]\s*([\u3041-\u3096\u30a1-\u30fa\u30fc・ ]{2,40})\s*[)\]]")
_BRACKETED = re.compile(r"[(\[].*")
_PART = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc]+|[a-z0-9\u00e0-\u017f]+")
_BETWEEN = re.compile(r"[\s・･.,:;/'’\-–—_!?]+")


@lru_cache(maxsize=1)
def _known() -> dict[str, tuple[str, ...]]:
    """Each well-known word with its readings as sounds."""
    with resource("gazetteer/ja_readings.toml").open("rb") as file:
        lists = tomllib.load(file)
    found: dict[str, tuple[str, ...]] = {}
    for pairs in lists.values():
        for pair in pairs.split():
            word, _, readings = pair.partition("=")
            word = plainly(word)
            said = (*found.get(word, ()), *map(sound, readings.split(",")))
            found[word] = tuple(dict.fromkeys(said))
    return found


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


def _from_each(parts: Sequence[str]) -> list[str]:
    return ["".join(parts[first:]) for first in range(min(len(parts), _MOST_PARTS))]


def _parts(folded: str) -> Iterator[tuple[str, ...]]:
    """The readings of one part after the other, as far as they are known."""
    at = 0
    while at < len(folded):
        if between := _BETWEEN.match(folded, at):
            at = between.end()
            continue
        if plain := _PART.match(folded, at):
            yield (sound(plain[0]),)
            at = plain.end()
            continue
        word = _longest(folded, at)
        if not word:
            return
        yield _known()[word]
        at += len(word)


def _longest(folded: str, at: int) -> str:
    """The longest well-known word that begins there: 佐々木 before 佐, お茶 is found by its 茶."""
    for length in range(min(_LONGEST_WORD, len(folded) - at), 0, -1):
        if folded[at : at + length] in _known():
            return folded[at : at + length]
    return ""
