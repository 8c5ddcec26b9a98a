"""A list whose rows are ticked: with a click anywhere on the row, or with Space."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QListView

from ui.widgets.lines import Line

_ID = Qt.ItemDataRole.UserRole
_TICKED, _EMPTY = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class Ticks(QListView):
    """`toggled` when a person ticks or unticks a row."""

    toggled = Signal()

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words
        self._rows = QStandardItemModel(self)
        self.setModel(self._rows)
        self.setAccessibleName(words)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setWordWrap(True)
        self.setSpacing(1)
        self.clicked.connect(self._flip)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Other rows, none of them ticked. The second part of a key is the row's number."""
        self._rows.clear()
        for line in lines:
            item = QStandardItem(f"{line.text}\n{line.detail}" if line.detail else line.text)
            item.setData(line.key[1], _ID)
            item.setToolTip(line.tip)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            item.setCheckState(_EMPTY)
            self._rows.appendRow(item)
        if lines:
            self.selectionModel().setCurrentIndex(self._rows.index(0, 0), QItemSelectionModel.SelectionFlag.NoUpdate)

    def count(self) -> int:
        """All rows."""
        return self._rows.rowCount()

    def ticked(self) -> set[int]:
        """Numbers of the rows that are ticked."""
        items = [self._rows.item(place) for place in range(self.count())]
        return {item.data(_ID) for item in items if item.checkState() == _TICKED}

    def tick(self, numbers: Collection[int]) -> None:
        """Tick these rows and no others; `toggled` is not told."""
        for place in range(self.count()):
            item = self._rows.item(place)
            item.setCheckState(_TICKED if item.data(_ID) in numbers else _EMPTY)

    def _flip(self, index: QModelIndex) -> None:
        item = self._rows.itemFromIndex(index)
        if item is not None:
            item.setCheckState(_EMPTY if item.checkState() == _TICKED else _TICKED)
            self.toggled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self._flip(self.currentIndex())
        else:
            super().keyPressEvent(event)
