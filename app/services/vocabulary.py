"""The words for relations, for windows and pickers. Light: it opens no profile and loads no model."""

from dataclasses import dataclass
from typing import Literal

from app.domain.draft import Language
from app.domain.entity import ENTITY_KINDS, ME, EntityKind
from app.memory.learn.reading.relations import Relation, relations

_YOU: dict[Language, str] = {"en": "you", "ja": "あなた"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A relation that can be picked: `label` is read from the subject to the object."""

    predicate: str
    label: str
    object_is: Literal["entity", "value"]
    objects: tuple[EntityKind, ...] = ()
    """Types that its object can have, none for a value."""


def label(predicate: str, language: Language, back: bool = False) -> str:
    """A few words for a relation, read from its subject, or (`back`) from its object."""
    relation = relations().of(predicate)
    return relation.short_back(language) if back else relation.short(language)


def is_relation(word: str) -> bool:
    """Whether a word is the name of a relation, as the journal keeps it."""
    return relations().knows(word)


def once(predicate: str) -> bool:
    """Whether it happens at a time and goes on for none, so that no "since" belongs to it."""
    return relations().of(predicate).once


def sentence(predicate: str, subject: str, object_: str, language: Language, ended: bool = False) -> str:
    """A fact said in words, for one that no text states: "Alice works at Acme", "You work at Acme"."""
    relation, far = relations().of(predicate), _YOU[language] if object_ == ME else object_
    if subject == ME and language == "en":
        return relation.sentence_you(far, ended)
    return relation.sentence(_YOU[language] if subject == ME else subject, far, language, ended)


def choices(kind: EntityKind, language: Language, back: bool = False) -> list[Choice]:
    """Relations that an entity of a type can be the subject of, by their words; `back`: that can point to one.

    Read back, `objects` are the types that can stand at the other end, which is the subject then.
    """
    if back:
        pointing = [one for one in relations().pickable() if one.object_is == "entity" and kind in one.objects]
        found = [Choice(one.predicate, one.short_back(language), "entity", _subjects(one)) for one in pointing]
    else:
        fitting = [one for one in relations().pickable() if kind in one.subjects]
        found = [Choice(one.predicate, one.short(language), one.object_is, _objects(one)) for one in fitting]
    return sorted(found, key=lambda choice: choice.label)


def _objects(relation: Relation) -> tuple[EntityKind, ...]:
    return () if relation.object_is == "value" else tuple(kind for kind in ENTITY_KINDS if kind in relation.objects)


def _subjects(relation: Relation) -> tuple[EntityKind, ...]:
    return tuple(kind for kind in ENTITY_KINDS if kind in relation.subjects)
