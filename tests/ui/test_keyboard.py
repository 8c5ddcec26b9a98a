"""Every page by keyboard and for the screen reader: each stop of Tab has a name, and each control can be reached."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTabBar,
    QWidget,
)

from tests.ui.test_window import _say

PAGES = ("chat", "notes", "graph", "categories", "suggestions", "history", "search")
CONTROLS = (QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox, QAbstractItemView)


def _name(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    return widget.accessibleName() or (text() if callable(text) else "")


def _stops(qtbot: Any, window: Any) -> list[QWidget]:
    """What Tab comes to, in order, once around."""
    start = window.rail.findChildren(QAbstractButton)[0]
    window.activateWindow()
    start.setFocus()
    qtbot.waitUntil(start.hasFocus)
    found: list[QWidget] = [start]
    while window.focusNextPrevChild(True) and (now := QApplication.focusWidget()) is not start:
        assert now is not None
        assert now not in found, f"Tab goes in a circle at {_name(now)}"
        found.append(now)
    return found


def _needs_name(widget: QWidget) -> bool:
    return not isinstance(widget, QScrollArea | QTabBar)


@pytest.fixture
def full(qtbot: Any, running: Any) -> Any:
    """A window with a turn learned, an answer and how it was found, a note and the memory panel."""
    running.shell.window.resize(1300, 860)
    _say(qtbot, running, "Alice Moreau works at Lindgren Tools.")
    _say(qtbot, running, "Where does Alice work?")
    turns = running.shell.window.chat.transcript.turns
    qtbot.waitUntil(lambda: turns()[-1].how is not None, timeout=20_000)
    turns()[-1].how.set_open(True)
    qtbot.waitUntil(lambda: turns()[-1].how.table is not None, timeout=10_000)
    return running


@pytest.mark.parametrize("page", PAGES)
def test_each_stop_has_a_name(qtbot: Any, full: Any, page: str) -> None:
    full.shell.show_page(page)
    if page == "notes":
        full.shell.new_note()
        qtbot.waitUntil(lambda: full.shell.window.notes.note is not None)
    qtbot.wait(50)
    stops = _stops(qtbot, full.shell.window)
    assert len(stops) >= 6
    nameless = [
        f"{type(stop).__name__} in {type(stop.parent()).__name__}"
        for stop in stops
        if _needs_name(stop) and not _name(stop)
    ]
    assert nameless == []


@pytest.mark.parametrize("page", PAGES)
def test_each_control_can_be_reached(qtbot: Any, full: Any, page: str) -> None:
    full.shell.show_page(page)
    qtbot.wait(50)
    window = full.shell.window
    stops = set(map(id, _stops(qtbot, window)))
    lost = [
        _name(widget) or type(widget).__name__
        for widget in window.findChildren(QWidget)
        if isinstance(widget, CONTROLS)
        and getattr(widget, "group", lambda: None)() is None  # the arrow keys go about in a group
        and widget.isVisibleTo(window)
        and widget.isEnabled()
        and not widget.objectName().startswith("qt_")
        and widget.parent() is not None
        and not isinstance(widget.parent(), QLineEdit | QAbstractItemView)
        and id(widget) not in stops
    ]
    assert lost == []


def test_tab_goes_from_the_rail_to_the_list_to_the_page_to_memory(qtbot: Any, full: Any) -> None:
    window = full.shell.window
    stops = _stops(qtbot, window)

    def first(part: QWidget) -> int:
        return next(number for number, stop in enumerate(stops) if part.isAncestorOf(stop))

    parts = (window.rail, window.chats, window.chat, window.memory, window.status)
    order = [first(part) for part in parts]
    assert order == sorted(order)


def test_tab_moves_and_escape_leads_back_to_the_composer(qtbot: Any, full: Any) -> None:
    window = full.shell.window
    window.activateWindow()
    field = window.chat.composer.field
    window.chats.field.setFocus()
    qtbot.waitUntil(window.chats.field.hasFocus)
    qtbot.keyClick(window.chats.field, Qt.Key.Key_Tab)
    now = QApplication.focusWidget()
    assert isinstance(now, QAbstractButton)
    assert now.accessibleName() == "New chat"
    qtbot.keyClick(window.rail, Qt.Key.Key_Escape)
    assert field.hasFocus()
