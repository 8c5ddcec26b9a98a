"""Floors on the gold sets, so that no change makes reading, resolving or keeping time worse unseen."""

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from tests.benchmarks import extraction, resolution, timeline

GOLD = Path(__file__).resolve().parents[1] / "gold"


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def options(name: str, out: Path, **more: Any) -> Namespace:
    return Namespace(data=GOLD / f"{name}_dev.jsonl", out=out / "predictions.jsonl", encoder="none", **more)


def test_no_two_are_made_one_that_are_not(tmp_path: Path):
    found = resolution.run(options("resolution", tmp_path))
    assert found["wrong_merges"] == 0
    assert found["right"] >= 36


def test_stories_keep_their_time(tmp_path: Path):
    found = timeline.run(options("timeline", tmp_path))
    assert found["equal_as_written"] >= 78
    assert found["checks"] == 88


def test_relations_are_read_and_none_is_invented(tmp_path: Path):
    given = options("extraction", tmp_path)
    extraction.run(given)
    predicted = {row["id"]: row for row in rows(given.out)}
    gold = rows(given.data)
    wanted = read = invented = 0
    for row in gold:
        facts = {(one["subject"], one["predicate"]) for one in row["relations"]}
        found = {(one["subject"], one["predicate"]) for one in predicted[row["id"]]["relations"]}
        wanted, read = wanted + len(facts), read + len(facts & found)
        invented += bool(found and not facts and not row["ends"])
        kept = json.dumps(predicted[row["id"]], ensure_ascii=False)
        assert not any(secret in kept for secret in row.get("must_not_store", ()))
    assert read / wanted >= 0.8
    assert invented <= 1
