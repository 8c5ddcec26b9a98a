"""A dialog that asks whom or what is meant: the list of all that is known, with its search field."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app.domain.ids import EntityId
from ui.changes import Changes
from ui.lanes import Lanes
from ui.memories.listing import Entities
from ui.widgets import column, push_button, row, wrapped
from ui.words import tr


class Chooser(QDialog):
    """`chosen(EntityId)`, then it closes. Esc leaves it."""

    chosen = Signal(object)

    def __init__(self, lanes: Lanes, changes: Changes, question: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(question)
        self.setAccessibleName(question)
        self.entities = Entities(lanes, changes)
        self.entities.chosen.connect(self._take)
        page = column(wrapped(question, "title"), gap=8, margin=16)
        page.addWidget(self.entities, 1)
        page.addLayout(row(None, push_button(tr("Cancel"), self.reject)))
        self.setLayout(page)
        unit = self.fontMetrics()
        wanted = QSize(unit.averageCharWidth() * 56, unit.lineSpacing() * 26)
        self.resize(wanted.boundedTo(self.screen().availableSize() - QSize(48, 64)))
        self.finished.connect(self.deleteLater)
        self.entities.field.setFocus()

    def _take(self, entity: EntityId) -> None:
        self.chosen.emit(entity)
        self.accept()
