"""Keeps the derived indexes in step with the journal: what they have not applied yet, in chunks, with progress.

An index remembers the last journal number it applied. One that is new, damaged, or further behind than the journal
reaches is filled from the episodes themselves. Nothing here is fatal to the memory.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.domain.episode import Episode
from app.domain.errors import DamagedFile
from app.domain.ids import EpisodeId
from app.domain.scope import EVERYONE
from app.storage.textindex import TextIndex
from app.storage.vectorfile import Float, Int8, Int32
from app.storage.vectorindex import VectorIndex
from app.storage.view import View
from app.storage.wording import masked, searchable, spoken, vector_key

_CHUNK = 256
"""Episodes between two commits of the text index, which costs tens of milliseconds each."""
_ENCODE_AT_ONCE = 16
"""Texts per call of the encoder: after each the work can be stopped."""


class Vectors(Protocol):
    """What the encoder gives for a text, as far as the index keeps it."""

    @property
    def pooled(self) -> Float: ...
    @property
    def tokens(self) -> Int8: ...
    @property
    def pieces(self) -> Int32: ...


Encode = Callable[[Sequence[str]], Sequence[Vectors]]


@dataclass(frozen=True, slots=True)
class Progress:
    """Episodes brought in line, of how many that are known to need it."""

    done: int
    total: int


class Indexer:
    """Works on the writer's thread. Closing a generator stops the work at a point from which it goes on later."""

    def __init__(self, view: View, text: TextIndex, vectors: VectorIndex) -> None:
        self._view = view
        self._text = text
        self._vectors = vectors
        self._fresh: TextIndex | None = None

    @property
    def applied_seq(self) -> int:
        """What every index has applied: the journal may forget entries up to here (`Store.prune`)."""
        return min(index.applied_seq for index in (self._text, self._vectors, self._fresh) if index is not None)

    def behind(self) -> bool:
        """Whether there is anything to catch up with."""
        return min(self._text.applied_seq, self._vectors.applied_seq) < self._view.journal.latest_seq()

    def catch_up(self, encode: Encode) -> Iterator[Progress]:
        """Apply what the journal says since; fill an index that is new, damaged or too far behind from scratch.

        Words come first: they need no model, so search works before the last vector is made.
        """
        for index in (_Words(self._text), _Meanings(self._vectors, encode)):
            try:
                yield from self._bring_up(index)
            except DamagedFile:
                # Found while writing. If it was the memory itself that cannot be read, this raises again.
                index.clear()
                yield from self._bring_up(index)

    def rebuild(self, encode: Encode) -> Iterator[Progress]:
        """Empty the indexes and fill them again."""
        self._text.clear()
        self._vectors.clear()
        yield from self.catch_up(encode)

    def rewrite_words(self) -> Iterator[Progress]:
        """Fill a new index of words beside the old one, which answers meanwhile, and put it in its place.

        What was deleted is then gone from the files as well: an index keeps it in its segments until they merge.
        """
        self._fresh = TextIndex(self._text.folder.with_name("text.new"))
        try:
            self._fresh.clear()
            yield from self._bring_up(_Words(self._fresh))
            self._text.become(self._fresh)
        finally:
            self._fresh.close()
            self._fresh = None

    def _bring_up(self, index: "_Index") -> Iterator[Progress]:
        latest = self._view.journal.latest_seq()
        if latest and (index.applied == 0 or index.applied < self._view.journal.pruned()):
            yield from self._fill(index)
        first = index.applied
        while entries := self._view.journal.after(index.applied, _CHUNK):
            wanted = sorted({episode for entry in entries for episode in entry.reindex})
            found = self._view.episodes.get(wanted, EVERYONE)
            kept = [episode for episode in found.values() if searchable(episode)]
            index.drop(set(wanted) - {episode.id for episode in kept})
            for _ in index.put(kept):
                yield Progress(index.applied - first, latest - first)
            index.commit(entries[-1].seq)
            yield Progress(index.applied - first, latest - first)

    def _fill(self, index: "_Index") -> Iterator[Progress]:
        """Walk through all episodes. Until the walk is done the index says 0, so that a crash makes it start again."""
        target, total, done = self._view.journal.latest_seq(), self._view.episodes.count(EVERYONE), 0
        index.begin()
        last = EpisodeId(0)
        seen: set[EpisodeId] = set()
        while episodes := self._view.episodes.after(last, EVERYONE, _CHUNK):
            kept = [episode for episode in episodes if searchable(episode)]
            for _ in index.put(kept):
                yield Progress(done, total)
            seen.update(episode.id for episode in kept)
            last, done = episodes[-1].id, done + len(episodes)
            index.commit(0)
            yield Progress(done, total)
        index.keep_only(seen)
        index.commit(target)


class _Index(Protocol):
    """What the indexer asks of either index."""

    @property
    def applied(self) -> int: ...
    def begin(self) -> None:
        """Before a walk through all episodes."""

    def clear(self) -> None: ...

    def put(self, episodes: Sequence[Episode]) -> Iterator[None]:
        """Yields where the work may be stopped."""

    def drop(self, ids: Collection[EpisodeId]) -> None: ...
    def keep_only(self, ids: Collection[EpisodeId]) -> None: ...
    def commit(self, seq: int) -> None: ...


class _Words:
    def __init__(self, index: TextIndex) -> None:
        self._index = index

    @property
    def applied(self) -> int:
        return self._index.applied_seq

    def begin(self) -> None:
        self.clear()

    def clear(self) -> None:
        self._index.clear()

    def put(self, episodes: Sequence[Episode]) -> Iterator[None]:
        self._index.put(episodes)
        yield

    def drop(self, ids: Collection[EpisodeId]) -> None:
        self._index.drop(ids)

    def keep_only(self, ids: Collection[EpisodeId]) -> None:
        """The walk began with an empty index: there is nothing else in it."""

    def commit(self, seq: int) -> None:
        self._index.commit(seq)


class _Meanings:
    def __init__(self, index: VectorIndex, encode: Encode) -> None:
        self._index = index
        self._encode = encode

    @property
    def applied(self) -> int:
        return self._index.applied_seq

    def begin(self) -> None:
        """Vectors that are there already are kept: to make them again would take the better part of an hour."""
        if self._index.damaged:
            self.clear()

    def clear(self) -> None:
        self._index.clear()

    def put(self, episodes: Sequence[Episode]) -> Iterator[None]:
        texts = {episode.id: masked(spoken(episode)) for episode in episodes}
        keys = {episode.id: vector_key(spoken(episode)) for episode in episodes}
        known = self._index.has(set(keys.values()))
        missing = {key: texts[id] for id, key in keys.items() if key not in known}
        waiting = list(missing.items())
        for start in range(0, len(waiting), _ENCODE_AT_ONCE):
            some = waiting[start : start + _ENCODE_AT_ONCE]
            for (key, _), found in zip(some, self._encode([text for _, text in some]), strict=True):
                self._index.put(key, found.pooled, found.tokens, found.pieces)
            yield
        for episode in episodes:
            self._index.assign(episode.id, keys[episode.id])

    def drop(self, ids: Collection[EpisodeId]) -> None:
        self._index.drop(ids)

    def keep_only(self, ids: Collection[EpisodeId]) -> None:
        self._index.drop(self._index.ids() - set(ids))

    def commit(self, seq: int) -> None:
        self._index.commit(seq)
