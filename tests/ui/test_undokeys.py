"""Ctrl+Z is the field's while it has something to undo, and memory's where it has not."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QWidget

from tests.ui.conftest import end

CTRL = Qt.KeyboardModifier.ControlModifier
CTRL_SHIFT = CTRL | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def done(qtbot: Any, running: Any) -> Iterator[list[str]]:
    """What the window was asked for, in place of doing it."""
    called: list[str] = []
    running.shell.ways.undoing.undo = lambda: called.append("undo")
    running.shell.ways.undoing.redo = lambda: called.append("redo")
    window = running.shell.window
    with qtbot.waitActive(window):
        window.activateWindow()
    yield called


def _fields(window: Any) -> list[QWidget]:
    return [window.chat.composer.field, window.chats.field]


@pytest.mark.parametrize("place", [0, 1])
def test_an_empty_field_leaves_the_keys_to_memory(qtbot: Any, running: Any, done: list[str], place: int) -> None:
    field = _fields(running.shell.window)[place]
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL)
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL_SHIFT)
    assert done == ["undo", "redo"]


@pytest.mark.parametrize("place", [0, 1])
def test_typing_is_undone_first(qtbot: Any, running: Any, done: list[str], place: int) -> None:
    field = _fields(running.shell.window)[place]
    field.setFocus()
    qtbot.keyClicks(field, "abc")
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL)
    assert isinstance(field, QPlainTextEdit | QLineEdit)
    assert (field.toPlainText() if isinstance(field, QPlainTextEdit) else field.text()) == ""
    assert done == []
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL_SHIFT)
    assert (field.toPlainText() if isinstance(field, QPlainTextEdit) else field.text()) == "abc"
    assert done == []


def test_a_key_that_is_held_down_goes_no_further_than_the_field(qtbot: Any, running: Any, done: list[str]) -> None:
    field = running.shell.window.chat.composer.field
    field.setFocus()
    held = QKeyEvent(QKeyEvent.Type.ShortcutOverride, Qt.Key.Key_Z, CTRL, "", True)
    held.ignore()
    QApplication.sendEvent(field, held)
    assert held.isAccepted()


def test_a_deed_of_before_a_restart_is_undone_from_the_composer(
    qtbot: Any, start: Callable[..., Any], profile: Path
) -> None:
    first = start()
    chat = first.shell.window.chat
    chat.composer.field.setPlainText("Nothing much.")
    qtbot.keyClick(chat.composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: chat.conversation is not None, timeout=10_000)
    qtbot.waitUntil(lambda: first.core.loop.idle, timeout=30_000)
    first.shell.ways._put_away._delete_chat(chat.conversation.id)
    qtbot.waitUntil(lambda: first.shell.window.chat.conversation is None, timeout=10_000)
    end(first)
    window = start().shell.window
    with qtbot.waitActive(window):
        window.activateWindow()
    field = window.chat.composer.field
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL)
    said = lambda: [one.text() for one in window.status.findChildren(QLabel)]  # noqa: E731
    qtbot.waitUntil(lambda: any(words.startswith("Undone: ") for words in said()), timeout=10_000)
    qtbot.waitUntil(lambda: len(window.chats.view.keys()) == 1, timeout=10_000)
