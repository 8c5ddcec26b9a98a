"""How much a model is given to answer from, and how much of what answers stands in it, at several budgets.

    python -m tests.benchmarks.prompt --data dialogues.json [--facts observations] [--budgets 2000 4000 8000]
        [--limit 10]

Each conversation is a memory of its own, as in `retrieval`; each question is recalled by both routes, as many turns as
`--limit` says (the assistant asks for ten), and its context is built as for a model, without recent turns. Characters
are those of facts and memories with their labels; a turn counts as given when the context cites it.
"""

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from app.domain.question import Question
from app.memory.recall.context import build
from app.memory.recall.system1 import ARMS
from tests.benchmarks.ranks import KINDS, evidence
from tests.benchmarks.retrieval import filled, turns

BUDGETS = (2000, 4000, 8000)
Rows = dict[int, dict[str, list[float]]]


def measure(sample: dict[str, Any], facts: str, limit: int, rows: Rows) -> None:
    """Add what the questions of one conversation are given at each budget."""
    said = turns(sample["conversation"])
    known, now = {name for name, _ in said}, said[-1][1].said_at
    with tempfile.TemporaryDirectory() as folder:
        memory, names = filled(Path(folder), sample, said, facts)
        for asked in sample["qa"]:
            found = memory.recaller.recall(Question(asked["question"], now, limit=limit), ARMS)
            gold = evidence(asked, known)
            for budget, row in rows.items():
                context = build(found, (), budget)
                row["characters"].append(context.characters)
                given = {names[citation.episode] for citation in context.citations if citation.episode in names}
                if gold:
                    row["evidence"].append(len(gold & given) / len(gold))
                    row[KINDS[asked["category"]]].append(len(gold & given) / len(gold))
        memory.close()
    print(sample["sample_id"], file=sys.stderr)


def run(args: argparse.Namespace) -> dict[str, Any]:
    rows: Rows = {budget: defaultdict(list) for budget in args.budgets}
    samples = json.loads(args.data.read_text(encoding="utf-8"))
    for sample in samples:
        measure(sample, args.facts, args.limit, rows)
    return {
        "questions": len(rows[args.budgets[0]]["characters"]),
        "facts_from": args.facts or "turns",
        "budgets": {str(budget): _summary(row) for budget, row in rows.items()},
    }


def _summary(row: dict[str, list[float]]) -> dict[str, float]:
    """Characters a question, and the share of evidence given in percent: all, and by kind of question."""
    shares = {
        name: round(100 * sum(row[name]) / len(row[name]), 1) for name in ("evidence", *KINDS.values()) if row[name]
    }
    sizes = sorted(row["characters"])
    return {"mean_characters": round(sum(sizes) / len(sizes)), "most_characters": int(sizes[-1]), **shares}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--facts", choices=["observations"], default="")
    parser.add_argument("--budgets", type=int, nargs="+", default=list(BUDGETS))
    parser.add_argument("--limit", type=int, default=10, help="turns recalled for each question")
    found = run(parser.parse_args())
    for budget, row in found["budgets"].items():
        print(f"{budget:>6}: " + ", ".join(f"{name} {value}" for name, value in row.items()))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
