"""A coarse first look at many vectors: one bit a dimension, compared by counting the bits that differ.

Signs of centred vectors under Hamming distance keep the order of angles well enough to say which few hundredths of the
rows are worth an exact look (random hyperplane rounding, Charikar 2002; the axes serve as hyperplanes). Measured on
dialogue turns with the shipped encoder: the exact first ten lie among the 4 % nearest in 99.3 of 100 places.
"""

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float32]
Int8 = NDArray[np.int8]

LEAST_ROWS = 16_384
"""Below, the exact look at all rows is quick enough."""
LEAST_CANDIDATES = 2048
ONE_IN = 25
"""The share of the rows that gets the exact look."""
_ROWS_AT_ONCE = 4096


class Signs:
    """Bits of `room` rows. The centre is the mean of the rows it was made from, and stays until it is made anew."""

    def __init__(self, vectors: Int8, scales: Float, room: int) -> None:
        """`vectors` int8 [n, d] with a scale each; `room` >= n rows can be held."""
        width = vectors.shape[1]
        chunks = [slice(start, start + _ROWS_AT_ONCE) for start in range(0, len(vectors), _ROWS_AT_ONCE)]
        total = sum((scales[some] @ vectors[some] for some in chunks), np.zeros(width, np.float32))
        self._center = (total / max(1, len(vectors))).astype(np.float32)
        # A row of words per eight bytes: each pass of a comparison runs over memory in order.
        self._bits = np.zeros(((width + 63) // 64, room), np.uint64)
        for some in chunks:
            self._bits[:, some.start : some.start + len(vectors[some])] = self._packed(
                vectors[some] * scales[some, None]
            )

    def _packed(self, vectors: Float) -> NDArray[np.uint64]:
        """Bits of float32 [n, d], uint64 [words, n]."""
        packed = np.packbits(vectors > self._center, axis=1)
        padded = np.zeros((len(vectors), len(self._bits) * 8), np.uint8)
        padded[:, : packed.shape[1]] = packed
        return padded.view(np.uint64).T

    def set(self, row: int, vector: Int8, scale: float) -> None:
        self._bits[:, row] = self._packed(vector[None] * np.float32(scale))[:, 0]

    def nearest(self, query: Float, used: int, count: int) -> NDArray[np.intp]:
        """Numbers of the `count` rows, of the first `used`, whose bits differ least from those of float32 [d]."""
        differing = np.zeros(used, np.uint16)
        for bits, wanted in zip(self._bits, self._packed(query[None])[:, 0], strict=True):
            differing += np.bitwise_count(bits[:used] ^ wanted)
        return np.argpartition(differing, count)[:count]
