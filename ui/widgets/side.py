"""The list column of a page: a search field, a button for something new, and the rows."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QWidget

from ui.icons import icon
from ui.widgets.controls import icon_button
from ui.widgets.empty import EmptyState
from ui.widgets.flow import column, row
from ui.widgets.lines import Line, LineView

SEARCH_MS = 180


class SideList(QWidget):
    """`chosen(key)` on a click or Enter, `searched(str)` as the person types, `created` for something new."""

    chosen = Signal(object)
    searched = Signal(str)
    created = Signal()
    menu_wanted = Signal(object, object)
    """A row's key and the point on screen."""

    def __init__(self, search: str, create: str, empty: tuple[str, str, str]) -> None:
        super().__init__()
        self.setObjectName("list")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.field = QLineEdit()
        self.field.setPlaceholderText(search)
        self.field.setAccessibleName(search)
        self.field.setClearButtonEnabled(True)
        self.field.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.view = LineView()
        self.view.chosen.connect(self.chosen)
        self.view.menu_wanted.connect(self.menu_wanted)
        headline, sentence, step = empty
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._stack.addWidget(EmptyState(headline, sentence, step, self.created.emit))
        self.tools = row(self.field, icon_button("plus", create, self.created.emit), gap=4)
        self.setLayout(column(self.tools, self._stack, gap=8, margin=(12, 12, 8, 8)))
        self._wait = QTimer(self, singleShot=True, interval=SEARCH_MS)
        self._wait.timeout.connect(self._search)
        self.field.textChanged.connect(self._wait.start)

    def show_lines(self, lines: Sequence[Line], current: Any = None) -> None:
        """Replace the rows; the current one is selected and nothing scrolls away."""
        self.view.show_lines(lines)
        self._stack.setCurrentIndex(0 if lines or self.field.text() else 1)
        self.view.choose(current)

    def select(self, key: Any) -> None:
        """Mark the row of that key."""
        self.view.choose(key)

    def _search(self) -> None:
        self.searched.emit(self.field.text().strip())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.text():
            self.field.clear()
        elif event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.view.setFocus()
        else:
            super().keyPressEvent(event)
