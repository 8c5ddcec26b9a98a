"""The field of the search page, and the keys that lead out of it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from ui.icons import icon
from ui.words import tr


class SearchField(QLineEdit):
    """`entered` on Enter, `graph_wanted` on Ctrl+Enter, `left_down` on the arrow down."""

    entered = Signal()
    graph_wanted = Signal()
    left_down = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(tr("Words, names, from:me, before:2026-03…"))
        self.setAccessibleName(tr("Search in all of memory"))
        self.setClearButtonEnabled(True)
        self.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)

    def type_more(self, typing: str, back: int = 0) -> None:
        """Add something at the end; the cursor stands so many characters before it."""
        text = f"{self.text().strip()} {typing}".lstrip()
        self.setText(text)
        self.setFocus()
        self.setCursorPosition(len(text) - back)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            (self.graph_wanted if control else self.entered).emit()
        elif event.key() == Qt.Key.Key_Down:
            self.left_down.emit()
        else:
            super().keyPressEvent(event)
