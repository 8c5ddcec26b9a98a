"""Well-known places abroad that have one name in Japanese and another in English: ドイツ and Germany."""

import tomllib
from functools import lru_cache

from app.domain.text import name_key
from resources import resource


@lru_cache(maxsize=1)
def _pairs() -> dict[str, frozenset[str]]:
    """By the key of a name the keys of the same place in the other language."""
    listed = tomllib.loads(resource("gazetteer/abroad.toml").read_text(encoding="utf-8"))["names"]
    found: dict[str, set[str]] = {}
    for entry in listed.split(";"):
        japanese, _, english = entry.strip().partition("=")
        for name in english.split(","):
            found.setdefault(name_key(japanese), set()).add(name_key(name))
            found.setdefault(name_key(name), set()).add(name_key(japanese))
    return {name: frozenset(others) for name, others in found.items()}


def elsewhere(name: str) -> frozenset[str]:
    """What the place of that name is called in the other language; nothing for one that is not listed."""
    return _pairs().get(name_key(name), frozenset())
