"""The shipped lists of well-known names, folded for look-up: `resources/gazetteer/english.toml` as votes."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from app.domain.entity import EntityKind
from resources import resource

Gender = Literal["male", "female", "either"]


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """`kinds`: folded name -> kind. `genders`: given name -> gender. The other sets hold words by what they tell."""

    kinds: dict[str, EntityKind]
    genders: dict[str, Gender]
    tails: dict[str, EntityKind]
    clubs: frozenset[str]
    schools: frozenset[str]
    tools: frozenset[str]
    products: frozenset[str]
    languages: frozenset[str]
    nationalities: frozenset[str]
    conditions: frozenset[str]
    medicines: frozenset[str]

    def person(self, word: str) -> bool:
        """Whether the word is a known given name."""
        return word.lower() in self.genders


@lru_cache(maxsize=1)
def gazetteer() -> Gazetteer:
    """The shipped lists, read once."""
    table = tomllib.loads(resource("gazetteer/english.toml").read_text(encoding="utf-8"))
    people, things, concepts = table["person"], table["thing"], table["concept"]
    kinds: dict[str, EntityKind] = dict.fromkeys(_split(concepts["languages"]), "concept")
    kinds |= dict.fromkeys(_split(things["products"]), "thing")
    kinds |= dict.fromkeys(_split(table["organization"]["names"]), "organization")
    kinds |= dict.fromkeys(_split(table["place"]["places"]), "place")
    tails: dict[str, EntityKind] = dict.fromkeys(_words(table["place"]["tails"]), "place")
    tails |= dict.fromkeys(_words(table["organization"]["tails"]), "organization")
    tails |= dict.fromkeys(_words(table["event"]["tails"]), "event")
    genders: dict[str, Gender] = dict.fromkeys(_words(people["either"]), "either")
    genders |= dict.fromkeys(_words(people["male"]), "male")
    genders |= dict.fromkeys(_words(people["female"]), "female")
    return Gazetteer(
        kinds=kinds,
        genders=genders,
        tails=tails,
        clubs=_words(table["organization"]["clubs"]),
        schools=_words(table["organization"]["schools"]),
        tools=_words(things["tools"]),
        products=_split(things["products"]),
        languages=_split(concepts["languages"]),
        nationalities=_words(concepts["nationalities"]),
        conditions=_split(concepts["conditions"]),
        medicines=_split(concepts["medicines"]),
    )


def _split(text: str) -> frozenset[str]:
    return frozenset(" ".join(part.split()).lower() for part in text.split(";"))


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in text.split())
