"""How well recall finds: pools all episodes of a recall set in one memory, declares what it declares, and asks.

    python -m tests.benchmarks.recall --data recall.jsonl --out predictions.jsonl [--no-learning]

Real: the store, both indexes, the encoder, the on-device learner, the recaller and its own threshold. Names and
relations that the set declares go in before anything is learned, as an agent's. "Now" is the day of the last episode.
"""

import argparse
import json
import tempfile
from datetime import datetime
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

from app.domain.entity import Alias, Entity, Span
from app.domain.fact import Anchor, Fact
from app.domain.ids import AliasId, AnchorId, EntityId, EpisodeId, FactId
from app.domain.plan import Add, Author, Plan
from app.domain.question import Question
from app.domain.scope import OWNER
from app.domain.text import name_key
from tests.benchmarks.memory import Memory, Said


class Declaring:
    """Turns what one row of the set declares into a plan."""

    def __init__(self, memory: Memory, row: dict[str, Any], ids: dict[str, EpisodeId]) -> None:
        self._memory = memory
        self._row = row
        self._ids = ids
        self._episodes = {episode["eid"]: episode for episode in row["episodes"]}
        self._adds: list[Add] = []
        self._numbers = count(-1, -1)
        self._known: dict[str, EntityId] = {}
        self._moment = max(said_at(episode) for episode in row["episodes"])

    def plan(self) -> Plan | None:
        for declared in self._row.get("declared") or ():
            entity = self._entity(declared["name"], declared["type"])
            for text in declared["aliases"]:
                self._adds.append(Add(Alias(AliasId(next(self._numbers)), entity, text, "agent", self._moment)))
        for relation in self._row.get("relations") or ():
            self._relate(relation)
        return Plan(tuple(self._adds), Author("agent"), "declare") if self._adds else None

    def _entity(self, name: str, kind: str = "thing") -> EntityId:
        key = name_key(name)
        if key not in self._known:
            there = self._memory.store.view.entities.by_key([key], OWNER).get(key)
            self._known[key] = there[0].entity.id if there else EntityId(next(self._numbers))
            if not there:
                row = Entity(self._known[key], name, kind, self._moment, declared_by="agent")
                self._adds.append(Add(row))
        return self._known[key]

    def _relate(self, relation: dict[str, str]) -> None:
        episode = self._episodes[relation["anchor_eid"]]
        subject, far = self._entity(relation["subject"], "person"), self._entity(relation["object"])
        fact = FactId(next(self._numbers))
        text = f"{relation['subject']} {relation['predicate']} {relation['object']}"
        made = Fact(
            fact, subject, relation["predicate"], far, text, said_at(episode), self._moment, declared_by="agent"
        )
        self._adds.append(Add(made))
        span = Span(0, len(episode["text"]))
        self._adds.append(Add(Anchor(AnchorId(next(self._numbers)), fact, self._ids[relation["anchor_eid"]], span)))


def said_at(episode: dict[str, str]) -> datetime:
    return datetime.fromisoformat(episode["said_at"])


def load(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def fill(memory: Memory, rows: list[dict[str, Any]], learning: bool) -> dict[str, EpisodeId]:
    """Store, declare, learn in order of time, index. Returns the episodes' numbers by their names in the set."""
    ids: dict[str, EpisodeId] = {}
    for row in rows:
        turns = [Said(episode["text"], said_at(episode), role=episode["role"]) for episode in row["episodes"]]
        ids.update(zip((episode["eid"] for episode in row["episodes"]), memory.say(turns), strict=True))
    for row in rows:
        plan = Declaring(memory, row, ids).plan()
        if plan is not None:
            memory.store.commit(plan)
    if learning:
        episodes = sorted((episode for row in rows for episode in row["episodes"]), key=said_at)
        memory.learn([ids[episode["eid"]] for episode in episodes if episode["role"] == "user"])
    memory.index()
    return ids


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Writes the predictions; returns counts and times. Scores are made by whoever holds the answers."""
    rows = load(args.data)
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(Path(folder))
        started = perf_counter()
        names = {number: eid for eid, number in fill(memory, rows, not args.no_learning).items()}
        filled = perf_counter() - started
        now = max(said_at(episode) for row in rows for episode in row["episodes"])
        silent, times = 0, []
        with args.out.open("w", encoding="utf-8") as out:
            for row in rows:
                started = perf_counter()
                found = memory.recaller.recall(Question(row["question"], now, limit=10))
                times.append(perf_counter() - started)
                silent += found.nothing
                ranked = [] if found.nothing else [names[hit.episode.id] for hit in found.episodes]
                out.write(json.dumps({"id": row["id"], "ranked": ranked}, ensure_ascii=False) + "\n")
        facts = memory.store.view.facts.count(OWNER)
        memory.close()
    times.sort()
    return {
        "questions": len(rows),
        "episodes": len(names),
        "facts": facts,
        "answered_nothing": silent,
        "fill_s": round(filled, 2),
        "ask_p50_ms": round(1000 * times[len(times) // 2], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--no-learning", action="store_true", help="store and index only, to see what learning adds")
    print(json.dumps(run(parser.parse_args())))


if __name__ == "__main__":
    main()
