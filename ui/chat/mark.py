"""The mark of a chat that is off the record: seen at the head of the page for as long as it is open."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QFrame, QLabel

from ui.icons import icon
from ui.widgets import label, row
from ui.widgets.controls import icon_size
from ui.words import tr


class OffRecordMark(QFrame):
    """Hidden for any other chat."""

    def __init__(self) -> None:
        super().__init__()
        words = tr("Off the record: kept here, never learned")
        self.setProperty("tone", "alert")
        self.setToolTip(words)
        self.setAccessibleName(words)
        self._drawing = QLabel()
        self.setLayout(row(self._drawing, label(tr("Off the record"), "warn"), gap=6, margin=(8, 4, 10, 4)))
        self._draw()
        self.hide()

    def _draw(self) -> None:
        self._drawing.setPixmap(icon("off-record", "warn").pixmap(icon_size(0.9)))

    def changeEvent(self, event: QEvent) -> None:
        """Another theme: the drawing takes its colour."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
