"""Ranks the turns of LoCoMo-shaped dialogues with the shipped encoder alone, to compare encoders and ways of pooling.

    python packaging/models/measure_retrieval.py DIALOGUES.json FOLDER

writes `late.json` and `pooled.json` into FOLDER: per conversation and question the 50 best turns, best first. Measures
only; nothing of the dialogues is kept or trained on (LoCoMo, Maharana et al. 2024, is CC BY-NC 4.0).
"""

import argparse
import json
import re
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.inference.embedder import OnDeviceEncoder
from app.inference.protocols import Encoding

BEST = 50


def turns(conversation: dict) -> dict[str, str]:
    """Text of each turn by its number, with the speaker's name and the caption of a shared picture."""
    sessions = sorted((k for k in conversation if re.fullmatch(r"session_\d+", k)), key=lambda k: int(k[8:]))
    said = [turn for session in sessions for turn in conversation[session]]
    return {t["dia_id"]: f"{t['speaker']}: " + " ".join(filter(None, [t["text"], t.get("blip_caption")])) for t in said}


def late(encoder: OnDeviceEncoder, question: Encoding, found: list[Encoding]) -> np.ndarray:
    """Sum over the question's pieces of rarity times the best likeness among the turn's pieces, per turn."""
    own, weights = question.tokens.astype(np.float32), encoder.rarity(question.pieces)
    return np.array([weights @ (own @ e.tokens.T.astype(np.float32)).max(axis=1, initial=-1e9) for e in found])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dialogues", type=Path)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    encoder = OnDeviceEncoder()
    rankings: dict[str, dict] = {"late": {}, "pooled": {}}
    for sample in json.loads(given.dialogues.read_text(encoding="utf-8")):
        said = turns(sample["conversation"])
        began = time.perf_counter()
        found = encoder.encode(list(said.values()))
        print(sample["sample_id"], f"{len(said) / (time.perf_counter() - began):.0f} turns a second", flush=True)
        pooled = np.stack([encoding.pooled for encoding in found])
        questions = encoder.encode([question["question"] for question in sample["qa"]])
        for name, scores in (
            ("late", [late(encoder, question, found) for question in questions]),
            ("pooled", [pooled @ question.pooled for question in questions]),
        ):
            numbers = list(said)
            rankings[name][sample["sample_id"]] = [[numbers[i] for i in np.argsort(-s)[:BEST]] for s in scores]
    for name, ranked in rankings.items():
        (given.folder / f"{name}.json").write_text(json.dumps(ranked), encoding="utf-8")


if __name__ == "__main__":
    main()
