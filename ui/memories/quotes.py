"""The very words a fact or a name comes from, one quiet line each; a click opens them where they stand."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ui.widgets import link_button, row
from ui.widgets.flow import clear
from ui.words import trn

SHOWN = 2
"""Quotes of one fact that are shown at once."""


class LineButton(QPushButton):
    """Words to click that end in … where the panel is too narrow for them."""

    def __init__(self, words: str, tip: str, call: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setProperty("tone", "quote")
        self.setToolTip(tip)
        self.setAccessibleName(words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setText(words)
        self.clicked.connect(lambda: call())

    def minimumSizeHint(self) -> QSize:
        return QSize(48, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._fit()
        super().paintEvent(event)

    def _fit(self) -> None:
        """Cut the words to the width; the font may have changed since."""
        text = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, max(self.width() - 14, 8))
        if text != self.text():
            self.setText(text)


class Quotes(QWidget):
    """Some lines, and a button for the rest."""

    def __init__(self, lines: list[tuple[str, str, Callable[[], object]]], first: int = SHOWN) -> None:
        super().__init__()
        self._lines, self._first = lines, first
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._fill(first)

    def _fill(self, count: int) -> None:
        clear(self._column)
        for words, tip, call in self._lines[:count]:
            self._column.addWidget(LineButton(words, tip, call, self))
        if (more := len(self._lines) - count) > 0:
            words = trn("{count} more", "{count} more", more)
            self._column.addLayout(row(link_button(words, lambda: self._fill(len(self._lines))), None))
