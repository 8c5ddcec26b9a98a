"""The shipped concepts (`resources/taxonomy.toml`) as values, and what of them fits a thing by rule.

A stored category belongs to a concept when it bears the concept's tag or name in either language. So a node keeps its
concept while it is named after its only child, and after a person has given it a name of their own.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from app.domain.draft import Language
from app.domain.entity import ENTITY_KINDS, EntityKind
from app.domain.text import fold, has_cjk, name_key
from app.memory.learn.categorise import Tie
from resources import resource

Words = Mapping[Language, str]
SPEAKER = "speaker"
"""The leaf of the user's own entity."""
_LAYERS = {"leaf": 1, "group": 2, "area": 3}
_KEYS = {"in", "name", "tag", "for", "kinds", "subject", "object", "en", "ja"}


@dataclass(frozen=True, slots=True)
class Concept:
    """One entry. `parent` is the key of the concept above, empty at the top."""

    key: str
    layer: int
    name: Words
    tag: Words
    parent: str = ""
    stands_for: frozenset[EntityKind] = frozenset()
    kinds: frozenset[EntityKind] = frozenset(ENTITY_KINDS)
    subject: frozenset[str] = frozenset()
    object: frozenset[str] = frozenset()
    cues: Words = field(default_factory=dict)

    def about(self) -> str:
        """What it is about, in both languages: the text by which it is compared with a thing's words."""
        cues = " ".join(self.cues.get("en", "").split()[:8]).replace("_", " ")
        return f"{self.name['en']}: {self.tag['en']}. {cues}. {self.name['ja']}：{self.tag['ja']}"

    def tied(self, tie: Tie) -> bool:
        """Whether the fact puts the thing here."""
        return tie.predicate in (self.subject if tie.role == "subject" else self.object)


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """All concepts by key."""

    table: Mapping[str, Concept]
    _labels: Mapping[tuple[int, str], Concept]
    _words: Mapping[str, tuple[Concept, ...]]
    _endings: Mapping[str, tuple[Concept, ...]]

    def at(self, layer: int) -> list[Concept]:
        return [concept for concept in self.table.values() if concept.layer == layer]

    def of(self, layer: int, tag: str, name: str) -> Concept | None:
        """The concept of a stored category, by its tag or else its name."""
        return self._labels.get((layer, name_key(tag))) or self._labels.get((layer, name_key(name)))

    def parent(self, concept: Concept) -> Concept | None:
        return self.table.get(concept.parent)

    def standing_for(self, kind: EntityKind, layer: int) -> Concept | None:
        """Where an entity of the kind goes when nothing better is known."""
        return next((one for one in self.at(layer) if kind in one.stands_for), None)

    def cued(self, text: str) -> dict[str, float]:
        """Leaves whose words stand in a tag or a name, by key, with a strength of 0..1: the last word weighs most."""
        found: dict[str, float] = {}
        words = fold(text).replace("-", " ").split()
        for start in range(len(words)):
            for length in (1, 2):
                phrase = " ".join(words[start : start + length])
                last = start + length >= len(words)
                for concept in self._words.get(_stem(phrase), ()):
                    found[concept.key] = max(found.get(concept.key, 0.0), 1.0 if last else 0.6)
        if has_cjk(text):
            self._ending(fold(text), found)
        return found

    def _ending(self, text: str, found: dict[str, float]) -> None:
        """Japanese heads stand last: the longest ending counts, shorter ones that it holds do not."""
        for length in range(min(8, len(text)), 0, -1):
            for concept in self._endings.get(text[-length:], ()):
                found[concept.key] = 1.0
            if self._endings.get(text[-length:]):
                return


def _stem(phrase: str) -> str:
    """English plurals folded: "cities" and "city" are one cue."""
    word = phrase.strip(".,!?'’\"()")
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


@lru_cache(maxsize=1)
def taxonomy() -> Taxonomy:
    """The shipped one, read once."""
    return load(resource("taxonomy.toml").read_text(encoding="utf-8"))


def load(text: str) -> Taxonomy:
    """Concepts of a TOML text. Raises `KeyError` or `ValueError` where an entry is incomplete or hangs on nothing."""
    table: dict[str, Concept] = {}
    for section, rows in tomllib.loads(text).items():
        for key, row in rows.items():
            table[key] = _concept(key, _LAYERS[section], row)
    labels: dict[tuple[int, str], Concept] = {}
    for concept in table.values():
        above = table.get(concept.parent)
        if concept.parent and (above is None or above.layer != concept.layer + 1):
            raise ValueError(f"{concept.key} stands under {concept.parent}, which is not one layer above")
        for label in (*concept.tag.values(), *concept.name.values()):
            if labels.setdefault((concept.layer, name_key(label)), concept) is not concept:
                raise ValueError(f"{label} names two concepts")
    return Taxonomy(table, labels, _by_word(table.values(), "en"), _by_word(table.values(), "ja"))


def _concept(key: str, layer: int, row: Mapping[str, Any]) -> Concept:
    if set(row) - _KEYS:
        raise ValueError(f"{key} has unknown keys: {sorted(set(row) - _KEYS)}")
    return Concept(
        key,
        layer,
        {"en": row["name"]["en"], "ja": row["name"]["ja"]},
        {"en": row["tag"]["en"], "ja": row["tag"]["ja"]},
        row.get("in", ""),
        _kinds(key, row.get("for", [])),
        _kinds(key, row.get("kinds", ENTITY_KINDS)),
        frozenset(row.get("subject", ())),
        frozenset(row.get("object", ())),
        {"en": row.get("en", ""), "ja": row.get("ja", "")},
    )


def _kinds(key: str, kinds: Iterable[str]) -> frozenset[EntityKind]:
    if not set(kinds) <= set(ENTITY_KINDS):
        raise ValueError(f"{key} names a kind that does not exist")
    return frozenset(kind for kind in ENTITY_KINDS if kind in kinds)


def _by_word(concepts: Iterable[Concept], language: Language) -> dict[str, tuple[Concept, ...]]:
    found: dict[str, tuple[Concept, ...]] = {}
    for concept in concepts:
        for cue in concept.cues.get(language, "").split():
            word = fold(cue.replace("_", " "))
            key = _stem(word) if language == "en" else word
            found[key] = (*found.get(key, ()), concept)
    return found
