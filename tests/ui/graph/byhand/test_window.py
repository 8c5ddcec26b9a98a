"""The hand in the whole window: what it does is said with the way back, and is taken back after a restart."""

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from tests.ui.conftest import end
from tests.ui.graph.byhand.doing import LEFT, NONE, SHIFT, at, drag, top
from ui.graph.relating import RelateDialog
from ui.memories.merging import MergeDialog

TEXT = "Alice Moreau works at Lindgren Tools. Ben Okafor works at Northwind Optics."


def _learned(qtbot: Any, running: Any) -> None:
    chat = running.shell.window.chat
    chat.composer.field.setPlainText(TEXT)
    qtbot.keyClick(chat.composer.field, Qt.Key.Key_Return)

    def settled() -> bool:
        turns = [turn for turn in chat.transcript.turns() if turn.view and turn.view.episode.text == TEXT]
        return bool(turns) and turns[-1].view.episode.state != "waiting"

    qtbot.waitUntil(settled, timeout=30_000)
    qtbot.waitUntil(lambda: running.core.loop.idle, timeout=30_000)


def _graph(qtbot: Any, running: Any) -> Any:
    """The page, with all of memory at rest on it."""
    running.shell.show_page("graph")
    page = running.shell.window.graph
    page.open_overview()
    qtbot.waitUntil(lambda: len(page.view.canvas.picture.nodes) >= 3 and not page.view.feed.running, timeout=20_000)
    return page.hands


def _names(hands: Any) -> list[str]:
    return [node.entity.name for node in hands.canvas.picture.nodes]


def _said(running: Any, words: str) -> bool:
    return any(words in part.text() for part in running.shell.window.status.findChildren(QLabel))


def _undo(running: Any) -> None:
    """The link that stands beside what was said."""
    next(one for one in running.shell.window.status.findChildren(QPushButton) if one.text() == "Undo").click()


def test_a_drawn_relation_is_said_and_undone_from_the_status_line(qtbot: Any, running: Any) -> None:
    _learned(qtbot, running)
    hands = _graph(qtbot, running)
    before = len(hands.canvas.picture.graph.edges)
    drag(hands, at(hands, "Alice Moreau"), at(hands, "Ben Okafor"), SHIFT)
    dialog = top(RelateDialog)
    QTest.keyClicks(dialog.kind.field, "is proud of")
    QTest.keyClick(dialog.kind.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: _said(running, "Added: Alice Moreau is proud of Ben Okafor"), timeout=10_000)
    qtbot.waitUntil(lambda: len(hands.canvas.picture.graph.edges) == before + 1, timeout=10_000)
    _undo(running)
    qtbot.waitUntil(lambda: len(hands.canvas.picture.graph.edges) == before, timeout=10_000)


def test_a_merge_by_hand_is_taken_back_after_a_restart(qtbot: Any, start: Any) -> None:
    first = start()
    _learned(qtbot, first)
    hands = _graph(qtbot, first)
    drag(hands, at(hands, "Ben Okafor"), at(hands, "Alice Moreau"), NONE)
    qtbot.waitUntil(lambda: top(MergeDialog) is not None and top(MergeDialog).merge.isEnabled(), timeout=10_000)
    top(MergeDialog).merge.click()
    qtbot.waitUntil(lambda: _said(first, "“Alice Moreau” and “Ben Okafor” are one now."), timeout=10_000)
    qtbot.waitUntil(lambda: "Ben Okafor" not in _names(hands), timeout=10_000)
    end(first)
    second = start()
    hands = _graph(qtbot, second)
    assert "Ben Okafor" not in _names(hands)
    second.shell.undo()
    qtbot.waitUntil(lambda: "Ben Okafor" in _names(hands), timeout=10_000)


def test_a_name_is_changed_in_place_while_the_memory_panel_opens(qtbot: Any, running: Any) -> None:
    _learned(qtbot, running)
    running.shell.window.show_memory(False)
    hands = _graph(qtbot, running)
    spot = at(hands, "Ben Okafor")
    QTest.mouseClick(hands.canvas, LEFT, NONE, spot)
    qtbot.waitUntil(running.shell.window.memory_shown, timeout=5_000)
    QTest.mouseDClick(hands.canvas, LEFT, NONE, spot)
    assert (hands.name_field.isVisible(), hands.name_field.text()) == (True, "Ben Okafor")

    def follows() -> bool:
        """The field stays with the node, which moves as the canvas grows narrow."""
        below = hands.name_field.geometry().center() - at(hands, "Ben Okafor")
        return abs(below.x()) < 60 and below.manhattanLength() < QPoint(60, 60).manhattanLength()

    qtbot.waitUntil(follows, timeout=5_000)
    QTest.keyClicks(hands.name_field, "Benedict")
    QTest.keyClick(hands.name_field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Benedict" in _names(hands), timeout=10_000)
    assert _said(running, "Renamed")
