"""Merge and split on random graphs: undo gives the very tables back, redo the edited ones, and nothing dangles."""

import random
from contextlib import closing
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.entity import ME
from app.domain.plan import USER
from app.domain.scope import OWNER, Scope
from app.domain.text import name_key
from app.memory.revise.merge import merge
from app.memory.revise.split import Split, split
from app.storage.connection import open_connection
from app.storage.migrations import migrate
from app.storage.store import Store
from tests import builders as build
from tests.app.storage.acts import talk, write
from tests.app.storage.dumps import dump, faults

GRAPHS = 200
PREDICATES = (
    "knows",
    "friend_of",
    "lives_in",
    "works_at",
    "married_to",
    "parent_of",
    "likes",
    "dislikes",
    "reports_to",
)
OWN = Scope()


def _memory(draw: random.Random) -> Store:
    """Some entities with names, mentions and relations of every sort, dated or not, some ended or taken back."""
    connection = open_connection(Path(":memory:"), writing=True)
    migrate(connection, Path())
    store = Store(connection)
    talk(store, *("Alice met Bob at Acme." for _ in range(draw.randint(1, 4))))
    count = draw.randint(3, 7)
    rows = [build.entity(ME if n == 1 else f"Name {n}", id=n) for n in range(1, count + 1)]
    rows += [build.alias(f"Alias {draw.randint(1, 4)}", draw.randint(1, count), n) for n in range(1, 4)]
    episodes = store.view.episodes.count(OWNER)
    places = {(draw.randint(1, count), draw.randint(1, episodes), draw.randint(0, 3)) for _ in range(8)}
    rows += [build.mention(who, where, (at, at + 2), n) for n, (who, where, at) in enumerate(sorted(places), 1)]
    facts = [fact for number in range(1, draw.randint(4, 14)) if (fact := _fact(draw, number, count)) is not None]
    rows += facts
    said = [fact for fact in facts if draw.random() < 0.7]
    rows += [build.anchor(one.id, draw.randint(1, episodes), id=n) for n, one in enumerate(said, 1)]
    write(store, *rows, undoable=False)
    return store


def _fact(draw: random.Random, number: int, count: int):
    one, other = draw.randint(1, count), draw.randint(1, count)
    if one == other:
        return None
    start = draw.choice([None, "2020", "2021-03", "2024-05-06"])
    rest = {"valid_at": start} if start else {}
    if start and draw.random() < 0.3:
        rest["invalid_at"] = "2025-02"
    if draw.random() < 0.1:
        rest["expired_at"] = build.NOON
    far = "a cook" if draw.random() < 0.15 else other
    predicate = "job_title" if isinstance(far, str) else draw.choice(PREDICATES)
    return build.fact(one, predicate, far, number, f"2025-0{draw.randint(1, 9)}-01", **rest)


def _to_and_fro(store: Store, plan) -> None:
    before = dump(store._connection)
    store.commit(plan)
    after = dump(store._connection)
    assert faults(store._connection) == []
    for _ in range(2):
        assert store.undo() is not None
        assert dump(store._connection) == before
        assert store.redo() is not None
        assert dump(store._connection) == after


@settings(max_examples=GRAPHS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_merging_two_of_any_graph_is_undone_and_done_again(seed: int):
    draw = random.Random(seed)
    with closing(_memory(draw)) as store:
        kept, gone = draw.sample([one.id for one in store.view.entities.listed(OWNER)], 2)
        if gone == 1:
            kept, gone = gone, kept  # the user's own entity stays
        _to_and_fro(store, merge(store.view, kept, gone, OWN, USER, keep_name=draw.random() < 0.5))
        looped = [fact for fact in store.view.facts.of_entities([kept], OWNER) if fact.subject == fact.object]
        assert (store.view.entities.one(gone, OWNER), looped) == (None, [])


@settings(max_examples=GRAPHS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_splitting_one_of_any_graph_is_undone_and_done_again(seed: int):
    draw = random.Random(seed)
    with closing(_memory(draw)) as store:
        view = store.view
        one = draw.choice([one.id for one in view.entities.listed(OWNER)])
        parts = (
            view.entities.mentions_of(one, OWNER, 99),
            view.entities.aliases([one], OWNER).get(one, []),
            view.facts.of_entities([one], OWNER, retracted=True),
        )
        mentions, aliases, facts = (frozenset(row.id for row in rows if draw.random() < 0.5) for rows in parts)
        if not (mentions or aliases or facts):
            return
        own = [alias.text for alias in parts[1]]
        own = [text for text in own if len(view.entities.by_key([name_key(text)], OWNER)[name_key(text)]) == 1]
        chosen = Split(draw.choice(["New", f"Name {one}", *own]), "person", mentions, aliases, facts)
        _to_and_fro(store, split(view, one, chosen, OWN, USER))
        left = {fact.id for fact in view.facts.of_entities([one], OWNER, retracted=True)}
        assert left.isdisjoint(facts)
