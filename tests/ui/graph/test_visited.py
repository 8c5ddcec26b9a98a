"""When another program declares something, the graph that is on screen shows it, and one line says who it was."""

from typing import Any

from app.domain.plan import Author
from app.domain.scope import OWNER


def _declare(desk: Any) -> None:
    from app.services import associations
    from app.services.associations import Caller

    told = {"relations": [{"subject": "Rosa Quist", "predicate": "works_at", "object": "Harbour Lab"}]}
    associations.declare(desk, told, Caller(Author("agent", "Claude"), OWNER))


def _names(running: Any) -> set[str]:
    picture = running.shell.window.graph.view.canvas.picture
    return {node.entity.name for node in picture.nodes} if picture is not None else set()


def test_the_graph_follows_an_agent_and_lets_go_of_what_is_undone(qtbot: Any, running: Any) -> None:
    window = running.shell.window
    running.shell.show_page("graph")
    running.core.lanes.write(_declare)
    qtbot.waitUntil(lambda: _names(running) == {"Rosa Quist", "Harbour Lab"}, timeout=20_000)
    assert window.status._message.text() == "Claude declared names and relations"
    window.status._step.click()
    assert window.page == "history"
    running.shell.undo()
    qtbot.waitUntil(lambda: window.status._message.text().startswith("Undone"), timeout=10_000)
    running.shell.show_page("graph")
    qtbot.waitUntil(lambda: not _names(running), timeout=20_000)
