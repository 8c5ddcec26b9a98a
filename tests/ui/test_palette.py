"""The palette: what was found in groups, the best first, and where each row leads."""

import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.domain.entity import Span
from app.domain.errors import BadInput
from app.domain.plan import USER, Add, Plan
from app.services.finding import Found
from tests import builders as build
from ui.commands import Command
from ui.found import Finds, lines_of
from ui.lanes import Lanes
from ui.palette import Palette
from ui.widgets.lines import Line


class _Reading:
    """Lanes that keep what is asked for until it is let go."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Any]] = []
        self.cancelled = 0
        self.refuse: Any = None
        self.failed: Any = None

    def read(self, job: Any, done: Any, failed: Any = None, **_: Any) -> "_Reading":
        self.asked.append((job, done))
        self.refuse = failed
        return self

    def cancel(self) -> None:
        """Nothing runs."""
        self.cancelled += 1


@pytest.fixture
def opened(qtbot: Any) -> Iterator[tuple[Palette, _Reading, list[Any]]]:
    lanes, told = _Reading(), []
    parent = QWidget()
    parent.resize(900, 600)
    commands = [Command("go", "Open the history", lambda: told.append("history"))]
    lanes.failed = SimpleNamespace(emit=lambda error: told.append(str(error)))
    palette = Palette(lanes, commands, parent)  # type: ignore[arg-type]
    qtbot.addWidget(parent)
    palette.found.connect(lambda kind, thing: told.append((kind, thing)))
    yield palette, lanes, told
    parent.close()


def found(kind: Any = "entity", id: int = 2, way: int = 2, **rest: Any) -> Found:
    row = rest.pop("row", build.entity("Robert", id=id))
    return Found(kind, id, rest.pop("title", "Robert"), row, way, **rest)


def texts(lines: list[Line]) -> list[str]:
    return [line.text for line in lines]


def test_the_group_with_the_best_find_comes_first():
    hits = (found(way=2), found("category", 5, 0, title="Robots", row=None))
    lines = lines_of("robo", Finds(hits, ()), [(4, Line(("command", 0), "Rob"))])
    assert texts(lines) == [
        "Categories",
        "Robots",
        "People and things",
        "Robert",
        "Commands",
        "Rob",
        "More",
        lines[-1].text,
    ]
    assert lines[-1].key == ("search", "robo")
    assert texts(lines_of("", Finds(hits[:1], ()), [(0, Line(("command", 0), "Rob"))]))[:2] == ["Commands", "Rob"]


def test_a_name_found_by_another_says_so_with_its_marks():
    line = lines_of("bob", Finds((found(detail="Bob", detail_marks=(Span(0, 3),)),), ()), [])[1]
    assert (line.text, line.detail) == ("Robert", "also Bob")
    assert [line.detail[mark.start : mark.end] for mark in line.detail_marks] == ["Bob"]


def test_words_lead_to_where_they_stand():
    hit = found("words", 7, row=build.episode("It rained.", 7), title="", detail="It rained.", span=Span(3, 9))
    assert lines_of("rained", Finds((hit,), ()), [])[1].key == ("episode", (7, Span(3, 9)))


def test_enter_before_the_find_is_there_waits_for_it(qtbot: Any, opened: Any):
    palette, lanes, told = opened
    qtbot.keyClicks(palette.field, "bob")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert told == []
    qtbot.waitUntil(lambda: len(lanes.asked) > 1)
    lanes.asked[-1][1](Finds((found(way=0),), ()))
    assert told == [("entity", 2)]


def test_what_comes_after_escape_leads_nowhere(qtbot: Any, opened: Any):
    palette, lanes, told = opened
    palette.show()
    qtbot.keyClicks(palette.field, "bob")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(lanes.asked) > 1)
    before = lanes.cancelled
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    assert lanes.cancelled == before + 1 and told == []


def test_a_search_that_fails_is_said_and_the_next_one_works(qtbot: Any, opened: Any):
    palette, lanes, told = opened
    qtbot.keyClicks(palette.field, "bob")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(lanes.asked) > 1)
    lanes.refuse(BadInput("This entity is gone."))
    assert [line.text for line in palette.view._lines] == ["This entity is gone."]
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    lanes.asked[-1][1](Finds((), ((0, 0),)))
    assert told == ["This entity is gone."], "Enter was for what failed"


def test_a_command_is_called(qtbot: Any, opened: Any):
    palette, lanes, told = opened
    lanes.asked[-1][1](Finds((), ((0, 0),)))
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert told == ["history"]


def test_arrows_go_over_headings_and_round(qtbot: Any, opened: Any):
    palette, lanes, _ = opened
    lanes.asked[-1][1](Finds((found(), found("view", 3, title="Work", row=None)), ()))
    seen = []
    for _ in range(3):
        seen.append(palette.view.current_key())
        qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert seen == [("entity", 2), ("view", 3), ("entity", 2)]


def test_the_search_runs_on_no_thread_of_the_window(qtbot: Any, running: Any, monkeypatch: pytest.MonkeyPatch):
    from app.services import finding

    seen: list[int] = []
    monkeypatch.setattr(finding, "find", lambda desk, text: seen.append(threading.get_ident()) or ())
    assert isinstance(running.shell.core.lanes, Lanes)
    running.shell.open_palette()
    qtbot.waitUntil(lambda: bool(seen))
    assert threading.get_ident() not in seen
    running.shell.window.findChild(Palette).close()


def test_it_opens_once(qtbot: Any, running: Any):
    running.shell.open_palette()
    running.shell.open_palette()
    assert len(running.shell.window.findChildren(Palette)) == 1
    running.shell.window.findChild(Palette).close()
    running.shell.open_palette()
    qtbot.waitUntil(lambda: any(one.isVisible() for one in running.shell.window.findChildren(Palette)))


def test_enter_on_an_alias_opens_its_entity(qtbot: Any, running: Any):
    rows = (build.me(1), build.entity("Robert", id=2), build.entity("Bobsleigh", "thing", id=3), build.alias("Bob", 2))
    written: list[Any] = []
    plan = Plan(tuple(map(Add, rows)), USER, "declare")
    running.shell.core.lanes.write(lambda desk: desk.store.commit(plan), written.append)
    qtbot.waitUntil(lambda: bool(written))
    shown: list[Any] = []
    running.shell.window.memory.show_entity = shown.append
    running.shell.open_palette()
    palette = running.shell.window.findChild(Palette)
    qtbot.keyClicks(palette.field, "Bob")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown == [2])
