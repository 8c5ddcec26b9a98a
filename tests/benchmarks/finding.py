"""How long finding takes at each letter typed, on a memory with many episodes: whole `services.finding.find`.

    python3 packaging/dev.py bench finding [--episodes 100000] [--keep FOLDER]

The last line is one JSON object: `warm_ms` (names read for the first time), `typed_p50_ms`, `typed_p95_ms`,
`typed_worst_ms` over all beginnings of all queries, `after_a_write_ms` (the first search after something was written).
"""

import argparse
import json
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from app.domain.entity import Entity
from app.domain.ids import EntityId
from app.domain.plan import USER, Add, Plan
from app.domain.scope import EVERYONE
from app.services import finding
from app.services.workspace import Workspace, WriteDesk
from tests.benchmarks.filling import Filler
from tests.builders import NOON
from tests.fakes import HashingEncoder

QUERIES = (
    *("ada grant", "grant ada", "olga ekbreg", "northfeild", "leeds", "moved to leeds", "the meeting about", "x"),
    *(
        "suzuki minato",
        "すずきみなと",
        "鈴木湊",
        "よこはま",
        "yokohama",
        "横浜に引っ越し",
        "conversation 10",
        "convresation",
    ),
)


def filled(folder: Path, episodes: int) -> tuple[Workspace, WriteDesk]:
    workspace = Workspace(folder)
    workspace.encoder = HashingEncoder()  # type: ignore[assignment]
    desk = workspace.write_desk()
    if not desk.view.episodes.count(EVERYONE):
        Filler(desk.store).fill(episodes)
        for _ in desk.catch_up():
            pass
    return workspace, desk


def timed(desk: WriteDesk, text: str) -> float:
    began = perf_counter()
    finding.find(desk, text)
    return (perf_counter() - began) * 1000


def measured(desk: WriteDesk) -> dict[str, Any]:
    began = perf_counter()
    finding.warm(desk)
    warm = (perf_counter() - began) * 1000
    timed(desk, "a")
    letters = [(text[:end], timed(desk, text[:end])) for text in QUERIES for end in range(1, len(text) + 1)]
    times = np.array([spent for _, spent in letters])
    row = Entity(EntityId(-1), "Zebulon Quickly", "person", NOON)
    desk.store.commit(Plan((Add(row),), USER, "add_entity"))
    written = timed(desk, "zebulon")
    assert any(one.title == "Zebulon Quickly" for one in finding.find(desk, "zebulno"))
    desk.store.undo()
    worst = max(letters, key=lambda one: one[1])
    return {
        "episodes": desk.view.episodes.count(EVERYONE),
        "names": desk.view.entities.count(EVERYONE),
        "warm_ms": round(warm, 1),
        "typed_p50_ms": round(float(np.percentile(times, 50)), 1),
        "typed_p95_ms": round(float(np.percentile(times, 95)), 1),
        "typed_worst_ms": round(worst[1], 1),
        "worst": worst[0],
        "after_a_write_ms": round(written, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=100_000)
    parser.add_argument("--keep", type=Path, help="a folder that is filled once and used again")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        workspace, desk = filled(args.keep or Path(folder), args.episodes)
        try:
            found = measured(desk)
        finally:
            desk.close()
            workspace.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
