"""The two looks without a lens."""

from app.domain.scope import OWNER
from app.memory.explore.neighbourhood import neighbourhood, overview
from tests.app.memory.explore.conftest import TODAY, shown


def test_around_one_entity(memory):
    memory.holds(range(1, 5), (1, 2), (2, 3), (3, 4))
    assert shown(neighbourhood(memory.view, 1, OWNER, TODAY, depth=2)) == [1, 2, 3]
    assert neighbourhood(memory.view, 9, OWNER, TODAY).nodes == ()


def test_over_all_of_memory(memory):
    memory.holds(range(1, 5), (1, 2), (3, 4))
    graph = overview(memory.view, OWNER, TODAY, limit=3)
    assert (shown(graph), graph.center, graph.hidden) == ([1, 2, 3], 1, 1)
