"""How long reconstruct and traverse take in a memory of a given size, and that a hub is cut the same way each time.

    python -m tests.benchmarks.reconstruct --episodes 100000 --relations 50000

Filled as in `latency`: made-up turns with names, mentions and relations as learning would leave them. Half of the
relations asked for are made so, the others are declared between people, firms and places that are known. Reconstruct is
the service's own call, recall with the shipped encoder included, each question asked once; `recall` is the same recall
alone. Then an entity gets 10,000 relations and is traversed with limit 100, at one hop and at two.
"""

import argparse
import json
import random
import tempfile
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

from app.domain.entity import Entity
from app.domain.episode import Episode
from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId
from app.domain.item import Limits, Reconstruction, Traversal
from app.domain.plan import Add, Author, Plan
from app.domain.question import Question
from app.domain.scope import EVERYONE, OWNER, Scope
from app.inference.embedder import OnDeviceEncoder
from app.memory.explore.traverse import traverse
from app.memory.recall.reconstruct import reconstruct
from app.memory.recall.web import gather
from tests.benchmarks.filling import Filler
from tests.benchmarks.latency import READ, CheapEncoder, percentile, questions
from tests.benchmarks.memory import Memory

AGENT = Author("agent", "bench")
ASKED = 200
LEAVES = 10_000
LIMIT = 100
HUB = "Grand Hub"
_BATCH = 1_000
_PREDICATES = ("maintains", "supplies", "trained_by", "shares_office_with")


def relate(memory: Memory, wanted: int) -> int:
    """Declare relations between known entities until there are `wanted`. Returns how many there are."""
    view, dice = memory.store.view, random.Random(5)
    there = view.facts.count(OWNER)
    known = [entity.id for entity in view.entities.listed(OWNER, limit=100_000)]
    moment = view.episodes.after(EpisodeId(0), EVERYONE, 1)[0].said_at
    while there < wanted:
        rows = []
        for at in range(min(_BATCH, wanted - there)):
            one, other = dice.sample(known, 2)
            when = moment + timedelta(minutes=there + at)
            made = Fact(FactId(-1 - at), one, dice.choice(_PREDICATES), other, "", when, when, declared_by="agent")
            rows.append(Add(replace(made, declared_at=when)))
        memory.store.commit(Plan(tuple(rows), AGENT, "declare", undoable=False))
        there += len(rows)
    return there


def hub(memory: Memory, leaves: int, at: Episode) -> None:
    """One entity that is related to `leaves` others."""
    numbers = count(-1, -1)
    centre = EntityId(next(numbers))
    change = memory.store.commit(Plan((Add(Entity(centre, HUB, "thing", at.said_at)),), AGENT, "declare"))
    centre = EntityId(change.ids[centre])
    for first in range(0, leaves, _BATCH):
        rows: list[Add] = []
        for number in range(first, min(leaves, first + _BATCH)):
            leaf = EntityId(next(numbers))
            rows.append(Add(Entity(leaf, f"Leaf {number}", "thing", at.said_at)))
            rows.append(Add(Fact(FactId(next(numbers)), leaf, "part_of", centre, "", at.said_at, at.said_at)))
        memory.store.commit(Plan(tuple(rows), AGENT, "declare", undoable=False))


def ask(memory: Memory, texts: list[str], at: Episode) -> tuple[list[float], list[float], list[Reconstruction]]:
    """Milliseconds of each reconstruction and of the recall inside it, and what came of it. The first two warm up."""
    times, recalls, found = [], [], []
    limits, scope = Limits(), Scope()
    for text in texts:
        started = perf_counter()
        recalled = memory.recaller.recall(Question(text, at.said_at + timedelta(days=1), scope, limit=limits.top_k))
        between = perf_counter()
        pool = [] if recalled.nothing else [hit.episode for hit in recalled.episodes]
        found.append(reconstruct(pool, gather(memory.store.view, pool, limits, scope), limits))
        times.append(1000 * (perf_counter() - started))
        recalls.append(1000 * (between - started))
    return times[2:], recalls[2:], found[2:]


def walk(memory: Memory, hops: int) -> tuple[list[float], Traversal]:
    """Milliseconds of a traversal of the hub, asked ten times. Raises where two of them differ."""
    times, found = [], []
    for _ in range(10):
        started = perf_counter()
        found.append(traverse(memory.store.view, HUB, OWNER, max_hops=hops, limit=LIMIT))
        times.append(1000 * (perf_counter() - started))
    assert all(one == found[0] for one in found), "the same call gave something else"
    return times, found[0]


def run(args: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(args.keep or Path(folder), encoder := OnDeviceEncoder())
        if memory.store.view.episodes.count(EVERYONE) == 0:
            Filler(memory.store, args.relations // 2).fill(args.episodes)
        there = relate(memory, args.relations)
        memory.index(CheapEncoder(encoder, READ).encode)
        last = memory.store.view.episodes.after(EpisodeId(args.episodes - 1), EVERYONE, 1)[-1]
        times, recalls, found = ask(memory, questions(memory, ASKED + 2), last)
        if not memory.store.view.entities.by_key(["grand hub"], OWNER):
            hub(memory, LEAVES, last)
        near, one = walk(memory, 1)
        far, _ = walk(memory, 2)
        memory.close()
    own = [whole - part for whole, part in zip(times, recalls, strict=True)]
    return {
        "episodes": args.episodes,
        "relations": there,
        "reconstruct_p50_ms": percentile(times, 0.5),
        "reconstruct_p95_ms": percentile(times, 0.95),
        "recall_p95_ms": percentile(recalls, 0.95),
        "beyond_recall_p50_ms": percentile(own, 0.5),
        "beyond_recall_p95_ms": percentile(own, 0.95),
        "items": round(sum(len(one.items) for one in found) / len(found), 1),
        "evidence": round(
            sum(claim.hops is not None for one in found for item in one.items for claim in item.claims) / len(found), 1
        ),
        "cut": sum(one.bounds is not None for one in found),
        "traverse_max_ms": round(max(near), 1),
        "traverse_2_hops_max_ms": round(max(far), 1),
        "traverse_entities": len(one.entities),
        "traverse_omitted": one.entities_omitted,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=2_000)
    parser.add_argument("--relations", type=int, default=1_000)
    parser.add_argument("--keep", type=Path, help="a folder that is filled once and used again")
    print(json.dumps(run(parser.parse_args())))


if __name__ == "__main__":
    main()
