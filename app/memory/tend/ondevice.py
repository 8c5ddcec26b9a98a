"""The categoriser of this device: the shipped concepts first, groups by what things have in common for the rest."""

from collections.abc import Callable, Sequence

from app.domain.draft import Language
from app.domain.entity import DeclaredBy
from app.domain.text import name_key
from app.inference.protocols import Encoder
from app.memory.learn.categorise import KnownCategory, Proposal, Sortable, Sorting
from app.memory.tend.clusters import clusters
from app.memory.tend.fitting import SURE, Reading, by_known_words, by_meaning, by_rule, nearest, ranked
from app.memory.tend.taxonomy import Concept, Taxonomy, taxonomy

_MOST_CATEGORIES = 2
"""Categories that one entity is put in at first sight."""


class OnDeviceCategoriser:
    """Proposes without a model. It takes 64 things at once: each is judged by itself, and a transaction stays small.

    A concept is proposed for a single thing too: sorting then promotes the thing alone under the concept's tag, and the
    next thing of that concept finds it there.
    """

    batch = 64

    def __init__(self, encoder: Encoder, concepts: Taxonomy | None = None) -> None:
        self._taxonomy = concepts or taxonomy()
        self._reading = Reading(encoder)

    def stop_when(self, stopped: Callable[[], bool]) -> None:
        """Whom to ask between readings whether the work is still wanted; `propose` then raises `Cancelled`."""
        self._reading.stopped = stopped

    @property
    def by(self) -> DeclaredBy:
        return "extractor"

    def propose(self, sorting: Sorting) -> Sequence[Proposal]:
        """Never raises for what things say; raises `ModelUnavailable` where the encoder cannot be opened."""
        return self._entities(sorting) if sorting.layer == 1 else self._categories(sorting)

    def _entities(self, sorting: Sorting) -> list[Proposal]:
        made = _Proposals(sorting.language)
        foreign = [one for one in sorting.known if self._taxonomy.of(1, one.tag, one.name) is None]
        open_to = [one for one in self._taxonomy.at(1) if not _refused(one, sorting)]
        unsure = [thing for thing in sorting.things if not self._by_words(thing, foreign, open_to, made)]
        found, vectors = by_meaning(unsure, open_to, foreign, self._reading)
        for number, place in found.items():
            made.place(place, number)
        rest = [thing for thing in unsure if thing.id not in found]
        grouped: set[int] = set()
        for cluster in clusters(rest, vectors):
            made.named(cluster.name, cluster.members)
            grouped |= set(cluster.members)
        for thing in rest:
            last = thing.kind and self._taxonomy.standing_for(thing.kind, 1)
            if thing.id not in grouped and last:
                made.concept(last, thing.id)
        return made.all()

    def _by_words(
        self, thing: Sortable, foreign: Sequence[KnownCategory], open_to: Sequence[Concept], made: "_Proposals"
    ) -> bool:
        """Propose what facts and words speak for; whether any of it is sure."""
        said = by_known_words(thing, foreign)
        for one in said:
            made.known(one, thing.id)
        keys = {concept.key for concept in open_to}
        scores = {key: strength for key, strength in by_rule(thing, self._taxonomy).items() if key in keys}
        for concept in ranked(scores, self._taxonomy, _MOST_CATEGORIES):
            made.concept(concept, thing.id)
        return bool(said) or max(scores.values(), default=0.0) >= SURE

    def _categories(self, sorting: Sorting) -> list[Proposal]:
        """Each category under its concept's parent, one that is nobody's concept under the nearest group."""
        made = _Proposals(sorting.language)
        for thing in sorting.things:
            above = self.above(thing, sorting.layer)
            if above is not None:
                made.concept(above, thing.id)
        return made.all()

    def above(self, thing: Sortable, layer: int) -> Concept | None:
        """The concept of `layer` that a category of the layer below belongs under; None past the last layer."""
        own = self._taxonomy.of(layer - 1, thing.tag, thing.name)
        places = self._taxonomy.at(layer)
        if own is not None or not places:
            return self._taxonomy.parent(own) if own else None
        leaves = [self._taxonomy.table[key] for text in (thing.name, thing.tag) for key in self._taxonomy.cued(text)]
        for leaf in leaves:
            lifted = self._lifted(leaf, layer)
            if lifted is not None and (not thing.kinds or leaf.kinds & set(thing.kinds)):
                return lifted
        kind = thing.kinds[0] if thing.kinds else None
        leaf_of_kind = self._taxonomy.standing_for(kind, 1) if kind else None
        return nearest(thing.words(), places, self._reading) or (leaf_of_kind and self._lifted(leaf_of_kind, layer))

    def _lifted(self, concept: Concept, layer: int) -> Concept | None:
        found: Concept | None = concept
        while found is not None and found.layer < layer:
            found = self._taxonomy.parent(found)
        return found


def _refused(concept: Concept, sorting: Sorting) -> bool:
    """Whether a person deleted the concept's category."""
    keys = {name_key(name) for name in sorting.refused}
    return any(name_key(name) in keys for name in concept.name.values())


class _Proposals:
    """Collects members by category."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._concepts: dict[str, tuple[Concept, list[int]]] = {}
        self._known: dict[int, tuple[KnownCategory, list[int]]] = {}
        self._named: list[Proposal] = []

    def concept(self, concept: Concept, number: int) -> None:
        members = self._concepts.setdefault(concept.key, (concept, []))[1]
        if number not in members:
            members.append(number)

    def known(self, category: KnownCategory, number: int) -> None:
        members = self._known.setdefault(category.id, (category, []))[1]
        if number not in members:
            members.append(number)

    def place(self, place: Concept | KnownCategory, number: int) -> None:
        if isinstance(place, Concept):
            self.concept(place, number)
        else:
            self.known(place, number)

    def named(self, name: str, members: tuple[int, ...]) -> None:
        self._named.append(Proposal(members, name=name, tag=name))

    def all(self) -> list[Proposal]:
        """Known categories first, then what the things have in common, then concepts."""
        known = [Proposal(tuple(members), category=one.id) for one, members in self._known.values()]
        concepts = [
            Proposal(tuple(members), name=one.name[self._language], tag=one.tag[self._language])
            for one, members in self._concepts.values()
        ]
        return [*known, *self._named, *concepts]
