"""The graph asked for itself: in one order, within its bounds, every cut counted, and nothing of another scope."""

import pytest

from app.domain.entity import Entity
from app.domain.errors import BadInput
from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId
from app.domain.item import Traversal
from app.domain.plan import USER, Add, Plan
from app.domain.scope import OWNER, Scope
from app.memory.explore.traverse import traverse
from tests import builders as build
from tests.builders import NOON, days
from tests.remembering import Memory


@pytest.fixture
def memory(profile):
    made = Memory(profile)
    yield made
    made.close()


def add(memory: Memory, *rows: object) -> None:
    memory.store.commit(Plan(tuple(map(Add, rows)), USER, "test"))


def related(number: int, subject: int, far: int, day: int = 0, **rest: object) -> Fact:
    return build.fact(subject, "knows", far, number, declared_at=NOON + days(day), **rest)


@pytest.fixture
def star(memory: Memory) -> Memory:
    """Ann knows seven people, the higher number the later; the first of them knows Zoe."""
    people = [build.entity(f"P{number}", id=number) for number in range(2, 9)]
    add(memory, build.entity("Ann", id=1), *people, build.entity("Zoe", id=9), build.alias("Annie", 1))
    add(memory, *(related(number, *((1, number) if number % 2 else (number, 1)), number) for number in range(2, 9)))
    add(memory, related(9, 2, 9, 1))
    return memory


def order(found: Traversal) -> list[tuple[int, int]]:
    return [(reached.entity.id, reached.hops) for reached in found.entities]


def test_the_relation_declared_last_comes_first(star: Memory):
    found = traverse(star.view, "annie", OWNER)
    assert order(found) == [(1, 0), *((number, 1) for number in range(8, 1, -1))]
    assert found.starts == (1,) and (found.entities_omitted, found.relations_omitted) == (0, 0)
    assert [alias.text for alias in found.entities[0].aliases] == ["Annie"]
    assert len(found.relations) == 7
    assert (9, 2) in order(traverse(star.view, "Ann", OWNER, max_hops=2))


@pytest.mark.parametrize(("limit", "kept", "omitted"), [(1, 1, 7), (3, 3, 5), (8, 8, 0), (9, 8, 0)])
def test_what_is_cut_is_counted(star: Memory, limit: int, kept: int, omitted: int):
    found = traverse(star.view, "Ann", OWNER, limit=limit)
    assert (len(found.entities), found.entities_omitted) == (kept, omitted)
    assert {fact.subject for fact in found.relations} <= {reached.entity.id for reached in found.entities}


def test_the_walk_ends_where_it_had_to_leave_out(star: Memory):
    assert order(traverse(star.view, "Ann", OWNER, max_hops=5, limit=4)) == [(1, 0), (8, 1), (7, 1), (6, 1)]
    found = traverse(star.view, "Ann", OWNER, max_hops=5, limit=8)
    assert (len(found.entities), found.entities_omitted) == (8, 1)


def test_relations_and_records_beyond_the_bound_are_counted(memory: Memory):
    add(memory, build.entity("Ann", id=1), build.entity("Ben", id=2))
    add(memory, *(build.fact(1, f"did_{number}", 2, number) for number in range(1, 14)))
    for number in range(1, 6):
        add(memory, build.mention(1, memory.say(f"Ann {number}").id, id=2 * number))
        add(memory, build.mention(1, number, (1, 2), id=2 * number + 1))
    found = traverse(memory.view, "Ann", OWNER, limit=2)
    assert (len(found.relations), found.relations_omitted) == (10, 3)
    assert [str(ref) for ref in found.entities[0].refs] == ["ep:1", "ep:2"]
    assert [reached.refs_omitted for reached in found.entities] == [3, 0]


def test_a_name_of_several_starts_from_all(memory: Memory):
    add(memory, build.entity("Apple", "person", id=1), build.entity("apple", "organization", id=2))
    assert order(traverse(memory.view, "ＡＰＰＬＥ", OWNER)) == [(1, 0), (2, 0)]
    assert traverse(memory.view, "Apple", OWNER, limit=1).entities_omitted == 1


def test_nothing_of_another_scope(memory: Memory):
    mine, foreign = Scope("me", "garden"), Scope("me", "kitchen")
    add(memory, build.entity("Ann", id=1), build.entity("Ben", id=2, scope=foreign), build.entity("Cleo", id=3))
    add(memory, related(1, 1, 2), related(2, 1, 3, scope=foreign))
    assert order(traverse(memory.view, "Ann", mine)) == [(1, 0)]
    assert traverse(memory.view, "Ann", mine).entities_omitted == 0
    assert len(order(traverse(memory.view, "Ann", OWNER))) == 3


@pytest.mark.parametrize(("hops", "limit"), [(0, 20), (6, 20), (True, 20), (1, 0), (1, 101), (1, True), (1.5, 20)])
def test_bounds_out_of_range_are_told(star: Memory, hops: int, limit: int):
    with pytest.raises(BadInput):
        traverse(star.view, "Ann", OWNER, hops, limit)


def test_a_name_that_nobody_has_is_told(memory: Memory):
    with pytest.raises(BadInput):
        traverse(memory.view, "Nobody", OWNER)


def test_a_hub_gives_the_same_each_time(memory: Memory):
    leaves = 600
    add(memory, *(Entity(EntityId(n), f"L{n}", "thing", NOON) for n in range(1, leaves + 2)))
    add(
        memory,
        *(Fact(FactId(n), EntityId(n + 1), "part_of", EntityId(1), "", NOON, NOON) for n in range(1, leaves + 1)),
    )
    found = traverse(memory.view, "L1", OWNER, max_hops=2, limit=100)
    assert order(found) == [(1, 0), *((number, 1) for number in range(2, 101))]
    assert found.entities_omitted == leaves - 99
    assert traverse(memory.view, "L1", OWNER, max_hops=2, limit=100) == found
    assert EpisodeId(1) not in {ref.id for reached in found.entities for ref in reached.refs}
