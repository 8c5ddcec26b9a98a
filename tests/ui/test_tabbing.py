"""The focus stays where one was: what had it and goes off the screen leaves it to what is nearest."""

from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from ui import tabbing


class Window(QWidget):
    """Two parts: the first is where Qt would go, the second has buttons below each other."""

    def __init__(self) -> None:
        super().__init__()
        self.rail, self.page = QWidget(), QWidget()
        whole = QVBoxLayout(self)
        for part, count in ((self.rail, 1), (self.page, 4)):
            lines = QVBoxLayout(part)
            for number in range(count):
                lines.addWidget(QPushButton(str(number)))
            whole.addWidget(part)

    def buttons(self) -> list[QPushButton]:
        return self.page.findChildren(QPushButton)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return tabbing.move((self.rail, self.page), forward) or super().focusNextPrevChild(forward)


@pytest.fixture
def window(qtbot: Any) -> Window:
    made = Window()
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitActive(made):
        made.activateWindow()
    return made


@pytest.mark.parametrize("how", ["hide", "disable", "with what is around it"])
def test_the_nearest_takes_over(window: Window, how: str) -> None:
    last = window.buttons()[-1]
    last.setFocus()
    if how == "disable":
        last.setEnabled(False)
    elif how == "hide":
        last.hide()
    else:
        around = QWidget(window.page)
        around.setGeometry(last.geometry())
        inner = QPushButton("inner", around)
        around.show()
        inner.setFocus()
        around.hide()
        assert QApplication.focusWidget() is last
        return
    assert QApplication.focusWidget() is window.buttons()[-2]


def test_where_nothing_is_left_qt_finds_another_place(window: Window) -> None:
    window.buttons()[0].setFocus()
    window.page.hide()
    assert QApplication.focusWidget() is window.rail.findChildren(QPushButton)[0]
