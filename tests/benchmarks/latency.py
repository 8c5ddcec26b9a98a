"""How fast a memory of a given size saves, learns and answers, and how large it is.

    python -m tests.benchmarks.latency --episodes 100000

Filling is made up: turns in English and Japanese with names, mentions and facts as learning would leave them, in
large plans; up to 2,000 of them are read by the shipped encoder, the others get vectors of the same shapes made of
their words, so that every index has its true size. Measured is real throughout: saving a turn is the store's commit of
one said turn at that size; learning is the on-device learner with the shipped encoder and commit, turn by turn; asking
is the whole of `Recaller.recall`, the encoding of the question included, each question asked once. The peak is of this
process, filling included.
"""

import argparse
import json
import random
import resource
import tempfile
from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from app.domain.episode import Episode
from app.domain.ids import EpisodeId
from app.domain.plan import USER, Add, Plan
from app.domain.question import Question
from app.domain.scope import EVERYONE
from app.domain.text import tokens
from app.inference.embedder import OnDeviceEncoder
from app.inference.protocols import Encoding, Float
from tests.benchmarks.filling import Filler
from tests.benchmarks.memory import Memory
from tests.benchmarks.synthetic import turns

READ = 2_000
"""Turns that the shipped encoder reads while filling."""
QUESTIONS = 200
SAVED = 200
LEARNED = 100
_FORMS = (
    "Where does {p} live now?", "What did {p} buy in 2024?", "When did I have lunch with {p}?", "Who works at {f}?",
    "What did we say about the {x} and {p}?", "{p}さんは今どこで働いていますか？", "{p}さんに借りたものは何？",
    "{p}さんと何の話をした？", "{p}さんはいつ引っ越した？",
)  # fmt: skip
_THINGS = ("camera", "bicycle", "guitar", "telescope", "kettle", "カメラ", "ピアノ")


class CheapEncoder:
    """Reads the first texts with the real encoder; the others get vectors of the same shapes, made of their words."""

    def __init__(self, real: OnDeviceEncoder, read: int) -> None:
        self._real = real
        self._left = read
        self._width = real.encode(["width"])[0].tokens.shape[1]

    def encode(self, texts: Sequence[str]) -> list[Encoding]:
        if self._left > 0:
            self._left -= len(texts)
            return self._real.encode(texts)
        return [self._made(text) for text in texts]

    def _made(self, text: str) -> Encoding:
        words = tokens(text) or ["-"]
        drawn = np.stack([_direction(word) for word in words])
        states = drawn[:, : self._width]
        states = states / np.linalg.norm(states, axis=1, keepdims=True)
        pooled = drawn.sum(axis=0)
        pieces = np.array([int.from_bytes(word.encode()[:2], "big") % 50_000 for word in words], np.int32)
        return Encoding(pooled / np.linalg.norm(pooled), np.rint(states * 127).astype(np.int8), pieces)


@lru_cache(maxsize=50_000)
def _direction(word: str) -> Float:
    seed = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")
    return np.random.default_rng(seed).standard_normal(384).astype(np.float32)


def questions(memory: Memory, count: int) -> list[str]:
    """Questions about people and firms that the memory knows, each about another."""
    drawn = random.Random(7)
    known = memory.store.view.entities.listed(EVERYONE, limit=2_000)
    people = [entity.name for entity in known if entity.kind == "person"] or ["Ada"]
    firms = [entity.name for entity in known if entity.kind == "organization"] or ["Acme"]
    return [
        _FORMS[at % len(_FORMS)].format(p=drawn.choice(people), f=drawn.choice(firms), x=drawn.choice(_THINGS))
        for at in range(count)
    ]


def saving(memory: Memory, last: Episode) -> tuple[list[float], list[EpisodeId]]:
    """Milliseconds for each said turn, and the turns, which wait to be learned."""
    times, ids = [], []
    for at, turn in enumerate(turns(SAVED, seed=99)):
        said = last.said_at + timedelta(minutes=at + 1)
        row = Episode(EpisodeId(-1), last.session, "user", turn.text, said, conversation=last.conversation)
        started = perf_counter()
        change = memory.store.commit(Plan((Add(row),), USER, "say", undoable=False))
        times.append(1000 * (perf_counter() - started))
        ids.append(EpisodeId(change.ids[row.id]))
    return times, ids


def asking(memory: Memory, last: Episode) -> list[float]:
    """Milliseconds for each question. The first two warm what is loaded once."""
    times = []
    for text in questions(memory, QUESTIONS + 2):
        started = perf_counter()
        memory.recaller.recall(Question(text, last.said_at + timedelta(days=1)))
        times.append(1000 * (perf_counter() - started))
    return times[2:]


def megabytes(path: Path) -> float:
    files = [path] if path.is_file() else [found for found in path.rglob("*") if found.is_file()]
    return round(sum(file.stat().st_size for file in files) / 1e6, 1)


def percentile(values: Sequence[float], share: float) -> float:
    return round(sorted(values)[min(len(values) - 1, int(len(values) * share))], 2)


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Fill, then measure saving, learning and asking at that size."""
    with tempfile.TemporaryDirectory() as folder:
        encoder = OnDeviceEncoder()
        memory = Memory(Path(folder), encoder)
        Filler(memory.store).fill(args.episodes)
        memory.index(CheapEncoder(encoder, READ).encode)
        last = memory.store.view.episodes.after(EpisodeId(args.episodes - 1), EVERYONE, 1)[-1]
        answered = asking(memory, last)
        saved, ids = saving(memory, last)
        started = perf_counter()
        learned = memory.learn(ids[:LEARNED])
        learning = perf_counter() - started
        sizes = {
            "database_mb": megabytes(memory.profile.database),
            "index_mb": megabytes(memory.profile.folder / "index"),
        }
        memory.close()
    return {
        "episodes": args.episodes,
        "save_p95_ms": percentile(saved, 0.95),
        "learn_per_s": round(learned / learning, 1),
        "system1_p50_ms": percentile(answered, 0.5),
        "system1_p95_ms": percentile(answered, 0.95),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        **sizes,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=1_000)
    print(json.dumps(run(parser.parse_args())))


if __name__ == "__main__":
    main()
