"""What memory knows of each kind of relation: `resources/relations.toml` as values.

Readers look up predicates here, `reconcile` asks what ends what, and windows and composed answers take their words
from here, so that a relation is described in one place.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal

from app.domain.draft import Language
from app.domain.entity import ENTITY_KINDS, EntityKind
from resources import resource

Words = Mapping[Language, str]
_FAMILY = "*"


@dataclass(frozen=True, slots=True)
class Relation:
    """One predicate. Texts are templates with `{s}`, `{o}`, and `{x}` for the free part of a family."""

    predicate: str
    label: Words
    now: Words
    past: Words
    you_now: str = ""
    you_past: str = ""
    rank: Mapping[str, str] = field(default_factory=dict)
    """`now` and `past` in Japanese where the object is a post in a firm: 係長 is a 役職, no 職業."""
    person: Mapping[str, str] = field(default_factory=dict)
    """`now` and `past` in Japanese where the object is known to be a person: one is somebody's 上司."""
    back: Words = field(default_factory=dict)
    free: str = ""
    """The free part: `tea` of `favorite_tea`, with spaces for underscores."""
    functional: bool = False
    functional_back: bool = False
    symmetric: bool = False
    once: bool = False
    """It happens at a time and goes on for none: bought, visited."""
    inverse: str = ""
    opposite: str = ""
    object_is: Literal["entity", "value"] = "entity"
    subjects: frozenset[EntityKind] = frozenset(ENTITY_KINDS)
    objects: frozenset[EntityKind] = frozenset(ENTITY_KINDS)

    def short(self, language: Language) -> str:
        """A few words read from the subject to the object: "works at", "勤務先"."""
        return self.label[language].replace("{x}", self.free)

    def short_back(self, language: Language) -> str:
        """A few words read from the object to the subject; of a symmetric relation the same as `short`."""
        if self.symmetric:
            return self.short(language)
        return self.back.get(language, f"({self.short(language)})").replace("{x}", self.free)

    def sentence(
        self, subject: str, object_: str, language: Language, ended: bool = False, person: bool = False
    ) -> str:
        """The relation said in words: "Alice works at Acme". `person`: the object is one."""
        template, when = (self.past if ended else self.now)[language], "past" if ended else "now"
        if language == "ja" and self.rank and _RANK.search(object_):
            template = self.rank[when]
        if language == "ja" and person:
            template = self.person.get(when, template)
        return _fill(template, {"s": subject, "o": object_, "x": self.free})

    def sentence_you(self, object_: str, ended: bool = False) -> str:
        """The English sentence when the subject is the user: "You work at Acme"."""
        template = (self.you_past if ended else "") or self.you_now
        return _fill(template, {"o": object_, "x": self.free})


@dataclass(frozen=True, slots=True)
class Relations:
    """All of them, in the order of the file; families end in `*` there."""

    table: Mapping[str, Relation]

    def knows(self, predicate: str) -> bool:
        """Whether the file has the predicate, by name or as one of a family."""
        return predicate in self.table or self._family(predicate) is not None

    def of(self, predicate: str) -> Relation:
        """What is known of a predicate. An unknown one is plain: several objects, nothing ends it but words."""
        found = self.table.get(predicate)
        if found is not None:
            return found
        family = self._family(predicate)
        return _one_of(family, predicate) if family else _plain(predicate)

    def pickable(self) -> list[Relation]:
        """Every predicate that can be picked as it stands, families left out."""
        return [relation for name, relation in self.table.items() if _FAMILY not in name]

    def _family(self, predicate: str) -> Relation | None:
        head, joint, rest = predicate.partition("_")
        return self.table.get(f"{head}{joint}{_FAMILY}") if rest else None


@lru_cache(maxsize=1)
def relations() -> Relations:
    """The shipped table, read once."""
    return load(resource("relations.toml").read_text(encoding="utf-8"))


def load(text: str) -> Relations:
    """The table of a TOML text. Raises `KeyError` or `ValueError` where an entry is incomplete or names no relation."""
    table = {predicate: _relation(predicate, row) for predicate, row in tomllib.loads(text).items()}
    for relation in table.values():
        for other in (relation.inverse, relation.opposite):
            if other and other not in table:
                raise ValueError(f"{relation.predicate} points to {other}, which is not in the table")
    return Relations(table)


_BLANK = re.compile(r"\{([sox])\}")


def _fill(template: str, words: Mapping[str, str]) -> str:
    """All blanks at once, so that a name with braces in it stays as it is."""
    return _BLANK.sub(lambda blank: words[blank[1]], template)


_RANK = re.compile(
    r"(?:[部課係室局次社所支店]|工場|チーム|グループ)長$|(?:主任|主査|専務|常務|取締役|役員|顧問|相談役|マネージャー|リーダー)$"
)
_WORDS = {"label", "back", "now", "past", "you", "rank", "person"}
_MARKS = {"functional", "functional_back", "symmetric", "once", "inverse", "opposite", "object", "subjects", "objects"}


def _relation(predicate: str, row: Mapping[str, Any]) -> Relation:
    unknown = set(row) - _WORDS - _MARKS
    if unknown:
        raise ValueError(f"{predicate} has unknown keys: {sorted(unknown)}")
    return Relation(
        predicate=predicate,
        label=_both(predicate, row["label"]),
        now=_both(predicate, row["now"]),
        past=_both(predicate, row.get("past", row["now"])),
        you_now=row["you"]["now"],
        you_past=row["you"].get("past", ""),
        back=row.get("back", {}),
        rank=row.get("rank", {}),
        person=row.get("person", {}),
        functional=row.get("functional", False),
        functional_back=row.get("functional_back", False),
        symmetric=row.get("symmetric", False),
        once=row.get("once", False),
        inverse=row.get("inverse", ""),
        opposite=row.get("opposite", ""),
        object_is="value" if row.get("object") == "value" else "entity",
        subjects=_kinds(predicate, row.get("subjects", ENTITY_KINDS)),
        objects=_kinds(predicate, row.get("objects", ENTITY_KINDS)),
    )


def _both(predicate: str, words: Mapping[str, str]) -> Words:
    if set(words) != {"en", "ja"}:
        raise ValueError(f"{predicate} needs words in English and Japanese")
    return {"en": words["en"], "ja": words["ja"]}


def _kinds(predicate: str, kinds: list[str]) -> frozenset[EntityKind]:
    if not set(kinds) <= set(ENTITY_KINDS):
        raise ValueError(f"{predicate} names a kind that does not exist")
    return frozenset(kind for kind in ENTITY_KINDS if kind in kinds)


def _one_of(family: Relation, predicate: str) -> Relation:
    free = predicate.removeprefix(family.predicate.rstrip(_FAMILY)).replace("_", " ")
    return replace(family, predicate=predicate, free=free)


def _plain(predicate: str) -> Relation:
    words = predicate.replace("_", " ")
    sentence = f"{{s}} {words} {{o}}"
    both: Words = {"en": sentence, "ja": f"{{s}}と{{o}}：{words}"}
    return Relation(predicate, {"en": words, "ja": words}, both, both, you_now=f"You: {words} {{o}}")
