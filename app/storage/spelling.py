"""Words spelled a little differently: the fewest letters to change, leave out, add or swap with their neighbour.

All words of a vocabulary are compared at once. What has been typed so far may be the beginning of a word, so the
distance is to the nearest beginning of each.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.text import has_cjk

_LONGEST = 24
_FAR = 99
_LEAST_LATIN, _LEAST_CJK = 4, 3
_TWO_LATIN, _TWO_CJK = 8, 6
_Codes = NDArray[np.uint32]


def slips(word: str) -> int:
    """How many slips a word of that length may hold: none in short ones and in figures, which name other things."""
    if any(letter.isdigit() for letter in word):
        return 0
    one, two = (_LEAST_CJK, _TWO_CJK) if has_cjk(word) else (_LEAST_LATIN, _TWO_LATIN)
    return (len(word) >= one) + (len(word) >= two)


def _codes(words: Sequence[str]) -> _Codes:
    found = np.zeros((len(words), _LONGEST), dtype=np.uint32)
    for row, word in enumerate(words):
        found[row, : len(word)] = [ord(letter) for letter in word[:_LONGEST]]
    return found


def _letters(codes: _Codes) -> NDArray[np.uint64]:
    """One bit for each letter that occurs; letters far apart may share one."""
    bits = np.left_shift(np.uint64(1), codes.astype(np.uint64) & np.uint64(63))
    bits[codes == 0] = 0
    found: NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=1, initial=np.uint64(0))
    return found


class Vocabulary:
    """Distinct words. Made once and never changed, so that any thread may ask it."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._codes = _codes(words)
        self._lengths = np.array([min(len(word), _LONGEST) for word in words], dtype=np.int64)
        self._letters = _letters(self._codes)

    def near(self, word: str, most: int) -> list[tuple[int, int, bool]]:
        """Place, slips and whether all of it is meant, of words within `most` slips of `word`, the nearest first."""
        wanted = word[:_LONGEST]
        if not self.words or not wanted or most <= 0:
            return []
        codes = _codes([wanted])
        missing = np.bitwise_count(_letters(codes) & ~self._letters)
        places = np.flatnonzero((missing <= most) & (self._lengths >= len(wanted) - most))
        if not places.size:
            return []
        begins, whole = _distances(codes[0, : len(wanted)], self._codes[places], self._lengths[places], most)
        close = np.flatnonzero(begins <= most)
        rows = [(int(begins[row]), whole[row] > begins[row], int(self._lengths[places[row]]), row) for row in close]
        return [(int(places[row]), slips, not longer) for slips, longer, _, row in sorted(rows)]


def _distances(
    word: NDArray[np.uint32], others: _Codes, lengths: NDArray[np.int64], most: int
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Slips from the word to the nearest beginning of each of the others, and to the whole of each.

    Row by row over the letters of the word, only as far beside the diagonal as `most` slips can lead.
    """
    count, width = len(others), others.shape[1]
    first = np.full((width + 1, count), _FAR, dtype=np.int16)
    first[: most + 1] = np.arange(most + 1, dtype=np.int16)[:, None]
    before, last = first, first
    for row in range(1, len(word) + 1):
        now = np.full_like(first, _FAR)
        if row <= most:
            now[0] = row
        for column in range(max(1, row - most), min(width, row + most) + 1):
            same = others[:, column - 1] == word[row - 1]
            best = np.minimum(last[column - 1] + ~same, np.minimum(last[column], now[column - 1]) + np.int16(1))
            if row > 1 and column > 1:
                crossed = (others[:, column - 2] == word[row - 1]) & (others[:, column - 1] == word[row - 2])
                best = np.where(crossed, np.minimum(best, before[column - 2] + np.int16(1)), best)
            now[column] = best
        before, last = last, now
    there = np.arange(width + 1)[:, None] <= lengths
    begins = np.where(there, last, _FAR).min(axis=0)
    return begins, last[lengths, np.arange(count)]
