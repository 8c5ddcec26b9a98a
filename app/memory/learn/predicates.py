"""Which predicate of `relations.toml` a model means by its own word, where that is sure; else the word made usable."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from app.domain.text import fold
from app.memory.learn.reading.relations import relations
from resources import resource

LONGEST = 64
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BETWEEN = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Meant:
    """A predicate. `turned`: the word is said from the object, so subject and object change places."""

    predicate: str
    turned: bool = False


def meant(word: str) -> Meant:
    """The predicate behind a word of a model: "Works for" is `works_at`, "employs" is `works_at` turned round.

    An unknown word becomes a plain predicate: letters and digits joined by `_`, empty where it has no letter.
    """
    written = snake(word)
    if relations().knows(written):
        return Meant(written)
    known = _words().get(written) or _words().get(written.removeprefix("is_").removeprefix("was_"))
    if known is not None:
        return known
    return Meant(_favourite(written))


def snake(word: str) -> str:
    """The word in lower case, its parts joined by `_`, beginning with a letter; at most `LONGEST` characters."""
    parts = _BETWEEN.sub("_", fold(_CAMEL.sub("_", word))).strip("_")
    return re.sub(r"^[\d_]+", "", parts)[:LONGEST].rstrip("_")


_FAVOURITE = re.compile(r"(?:has_)?favou?rite_(\w+?)(?:_is)?")


def _favourite(written: str) -> str:
    found = _FAVOURITE.fullmatch(written)
    return f"favorite_{found[1]}" if found else written


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Meant]:
    """Every word that means one predicate only, by its written form."""
    found: dict[str, set[Meant]] = {}
    for word, one in _listed():
        found.setdefault(snake(word), set()).add(one)
    return {word: next(iter(some)) for word, some in found.items() if word and len(some) == 1}


def _listed() -> Iterator[tuple[str, Meant]]:
    rows = tomllib.loads(resource("predicates.toml").read_text(encoding="utf-8"))
    told = {word for row in rows.values() for words in row.values() for word in words}
    for predicate, row in rows.items():
        yield from ((word, Meant(predicate)) for word in row.get("same", ()))
        yield from ((word, Meant(predicate, turned=True)) for word in row.get("turned", ()))
    for relation in relations().pickable():
        yield from ((word, Meant(relation.predicate)) for word in relation.label.values() if word not in told)
