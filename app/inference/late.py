"""Token states made small enough to keep, for late interaction (Khattab and Zaharia 2020, ColBERT) without training.

E5's token vectors all lean one way; with the mean token of neutral text taken away they tell words in context apart
well. Each state is made unit length, centred, made unit length again, and projected on the directions in which neutral
text varies most (no second centring, so that dot products stay what they were).
"""

import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.domain.errors import ModelUnavailable
from app.inference.catalog import DAMAGED
from app.inference.protocols import Float, Int8, Int32

INT8_ONE = 127.0
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class LateInteraction:
    """`mean`: float32 [384]. `basis`: float32 [384, d]. `idf`: float32 [vocabulary], 0 for pieces to leave out."""

    mean: Float
    basis: Float
    idf: Float

    @classmethod
    def load(cls, path: Path) -> "LateInteraction":
        """Raises `ModelUnavailable` if the file is not what it should be."""
        try:
            with np.load(path, allow_pickle=False) as held:
                return cls(*(held[name].astype(np.float32) for name in ("mean", "basis", "idf")))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise ModelUnavailable(DAMAGED, file=path.name) from error

    def project(self, states: Float) -> Int8:
        """States float32 [n, 384] to int8 [n, d]: unit length times 127."""
        centred = _unit(_unit(states) - self.mean)
        small: Int8 = np.rint(_unit(centred @ self.basis) * INT8_ONE).astype(np.int8)
        return small

    def rarity(self, pieces: Int32) -> Float:
        """Inverse document frequency of pieces int32 [n] in neutral text, float32 [n]."""
        return self.idf[pieces]


def _unit(rows: Float) -> Float:
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    unit: Float = (rows / np.maximum(lengths, _TINY)).astype(np.float32)
    return unit
