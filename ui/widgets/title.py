"""A title that can be changed in place. One too long for its line ends in … until it is being changed."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit

from ui.widgets.labels import as_tip
from ui.words import tr


class TitleField(QLineEdit):
    """The whole title is the tool tip where it does not fit."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("tone", "title")
        self.setAccessibleName(tr("Title"))

    def shown(self) -> str:
        """What can be read of it now."""
        if self.hasFocus():
            return self.text()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self.shown()
        self.setToolTip("" if shown == self.text() else as_tip(self.text()))
        if shown == self.text():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        place = self.rect().adjusted(2, 0, -2, 0)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setCursorPosition(0)
