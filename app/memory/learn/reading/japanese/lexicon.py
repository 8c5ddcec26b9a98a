"""The word lists of the Japanese reader, read once from `resources/gazetteer`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from app.domain.entity import EntityKind
from resources import resource


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Sets of words by what they tell of a noun. `relations` leads from a role ("姉") to a predicate."""

    sets: Mapping[str, frozenset[str]]
    longest: Mapping[str, int]
    relations: Mapping[str, str]
    favorites: Mapping[str, str]
    categories: Mapping[str, EntityKind]
    places: frozenset[str]

    def has(self, group: str, word: str) -> bool:
        """Whether the group lists the word."""
        return word in self.sets[group]

    def ends(self, group: str, word: str) -> str:
        """The longest listed ending of the word, or nothing. The word itself counts."""
        words = self.sets[group]
        sizes = range(min(self.longest[group], len(word)), 0, -1)
        return next((word[-size:] for size in sizes if word[-size:] in words), "")

    def category(self, word: str) -> EntityKind | None:
        """The kind that a category noun names: 会社 is an organization, 測量会社 too."""
        if word in self.categories:
            return self.categories[word]
        for size in range(min(5, len(word) - 1), 1, -1):
            if word[-size:] in self.categories:
                return self.categories[word[-size:]]
        return None

    def job(self, word: str) -> bool:
        """Whether the word names what somebody does for a living."""
        if word in self.sets["jobs.never"]:
            return False
        return word in self.sets["jobs.words"] or (len(word) > 1 and bool(self.ends("jobs.suffixes", word)))


def _split(table: Mapping[str, Any], section: str) -> dict[str, frozenset[str]]:
    return {f"{section}.{name}": frozenset(words.split()) for name, words in table[section].items()}


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The shipped lists."""
    words = tomllib.loads(resource("gazetteer/ja_words.toml").read_text(encoding="utf-8"))
    towns = tomllib.loads(resource("gazetteer/ja_places.toml").read_text(encoding="utf-8"))
    sets: dict[str, frozenset[str]] = {}
    for section in ("people", "organizations", "jobs", "values", "pets", "forms"):
        sets |= _split(words, section)
    kinds: dict[str, EntityKind] = {}
    for kind, listed in words["categories"].items():
        kinds |= dict.fromkeys(listed.split(), "thing" if kind == "device" else kind)
    sets["categories.device"] = frozenset(words["categories"]["device"].split())
    return Lexicon(
        sets=sets,
        longest={name: max(map(len, group)) for name, group in sets.items()},
        relations={word: name for name, listed in words["relations"].items() for word in listed.split()},
        favorites=words["favorites"],
        categories=kinds,
        places=frozenset(word for listed in towns.values() for word in listed.split()),
    )
