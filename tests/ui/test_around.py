"""The graph opens around the chat, note or search that one comes from; coming again finds it as it was left."""

from collections.abc import Callable
from typing import Any

import pytest

from app.domain.errors import BadInput
from app.domain.plan import Author
from app.domain.scope import OWNER
from app.services import explorer


def _declare(desk: Any) -> None:
    from app.services import associations
    from app.services.associations import Caller

    pairs = (("Rosa Quist", "Harbour Lab"), ("Tom Berg", "Fjord School"))
    told = {"relations": [{"subject": one, "predicate": "works_at", "object": other} for one, other in pairs]}
    associations.declare(desk, told, Caller(Author("agent", "Claude"), OWNER))


def _write(desk: Any) -> tuple[Any, Any]:
    from app.services import chat, notes

    note = notes.create(desk, "Visit")
    notes.save(desk, note.id, "Visit", "Hall")
    return chat.start(desk, "Lab talk"), note.id


@pytest.fixture
def around(running: Any, qtbot: Any, monkeypatch: Any) -> dict[str, Any]:
    """A chat and a note; whom each is about is said by the test, since learning is not what is tried here."""
    running.core.loop.pause()
    running.core.lanes.write(_declare)
    made: list[Any] = []
    running.core.lanes.write(_write, made.append)
    qtbot.waitUntil(lambda: bool(made), timeout=20_000)
    known: dict[str, tuple[str, ...]] = {"chat": ("Rosa Quist",), "note": ("Tom Berg",), "search": ("Harbour Lab",)}

    def finds(kind: str) -> Callable[[Any, Any], tuple[Any, ...]]:
        return lambda desk, thing: tuple(explorer.called(desk, name)[0].id for name in known[kind])

    monkeypatch.setattr(explorer, "around_conversation", finds("chat"))
    monkeypatch.setattr(explorer, "around_note", finds("note"))
    monkeypatch.setattr(explorer, "around_search", finds("search"))
    chat, note = made[0]
    window = running.shell.window
    window.chat.open(chat.id)
    qtbot.waitUntil(lambda: window.chat.conversation is not None, timeout=10_000)
    return {"known": known, "note": note, "chat": chat.id, "window": window, "shell": running.shell}


def _titled(around: dict[str, Any], title: str) -> bool:
    graph = around["window"].graph
    return graph is not None and graph.head.title.text() == title and not graph.view.feed.running


def _names(around: dict[str, Any]) -> set[str]:
    return {node.entity.name for node in around["window"].graph.view.canvas.picture.nodes}


def test_from_a_chat_and_from_a_note_and_back(around: dict[str, Any], qtbot: Any) -> None:
    shell, window = around["shell"], around["window"]
    shell.show_page("graph")
    qtbot.waitUntil(lambda: _titled(around, "Around “Lab talk”"), timeout=10_000)
    assert _names(around) == {"Rosa Quist", "Harbour Lab"}
    shell.show_page("notes")
    window.notes.open(around["note"])
    qtbot.waitUntil(lambda: window.notes.note is not None, timeout=10_000)
    shell.show_page("graph")
    qtbot.waitUntil(lambda: _titled(around, "Around “Visit”"), timeout=10_000)
    assert _names(around) == {"Tom Berg", "Fjord School"}
    window.graph.head.back.click()
    qtbot.waitUntil(lambda: _titled(around, "Around “Lab talk”"), timeout=10_000)


def test_coming_again_from_the_same_chat_finds_what_was_left(around: dict[str, Any], qtbot: Any) -> None:
    shell, window = around["shell"], around["window"]
    shell.show_page("graph")
    qtbot.waitUntil(lambda: _titled(around, "Around “Lab talk”"), timeout=10_000)
    window.graph.view.set_depth(3)
    shell.show_page("chat")
    shell.show_page("graph")
    qtbot.wait(80)
    assert window.graph.view.lens.depth == 3
    assert not window.graph.trail.leads_on
    around["known"]["chat"] = ("Rosa Quist", "Tom Berg")
    shell.show_page("chat")
    shell.show_page("graph")
    qtbot.waitUntil(lambda: len(window.graph.view.lens.about) == 2, timeout=10_000)


def test_a_chat_about_nobody_shows_what_is_named_most(around: dict[str, Any], qtbot: Any) -> None:
    around["known"]["chat"] = ()
    around["shell"].show_page("graph")
    qtbot.waitUntil(lambda: around["window"].graph.view.opened, timeout=10_000)
    qtbot.waitUntil(lambda: len(_names(around)) == 4, timeout=10_000)
    assert around["window"].graph.head.title.text() == "The whole graph"


def test_a_search_and_some_entities_are_looked_around(around: dict[str, Any], qtbot: Any) -> None:
    ways, window = around["shell"].ways, around["window"]
    ways.around.search("harbour")
    assert window.page == "graph"
    qtbot.waitUntil(lambda: _titled(around, "Around the search “harbour”"), timeout=10_000)
    number = next(node.entity.id for node in window.graph.view.canvas.picture.nodes if node.depth)
    ways.around.entities((number,))
    qtbot.waitUntil(lambda: _titled(around, "Rosa Quist"), timeout=10_000)


def test_a_view_is_opened_instead_of_what_one_comes_from(around: dict[str, Any], qtbot: Any) -> None:
    from app.domain.lens import Lens
    from app.services import views

    kept: list[Any] = []
    shell = around["shell"]

    def keep(desk: Any) -> Any:
        about = explorer.called(desk, "Tom Berg")[0].id
        return views.save(desk, "Berg", views.Look(Lens((about,)))).ids[views.NEW]

    shell.core.lanes.write(keep, kept.append)
    qtbot.waitUntil(lambda: bool(kept), timeout=10_000)
    shell.ways.go_to("view", kept[0])
    qtbot.waitUntil(lambda: _titled(around, "Berg"), timeout=10_000)
    qtbot.wait(80)
    assert _names(around) == {"Tom Berg", "Fjord School"}


def test_a_view_that_is_gone_leaves_no_blank_page(around: dict[str, Any], qtbot: Any) -> None:
    around["shell"].ways.go_to("view", 999)
    qtbot.waitUntil(lambda: around["window"].page == "graph" and len(_names(around)) == 4, timeout=10_000)


def test_a_search_that_fits_nobody_says_so(around: dict[str, Any], qtbot: Any) -> None:
    window = around["window"]
    around["shell"].ways.around.search("harbour")
    qtbot.waitUntil(lambda: _titled(around, "Around the search “harbour”"), timeout=10_000)
    around["known"]["search"] = ()
    with qtbot.waitSignal(window.graph.told, timeout=10_000) as told:
        around["shell"].ways.around.search("zzz")
    assert told.args == ["Nobody and nothing in the graph fits this search."]


def test_a_search_that_fails_leaves_no_blank_page(around: dict[str, Any], qtbot: Any, monkeypatch: Any) -> None:
    def fail(desk: Any, text: str) -> tuple[Any, ...]:
        raise BadInput("There is no project or channel “{words}”.", words=text)

    monkeypatch.setattr(explorer, "around_search", fail)
    with qtbot.waitSignal(around["shell"].core.lanes.failed, timeout=10_000):
        around["shell"].ways.around.search("project:zzz")
    qtbot.waitUntil(lambda: len(_names(around)) == 4, timeout=10_000)
