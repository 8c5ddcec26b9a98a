"""Pooled vectors in memory: int8 rows with a scale each, searched exactly, or where there are many, after `signs`.

Readers work without a lock on what they took at the start; a writer appends behind it, blanks a row, or puts a new
array in its place.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from app.domain.ids import EpisodeId
from app.storage.signs import LEAST_CANDIDATES, LEAST_ROWS, ONE_IN, Signs

Float = NDArray[np.float32]
Int8 = NDArray[np.int8]
Row = tuple[EpisodeId, float, bytes]
Allowed = Callable[[Sequence[EpisodeId]], Collection[EpisodeId]]
"""Given episodes, those that may be found: `view.episodes.readable` with its scope."""

_ROWS_AT_ONCE = 512
"""512 × 384 float32 stay in the second-level cache, and are too few for the linear algebra library to start threads."""
_LEAST_ROOM = 1024
_MOST_BLANK = 0.2


@dataclass(slots=True)
class _Rows:
    """`used` rows are filled. Blank rows have the episode 0 and the scale 0."""

    vectors: Int8
    scales: Float
    episodes: NDArray[np.int64]
    used: int = 0
    signs: Signs | None = None


def _room(rows: int, width: int) -> _Rows:
    return _Rows(np.zeros((rows, width), np.int8), np.zeros(rows, np.float32), np.zeros(rows, np.int64))


class VectorMatrix:
    """Rows by episode. One writer, many readers."""

    def __init__(self, rows: int) -> None:
        self._lock = Lock()
        self._least = max(_LEAST_ROOM, rows + rows // 8)
        self._rows = _room(0, 0)
        self._row_of: dict[EpisodeId, int] = {}

    @classmethod
    def of(cls, rows: Iterable[Row], count: int) -> "VectorMatrix":
        """A matrix filled from `rows`, about `count` of them. Raises `ValueError` when their widths differ."""
        made = cls(count)
        made.put(rows)
        return made

    def __len__(self) -> int:
        return len(self._row_of)

    def ids(self) -> set[EpisodeId]:
        """The episodes it holds."""
        with self._lock:
            return set(self._row_of)

    def put(self, rows: Iterable[Row]) -> None:
        """Add episodes, or give them other vectors."""
        for episode, scale, pooled in rows:
            vector = np.frombuffer(pooled, dtype=np.int8)
            with self._lock:
                self._blank(episode)
                kept = self._with_room(len(vector))
                kept.vectors[kept.used] = vector
                kept.scales[kept.used] = scale
                kept.episodes[kept.used] = episode
                if kept.signs is not None:
                    kept.signs.set(kept.used, vector, scale)
                self._row_of[episode] = kept.used
                kept.used += 1
        if self._rows.signs is None and self._rows.used >= LEAST_ROWS:
            with self._lock:
                self._rows.signs = _signs(self._rows)

    def drop(self, episodes: Iterable[EpisodeId]) -> None:
        """Take episodes out; their numbers are overwritten at once."""
        with self._lock:
            for episode in episodes:
                self._blank(episode)
            if self._rows.used > _LEAST_ROOM and len(self._row_of) < self._rows.used * (1 - _MOST_BLANK):
                self._close_up(len(self._row_of))

    def _blank(self, episode: EpisodeId) -> None:
        row = self._row_of.pop(episode, None)
        if row is not None:
            self._rows.scales[row] = 0
            self._rows.episodes[row] = 0
            self._rows.vectors[row] = 0

    def _with_room(self, width: int) -> _Rows:
        if not self._rows.vectors.shape[1]:
            self._rows = _room(self._least, width)
        if self._rows.used == len(self._rows.scales):
            self._close_up(max(_LEAST_ROOM, len(self._row_of) * 3 // 2))
        return self._rows

    def _close_up(self, room: int) -> None:
        """Move the filled rows to a new array, in their order, with room for `room` rows."""
        old = self._rows
        filled = np.flatnonzero(old.episodes[: old.used])
        new = _room(max(room, len(filled)) + 1, old.vectors.shape[1])
        new.used = len(filled)
        new.vectors[: new.used] = old.vectors[filled]
        new.scales[: new.used] = old.scales[filled]
        new.episodes[: new.used] = old.episodes[filled]
        self._row_of = {EpisodeId(int(episode)): row for row, episode in enumerate(new.episodes[: new.used])}
        if new.used >= LEAST_ROWS:
            new.signs = _signs(new)
        self._rows = new

    def search(self, query: Float, limit: int, allowed: Allowed | None) -> list[tuple[EpisodeId, float]]:
        """The episodes with the greatest dot product, best first, those not `allowed` left out."""
        with self._lock:
            rows, used = self._rows, self._rows.used
        if not used or limit <= 0:
            return []
        few = max(LEAST_CANDIDATES, used // ONE_IN)
        if rows.signs is not None and limit * 4 <= few < used:
            near = np.sort(rows.signs.nearest(query, used, few))
            found = self._found(_chosen(rows, near), query, limit, allowed)
            if len(found) >= limit:
                return found
        return self._found(_all(rows, used), query, limit, allowed)

    def likeness(self, query: Float, episodes: Collection[EpisodeId]) -> dict[EpisodeId, float]:
        """The dot product of each of `episodes` that it holds."""
        with self._lock:
            rows, places = self._rows, {one: self._row_of[one] for one in episodes if one in self._row_of}
        scores = _scores(_chosen(rows, np.array(list(places.values()), np.intp)), query) if places else ()
        return {one: float(score) for one, score in zip(places, scores, strict=True)}

    def _found(self, rows: _Rows, query: Float, limit: int, allowed: Allowed | None) -> list[tuple[EpisodeId, float]]:
        """The best of `rows`: looked at four times deeper until enough of them are allowed."""
        scores = _scores(rows, query)
        wanted = limit
        while True:
            best = self._best(rows, scores, min(wanted, rows.used), allowed)
            if len(best) >= limit or wanted >= rows.used:
                return best[:limit]
            wanted *= 4

    def _best(self, rows: _Rows, scores: Float, count: int, allowed: Allowed | None) -> list[tuple[EpisodeId, float]]:
        top = np.argpartition(scores, len(scores) - count)[len(scores) - count :]
        top = top[np.lexsort((top, -scores[top]))]
        found = [(EpisodeId(int(rows.episodes[row])), float(scores[row])) for row in top]
        # Looked up now: an episode that was taken out since the scores were made must not come back.
        found = [(episode, score) for episode, score in found if episode in self._row_of]
        if allowed is None:
            return found
        readable = allowed([episode for episode, _ in found])
        return [(episode, score) for episode, score in found if episode in readable]


def _signs(rows: _Rows) -> Signs:
    return Signs(rows.vectors[: rows.used], rows.scales[: rows.used], len(rows.scales))


def _all(rows: _Rows, used: int) -> _Rows:
    return _Rows(rows.vectors[:used], rows.scales[:used], rows.episodes[:used], used)


def _chosen(rows: _Rows, numbers: NDArray[np.intp]) -> _Rows:
    return _Rows(rows.vectors[numbers], rows.scales[numbers], rows.episodes[numbers], len(numbers))


def _scores(rows: _Rows, query: Float) -> Float:
    """Dot products, float32 [used]; blank rows get the least of all."""
    used = rows.used
    scores = np.empty(used, np.float32)
    block = np.empty((min(_ROWS_AT_ONCE, used), rows.vectors.shape[1]), np.float32)
    for start in range(0, used, _ROWS_AT_ONCE):
        count = min(_ROWS_AT_ONCE, used - start)
        np.copyto(block[:count], rows.vectors[start : start + count])
        np.dot(block[:count], query, out=scores[start : start + count])
    scores *= rows.scales[:used]
    scores[rows.episodes[:used] == 0] = -np.inf
    return scores
