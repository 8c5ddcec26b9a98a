"""What cannot be done again is said as that, and not as something that cannot be undone."""

from typing import Any

from PySide6.QtWidgets import QLabel

from app.domain.errors import UndoConflict
from app.services import history


def test_a_deed_that_something_rests_on_by_now_cannot_be_done_again(running: Any, qtbot: Any, monkeypatch: Any) -> None:
    def refuse(desk: Any) -> None:
        raise UndoConflict

    monkeypatch.setattr(history, "redo", refuse)
    running.shell.redo()
    labels = running.shell.window.status.findChildren(QLabel)
    said = "This cannot be done again any more: something it touches has changed since."
    qtbot.waitUntil(lambda: any(label.text() == said for label in labels), timeout=10_000)
