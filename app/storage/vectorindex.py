"""Vectors of episodes, pooled and per token: derived, batched, keyed by the hash of the masked text.

Pooled vectors are int8 in memory (43 MB for 100,000 episodes, with their signs) and searched there; token states stay
on disk and are read for the first candidates only. A damaged file is thrown away and filled again by the indexer.
"""

from collections.abc import Collection
from pathlib import Path
from threading import Lock

import apsw
import numpy as np

from app.domain.errors import DamagedFile
from app.domain.ids import EpisodeId
from app.storage.connection import told
from app.storage.vectorfile import Float, Int8, Int32, VectorFile, discard
from app.storage.vectormatrix import Allowed, VectorMatrix


class VectorIndex:
    """One writing thread and any number of reading ones. What is put shows after `commit`."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        """`fingerprint` is the encoder's: vectors of another one are thrown away. Never raises on a damaged file."""
        self._path = path
        self._fingerprint = fingerprint
        self._reading = Lock()
        self._writing = Lock()
        self._waiting: dict[EpisodeId, bytes | None] = {}
        self.damaged = False
        self._file = self._open()
        self._matrix = self._load()

    def _open(self) -> VectorFile:
        try:
            return VectorFile(self._path, self._fingerprint)
        except (DamagedFile, apsw.Error):
            discard(self._path)
            return VectorFile(self._path, self._fingerprint)

    def _load(self) -> VectorMatrix:
        try:
            with told():
                return VectorMatrix.of(self._file.pooled(), self._file.count())
        except (DamagedFile, ValueError):
            self._file.close()
            discard(self._path)
            self._file = VectorFile(self._path, self._fingerprint)
            return VectorMatrix.of(iter(()), 0)

    @property
    def applied_seq(self) -> int:
        """The last journal number that has been applied; 0 for an empty or rebuilt index."""
        with self._writing, told():
            return 0 if self.damaged else self._file.applied()

    def __len__(self) -> int:
        return len(self._matrix)

    def ids(self) -> set[EpisodeId]:
        """The episodes that have vectors."""
        return self._matrix.ids()

    def has(self, keys: Collection[bytes]) -> set[bytes]:
        """Which of the keys have vectors already."""
        with self._writing, told():
            return self._file.known(keys)

    def put(self, key: bytes, pooled: Float, tokens: Int8, pieces: Int32) -> None:
        """Keep the vectors of a text: float32 [d] of unit length, int8 [n, d'], int32 [n]."""
        scale = float(np.max(np.abs(pooled))) / 127 or 1.0
        with self._writing, told():
            self._file.put(key, scale, np.round(pooled / scale).astype(np.int8), tokens, pieces.astype(np.int32))

    def assign(self, episode: EpisodeId, key: bytes) -> bool:
        """Say that the episode holds the text of that key. False, and nothing kept, when the key has no vectors."""
        with self._writing, told():
            known = self._file.assign(episode, key)
        self._waiting[episode] = key if known else None
        return known

    def drop(self, ids: Collection[EpisodeId]) -> None:
        """Take episodes out, and from the disk the vectors that no other episode holds."""
        with self._writing, told():
            self._file.drop(list(ids))
        self._waiting.update(dict.fromkeys(ids))

    def commit(self, seq: int) -> None:
        """Make the batch lasting and visible. `seq` is the journal number it brings the index to."""
        with self._writing, told():
            self._file.commit(seq)
            gone = [episode for episode, key in self._waiting.items() if key is None]
            come = [episode for episode, key in self._waiting.items() if key is not None]
            self._waiting.clear()
            self._matrix.drop(gone)
            self._matrix.put(self._file.pooled_of(come))

    def search(self, query: Float, limit: int, allowed: Allowed | None = None) -> list[tuple[EpisodeId, float]]:
        """Nearest episodes by dot product, best first. `query`: float32 [d], unit length."""
        return self._matrix.search(query, limit, allowed)

    def likeness(self, query: Float, ids: Collection[EpisodeId]) -> dict[EpisodeId, float]:
        """The dot product of each of `ids` that has a vector. `query`: float32 [d], unit length."""
        return self._matrix.likeness(query, ids)

    def tokens_of(self, ids: Collection[EpisodeId]) -> dict[EpisodeId, tuple[Int8, Int32]]:
        """Token states int8 [n, d'] and pieces int32 [n] of those episodes that have them."""
        if not ids:
            return {}
        with self._reading:
            try:
                with told():
                    return self._file.states(ids)
            except (DamagedFile, ValueError):
                self.damaged = True
                return {}

    def clear(self) -> None:
        """Empty the index: the next catch-up fills it again."""
        with self._writing, self._reading:
            self._file.close()
            discard(self._path)
            self._file = VectorFile(self._path, self._fingerprint)
            self._waiting.clear()
            self._matrix = VectorMatrix.of(iter(()), 0)
            self.damaged = False

    def rewrite(self) -> None:
        """Write the file anew: nothing of the vectors of erased words stays in its pages."""
        with self._writing, self._reading, told():
            self._file.rewrite()

    def close(self) -> None:
        with self._writing, self._reading:
            self._file.close()
