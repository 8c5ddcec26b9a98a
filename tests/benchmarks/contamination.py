"""Whether declared associations pull in what only sounds alike: items whose head is off the question's topic.

    python -m tests.benchmarks.contamination [--data tests/gold/contamination.jsonl]

All records of all questions lie in one memory: of each question two on its topic and two that only share a word with it
(raspberry pie beside a Raspberry Pi). Reconstruct is asked twice, before anything is declared and after: the topic with
its other name, a relation, and that the second record mentions what the first one's relation leads to. An item is off
topic when its head is none of the question's own two records. The count must not rise by one.
"""

import argparse
import json
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from app.domain.ids import EpisodeId
from app.domain.item import Limits
from app.domain.question import Question
from app.domain.scope import OWNER
from app.memory.recall.reconstruct import reconstruct
from app.memory.recall.web import gather
from tests.benchmarks.associations import declared
from tests.benchmarks.memory import Memory, Said

DATA = Path("tests/gold/contamination.jsonl")
LIMITS = Limits(count=5, budget=100_000)
START = datetime(2026, 1, 5, 8, tzinfo=UTC)


def planted(memory: Memory, rows: list[dict[str, Any]]) -> dict[str, EpisodeId]:
    """Every record in a session of its own, days apart, what is off topic last."""
    texts = [text for sort in ("on", "off") for place in range(2) for text in [row[sort][place] for row in rows]]
    said = [Said(text, START + timedelta(days=at), session=at) for at, text in enumerate(texts)]
    return dict(zip(texts, memory.say(said), strict=True))


def declare_all(memory: Memory, rows: list[dict[str, Any]], ids: Mapping[str, EpisodeId]) -> None:
    for row in rows:
        declared(memory, row["associations"], ids[row["on"][0]])
        far = row["associations"]["relations"][0]["object"]
        declared(memory, {"entities": [{"name": far}]}, ids[row["on"][1]])


def measured(memory: Memory, rows: list[dict[str, Any]], ids: Mapping[str, EpisodeId]) -> dict[str, float]:
    """Items, those whose head is off topic, questions with an item on topic, and records that the walk reached."""
    items = off = answered = reached = 0
    for row in rows:
        own = {ids[text] for text in row["on"]}
        found = memory.recaller.recall(Question(row["question"], START + timedelta(days=300), limit=LIMITS.top_k))
        pool = [] if found.nothing else [hit.episode for hit in found.episodes]
        built = reconstruct(pool, gather(memory.store.view, pool, LIMITS, OWNER), LIMITS)
        heads = [item.head_ref.id for item in built.items]
        items, off = items + len(heads), off + sum(head not in own for head in heads)
        answered += any(head in own for head in heads[:1])
        reached += sum(claim.hops is not None for item in built.items for claim in item.claims)
    return {"items": items, "off_topic": off, "share": round(off / max(1, items), 4), "first_on": answered,
            "reached": reached}  # fmt: skip


def run(args: argparse.Namespace) -> dict[str, Any]:
    rows = [json.loads(line) for line in args.data.read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(Path(folder))
        ids = planted(memory, rows)
        memory.index()
        before = measured(memory, rows, ids)
        declare_all(memory, rows, ids)
        memory.index()
        after = measured(memory, rows, ids)
        memory.close()
    return {"questions": len(rows), "without": before, "with": after, "rise": after["off_topic"] - before["off_topic"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    print(json.dumps(run(parser.parse_args())))


if __name__ == "__main__":
    main()
