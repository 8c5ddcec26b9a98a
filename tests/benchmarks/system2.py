"""How fast system 2 walks down the categories of this device, at a given number of entities.

    python -m tests.benchmarks.system2 --entities 10000

Made up are the entities (people, firms, towns, things and pursuits in English and Japanese), one turn and one fact for
each. Real are the store, the categories that tending builds and the questions' way through them; beyond the first 1,000
nodes vectors have their true shapes but are made of words. `walk` is system 2 alone with the question read already,
`ask` the whole of recall for a complex question and `simple` for a simple one, each question asked once.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any

from app.domain.entity import Entity, EntityKind, Mention, Span
from app.domain.episode import Conversation, Episode, Session
from app.domain.fact import Anchor, Fact
from app.domain.ids import AnchorId, ConversationId, EntityId, EpisodeId, FactId, MentionId, SessionId
from app.domain.plan import EXTRACTOR, Add, Plan, Row
from app.domain.question import Question
from app.domain.scope import OWNER
from app.inference.embedder import OnDeviceEncoder
from app.memory.recall import system1
from app.memory.recall.classify import classify
from app.memory.recall.recaller import Aids, Recaller
from app.memory.recall.relating import names_in
from app.memory.tend.building import Means, next_plan
from app.memory.tend.ondevice import OnDeviceCategoriser
from app.storage.nodeindex import NodeIndex, NodeIndexer
from tests.benchmarks.latency import CheapEncoder, percentile
from tests.benchmarks.memory import Memory
from tests.benchmarks.synthetic import START

QUESTIONS = 100
READ = 1_000
"""Nodes that the shipped encoder reads; the others get vectors of the same shapes, made of their words."""
BATCH = 500
_KINDS: dict[EntityKind, tuple[str, str, str]] = {
    "person": (
        "Ada Ben Cleo Dan Eva Finn Gwen Hugo Iris Jack 陽菜 蓮 湊 結衣 凛 大和",
        "Abbott Berg Dolan 佐藤 鈴木 高橋",
        "cousin colleague 同僚 neighbour dentist",
    ),
    "organization": (
        "Blue North Silver Open Deep River Stone 東和 三葉 北斗",
        "labs works forge bank 電機 食品",
        "shipping bakery 病院 school",
    ),
    "place": (
        "Leeds Porto Turin Ghent Bergen Lyon 横浜 札幌 神戸",
        "Harbour Market Park 駅 公園",
        "town café 公園 museum",
    ),
    "thing": (
        "red old small carbon 新しい 古い",
        "camera bicycle guitar telescope kettle tent piano kayak カメラ ギター",
        "instrument gift 道具 vehicle",
    ),
    "concept": (
        "evening weekend advanced 朝の 週末の",
        "pottery rowing chess baking hiking painting 登山 水泳 書道",
        "hobby course 趣味 sport",
    ),
}
_FORMS = (
    "What hobbies do I have?", "Which instruments do I own?", "どんな趣味がある？", "Which places have I been to?",
    "What do {a} and {b} have in common?", "Which of my friends work at a school?", "家族についてまとめて",
    "Summarize everything about {a}", "What sports have I tried?", "List all the firms I dealt with",
)  # fmt: skip


def entities(count: int) -> Iterator[tuple[str, EntityKind, str]]:
    """`count` different names with kind and tag, a fifth of each kind."""
    for number in range(count):
        kind, (heads, tails, tags) = list(_KINDS.items())[number % len(_KINDS)]
        pairs, details = list(product(heads.split(), tails.split())), tags.split()
        head, tail = pairs[number // len(_KINDS) % len(pairs)]
        round_ = number // len(_KINDS) // len(pairs)
        yield f"{head} {tail}{f' {round_}' if round_ else ''}", kind, details[number % len(details)]


def rows(made: list[tuple[str, EntityKind, str]], first: int) -> Iterator[Row]:
    """A conversation in which each entity is named once, and related to the one before."""
    moment = START + timedelta(minutes=first)
    yield Conversation(ConversationId(-1), "", moment)
    yield Session(SessionId(-2), ConversationId(-1), None, moment, moment)
    for at, (name, kind, tag) in enumerate(made):
        entity, episode, base = EntityId(-10 - at), EpisodeId(-10_000 - at), -20_000 - 3 * at
        text = f"{name}: the {tag} again."
        yield Entity(entity, name, kind, moment, tag)
        home = ConversationId(-1)
        yield Episode(episode, SessionId(-2), "user", text, moment, conversation=home, state="learned")
        yield Mention(MentionId(base), entity, episode, Span(0, len(name)), "extractor")
        if at:
            yield Fact(FactId(base - 1), EntityId(entity + 1), "knows", entity, text, moment, moment)
            yield Anchor(AnchorId(base - 2), FactId(base - 1), episode, Span(0, len(text)))


def fill(memory: Memory, count: int) -> None:
    """Entities with one turn each, in large plans."""
    made = list(entities(count))
    for start in range(0, count, BATCH):
        steps = tuple(map(Add, rows(made[start : start + BATCH], start)))
        memory.store.commit(Plan(steps, EXTRACTOR, "fill"))


def build(memory: Memory) -> None:
    """Categories as tending makes them on this device."""
    device = OnDeviceCategoriser(memory.encoder)
    means = Means(device, device, "en")
    while (plan := next_plan(memory.store.view, means)) is not None:
        memory.store.commit(plan)


def ask(memory: Memory, nodes: NodeIndex) -> dict[str, list[float]]:
    """Milliseconds of each. The first two questions warm what is loaded once."""
    recaller = Recaller(memory.store.view, memory.text, memory.vectors, memory.encoder, aids=Aids(nodes))
    dice, made = random.Random(3), list(entities(200))
    people = [name for name, kind, _ in made if kind == "person"]
    times: dict[str, list[float]] = {"walk": [], "ask": [], "simple": [], "entities": [], "layers": []}
    for at in range(QUESTIONS + 2):
        text = _FORMS[at % len(_FORMS)].format(a=dice.choice(people), b=dice.choice(people))
        question = Question(text, START + timedelta(days=900))
        asked, named = classify(question), names_in(memory.store.view, text, OWNER)
        simple = Question(f"Where is {dice.choice(people)}?", question.asked_at)
        ready = system1.Ask(asked, question, named, memory.encoder.encode([text]))
        for name, work in (
            ("walk", lambda ready=ready: recaller.walk(ready)),
            ("ask", lambda question=question: recaller.recall(question)),
            ("simple", lambda simple=simple: recaller.recall(simple)),
        ):
            started = perf_counter()
            found = work()
            times[name].append(1000 * (perf_counter() - started))
            if name == "walk":
                times["entities"].append(len(found.walked.entities))
                times["layers"].append(len(found.walked.layers))
    return {name: values[2:] for name, values in times.items()}


def run(count: int) -> dict[str, Any]:
    """Fill, build, read the nodes, ask."""
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(Path(folder), OnDeviceEncoder())
        fill(memory, count)
        memory.index(CheapEncoder(OnDeviceEncoder(), 0).encode)
        started = perf_counter()
        build(memory)
        built = perf_counter() - started
        nodes = NodeIndex(memory.profile.nodes, memory.encoder.fingerprint)
        started = perf_counter()
        for _ in NodeIndexer(memory.store.view, nodes).catch_up(CheapEncoder(OnDeviceEncoder(), READ).encode):
            pass
        read = perf_counter() - started
        times = ask(memory, nodes)
        categories = len(memory.store.view.categories.listed(OWNER))
        nodes.close()
        memory.close()
    return {
        "entities": count,
        "categories": categories,
        "build_s": round(built, 1),
        "read_nodes_s": round(read, 1),
        "layers": max(times["layers"]),
        "entities_p50": percentile(times["entities"], 0.5),
        **{f"{name}_p50_ms": percentile(times[name], 0.5) for name in ("walk", "ask", "simple")},
        **{f"{name}_p95_ms": percentile(times[name], 0.95) for name in ("walk", "ask", "simple")},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entities", type=int, default=1_000)
    print(json.dumps(run(parser.parse_args().entities)))


if __name__ == "__main__":
    main()
