"""Sorting made-up entities by the rules of this device: time, layers, and what ten more of them touch.

People, firms, places, things, events and ideas with tags and facts, English and Japanese mixed, two fifths of them with
nothing but a name. The last line printed is one JSON object; a row for each size:

build_s         reading, sorting and writing all of it, the encoder's start included in the first row
longest_ms      the longest single plan, thought and written
layers, sizes   number of layers, and of nodes in each from the first up
alone           nodes of the first layer that stand for one entity
largest         entities in the largest category
violations      rules broken by what is stored
model_calls     calls to a model
touched         rows written for ten more entities; `outside`: of those, rows of no category above them
"""

import argparse
import json
import random
import tempfile
import time
from pathlib import Path

from app.domain.entity import ME, Entity, EntityKind
from app.domain.fact import Fact
from app.domain.ids import EntityId, FactId
from app.domain.plan import EXTRACTOR, Add, Plan
from app.domain.scope import OWNER
from app.inference.embedder import OnDeviceEncoder
from app.memory.tend.building import Means, next_plan
from app.memory.tend.hierarchy import violations
from app.memory.tend.ondevice import OnDeviceCategoriser
from app.storage.profile import Profile, open_store
from app.storage.store import Store
from tests.benchmarks import synthetic
from tests.builders import NOON

_HEADS = synthetic._words(
    "Amber Birch Copper Dune Ember Flint Grove Indigo Juniper Kestrel Lumen Maple Nimbus Opal Pine"
)
_JA_HEADS = ["青葉", "北斗", "光陽", "春野", "三葉", "白鳥", "若草", "月見", "千草", "東雲", "旭", "朝霧"]
_KINDS: dict[EntityKind, tuple[tuple[str, str], ...]] = {
    "person": (
        ("friend", "友人"),
        ("colleague", "同僚"),
        ("sister", "妹"),
        ("doctor", "医師"),
        ("teacher", "先生"),
        ("", ""),
    ),
    "organization": (("bakery", "パン屋"), ("company", "会社"), ("choir", "合唱団"), ("clinic", "診療所"), ("", "")),
    "place": (("village", "村"), ("park", "公園"), ("restaurant", "食堂"), ("lake", "湖"), ("", "")),
    "thing": (
        ("novel", "小説"),
        ("camera", "カメラ"),
        ("soup", "スープ"),
        ("guitar", "ギター"),
        ("bicycle", "自転車"),
        ("", ""),
    ),
    "event": (("concert", "演奏会"), ("meeting", "会議"), ("trip", "旅行"), ("", "")),
    "concept": (("craft", "手芸"), ("language", "言語"), ("illness", "病気"), ("method", "方法"), ("", "")),
}
_TIES: dict[EntityKind, tuple[str, ...]] = {
    "person": ("friend_of", "colleague_of", "knows"),
    "organization": ("works_at", "member_of", "client_of"),
    "place": ("visited", "lives_in"),
    "thing": ("owns", "likes", "reads"),
    "event": ("attended",),
    "concept": ("learns", "likes"),
}
_SHARES: tuple[EntityKind, ...] = (
    ("person",) * 4 + ("thing",) * 3 + ("place",) * 2 + ("organization", "event", "concept")
)


def made(number: int, seed: int = 5) -> list[Entity]:
    """`number` entities with names of their own, from row `-2` down; row `-1` is the user."""
    dice = random.Random(seed)
    rows = [Entity(EntityId(-1), ME, "person", NOON)]
    for at in range(number - 1):
        kind, japanese = dice.choice(_SHARES), dice.random() < 0.4
        tags = dice.choice(_KINDS[kind])
        tag = "" if dice.random() < 0.3 else tags[japanese]
        rows.append(Entity(EntityId(-2 - at), _name(dice, kind, japanese, at), kind, NOON, tag))
    return rows


def _name(dice: random.Random, kind: EntityKind, japanese: bool, at: int) -> str:
    if kind == "person":
        first, last = (
            (synthetic._JA_FIRST, synthetic._JA_LAST) if japanese else (synthetic._EN_FIRST, synthetic._EN_LAST)
        )
        return (
            f"{dice.choice(last)}{dice.choice(first)}{at}"
            if japanese
            else f"{dice.choice(first)} {dice.choice(last)} {at}"
        )
    return f"{dice.choice(_JA_HEADS)}{at}" if japanese else f"{dice.choice(_HEADS)} {at}"


def told(rows: list[Entity], seed: int = 6) -> list[Fact]:
    """A fact about half of them."""
    dice = random.Random(seed)
    facts: list[Fact] = []
    for row in rows[1:]:
        if dice.random() < 0.5:
            predicate = dice.choice(_TIES[row.kind])
            near = EntityId(-1) if dice.random() < 0.5 else dice.choice(rows).id
            if near != row.id:
                number = FactId(-1_000_000 - len(facts))
                facts.append(Fact(number, near, predicate, row.id, f"{predicate} {row.name}", NOON, NOON))
    return facts


def build(store: Store, means: Means) -> tuple[float, list]:
    """The longest plan in milliseconds, and what all of them wrote."""
    longest, changes = 0.0, []
    while True:
        started = time.perf_counter()
        plan = next_plan(store.view, means)
        if plan is None:
            return longest, changes
        changes.append(store.commit(plan))
        longest = max(longest, 1000 * (time.perf_counter() - started))


def look(store: Store, entities: list[EntityId]) -> dict:
    reads = store.view.categories
    rows = reads.listed(OWNER, limit=1_000_000)
    members = reads.members([row.id for row in rows], OWNER)
    known = list(store.view.entities.get(entities, OWNER).values())
    broken = violations(rows, [one for some in members.values() for one in some], reads.links(OWNER), known)
    sizes = [sum(row.layer == layer for row in rows) for layer in range(1, max(row.layer for row in rows) + 1)]
    counts = [len(members.get(row.id, ())) for row in rows if row.layer == 1]
    return {
        "layers": len(sizes),
        "sizes": sizes,
        "alone": sum(count == 1 for count in counts),
        "largest": max(counts),
        "violations": len(broken),
        "model_calls": 0,
    }


def ten_more(store: Store, means: Means, seed: int) -> dict:
    rows = [Entity(row.id, f"{row.name}x", row.kind, NOON, row.tag) for row in made(11, seed)[1:]]
    change = store.commit(Plan(tuple(Add(row) for row in rows), EXTRACTOR, "fill"))
    added = [EntityId(change.ids[row.id]) for row in rows]
    started = time.perf_counter()
    _, changes = build(store, means)
    spent = time.perf_counter() - started
    homes = [one for some in store.view.categories.memberships(added, OWNER).values() for one in some]
    own = {row.id for row in store.view.categories.ancestors([one.category for one in homes], OWNER)}
    mine = {one.id for one in homes}
    links = {link.id for link in store.view.categories.links(OWNER) if link.child in own}
    touched = [row for one in changes for row in one.touched]
    allowed = {"category": own, "membership": mine, "category_link": links}
    outside = [row for row in touched if row.id not in allowed.get(row.noun, set())]
    return {"touched": len(touched), "outside": len(outside), "ten_more_s": round(spent, 2)}


def measure(number: int, device: OnDeviceCategoriser) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        profile = Profile(Path(folder))
        profile.acquire()
        store = open_store(profile)
        rows = made(number)
        steps = tuple(Add(row) for row in (*rows, *told(rows)))
        change = store.commit(Plan(steps, EXTRACTOR, "fill"))
        means = Means(device, device, "en")
        started = time.perf_counter()
        longest, changes = build(store, means)
        spent = time.perf_counter() - started
        found = look(store, [EntityId(change.ids[row.id]) for row in rows])
        row = {"entities": number, "build_s": round(spent, 1), "plans": len(changes), "longest_ms": round(longest)}
        row |= found | ten_more(store, means, seed=9)
        store.close()
        profile.release()
        return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entities", type=int, nargs="+", default=[100, 1000, 10_000])
    device = OnDeviceCategoriser(OnDeviceEncoder())
    rows = []
    for number in parser.parse_args().entities:
        rows.append(measure(number, device))
        print(rows[-1], flush=True)
    print(json.dumps({"rows": rows}))


if __name__ == "__main__":
    main()
