"""How well concepts fit a thing: by its facts and the words of its tag and name first, by meaning only for the rest.

Measured on names of dialogues: words alone place two thirds, and reading a thing costs a hundred times what looking up
its words costs.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice

import numpy as np

from app.domain.entity import EntityKind
from app.domain.errors import Cancelled
from app.domain.text import fold
from app.inference.protocols import Encoder, Float
from app.memory.learn.categorise import KnownCategory, Sortable
from app.memory.tend.taxonomy import SPEAKER, Concept, Taxonomy
from resources import resource

SURE = 1.0
"""From this strength on a concept is taken without reading the thing."""
ALIKE = 0.27
"""Least likeness of a thing's words to a concept's, see `Encoding.pooled`; right in three of four at this height."""
ALIKE_FOREIGN = 0.4
"""The same to a category that a person or a model made: its words were not chosen to be compared with."""
_ALIKE_KINDS: frozenset[EntityKind] = frozenset({"thing", "concept"})
_TIED_TO_ME = 2.0
_TIED = 1.1
_TAG = 1.6
_NAME = 1.3
_MOST_KEPT = 4096
_AT_ONCE = 16


class Reading:
    """Vectors of texts, each read once while it is among the latest few thousand."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._kept: dict[str, Float] = {}
        self._shipped: dict[str, Float] | None = None
        self.stopped: Callable[[], bool] = lambda: False

    def of(self, texts: Sequence[str]) -> list[Float]:
        """float32 [384] of unit length for each text. Raises `Cancelled` when stopped; what was read stays known."""
        if self._shipped is None:
            self._shipped = shipped(self._encoder.fingerprint)
        known = self._shipped
        missing = list(dict.fromkeys(text for text in texts if text not in self._kept and text not in known))
        for start in range(0, len(missing), _AT_ONCE):
            if self.stopped():
                raise Cancelled
            some = missing[start : start + _AT_ONCE]
            self._kept |= {text: one.pooled for text, one in zip(some, self._encoder.encode(some), strict=True)}
        found = [known[text] if text in known else self._kept[text] for text in texts]
        for old in list(islice(self._kept, max(0, len(self._kept) - _MOST_KEPT))):
            del self._kept[old]
        return found


def shipped(fingerprint: str) -> dict[str, Float]:
    """Vectors of the concepts' words that come with the app; none for another encoder than the one that made them."""
    path = resource("taxonomy.npz")
    if not path.is_file():
        return {}
    with np.load(path) as kept:
        if str(kept["fingerprint"]) != fingerprint:
            return {}
        return {str(text): row for text, row in zip(kept["texts"], kept["vectors"].astype(np.float32), strict=True)}


def by_rule(thing: Sortable, taxonomy: Taxonomy) -> dict[str, float]:
    """Leaves that the facts, the tag or the name of an entity speak for, by key."""
    found: dict[str, float] = {}

    def speak(key: str, strength: float) -> None:
        found[key] = max(found.get(key, 0.0), strength)

    for concept in taxonomy.at(1) if thing.ties else ():
        for tie in thing.ties:
            if concept.tied(tie):
                speak(concept.key, _TIED_TO_ME if tie.with_me else _TIED)
    for weight, words in ((_TAG, thing.tag), (_NAME, thing.name)):
        for key, strength in taxonomy.cued(words).items() if words else ():
            concept = taxonomy.table[key]
            if _takes(concept, thing.kind) and not (words is thing.name and thing.kind == "person"):
                speak(key, weight * strength)
    return {key: strength for key, strength in found.items() if _takes(taxonomy.table[key], thing.kind)}


def _takes(concept: Concept, kind: EntityKind | None) -> bool:
    """Things and concepts are one here: which of the two a pottery class or a recipe is, nobody can say."""
    return (
        kind is None or kind in concept.kinds or (kind in _ALIKE_KINDS and not _ALIKE_KINDS.isdisjoint(concept.kinds))
    )


def by_known_words(thing: Sortable, known: Iterable[KnownCategory]) -> list[KnownCategory]:
    """Categories outside the shipped concepts whose name is the thing's tag, or a word of it."""
    words = set(fold(thing.tag).split()) | {fold(thing.tag)}
    return [one for one in known if thing.tag and fold(one.name) in words]


def by_meaning(
    things: Sequence[Sortable], concepts: Sequence[Concept], known: Sequence[KnownCategory], reading: Reading
) -> tuple[dict[int, Concept | KnownCategory], dict[int, Float]]:
    """The nearest concept or known category of each thing that has a near one, and the vectors of all."""
    if not things:
        return {}, {}
    vectors = dict(
        zip((thing.id for thing in things), reading.of([thing.words(most=1) for thing in things]), strict=True)
    )
    marks: list[Concept | KnownCategory] = [one for one in concepts if one.key != SPEAKER and one.cues.get("en")]
    marks += known
    if not marks:
        return {}, vectors
    matrix = np.stack(reading.of([_described(mark) for mark in marks]))
    found: dict[int, Concept | KnownCategory] = {}
    for thing in things:
        likeness = matrix @ vectors[thing.id]
        for place, mark in enumerate(marks):
            if isinstance(mark, Concept):
                likeness[place] = likeness[place] if _takes(mark, thing.kind) else -1.0
            else:
                likeness[place] -= ALIKE_FOREIGN - ALIKE
        best = int(np.argmax(likeness))
        if likeness[best] >= ALIKE:
            found[thing.id] = marks[best]
    return found, vectors


def _described(mark: Concept | KnownCategory) -> str:
    if isinstance(mark, Concept):
        return mark.about()
    return ". ".join(part for part in (mark.name, mark.tag, ", ".join(mark.members[:5])) if part)


def nearest(words: str, concepts: Sequence[Concept], reading: Reading) -> Concept | None:
    """The concept that words are nearest to, if any is near."""
    if not concepts:
        return None
    vector = reading.of([words])[0]
    likeness = np.stack(reading.of([concept.about() for concept in concepts])) @ vector
    best = int(np.argmax(likeness))
    return concepts[best] if likeness[best] >= ALIKE else None


def ranked(scores: Mapping[str, float], taxonomy: Taxonomy, most: int) -> list[Concept]:
    """The strongest first; a second one only where it is sure as well, and of another group."""
    order = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    found: list[Concept] = []
    for key, strength in order:
        concept = taxonomy.table[key]
        if found and (strength < SURE or any(one.parent == concept.parent for one in found)):
            continue
        found.append(concept)
    return found[:most]
