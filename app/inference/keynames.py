"""Keys as models spell them, matched with the keys that a form has. Pure."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

_PREFIX = re.compile(r"^(?:entity|entities|relation|relations|relationship|fact|category|node|item)(?=.)")
_ALIKE = (
    ("subject", "source", "from", "head"),
    ("object", "target", "to", "tail"),
    ("predicate", "relation", "relationship", "verb"),
    ("name", "label", "title", "entity"),
    ("kind", "type"),
    ("relations", "relationships", "triples", "edges"),
    ("entities", "nodes"),
)


def renamed(given: Mapping[str, Any], wanted: Iterable[str]) -> dict[str, Any]:
    """`given` under the names of the form where it is sure which is meant; every other key stays as it is.

    A key that is spelled as the form spells it is never taken for another.
    """
    names = list(wanted)
    free = [name for name in names if name not in given]
    meant: dict[str, list[str]] = {}
    for key in given:
        if key not in names and (name := _meant(key, free)) is not None:
            meant.setdefault(name, []).append(key)
    sure = {keys[0]: name for name, keys in meant.items() if len(keys) == 1}
    return {sure.get(key, key): value for key, value in given.items()}


def _meant(key: str, free: list[str]) -> str | None:
    """The one name of the form that a key stands for, by spelling, then without a prefix, then by a word alike."""
    plain = _plain(key)
    for forms in ({plain}, {_singular(plain)}, {_PREFIX.sub("", plain), _PREFIX.sub("", _singular(plain))}):
        fits = [name for name in free if _plain(name) in forms or _singular(_plain(name)) in forms]
        if fits:
            return fits[0] if len(fits) == 1 else None
    bare = _PREFIX.sub("", plain)
    fits = [name for name in free for group in _ALIKE if _plain(name) in group and {plain, bare} & set(group)]
    return fits[0] if len(fits) == 1 else None


def _plain(key: str) -> str:
    return re.sub(r"[\W_]+", "", key).casefold()


def _singular(plain: str) -> str:
    if plain.endswith("ies"):
        return plain[:-3] + "y"
    return plain[:-1] if plain.endswith("s") and not plain.endswith("ss") else plain
