"""Whom a person chooses in the graph is marked in the categories, and the other way round."""

from collections.abc import Callable
from typing import Any

import pytest

from app.domain.category import Category, Membership
from app.domain.ids import CategoryId, MembershipId
from app.domain.plan import USER, Add, Author, Plan
from app.domain.scope import OWNER
from tests.builders import NOON


def _fill(desk: Any) -> dict[str, Any]:
    """Rosa in two categories, Tom in one, their places in none."""
    from app.services import associations, explorer
    from app.services.associations import Caller

    pairs = (("Rosa Quist", "Harbour Lab"), ("Tom Berg", "Harbour Lab"))
    told = {"relations": [{"subject": one, "predicate": "works_at", "object": other} for one, other in pairs]}
    associations.declare(desk, told, Caller(Author("agent", "Claude"), OWNER))
    whom = {name: explorer.called(desk, name)[0].id for name in ("Rosa Quist", "Tom Berg", "Harbour Lab")}
    rows: list[Any] = [
        Category(CategoryId(-1 - n), name, 1, NOON) for n, name in enumerate(("Crew", "Friends", "Band"))
    ]
    within = ((-1, "Rosa Quist"), (-2, "Rosa Quist"), (-3, "Tom Berg"))
    rows += [Membership(MembershipId(-20 - n), CategoryId(c), whom[name], "user") for n, (c, name) in enumerate(within)]
    desk.store.commit(Plan(tuple(Add(row) for row in rows), USER, "sort"))
    return whom


@pytest.fixture
def whom(running: Any, qtbot: Any) -> dict[str, Any]:
    running.core.loop.pause()
    made: list[dict[str, Any]] = []
    running.core.lanes.write(_fill, made.append)
    qtbot.waitUntil(lambda: bool(made), timeout=20_000)
    shell = running.shell
    shell.ways.around.entities(tuple(made[0].values()))
    qtbot.waitUntil(lambda: len(shell.window.graph.view.canvas.picture.nodes) == 3, timeout=10_000)
    return made[0]


@pytest.fixture
def marked(running: Any) -> Callable[[], Any]:
    def tell() -> Any:
        box = running.shell.window.categories.map.mark
        return None if box is None or box.entity is None else box.entity.id

    return tell


def test_whom_the_graph_chooses_the_categories_mark(running: Any, qtbot: Any, whom: Any, marked: Any) -> None:
    window = running.shell.window
    window.graph.view.canvas.choose_entity(whom["Tom Berg"])
    running.shell.show_page("categories")  # for the first time: it reads its tree now
    qtbot.waitUntil(lambda: marked() == whom["Tom Berg"], timeout=10_000)
    qtbot.waitUntil(lambda: window.categories.tree.currentIndex().data() == "Tom Berg", timeout=10_000)
    window.graph.view.canvas.choose_entity(whom["Rosa Quist"])
    qtbot.waitUntil(lambda: marked() == whom["Rosa Quist"], timeout=10_000)
    window.graph.view.canvas.choose_entity(whom["Harbour Lab"])  # in no category: the mark stays where it was
    qtbot.wait(50)
    assert marked() == whom["Rosa Quist"]


def test_whom_the_categories_mark_the_graph_chooses(running: Any, qtbot: Any, whom: Any, marked: Any) -> None:
    running.shell.show_page("categories")
    page, canvas = running.shell.window.categories, running.shell.window.graph.view.canvas
    qtbot.waitUntil(lambda: page.marks.known is not None and page.map.shows(page.marks.known), timeout=10_000)
    for home in ("Friends", "Crew"):  # the mark stays in the category where the person set it
        branches = page.marks.known.branches
        path = page.marks.way_to(next(one for one, branch in branches.items() if branch.category.name == home))
        page.tree.marked.emit((path, whom["Rosa Quist"]))
        qtbot.waitUntil(lambda: canvas.choice_id() == whom["Rosa Quist"], timeout=10_000)
        qtbot.waitUntil(lambda: marked() == whom["Rosa Quist"], timeout=10_000)
        qtbot.wait(50)
        assert page.map.mark.spot() == (path, whom["Rosa Quist"])
