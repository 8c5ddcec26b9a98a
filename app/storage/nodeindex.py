"""Vectors of entities, categories and facts, by which a question finds its way down the hierarchy: derived.

A file of its own in the same form. It is filled once there are categories, and follows the journal from then on; one
that is new, damaged or too far behind is filled from the rows, and texts that have vectors already are not read again.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.errors import DamagedFile
from app.domain.fact import Fact
from app.domain.ids import CategoryId, EntityId, EpisodeId, FactId
from app.domain.scope import EVERYONE
from app.storage.indexing import Encode, Progress
from app.storage.vectorfile import Float, Int8, Int32
from app.storage.vectorindex import VectorIndex
from app.storage.view import View
from app.storage.wording import masked, vector_key

_CHUNK = 256
_ENCODE_AT_ONCE = 16
"""Texts per call of the encoder: after each the work can be stopped."""
Node = Entity | Category
_KINDS = 3


def text_of(node: Node | Fact) -> str:
    """What the encoder reads of a node: name, tag and summary; of a fact its sentence."""
    if isinstance(node, Fact):
        return node.fact
    return ". ".join(part for part in (node.name, node.tag, node.summary) if part)


def _place(node: Node | Fact) -> EpisodeId:
    """The node's number in the file, where entities, categories and facts take turns."""
    if isinstance(node, Fact):
        return _place_of_fact(node.id)
    return EpisodeId(_KINDS * node.id + isinstance(node, Category))


def _place_of_fact(id: FactId) -> EpisodeId:
    return EpisodeId(_KINDS * id + 2)


class NodeIndex:
    """One writing thread and any number of reading ones, as `VectorIndex`, which it stands on."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        """`fingerprint` is the encoder's. Never raises on a damaged file."""
        self.vectors = VectorIndex(path, fingerprint)

    def __len__(self) -> int:
        return len(self.vectors)

    def likeness(self, query: Float, nodes: Sequence[Node]) -> list[float]:
        """The dot product of each node with the query, in order; 0 for one without a vector."""
        found = self.vectors.likeness(query, [_place(node) for node in nodes])
        return [found.get(_place(node), 0.0) for node in nodes]

    def likeness_of_entities(self, query: Float, ids: Collection[EntityId]) -> dict[EntityId, float]:
        """Like `likeness`, of entities that have a vector, by number."""
        found = self.vectors.likeness(query, [EpisodeId(_KINDS * id) for id in ids])
        return {EntityId(place // _KINDS): score for place, score in found.items()}

    def nearest_entities(self, query: Float, limit: int) -> list[EntityId]:
        """The entities with the greatest dot product, best first. Whoever asks sees to what may be read."""
        found = self.vectors.search(query, limit, lambda places: {place for place in places if place % _KINDS == 0})
        return [EntityId(place // _KINDS) for place, _ in found]

    def tokens_of(self, nodes: Sequence[Node]) -> list[tuple[Int8, Int32] | None]:
        """Token states int8 [n, d'] and pieces int32 [n] of each node, in order."""
        found = self.vectors.tokens_of([_place(node) for node in nodes])
        return [found.get(_place(node)) for node in nodes]

    def likeness_of_facts(self, query: Float, ids: Collection[FactId]) -> dict[FactId, float]:
        """The dot product of the sentence of each fact that has a vector, by number."""
        found = self.vectors.likeness(query, [_place_of_fact(id) for id in ids])
        return {FactId(place // _KINDS): score for place, score in found.items()}

    def tokens_of_facts(self, ids: Collection[FactId]) -> dict[FactId, tuple[Int8, Int32]]:
        """Token states int8 [n, d'] and pieces int32 [n] of the sentences of facts that have them."""
        found = self.vectors.tokens_of([_place_of_fact(id) for id in ids])
        return {FactId(place // _KINDS): states for place, states in found.items()}

    def close(self) -> None:
        self.vectors.close()


class NodeIndexer:
    """Works on the writer's thread. Closing a generator stops the work at a point from which it goes on later."""

    def __init__(self, view: View, nodes: NodeIndex) -> None:
        self._view = view
        self._index = nodes.vectors

    def catch_up(self, encode: Encode) -> Iterator[Progress]:
        """Apply what the journal says since. Without any category there is nothing to walk, so nothing is read."""
        if not self._index.applied_seq and not self._view.categories.top(EVERYONE, limit=1):
            return
        try:
            yield from self._bring_up(encode)
        except DamagedFile:
            self._index.clear()
            yield from self._bring_up(encode)

    def _bring_up(self, encode: Encode) -> Iterator[Progress]:
        applied, latest = self._index.applied_seq, self._view.journal.latest_seq()
        if latest and (applied == 0 or applied < self._view.journal.pruned()):
            yield from self._fill(encode, latest)
            applied = latest
        while entries := self._view.journal.after(applied, _CHUNK):
            touched = [row for entry in entries for row in entry.touched]
            entities = {EntityId(row.id) for row in touched if row.noun == "entity"}
            categories = {CategoryId(row.id) for row in touched if row.noun == "category"}
            facts = {FactId(row.id) for row in touched if row.noun == "fact"}
            kept: list[Node | Fact] = [
                *self._view.entities.get(entities, EVERYONE).values(),
                *self._view.categories.get(categories, EVERYONE).values(),
                *self._standing(self._view.facts.get(facts, EVERYONE).values()),
            ]
            gone = {EpisodeId(_KINDS * id) for id in entities} | {EpisodeId(_KINDS * id + 1) for id in categories}
            gone |= {_place_of_fact(id) for id in facts}
            self._index.drop(gone - {_place(node) for node in kept})
            yield from self._put(kept, encode)
            applied = entries[-1].seq
            self._index.commit(applied)

    def _fill(self, encode: Encode, target: int) -> Iterator[Progress]:
        """All nodes. Until the walk is done the index says 0, so that a crash makes it start again."""
        seen: set[EpisodeId] = set()
        for nodes in self._all():
            yield from self._put(nodes, encode)
            seen.update(_place(node) for node in nodes)
            self._index.commit(0)
        self._index.drop(self._index.ids() - seen)
        self._index.commit(target)

    def _all(self) -> Iterator[Sequence[Node | Fact]]:
        yield self._view.categories.listed(EVERYONE, limit=1_000_000)
        offset = 0
        while page := self._view.entities.listed(EVERYONE, limit=_CHUNK, offset=offset, order="recent"):
            yield page
            offset += len(page)
        last = FactId(0)
        while facts := self._view.facts.page(EVERYONE, last, _CHUNK):
            yield self._standing(facts)
            last = facts[-1].id

    def _standing(self, facts: Iterable[Fact]) -> list[Fact]:
        """Those that were not taken back."""
        return [fact for fact in facts if fact.expired_at is None]

    def _put(self, nodes: Sequence[Node | Fact], encode: Encode) -> Iterator[Progress]:
        texts = {_place(node): text_of(node) for node in nodes}
        keys = {place: vector_key(text) for place, text in texts.items()}
        known = self._index.has(set(keys.values()))
        waiting = list({keys[place]: text for place, text in texts.items() if keys[place] not in known}.items())
        for start in range(0, len(waiting), _ENCODE_AT_ONCE):
            some = waiting[start : start + _ENCODE_AT_ONCE]
            for (key, _), found in zip(some, encode([masked(text) for _, text in some]), strict=True):
                self._index.put(key, found.pooled, found.tokens, found.pieces)
            yield Progress(0, len(waiting))
        for place, key in keys.items():
            self._index.assign(place, key)
