"""The search page in the window: its key, the way to the words that were found, and the way back."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.ui.test_window import _say

Key = Qt.Key
BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
TEXT = "Alice Moreau works at Lindgren Tools."


def activate(qtbot: Any, window: Any) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def ask(qtbot: Any, window: Any, text: str, kind: str) -> Any:
    """The first row of a kind that a query gives."""
    window.search.field.setText(text)

    def found() -> bool:
        return any(row.kind == kind for row in window.search.view.rows)

    qtbot.waitUntil(found, timeout=20_000)
    return next(row for row in window.search.view.rows if row.kind == kind)


def test_it_opens_by_its_key_and_leads_to_the_words_and_back(qtbot: Any, running: Any) -> None:
    _say(qtbot, running, TEXT)
    window, shell = running.shell.window, running.shell
    activate(qtbot, window)
    qtbot.keyClick(window, Key.Key_F, BOTH)
    qtbot.waitUntil(lambda: window.page == "search" and window.search.field.hasFocus())
    row = ask(qtbot, window, "lindgren from:me", "said")
    window.search.view.mark(row.key)
    window.search.view.setFocus()
    qtbot.keyClick(window.search.view, Key.Key_Return)
    assert window.page == "chat"
    turn = window.chat.transcript.turns()[0]
    qtbot.waitUntil(lambda: [TEXT[one.start : one.end] for one in turn._marks] == ["Lindgren"], timeout=5_000)
    shell.show_page("notes")
    shell.show_page("search")
    assert window.search.text() == "lindgren from:me"
    window.search.field.clear()
    qtbot.keyClick(window.search.field, Key.Key_Escape)
    assert window.page == "notes"


def test_a_name_opens_in_memory_and_the_graph_opens_around_the_search(qtbot: Any, running: Any) -> None:
    _say(qtbot, running, TEXT)
    window = running.shell.window
    running.shell.show_page("search")
    row = ask(qtbot, window, "alice", "name")
    window.search.view.chosen.emit(row)
    qtbot.waitUntil(lambda: window.memory.entity.isVisible(), timeout=5_000)
    assert window.page == "search"
    qtbot.keyClick(window.search.field, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.page == "graph", timeout=10_000)


def test_the_search_of_the_list_goes_on_there(qtbot: Any, running: Any) -> None:
    _say(qtbot, running, TEXT)
    window = running.shell.window
    window.chats.field.setText("lindgren")
    qtbot.waitUntil(lambda: ("search", "lindgren") in list(window.chats.view.keys()), timeout=20_000)
    window.chats.chosen.emit(("search", "lindgren"))
    assert (window.page, window.search.text()) == ("search", "lindgren")
    activate(qtbot, window)
    window.rail.setFocus()
    running.shell.focus_search()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.search.field)


def test_another_language_keeps_what_is_looked_for(qtbot: Any, running: Any) -> None:
    _say(qtbot, running, TEXT)
    shell = running.shell
    shell.show_page("search")
    ask(qtbot, shell.window, "lindgren from:me", "said")
    before = shell.window
    shell.change_settings(shell.settings.with_changes({"language": "ja"}))
    qtbot.waitUntil(lambda: shell.window is not before and shell.window.page == "search", timeout=20_000)
    window = shell.window
    assert window.search.text() == "lindgren from:me"
    qtbot.waitUntil(lambda: window.focusWidget() is window.search.field)
    qtbot.waitUntil(lambda: any(row.kind == "said" for row in window.search.view.rows), timeout=20_000)
