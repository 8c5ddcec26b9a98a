"""A title in one line: cut with … while it is read, whole while it is changed."""

from typing import Any

from PySide6.QtWidgets import QWidget

from ui.widgets.title import TitleField

LONG = "My secret plan is to leave the firm and to open a bakery somewhere far away"


def test_a_title_that_is_too_long_is_cut_until_it_is_changed(qtbot: Any) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    title, other = TitleField(), TitleField()
    for field in (title, other):
        field.setParent(holder)
        field.resize(200, 40)
    other.move(0, 60)
    title.setText(LONG)
    holder.show()
    holder.activateWindow()
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    assert title.shown().endswith("…")
    title.grab()
    assert title.toolTip() == LONG
    title.setFocus()
    qtbot.waitUntil(title.hasFocus)
    assert title.shown() == LONG
    other.setFocus()
    assert title.cursorPosition() == 0


def test_a_short_title_has_no_tip(qtbot: Any) -> None:
    title = TitleField()
    qtbot.addWidget(title)
    title.resize(400, 40)
    title.setText("Standup")
    title.grab()
    assert title.shown() == "Standup"
    assert title.toolTip() == ""
