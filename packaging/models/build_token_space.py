"""Makes `resources/models/token_space.npz`: mean token, projection and rarity of pieces, all from neutral text.

    python packaging/models/build_token_space.py --data FOLDER_OF_CORPORA

`mean` float16 [384]: the mean of unit token states. `basis` float16 [384, 64]: the directions in which centred token
states vary most (principal components of their second moment, no second centring). `idf` float16 [vocabulary]: how much
a piece tells, 0 for pieces without a letter, a digit or a symbol such as an emoji. It comes from the tokenizer's own
unigram model (Kudo 2018), whose scores are log probabilities in the text it was trained on: counts in a few thousand
sentences call most everyday words of a chat unseen, and so rarer than they are.
"""

import argparse
import json
import random
import sys
import unicodedata
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from states import first_windows, open_encoder, run  # noqa: E402
from tagger_data import CORPORA, corpora  # noqa: E402

from app.inference.tokenization import PieceTokenizer  # noqa: E402

MODELS = HERE.parents[1] / "resources" / "models"
DIMENSIONS = 64
SENTENCES_EACH = 700
SEED = 7
FIRST_PIECE = 4
SPACE = "▁"
"""How the vocabulary spells a space; Unicode calls it a symbol."""
COMMON = 5.0
"""Minus log probability at or below which a piece is as common as a comma: it gets the least weight.

On dialogues 4, 5 and 6 lie within half a point of R@10 of each other, and two points above no weights at all.
"""
LEAST = 0.5


def is_content(piece: str) -> bool:
    """Whether a piece has a letter, a digit or a pictograph."""
    own = piece.replace(SPACE, "")
    return any(unicodedata.category(c)[0] in "LN" or unicodedata.category(c) == "So" for c in own)


def rarity(tokenizer: Path) -> np.ndarray:
    """float32 [vocabulary], from the scores in the tokenizer's file."""
    pieces = json.loads(tokenizer.read_text(encoding="utf-8"))["model"]["vocab"]
    surprise = np.array([-score for _, score in pieces], np.float32)
    content = [number >= FIRST_PIECE and is_content(piece) for number, (piece, _) in enumerate(pieces)]
    return np.where(content, np.maximum(surprise - COMMON, LEAST), 0)


def neutral(folder: Path) -> list[str]:
    """Sentences in both languages, the same number of each corpus."""
    found = []
    examples = corpora(folder, SEED)
    for name in CORPORA:
        found += random.Random(SEED).sample([e.text for e in examples if e.source == name], SENTENCES_EACH)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=MODELS / "token_space.npz")
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    tokenizer = PieceTokenizer(MODELS / "tokenizer.json")
    idf = rarity(MODELS / "tokenizer.json")
    windows = first_windows(tokenizer, neutral(given.data))
    units = []
    for i, (states,) in run(open_encoder(MODELS / "encoder.onnx", given.threads), windows, ["states"]):
        kept = [s is not None and idf[n] > 0 for n, s in zip(windows[i].ids, windows[i].spans, strict=True)]
        units.append(unit(states[kept]))
    tokens = np.concatenate(units)
    mean = tokens.mean(axis=0)
    centred = unit(tokens - mean)
    _, vectors = np.linalg.eigh(centred.T @ centred)
    basis = vectors[:, ::-1][:, :DIMENSIONS]
    basis = basis * np.where(basis[np.abs(basis).argmax(axis=0), np.arange(DIMENSIONS)] < 0, -1, 1)
    np.savez_compressed(
        given.out, **{n: a.astype(np.float16) for n, a in (("mean", mean), ("basis", basis), ("idf", idf))}
    )
    print(given.out.name, len(tokens), "pieces", given.out.stat().st_size, "bytes")


def unit(rows: np.ndarray) -> np.ndarray:
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


if __name__ == "__main__":
    main()
