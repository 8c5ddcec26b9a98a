"""The report of a bug is as high as what it shows, and its buttons stay where the hand is."""

from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QPushButton, QWidget

from ui import reports
from ui.alerts import Alert


def _button(dialog: QDialog, words: str) -> QPushButton:
    return next(one for one in dialog.findChildren(QPushButton) if one.text() == words)


def test_nothing_jumps_when_the_details_open(qtbot: Any) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = reports.bug(Alert("bug", "Something went wrong.", "ZeroDivisionError\n  ui/shell.py:1 f"), parent)
    dialog.show()
    copy, details = _button(dialog, "Copy report"), dialog.findChild(QPlainTextEdit)
    assert isinstance(details, QPlainTextEdit)
    qtbot.waitUntil(dialog.isVisible)
    low, place = dialog.height(), copy.mapTo(dialog, QPoint(0, 0))
    assert low < copy.height() * 5
    _button(dialog, "Details").click()
    qtbot.waitUntil(lambda: dialog.height() > low)
    assert details.isVisible()
    assert copy.mapTo(dialog, QPoint(0, 0)) == place
    _button(dialog, "Details").click()
    qtbot.waitUntil(lambda: dialog.height() == low)
