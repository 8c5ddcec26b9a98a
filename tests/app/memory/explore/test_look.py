"""A look: breadth first, bounded, fair to what stands beside a hub, honest in its counts, never dangling."""

from datetime import date

import pytest

from app.domain.errors import Cancelled
from app.domain.scope import Scope
from app.memory.explore import look as module
from tests.app.memory.explore.conftest import ends, shown
from tests.builders import NOON, entity, fact


def test_depth_counts_facts_from_the_centre(memory):
    memory.holds(range(1, 8), (1, 2), (3, 2), (3, 4), (4, 5), (5, 6), (6, 7))
    assert shown(memory.look(1, depth=1)) == [1, 2]
    assert shown(memory.look(1, depth=2)) == [1, 2, 3]
    deepest = memory.look(1, depth=5)
    assert {node.entity.id: node.depth for node in deepest.nodes} == {1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5}
    assert [node.hidden for node in deepest.nodes] == [0, 0, 0, 0, 0, 1]
    assert shown(memory.look(1, depth=99)) == shown(deepest)


def test_it_looks_around_several_at_once(memory):
    memory.holds(range(1, 7), (1, 3), (2, 4), (4, 5), (6, 6))
    graph = memory.look(2, 1, 2, 99)
    assert (graph.center, graph.about) == (2, (2, 1))
    assert [(node.entity.id, node.depth) for node in graph.nodes] == [(2, 0), (1, 0), (4, 1), (3, 1)]


def test_facts_between_the_outermost_are_edges_too(memory):
    memory.holds(range(1, 4), (1, 2), (1, 3), (2, 3))
    assert ends(memory.look(1)) == [(1, 2), (1, 3), (2, 3)]


def test_no_edge_points_to_what_is_not_shown(memory):
    memory.holds(range(1, 300), *((1, n) for n in range(2, 300)), *((n, n + 1) for n in range(2, 299)))
    graph = memory.look(1, depth=3, limit=40)
    assert len(graph.nodes) == 40
    assert {end for pair in ends(graph) for end in pair} <= set(shown(graph))


def test_a_hub_with_five_thousand_leaves_says_how_many_are_hidden(memory):
    memory.holds(range(1, 5002), *((1, n) for n in range(2, 5002)))
    graph = memory.look(1, limit=500)
    assert (len(graph.nodes), graph.hidden, graph.complete) == (500, 4501, True)
    assert (graph.nodes[0].degree, graph.nodes[0].hidden) == (5000, 4501)
    assert memory.look(1, limit=5001).hidden == 0


def test_a_hub_leaves_room_for_the_others(memory):
    leaves = [(2, n) for n in range(6, 300)]
    memory.holds(range(1, 300), (1, 2), (1, 3), (3, 4), (3, 5), *leaves)
    graph = memory.look(1, depth=2, limit=20)
    assert {4, 5} <= set(shown(graph))
    assert len(graph.nodes) == 20


def test_what_still_holds_goes_before_what_has_ended(memory):
    memory.holds(range(1, 4), (1, 2), (1, 3, {"valid_at": "2020", "invalid_at": "2021"}))
    assert shown(memory.look(1, limit=2)) == [1, 2]
    assert [edge.state for edge in memory.look(1).edges] == ["current", "ended"]


def test_what_was_taken_back_leads_nowhere_and_stays_in_sight(memory):
    memory.holds(range(1, 4), (1, 2, {"expired_at": NOON}), (1, 3))
    assert shown(memory.look(1, depth=5)) == [1, 3]
    both = memory.look(1, 2)
    assert [(edge.object, edge.state) for edge in both.edges] == [(2, "retracted"), (3, "current")]
    assert [(node.degree, node.hidden) for node in both.nodes] == [(1, 0), (0, 0), (1, 0)]


def test_values_and_loops_are_no_edges(memory):
    memory.holds([1], (1, 1), (1, "teacher"))
    graph = memory.look(1)
    assert (shown(graph), graph.edges, graph.nodes[0].degree) == ([1], (), 0)


def test_what_nobody_knows_gives_an_empty_picture(memory):
    assert memory.look(9).nodes == ()
    assert memory.look().nodes == ()
    memory.holds([1])
    assert shown(memory.look()) == [1]
    assert memory.look(9) == module.Neighbourhood(9)


def test_an_opened_entity_brings_its_neighbours_however_far_out_it_is(memory):
    memory.holds(range(1, 7), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6))
    assert shown(memory.look(1, opened={2})) == [1, 2, 3]
    assert shown(memory.look(1, opened={2, 3, 4})) == [1, 2, 3, 4, 5]
    assert shown(memory.look(1, opened={3})) == [1, 2], "what is not shown cannot be opened"
    assert memory.look(1, opened={2, 3}).nodes[-1].depth == 3


def test_an_opened_entity_has_room_also_where_the_limit_is_reached(memory):
    memory.holds(range(1, 30), *((1, n) for n in range(2, 20)), *((2, n) for n in range(20, 30)))
    graph = memory.look(1, limit=5)
    assert (len(graph.nodes), graph.hidden) == (5, 14)
    opened = memory.look(1, limit=5, opened={1})
    assert (len(opened.nodes), opened.hidden) == (10, 9)
    assert memory.look(opened={2}, limit=2).hidden == 29 - 2 - 2


def test_a_closed_entity_is_shown_and_not_looked_behind(memory):
    memory.holds(range(1, 5), (1, 2), (2, 3), (1, 4))
    graph = memory.look(1, depth=3, closed={2})
    assert shown(graph) == [1, 4, 2]
    assert [node.hidden for node in graph.nodes] == [0, 0, 1]
    assert graph.hidden == 0, "what a person closed off is not left out by the limit"
    assert shown(memory.look(1, closed={1})) == [1]
    assert shown(memory.look(1, closed={2}, opened={2})) == [1, 4, 2]


def test_a_hidden_entity_is_not_shown_and_leads_nowhere(memory):
    memory.holds(range(1, 5), (1, 2), (2, 3), (1, 4))
    graph = memory.look(1, depth=3, hidden={2})
    assert (shown(graph), graph.nodes[0].hidden, graph.hidden) == ([1, 4], 1, 0)
    assert memory.look(1, hidden={1}).nodes == ()
    everything = memory.look(hidden={2, 77})
    assert (shown(everything), everything.hidden) == ([1, 3, 4], 0)


def test_the_most_named_come_first_and_the_rest_is_counted(memory):
    memory.holds(range(1, 60), (1, 2), (2, 50), (58, 59))
    graph = memory.look(limit=20)
    assert (graph.center, graph.about, graph.hidden) == (1, (), 39)
    assert shown(graph) == list(range(1, 21))
    assert ends(graph) == [(1, 2)]
    assert memory.look(limit=19, hidden={3, 4}).hidden == 59 - 2 - 19


def test_a_project_sees_its_own_and_counts_no_more(memory):
    memory.holds(range(1, 4), (1, 2), (1, 3))
    there = Scope(project="there")
    made = memory.add(entity("There", id=-1, scope=there), fact(1, "knows", -1, id=-2, scope=there))
    secret = made.ids[-1]
    memory.add(fact(1, "likes", secret, id=-1))  # a fact that can be read about one that cannot
    here, global_ = Scope(project="here"), memory.look(1, scope=Scope(project="here"))
    assert secret not in shown(global_)
    assert (global_.hidden, global_.nodes[0].degree, global_.nodes[0].hidden) == (0, 2, 0)
    assert memory.look(secret, scope=here).nodes == ()
    assert memory.look(scope=here, limit=2).hidden == 1
    assert shown(memory.look(1, 2, 3, secret, scope=there)) == [1, 2, 3, secret]
    assert memory.look(1, scope=Scope(agent="other", everything=True)).nodes == ()


@pytest.mark.parametrize("limit, expected", [(0, 1), (-3, 1), (99_999, 30)])
def test_the_limit_is_kept_within_bounds(memory, limit, expected):
    memory.holds(range(1, 31), *((1, n) for n in range(2, 31)))
    assert len(memory.look(1, limit=limit).nodes) == expected


def test_an_entity_with_more_facts_than_a_page_is_read_whole(memory, monkeypatch):
    monkeypatch.setattr(module, "_PAGE", 7)
    memory.holds(range(1, 31), *((1, n) for n in range(2, 31)))
    graph = memory.look(1)
    assert (len(graph.nodes), graph.nodes[0].degree, graph.complete) == (30, 29, True)


def test_the_read_budget_ends_the_walk_and_says_so(memory, monkeypatch):
    monkeypatch.setattr(module, "MOST_FACTS", 20)
    monkeypatch.setattr(module, "_PAGE", 10)
    memory.holds(range(1, 62), *((1, n) for n in range(2, 32)), *((n, n + 30) for n in range(2, 32)))
    graph = memory.look(1, depth=2, limit=500)
    assert not graph.complete
    assert len(graph.nodes) == 21


def test_all_of_memory_is_read_in_one_go_and_looks_the_same(memory, monkeypatch):
    memory.holds(range(1, 30), *((n, n * step % 29 + 1) for step in (3, 7) for n in range(1, 30)))
    far = memory.add(entity("There", id=-1, scope=Scope(project="there"))).ids[-1]
    memory.add(fact(1, "likes", far, id=-1))
    here, whole = Scope(project="here"), module.Ties.between
    asked = []
    monkeypatch.setattr(module.Ties, "between", lambda self, shown: asked.append(len(self.rows)) or whole(self, shown))
    once, apart = memory.look(scope=here, limit=29), memory.look(*range(1, 30), scope=here)
    assert (once.nodes, once.edges, once.hidden, apart.hidden) == (apart.nodes, apart.edges, 0, 0)
    assert asked[0] == asked[1] > 29


def test_nobody_waits_for_a_picture_that_is_not_wanted(memory):
    memory.holds(range(1, 4), (1, 2))
    with pytest.raises(Cancelled):
        memory.look(1, stopped=lambda: True)


def test_an_end_in_the_future_has_not_come_yet(memory):
    memory.holds(range(1, 3), (1, 2, {"invalid_at": "2026-04"}))
    assert memory.look(1).edges[0].state == "current"
    assert memory.look(1, day=date(2026, 4, 1)).edges[0].state == "ended"
