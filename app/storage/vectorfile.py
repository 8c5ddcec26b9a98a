"""The file behind the vector index: one SQLite database that may be thrown away at any time.

A text's vectors are kept once under the hash of the text (`texts`, `states`); `places` says which episodes hold it.
Pooled vectors lie apart from the far larger token states, so that start-up reads the small table only.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.ids import EpisodeId
from app.storage.connection import open_connection, told
from app.storage.sql import listed
from app.storage.values import value

_LAYOUT = 1
_SCHEMA = """
    CREATE TABLE texts (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE,
        scale REAL NOT NULL, pooled BLOB NOT NULL) STRICT;
    CREATE TABLE states (text INTEGER PRIMARY KEY REFERENCES texts (id) ON DELETE CASCADE,
        count INTEGER NOT NULL, tokens BLOB NOT NULL, pieces BLOB NOT NULL) STRICT;
    CREATE TABLE places (episode INTEGER PRIMARY KEY, text INTEGER NOT NULL REFERENCES texts (id)) STRICT;
    CREATE INDEX places_by_text ON places (text);
    CREATE TABLE about (applied INTEGER NOT NULL, fingerprint TEXT NOT NULL) STRICT;
"""
_STATES = """
    SELECT p.episode, s.count, s.tokens, s.pieces FROM places p JOIN states s ON s.text = p.text
    WHERE p.episode IN (SELECT value FROM json_each(?))
"""
_POOLED_OF = """
    SELECT p.episode, t.scale, t.pooled FROM places p JOIN texts t ON t.id = p.text
    WHERE p.episode IN (SELECT value FROM json_each(?))
"""
Int8 = NDArray[np.int8]
Int32 = NDArray[np.int32]
Float = NDArray[np.float32]


class VectorFile:
    """One writing connection and one reading connection. The caller keeps threads apart."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        """Raises `DamagedFile` when the file cannot be used; see `discard`."""
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as on_failure, told():
            self._writer = open_connection(path, writing=True)
            on_failure.callback(self._writer.close)
            self._prepare(fingerprint)
            self._reader = open_connection(path, writing=False)
            on_failure.pop_all()

    def _prepare(self, fingerprint: str) -> None:
        # All of it can be made again, so a power cut may cost the last commits.
        self._writer.pragma("synchronous", "normal")
        if int(self._writer.pragma("user_version")) != _LAYOUT or self._fingerprint() != fingerprint:
            self._writer.pragma("foreign_keys", False)
            with self._writer:
                for name in ("places", "states", "texts", "about"):
                    self._writer.execute(" ".join(["DROP TABLE IF EXISTS", name]))
                self._writer.execute(_SCHEMA)
                self._writer.execute("INSERT INTO about VALUES (0, ?)", (fingerprint,))
                self._writer.pragma("user_version", _LAYOUT)
            self._writer.pragma("foreign_keys", True)
        # Vectors whose episode went before it was indexed.
        self._writer.execute("DELETE FROM texts WHERE NOT EXISTS (SELECT 1 FROM places WHERE text = texts.id)")

    def _fingerprint(self) -> str:
        return str(value(self._writer, "SELECT coalesce((SELECT fingerprint FROM about), '')"))

    def applied(self) -> int:
        return int(value(self._writer, "SELECT coalesce((SELECT applied FROM about), 0)"))

    def pooled(self) -> Iterator[tuple[EpisodeId, float, bytes]]:
        """Each episode with its text's pooled vector: scale and int8 [d]."""
        rows: Any = self._writer.execute(
            "SELECT p.episode, t.scale, t.pooled FROM places p JOIN texts t ON t.id = p.text ORDER BY p.episode"
        )
        return iter(rows)

    def pooled_of(self, episodes: Collection[EpisodeId]) -> Iterator[tuple[EpisodeId, float, bytes]]:
        """Like `pooled`, of some episodes."""
        rows: Any = self._writer.execute(_POOLED_OF, (listed(episodes),))
        return iter(rows)

    def count(self) -> int:
        return int(value(self._writer, "SELECT count(*) FROM places"))

    def known(self, keys: Collection[bytes]) -> set[bytes]:
        """Which keys have vectors, those of the open batch included."""
        query = "SELECT key FROM texts WHERE key = ?"
        return {key for key in keys if self._writer.execute(query, (key,)).fetchone() is not None}

    def put(self, key: bytes, scale: float, pooled: Int8, tokens: Int8, pieces: Int32) -> None:
        self._begin()
        self._writer.execute(
            "INSERT OR IGNORE INTO texts (key, scale, pooled) VALUES (?, ?, ?)", (key, scale, pooled.tobytes())
        )
        if self._writer.changes():
            row = (self._writer.last_insert_rowid(), len(pieces), tokens.tobytes(), pieces.tobytes())
            self._writer.execute("INSERT INTO states VALUES (?, ?, ?, ?)", row)

    def assign(self, episode: EpisodeId, key: bytes) -> bool:
        """Say that the episode holds the text of that key. False when the key has no vectors."""
        self._begin()
        self.drop([episode], unless=key)
        self._writer.execute("INSERT OR IGNORE INTO places SELECT ?, id FROM texts WHERE key = ?", (episode, key))
        return self._writer.execute("SELECT 1 FROM places WHERE episode = ?", (episode,)).fetchone() is not None

    def drop(self, episodes: Sequence[EpisodeId], unless: bytes = b"") -> None:
        """Take episodes out, and the vectors that no other episode holds."""
        self._begin()
        for episode in episodes:
            query = "SELECT t.id, t.key FROM places p JOIN texts t ON t.id = p.text WHERE p.episode = ?"
            for text, key in self._writer.execute(query, (episode,)).fetchall():
                if key != unless:
                    self._writer.execute("DELETE FROM places WHERE episode = ?", (episode,))
                    self._writer.execute(
                        "DELETE FROM texts WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM places WHERE text = ?1)", (text,)
                    )

    def commit(self, applied: int) -> None:
        self._begin()
        self._writer.execute("UPDATE about SET applied = ?", (applied,))
        self._writer.execute("COMMIT")

    def _begin(self) -> None:
        if not self._writer.in_transaction:
            self._writer.execute("BEGIN IMMEDIATE")

    def states(self, episodes: Collection[EpisodeId]) -> dict[EpisodeId, tuple[Int8, Int32]]:
        """Token states int8 [n, d] and pieces int32 [n] of those episodes that have them."""
        found: dict[EpisodeId, tuple[Int8, Int32]] = {}
        rows: Any = self._reader.execute(_STATES, (listed(episodes),))
        for episode, count, tokens, pieces in rows:
            width = len(tokens) // count if count else 0
            states = np.frombuffer(tokens, dtype=np.int8) if tokens else np.empty(0, dtype=np.int8)
            numbers = np.frombuffer(pieces, dtype=np.int32) if pieces else np.empty(0, dtype=np.int32)
            found[episode] = (states.reshape(count, width), numbers)
        return found

    def rewrite(self) -> None:
        """Copy what is kept to a new file and put it in this one's place. Raises `StorageFull`; the old one stays then.

        Not `VACUUM` in place, which would hold hundreds of megabytes in memory.
        """
        unfinished = self._path.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        try:
            self._writer.execute("VACUUM INTO ?", (str(unfinished),))
            self.close()
            discard(self._path)
            unfinished.replace(self._path)
        finally:
            unfinished.unlink(missing_ok=True)
        self._writer = open_connection(self._path, writing=True)
        self._writer.pragma("synchronous", "normal")
        self._reader = open_connection(self._path, writing=False)

    def close(self) -> None:
        """What was not committed is rolled back. Closing twice does no harm."""
        self._reader.close()
        self._writer.close()


def discard(path: Path) -> None:
    """Throw the file away, with what SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        one = path.with_name(path.name + suffix)
        if one.is_dir():
            rmtree(one)
        else:
            one.unlink(missing_ok=True)
