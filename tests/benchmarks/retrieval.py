"""How well recall ranks the turns of long dialogues: each conversation is a memory of its own, asked all its questions.

    python -m tests.benchmarks.retrieval --data dialogues.json [--routes episodes|graph|system1|system2|both|all ...]
        [--facts observations] [--out rankings.json] [--no-learning]

Real: turns are stored under their own dates and speakers, a picture's caption after the words it came with; learned one
by one by the on-device learner; sorted into categories; indexed; and each question is put to the recaller, which ranks
50 turns by the arms of each route. Everything is read once, whatever the number of routes. `--facts observations` adds
the conversation's own list of observations as if a model had extracted them. Prints a row for each route and two BM25
rankings made in the same run; `--out` keeps the rankings of the last route for whoever scores them.
"""

import argparse
import json
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

from app.domain.ids import EpisodeId
from app.domain.question import Question
from app.domain.scope import OWNER
from app.memory.recall.system1 import ARMS, SYSTEM1, Arm
from tests.benchmarks.memory import Memory, Said
from tests.benchmarks.observations import observations, put_in
from tests.benchmarks.ranks import KEPT, Floor, Tally, plain, stemmed, table

ROUTES: Mapping[str, tuple[Arm, ...]] = {
    "episodes": ("words", "meanings"),
    "graph": ("relations",),
    "system1": SYSTEM1,
    "system2": ("categories",),
    "both": ARMS,
}
FLOORS = {"BM25, plain words": plain, "BM25, stemmed, date, speaker": stemmed}


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


def filled(
    folder: Path, sample: dict[str, Any], said: Sequence[tuple[str, Said]], facts: str, learning: bool = True
) -> tuple[Memory, dict[EpisodeId, str]]:
    """A memory of one conversation, and the file's name of each of its turns."""
    memory = Memory(folder)
    ids = memory.say(turn for _, turn in said)
    names = {number: name for number, (name, _) in zip(ids, said, strict=True)}
    if learning:
        memory.learn(ids)
    if facts == "observations":
        put_in(memory, list(observations(sample)), {name: number for number, name in names.items()})
    if learning or facts:
        memory.categorise()
    memory.index()
    return memory, names


def floors(sample: dict[str, Any], said: Sequence[tuple[str, Said]]) -> dict[str, list[list[str]]]:
    """Rankings by plain BM25, and by stems with date and speaker."""
    days = [sample["conversation"][f"session_{turn.session}_date_time"] for _, turn in said]
    rankings = {}
    for name, words in FLOORS.items():
        texts = [turn.text for _, turn in said]
        if words is stemmed:
            texts = [f"{day} {turn.speaker}: {turn.text}" for day, (_, turn) in zip(days, said, strict=True)]
        floor = Floor([words(text) for text in texts])
        rankings[name] = [[said[at][0] for at in floor.ranking(words(one["question"]))] for one in sample["qa"]]
    return rankings


def ask(
    memory: Memory, sample: dict[str, Any], names: Mapping[EpisodeId, str], now: datetime, arms: Collection[Arm]
) -> tuple[list[list[str]], list[float]]:
    """The ranking of each question by these arms alone, and how long each took, in seconds."""
    rankings, times = [], []
    for asked in sample["qa"]:
        started = perf_counter()
        found = memory.recaller.recall(Question(asked["question"], now, limit=KEPT), arms)
        times.append(perf_counter() - started)
        rankings.append([names[hit.episode.id] for hit in found.episodes])
    return rankings, times


@dataclass(slots=True)
class Run:
    """What one run has found so far."""

    routes: Sequence[str]
    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    rankings: dict[str, list[list[str]]] = field(default_factory=dict)
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    totals: Counter[str] = field(default_factory=Counter)
    filling: float = 0.0

    def conversation(self, sample: dict[str, Any], facts: str, learning: bool) -> None:
        """Fill a memory with one conversation and put its questions to every route."""
        said, asked = turns(sample["conversation"]), sample["qa"]
        known = {name for name, _ in said}
        for name, rankings in floors(sample, said).items():
            self.tallies[name].add(asked, rankings, known)
        with tempfile.TemporaryDirectory() as folder:
            started = perf_counter()
            memory, names = filled(Path(folder), sample, said, facts, learning)
            self.filling += perf_counter() - started
            for route in self.routes:
                rankings, took = ask(memory, sample, names, said[-1][1].said_at, ROUTES[route])
                self.tallies[route].add(asked, rankings, known)
                self.times[route] += took
                self.rankings[sample["sample_id"]] = rankings
            self.totals.update(turns=len(said), questions=len(asked), facts=memory.store.view.facts.count(OWNER))
            memory.close()
        print(f"{sample['sample_id']}: {len(said)} turns, {len(asked)} questions", file=sys.stderr)


def run(args: argparse.Namespace) -> dict[str, Any]:
    """All routes over all conversations. The rankings of the last route go to `--out`."""
    samples = json.loads(args.data.read_text(encoding="utf-8"))
    found = Run(list(ROUTES) if "all" in args.routes else list(dict.fromkeys(args.routes)))
    for sample in samples:
        found.conversation(sample, args.facts, not args.no_learning)
    if args.out:
        args.out.write_text(json.dumps(found.rankings), encoding="utf-8")
    return {
        "conversations": len(samples),
        **found.totals,
        "fill_per_s": round(found.totals["turns"] / found.filling, 1),
        "facts_from": args.facts or "turns",
        "rows": {name: tally.means() for name, tally in found.tallies.items()},
        "ask_ms": {route: _times(sorted(took)) for route, took in found.times.items()},
    }


def _times(took: Sequence[float]) -> dict[str, float]:
    return {"p50": round(1000 * took[len(took) // 2], 1), "p95": round(1000 * took[int(len(took) * 0.95)], 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--routes", nargs="+", choices=[*ROUTES, "all"], default=["both"])
    parser.add_argument("--facts", choices=["observations"], default="", help="put in what the file itself observes")
    parser.add_argument("--out", type=Path, help="where the rankings of the last route go")
    parser.add_argument("--no-learning", action="store_true", help="learn nothing, to see what learning adds")
    found = run(parser.parse_args())
    print(table(found["rows"]))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
