"""Resolution on a gold set: each row's name against that row's entities, decided by `resolve`.

`--data FILE --out PRED.jsonl`; prediction rows are `{id, decision}`.
"""

import argparse
import json
import time
from pathlib import Path

from app.domain.ids import EntityId
from app.memory.learn.naming import title_after
from app.memory.learn.resolve import Decision, Incoming, Known, resolve


def decide(row) -> Decision:
    """One row of the gold set, as the learner would meet it."""
    known = [Known(EntityId(n), e["name"], e["type"], tuple(e["aliases"])) for n, e in enumerate(row["existing"])]
    said = row["incoming"]
    _, found, after = said.get("context", "").partition(said["name"])
    title = title_after(after) if found else ""
    return resolve(Incoming(said["name"], said["type"], tuple(said["aliases"]), title), known)


def answer(row) -> str:
    decision = decide(row)
    if decision.answer == "same":
        return "same:" + row["existing"][decision.entity]["name"]
    return decision.answer


def run(args) -> dict:
    rows = [json.loads(line) for line in Path(args.data).read_text(encoding="utf-8").splitlines() if line.strip()]
    started = time.perf_counter()
    answers = [{"id": row["id"], "decision": answer(row)} for row in rows]
    spent = time.perf_counter() - started
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in answers)
    Path(args.out).write_text(text, encoding="utf-8")
    right = sum(a["decision"] in (row["expect"], *row.get("also_ok", [])) for a, row in zip(answers, rows, strict=True))
    wrong = sum(
        a["decision"].startswith("same:") and a["decision"] not in (row["expect"], *row.get("also_ok", []))
        for a, row in zip(answers, rows, strict=True)
    )
    return {"rows": len(rows), "right": right, "wrong_merges": wrong, "ms_per_row": round(1000 * spent / len(rows), 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    print(json.dumps(run(parser.parse_args())))


if __name__ == "__main__":
    main()
