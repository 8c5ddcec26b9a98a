"""How well recall ranks the turns of long dialogues: each conversation is a memory of its own, asked all its questions.

    python -m tests.benchmarks.retrieval --data dialogues.json --out rankings.json [--no-learning]

Real: turns are stored under their own dates and speakers, a picture's caption after the words it came with; learned one
by one by the on-device learner; indexed; and each question is put to the recaller, which ranks 50 turns. Writes the
rankings; prints counts and times only. Scores are made by whoever holds the answers.
"""

import argparse
import json
import re
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

from app.domain.question import Question
from app.domain.scope import OWNER
from tests.benchmarks.memory import Memory, Said

KEPT = 50


def turns(conversation: dict[str, Any]) -> list[tuple[str, Said]]:
    """Each turn's name in the file, and what is stored of it."""
    found = []
    numbers = sorted(int(key[8:]) for key in conversation if re.fullmatch(r"session_\d+", key))
    for number in numbers:
        day = conversation[f"session_{number}_date_time"]
        moment = datetime.strptime(day, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for turn in conversation[f"session_{number}"]:
            text = " ".join(filter(None, [turn["text"], turn.get("blip_caption")]))
            found.append((turn["dia_id"], Said(text, moment, turn["speaker"], session=number)))
    return found


def ask(
    memory: Memory, sample: dict[str, Any], names: dict[int, str], now: datetime
) -> tuple[list[list[str]], list[float]]:
    rankings, times = [], []
    for asked in sample["qa"]:
        started = perf_counter()
        found = memory.recaller.recall(Question(asked["question"], now, limit=KEPT))
        times.append(perf_counter() - started)
        rankings.append([names[hit.episode.id] for hit in found.episodes])
    return rankings, times


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Ranks for every question of every conversation."""
    samples = json.loads(args.data.read_text(encoding="utf-8"))
    rankings: dict[str, list[list[str]]] = {}
    totals = {"turns": 0, "questions": 0, "facts": 0}
    learning, asking = 0.0, []
    for sample in samples:
        said = turns(sample["conversation"])
        with tempfile.TemporaryDirectory() as folder:
            memory = Memory(Path(folder))
            ids = memory.say(turn for _, turn in said)
            started = perf_counter()
            if not args.no_learning:
                memory.learn(ids)
            memory.index()
            learning += perf_counter() - started
            names = {number: name for number, (name, _) in zip(ids, said, strict=True)}
            rankings[sample["sample_id"]], times = ask(memory, sample, names, said[-1][1].said_at)
            asking += times
            totals["turns"] += len(said)
            totals["questions"] += len(times)
            totals["facts"] += memory.store.view.facts.count(OWNER)
            memory.close()
    args.out.write_text(json.dumps(rankings), encoding="utf-8")
    asking.sort()
    return {
        "conversations": len(samples),
        **totals,
        "learn_per_s": round(totals["turns"] / learning, 1),
        "ask_p50_ms": round(1000 * asking[len(asking) // 2], 1),
        "ask_p95_ms": round(1000 * asking[int(len(asking) * 0.95)], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--no-learning", action="store_true", help="store and index only, to see what learning adds")
    print(json.dumps(run(parser.parse_args())))


if __name__ == "__main__":
    main()
