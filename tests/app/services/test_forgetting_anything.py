"""Of a random memory, whatever is forgotten: the rest stays whole, and no file holds a word of what went."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.citation import Citation
from app.domain.entity import Span
from app.domain.scope import EVERYONE
from app.services import forgetting
from app.services.forgetting import What
from app.services.workspace import Workspace, WriteDesk
from tests import builders as build
from tests.app.storage.acts import write
from tests.app.storage.dumps import faults
from tests.fakes import HashingEncoder

EPISODES, ENTITIES, FACTS = 40, 12, 30
PREDICATES = ("lives_in", "works_at", "likes", "friend_of")


def word(kind: str, number: int) -> str:
    """A word that nothing else holds; long names overflow pages now and then."""
    return f"{kind}{number:03d}zq" * (1 + number % 3 * 20 if kind == "said" else 1)


def grow(desk: WriteDesk, chance: random.Random) -> None:
    """Episodes with a word of their own, entities, and facts that rest on one, two or three episodes."""
    store = desk.store
    write(store, build.conversation(), build.session(), undoable=False)
    mentions: list = []
    for n in range(1, ENTITIES + 1):
        write(store, build.entity(word("name", n), id=n), by="extractor")
    for n in range(1, EPISODES + 1):
        names = chance.sample(range(1, ENTITIES + 1), 2)
        role = "assistant" if n % 7 == 0 else "user"
        text = f"{word('said', n)} and {word('name', names[0])} and {word('name', names[1])}"
        state = "not_ours" if role == "assistant" else "learned"
        write(store, build.episode(text, n, role=role, state=state), undoable=False)
        if role == "user":
            spots = [(name, build.find(text, word("name", name))) for name in names]
            mentions += [
                build.mention(one, n, (at.start, at.end), id=len(mentions) + k) for k, (one, at) in enumerate(spots, 1)
            ]
    write(store, *mentions, by="extractor")
    said = [n for n in range(1, EPISODES + 1) if n % 7]
    number = 0
    for n in range(1, FACTS + 1):
        ends = chance.sample(range(1, ENTITIES + 1), 2)
        sources = chance.sample(said, chance.choice((1, 1, 2, 3)))
        row = build.fact(ends[0], chance.choice(PREDICATES), ends[1], n, fact=f"{word('said', sources[0])} so it is")
        anchors = [build.anchor(n, one, (0, 8), number + k) for k, one in enumerate(sources, 1)]
        number += len(sources)
        write(store, row, *anchors, by="extractor")
    cited = [Citation(k, 7 * chance.randint(1, EPISODES // 7), 1, chance.choice(said), Span(0, 3)) for k in range(1, 9)]
    write(store, *cited, by="extractor")
    list(desk.catch_up())


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(tmp_path)
    workspace.encoder = HashingEncoder()  # type: ignore[assignment]
    made = workspace.write_desk()
    yield made
    made.close()
    workspace.close()


@pytest.mark.parametrize("seed", range(4))
def test_the_rest_stays_whole(desk: WriteDesk, tmp_path: Path, seed: int):
    chance = random.Random(seed)
    grow(desk, chance)
    gone: set[str] = set()
    for _ in range(3):
        alive = list(desk.view.episodes.after(0, EVERYONE, 1000))
        entities = {entity.id: entity.name for entity in desk.view.entities.listed(EVERYONE)}
        who = chance.choice(sorted(entities))
        what = What("entity", who) if chance.random() < 0.3 else What("message", chance.choice(alive).id)
        going = forgetting.preview(desk, what)
        list(forgetting.forget(desk, what))
        left = {episode.id for episode in desk.view.episodes.after(0, EVERYONE, 1000)}
        gone |= {word("said", one.id)[:9] for one in alive if one.id not in left}
        gone |= {name for id, name in entities.items() if not desk.view.entities.one(id, EVERYONE)}
        assert len(alive) - len(left) == going.message_count + going.answer_count
        assert faults(desk.store._connection) == []
    data = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert gone
    assert not [one for one in gone if one.encode() in data or one.encode("utf-16-le") in data]
    assert len(desk.workspace.text) == len(desk.workspace.vectors) == len(left)
