"""Run the on-device extractor over a file of gold turns and write what it read, one JSON object a line.

    python -m tests.benchmarks.extraction --data GOLD.jsonl --out PRED.jsonl [--encoder shipped]

`--encoder shipped` gives the readers the names of the shipped tagger, one vote among others; `none` the rules alone.

Each line: `{id, entities: [{name, type, aliases}], relations: [...], ends: [...], stored}`; relations carry
`subject_type` and `object_type`. The last line printed is one JSON object with the counts and the time a turn takes.
"""

import argparse
import json
import time
from datetime import datetime
from pathlib import Path

from app.domain.draft import Draft, DraftEnd, DraftFact, Turn
from app.memory.learn.extract import OnDeviceExtractor


def run(args: argparse.Namespace) -> dict[str, float]:
    """Predict every row of `args.data` and write `args.out`."""
    rows = [json.loads(line) for line in Path(args.data).read_text(encoding="utf-8").splitlines() if line.strip()]
    extractor, names_in = OnDeviceExtractor(), tagger(args.encoder)
    extractor.extract(Turn("I work at Acme. 東京に住んでいる。", datetime.fromisoformat(rows[0]["said_at"])), (), ())
    predictions, times = [], []
    for row in rows:
        turn = Turn(row["text"], datetime.fromisoformat(row["said_at"]))
        names = names_in(row["text"])
        start = time.perf_counter()
        draft = extractor.extract(turn, (), names)
        times.append(time.perf_counter() - start)
        predictions.append(prediction(row["id"], draft))
    lines = (json.dumps(one, ensure_ascii=False) for one in predictions)
    Path(args.out).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {
        "turns": len(rows),
        "entities": sum(len(one["entities"]) for one in predictions),
        "relations": sum(len(one["relations"]) for one in predictions),
        "ends": sum(len(one["ends"]) for one in predictions),
        "median_ms": round(sorted(times)[len(times) // 2] * 1000, 2),
        "longest_ms": round(max(times) * 1000, 2),
    }


def tagger(kind: str):
    """What finds the names in a text: the shipped encoder, or nobody."""
    if kind == "none":
        return lambda text: ()
    from app.inference.embedder import OnDeviceEncoder

    encoder = OnDeviceEncoder()
    return lambda text: encoder.encode([text])[0].names


def prediction(row: str, draft: Draft) -> dict:
    """A draft in the scorer's format."""
    entities = [{"name": one.name, "type": one.kind, "aliases": list(one.aliases)} for one in draft.entities]
    return {
        "id": row,
        "entities": entities,
        "relations": [relation(fact) | {"valid_at": _text(fact.valid_at)} for fact in draft.facts],
        "ends": [relation(end) | {"ended_at": _text(end.ended_at)} for end in draft.ends],
        "stored": repr((draft.entities, draft.facts, draft.ends, draft.corrections, draft.drops)),
    }


def relation(fact: DraftFact | DraftEnd) -> dict:
    """Subject, predicate and object, with the kinds that tell two entities of one name apart."""
    return {
        "subject": fact.subject,
        "subject_type": fact.subject_kind,
        "predicate": fact.predicate,
        "object": fact.object,
        "object_type": fact.object_kind,
        "object_is": fact.object_is,
    }


def _text(moment) -> str | None:
    return moment.text if moment is not None else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--encoder", choices=("none", "shipped"), default="none")
    print(json.dumps(run(parser.parse_args())))


if __name__ == "__main__":
    main()
