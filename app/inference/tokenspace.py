"""What is made of the encoder's token states: one vector of a text, and small states to keep for late interaction.

E5's token vectors all lean one way. With the mean token of neutral text taken away they tell words in context apart
well, and so does their sum, each counting as much as its piece is rare. The model's own mean over all pieces, prefix
and punctuation included, is far weaker on turns of dialogue (figures: packaging/models/README.md).
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
class TokenSpace:
    """`mean`: float32 [384]. `basis`: float32 [384, d]. `idf`: float32 [vocabulary], 0 for pieces to leave out."""

    mean: Float
    basis: Float
    idf: Float

    @classmethod
    def load(cls, path: Path) -> "TokenSpace":
        """Raises `ModelUnavailable` if the file is not what it should be."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as held:
                mean, basis, idf = (held[name].astype(np.float32) for name in ("mean", "basis", "idf"))
        except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise ModelUnavailable(DAMAGED, file=path.name) from error
        if basis.ndim != 2 or mean.shape != basis.shape[:1] or idf.ndim != 1:
            raise ModelUnavailable(DAMAGED, file=path.name)
        return cls(mean, basis, idf)

    def centred(self, states: Float) -> Float:
        """States float32 [n, 384] of any length to unit ones less the mean token, float32 [n, 384]."""
        return unit(states) - self.mean

    def total(self, centred: Float, pieces: Int32) -> Float:
        """Sum float32 [384] of centred states [n, 384], each weighted by the rarity of its piece.

        A weighted mean less a common direction, as in Arora, Liang and Ma 2017, but over states in context.
        """
        total: Float = self.idf[pieces] @ centred
        return total

    def project(self, centred: Float) -> Int8:
        """Centred states float32 [n, 384] for late interaction (Khattab and Zaharia 2020): int8 [n, d].

        Made unit length, projected on the directions in which neutral text varies most (no second centring, so that
        dot products stay what they were), made unit length again, times 127. Both of these cost nothing in recall that
        can be told from noise.
        """
        small: Int8 = np.rint(unit(unit(centred) @ self.basis) * INT8_ONE).astype(np.int8)
        return small

    def rarity(self, pieces: Int32) -> Float:
        """Inverse document frequency of pieces int32 [n] in neutral text, float32 [n]."""
        return self.idf[pieces]


def unit(rows: Float) -> Float:
    """Rows (or one vector) at length 1; zero stays zero."""
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    scaled: Float = (rows / np.maximum(lengths, _TINY)).astype(np.float32)
    return scaled
