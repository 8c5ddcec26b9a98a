"""What declared associations add to reconstruct: three arms over the same records and questions, by kind of question.

    python -m tests.benchmarks.associations [--data tests/gold/recall_dev.jsonl | --data dialogues.json] [--most N]

*control*: nothing is declared and nothing learned; each result must be to the byte what bundling alone makes of what
recall finds. *oracle*: relations that follow mechanically from the annotations, as an agent would declare them: the
upper bound of the walk. Of a recall set they are the names and relations that it gives. Of dialogues each evidence turn
of a question gets an entity named by that turn's own observation (its longest word), and the entities of a question's
evidence turns are related in a chain; nothing of the question goes in. *extracted*: what learning makes of the turns.

For each kind: the share of evidence inside the first 5 items, and the mean place of the first item that holds some
(places beyond the last item count as one more). Of a recall set also how often recall has the last step in its top 5.
"""

import argparse
import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from app.domain.association import read_associations
from app.domain.ids import EpisodeId
from app.domain.item import Limits, Reconstruction
from app.domain.plan import Author
from app.domain.question import Question
from app.domain.scope import EVERYONE, OWNER
from app.memory.recall.reconstruct import reconstruct
from app.memory.recall.web import Told, Web, gather
from app.memory.revise.declare import declare
from tests.benchmarks.memory import Memory
from tests.benchmarks.observations import observations
from tests.benchmarks.ranks import KINDS, evidence
from tests.benchmarks.recall import fill, load, said_at
from tests.benchmarks.retrieval import turns

ARMS = ("control", "oracle", "extracted")
FIRST = 5
LIMITS = Limits(count=10, budget=100_000)
_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, its kind, the numbers of its evidence, and the one that is its last step."""

    text: str
    kind: str
    gold: frozenset[EpisodeId]
    last: EpisodeId | None = None


@dataclass(slots=True)
class Tally:
    """Measures of the questions of one arm by kind."""

    rows: dict[str, list[tuple[float, int, bool]]] = field(default_factory=lambda: defaultdict(list))
    steps: bool = False

    def add(self, asked: Asked, found: Reconstruction, ranked: Sequence[EpisodeId]) -> None:
        held = [{claim.ref.id for claim in item.claims} for item in found.items]
        share = len(asked.gold & set[int]().union(*held[:FIRST])) / len(asked.gold)
        place = next((at for at, one in enumerate(held, 1) if one & asked.gold), len(held) + 1)
        self.steps |= asked.last is not None
        for kind in ("all", asked.kind):
            self.rows[kind].append((share, place, asked.last in ranked[:FIRST]))

    def means(self) -> dict[str, dict[str, float]]:
        return {
            kind: {
                "n": len(rows),
                f"evidence@{FIRST}": round(sum(row[0] for row in rows) / len(rows), 3),
                "first_place": round(sum(row[1] for row in rows) / len(rows), 2),
            }
            | ({f"last_step_top{FIRST}": round(sum(row[2] for row in rows) / len(rows), 3)} if self.steps else {})
            for kind, rows in sorted(self.rows.items())
        }


def ask(memory: Memory, questions: Sequence[Asked], now: datetime, tally: Tally, plain: bool) -> None:
    """Put every question; with `plain`, check that nothing but bundling made the result."""
    for asked in questions:
        found = memory.recaller.recall(Question(asked.text, now, limit=LIMITS.top_k))
        pool = [] if found.nothing else [hit.episode for hit in found.episodes]
        built = reconstruct(pool, gather(memory.store.view, pool, LIMITS, OWNER), LIMITS)
        if plain:
            bare = Web(told=lambda ids, known={one.id: one for one in pool}: Told({id: known[id] for id in ids}))
            assert repr(built) == repr(reconstruct(pool, bare, LIMITS)), asked.text
        tally.add(asked, built, [one.id for one in pool])


def declared(memory: Memory, given: Mapping[str, Any], anchor: EpisodeId | None = None) -> None:
    """Declare as an agent; nothing may be refused."""
    view = memory.store.view
    episode = view.episodes.one(anchor, EVERYONE) if anchor is not None else None
    made = declare(view, read_associations(given), OWNER, Author("agent", "oracle"), episode)
    assert not made.dropped, made.dropped
    if made.plan.steps:
        memory.store.commit(made.plan)


# ── a recall set ───────────────────────────────────────────────────────────────────────────────────────────────────


def recall_set(rows: list[dict[str, Any]], arm: str) -> Tally:
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(Path(folder))
        given = rows if arm == "oracle" else [{**row, "declared": (), "relations": ()} for row in rows]
        ids = fill(memory, given, learning=arm == "extracted")
        now = max(said_at(episode) for row in rows for episode in row["episodes"])
        questions = [
            Asked(
                row["question"], row["type"], frozenset(ids[eid] for eid in row["gold_eids"]), ids[row["gold_eids"][-1]]
            )
            for row in rows
            if row["gold_eids"]
        ]
        tally = Tally()
        ask(memory, questions, now, tally, plain=arm == "control")
        memory.close()
    return tally


# ── dialogues ──────────────────────────────────────────────────────────────────────────────────────────────────────


def labels(sample: Mapping[str, Any]) -> dict[str, str]:
    """The name of an entity for each turn that the file observes something of."""
    found: dict[str, str] = {}
    for one in observations(sample):
        words = [word for word in _WORD.findall(one.sentence) if word != one.speaker]
        for turn in one.turns:
            found.setdefault(turn, max(words, key=len, default=""))
    return found


def oracle(sample: Mapping[str, Any], known: set[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """For each turn what is declared on it: its entity, and that it is related to that of the next turn."""
    named = labels(sample)
    for asked in sample["qa"]:
        gold = [turn for turn in sorted(evidence(asked, known)) if named.get(turn)]
        for turn, other in pairwise([*gold, ""]):
            entities = [{"name": f"{named[turn]} {turn.replace(':', '.')}", "type": "thing"}]
            relations = [
                {"subject": entities[0]["name"], "predicate": "belongs_with",
                 "object": f"{named[other]} {other.replace(':', '.')}"}
            ] if other else []  # fmt: skip
            yield turn, {"entities": entities, "relations": relations}


def dialogue(sample: dict[str, Any], arm: str, tally: Tally) -> None:
    said = turns(sample["conversation"])
    known = {name for name, _ in said}
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(Path(folder))
        numbers = dict(zip([name for name, _ in said], memory.say(turn for _, turn in said), strict=True))
        if arm == "extracted":
            memory.learn(list(numbers.values()))
        for turn, given in oracle(sample, known) if arm == "oracle" else ():
            anchored = {"entities": given["entities"]}
            declared(memory, anchored, numbers[turn])
            declared(memory, {"relations": given["relations"]})
        memory.index()
        questions = [
            Asked(one["question"], KINDS[one["category"]], frozenset(numbers[turn] for turn in gold))
            for one in sample["qa"]
            if (gold := evidence(one, known))
        ]
        ask(memory, questions, said[-1][1].said_at, tally, plain=arm == "control")
        memory.close()


def run(args: argparse.Namespace) -> dict[str, Any]:
    tallies = {arm: Tally() for arm in ARMS}
    if args.data.suffix == ".jsonl":
        rows = load(args.data)
        tallies = {arm: recall_set(rows, arm) for arm in ARMS}
    else:
        for sample in json.loads(args.data.read_text(encoding="utf-8"))[: args.most]:
            for arm in ARMS:
                dialogue(sample, arm, tallies[arm])
    return {"data": args.data.name, "control_identical": True, **{arm: tallies[arm].means() for arm in ARMS}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("tests/gold/recall_dev.jsonl"))
    parser.add_argument("--most", type=int, help="dialogues that are read, from the first")
    found = run(parser.parse_args())
    for arm in ARMS:
        for kind, row in found[arm].items():
            print(f"{arm:10} {kind:12} " + "  ".join(f"{name} {value}" for name, value in row.items()))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
