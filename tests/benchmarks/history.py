"""Two hubs with `--facts N` relations each (1,000 by default) are made one, parted again, and made one again.

A third of the relations are doubles of the other hub's, half are dated, each stands in words of its own. The last line
printed is one JSON object; times are the worst of `--rounds`:

merge_ms    thinking and writing the merge
undo_ms     taking it back
redo_ms     doing it again
split_ms    half of the merged one's relations and mentions go to a new entity
"""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.domain.ids import EntityId
from app.domain.plan import EXTRACTOR, USER, Add, Plan, Row
from app.domain.scope import OWNER, Scope
from app.memory.revise.merge import merge
from app.memory.revise.split import Split, split
from app.storage.profile import Profile, open_store
from app.storage.store import Store
from tests import builders as build

ONE, OTHER = EntityId(1), EntityId(2)
PREDICATES = ("knows", "friend_of", "likes", "works_at", "lives_in", "visited")


def fill(store: Store, facts: int) -> None:
    """Both hubs, their neighbours, and a turn for each relation that names its hub."""
    draw = random.Random(5)
    rows: list[Row] = [build.conversation(), build.session(), build.entity("Alice", id=1), build.entity("Alicia", id=2)]
    rows += [build.entity(f"Name {n}", id=n) for n in range(3, facts + 3)]
    rows += [build.alias(f"Alice {n}", 1 + n % 2, n) for n in range(1, 21)]
    known = [(draw.choice(PREDICATES), draw.randrange(3, facts + 3)) for _ in range(facts)]
    for number in range(1, 2 * facts + 1):
        hub = ONE if number <= facts else OTHER
        doubled = hub == OTHER and draw.random() < 1 / 3
        predicate, far = draw.choice(known) if doubled else (draw.choice(PREDICATES), draw.randrange(3, facts + 3))
        rest = {"valid_at": f"20{draw.randrange(10, 26)}"} if draw.random() < 0.5 else {}
        rows.append(build.episode(f"Alice {predicate} Name {far}.", number))
        rows.append(build.fact(hub, predicate, far, number, **rest))
        rows += [build.anchor(number, number, (0, 9), number), build.mention(hub, number, (0, 5), number)]
    store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "fill"))


def clocked(call: Callable[[], object]) -> float:
    """Milliseconds that a call takes."""
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--facts", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    own, worst = Scope(), dict.fromkeys(("merge_ms", "undo_ms", "redo_ms", "split_ms"), 0.0)

    def note(name: str, call: Callable[[], object]) -> None:
        worst[name] = max(worst[name], clocked(call))

    with tempfile.TemporaryDirectory() as folder:
        profile = Profile(Path(folder))
        profile.acquire()
        store = open_store(profile)
        fill(store, asked.facts)
        for _ in range(asked.rounds):
            note("merge_ms", lambda: store.commit(merge(store.view, ONE, OTHER, own, USER, keep_name=True)))
            note("undo_ms", store.undo)
            note("redo_ms", store.redo)
            facts = [fact.id for fact in store.view.facts.of_entities([ONE], OWNER)]
            mentions = [row.id for row in store.view.entities.mentions_of(ONE, OWNER, 10_000)]
            half = Split("Alba", "person", frozenset(mentions[::2]), frozenset(), frozenset(facts[::2]))
            note("split_ms", lambda: store.commit(split(store.view, ONE, half, own, USER)))  # noqa: B023  (called at once)
            store.undo()
            store.undo()
        store.close()
        profile.release()
    print(json.dumps({"facts": asked.facts, **{name: round(ms, 1) for name, ms in worst.items()}}))


if __name__ == "__main__":
    main()
