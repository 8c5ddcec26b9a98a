"""The neighbourhood: breadth first, bounded, fair to what stands beside a hub, never dangling, in few reads."""

from datetime import UTC, date, datetime

import pytest

from app.domain.clock import WorldTime
from app.domain.entity import Entity
from app.domain.fact import Fact, Value
from app.domain.ids import EntityId, FactId, Ref
from app.domain.scope import OWNER
from app.memory.explore import neighbourhood as module
from app.memory.explore.neighbourhood import neighbourhood, overview

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TODAY = NOW.date()


class Memory:
    """A view over lists, which counts the reads."""

    def __init__(self, entities, facts):
        self.rows = {EntityId(n): Entity(EntityId(n), f"E{n}", "person", NOW, mention_count=100 - n) for n in entities}
        self.kept = [
            Fact(FactId(i), s, "knows", o, f"{s} knows {o}", NOW, NOW, **more)
            for i, (s, o, more) in enumerate(facts, start=1)
        ]
        self.reads = 0
        self.entities = self.facts = self

    def one(self, entity, scope):
        self.reads += 1
        return self.rows.get(entity)

    def get(self, ids, scope):
        self.reads += 1
        return {i: self.rows[i] for i in ids if i in self.rows}

    def listed(self, scope, limit, order):
        self.reads += 1
        assert order == "mentions"
        return sorted(self.rows.values(), key=lambda row: -row.mention_count)[:limit]

    def count(self, scope):
        return len(self.rows)

    def of_entities(self, ids, scope):
        self.reads += 1
        wanted = set(ids)
        return [fact for fact in self.kept if wanted & {fact.subject, fact.object} and fact.expired_at is None]


def pairs(*edges):
    return [(EntityId(s), EntityId(o), {}) for s, o in edges]


def around(memory, center=1, **more):
    return neighbourhood(memory, EntityId(center), OWNER, TODAY, **more)


def shown(graph):
    return [node.entity.id for node in graph.nodes]


def test_depth_counts_facts_from_the_centre():
    memory = Memory(range(1, 6), pairs((1, 2), (3, 2), (3, 4), (4, 5)))
    assert shown(around(memory, depth=1)) == [1, 2]
    assert shown(around(memory, depth=2)) == [1, 2, 3]
    deepest = around(memory, depth=3)
    assert {node.entity.id: node.depth for node in deepest.nodes} == {1: 0, 2: 1, 3: 2, 4: 3}
    assert [node.hidden for node in deepest.nodes] == [0, 0, 0, 1]


def test_facts_between_the_outermost_are_edges_too():
    memory = Memory(range(1, 4), pairs((1, 2), (1, 3), (2, 3)))
    assert [(edge.subject, edge.object) for edge in around(memory).edges] == [(1, 2), (1, 3), (2, 3)]


def test_no_edge_points_to_what_is_not_shown():
    memory = Memory(range(1, 300), pairs(*((1, n) for n in range(2, 300)), *((n, n + 1) for n in range(2, 299))))
    graph = around(memory, depth=3, limit=40)
    ids = set(shown(graph))
    assert len(ids) == 40
    assert all(edge.subject in ids and edge.object in ids for edge in graph.edges)


def test_what_found_no_place_is_counted():
    memory = Memory(range(1, 5002), pairs(*((1, n) for n in range(2, 5002))))
    graph = around(memory, limit=500)
    assert len(graph.nodes) == 500
    assert graph.hidden == 4501
    assert graph.nodes[0].degree == 5000
    assert graph.nodes[0].hidden == 4501
    assert graph.complete


def test_a_hub_leaves_room_for_the_others():
    leaves = [(2, n) for n in range(100, 400)]
    memory = Memory([1, 2, 3, 50, 51, *range(100, 400)], pairs((1, 2), (1, 3), (3, 50), (3, 51), *leaves))
    ids = shown(around(memory, depth=2, limit=20))
    assert {50, 51} <= set(ids)
    assert len(ids) == 20


def test_what_still_holds_goes_before_what_has_ended():
    ended = {"valid_at": WorldTime("2020"), "invalid_at": WorldTime("2021")}
    memory = Memory([1, 2, 3], [(EntityId(1), EntityId(2), {}), (EntityId(1), EntityId(3), ended)])
    assert shown(around(memory, limit=2)) == [1, 2]
    assert [edge.state for edge in around(memory).edges] == ["current", "ended"]


def test_an_end_in_the_future_has_not_come_yet():
    memory = Memory([1, 2], [(EntityId(1), EntityId(2), {"invalid_at": WorldTime("2026-04")})])
    assert around(memory).edges[0].state == "current"
    later = neighbourhood(memory, EntityId(1), OWNER, date(2026, 4, 1))
    assert later.edges[0].state == "ended"


def test_values_records_and_loops_are_no_edges():
    memory = Memory(
        [1], [(EntityId(1), Value("teacher"), {}), (EntityId(1), Ref("ep", 3), {}), (EntityId(1), EntityId(1), {})]
    )
    graph = around(memory)
    assert shown(graph) == [1]
    assert graph.edges == ()
    assert graph.nodes[0].degree == 0


def test_an_unknown_centre_gives_an_empty_picture():
    assert around(Memory([], []), center=9).nodes == ()


def test_entities_that_may_not_be_read_are_left_out():
    memory = Memory([1, 2], pairs((1, 2), (1, 3)))
    graph = around(memory)
    assert shown(graph) == [1, 2]
    assert len(graph.edges) == 1


def test_reads_grow_with_batches_not_with_entities():
    wide = Memory(range(1, 202), pairs(*((1, n) for n in range(2, 202))))
    around(wide, depth=3, limit=500)
    assert wide.reads <= 8


def test_the_read_budget_ends_the_walk_and_says_so(monkeypatch):
    monkeypatch.setattr(module, "MAX_FACTS", 50)
    memory = Memory(range(1, 402), pairs(*((1, n) for n in range(2, 202)), *((n, n + 200) for n in range(2, 202))))
    graph = around(memory, depth=2, limit=500)
    assert not graph.complete
    assert len(graph.nodes) == 201


@pytest.mark.parametrize("limit, expected", [(0, 1), (-3, 1), (9999, 500)])
def test_the_limit_is_kept_within_bounds(limit, expected):
    memory = Memory(range(1, 602), pairs(*((1, n) for n in range(2, 602))))
    assert len(around(memory, limit=limit).nodes) == expected


def test_the_overview_shows_the_most_named_and_counts_the_rest():
    memory = Memory(range(1, 60), pairs((1, 2), (2, 50), (58, 59)))
    graph = overview(memory, OWNER, TODAY, limit=20)
    assert graph.center == 1
    assert shown(graph) == list(range(1, 21))
    assert [(edge.subject, edge.object) for edge in graph.edges] == [(1, 2)]
    assert graph.hidden == 39


def test_the_overview_of_nothing_is_empty():
    assert overview(Memory([], []), OWNER, TODAY).nodes == ()
