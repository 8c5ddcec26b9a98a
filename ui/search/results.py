"""The list of results: what Enter opens, rows that unfold more, and a selection that stays when the list is renewed."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView

from ui.search.painting import ROW, RowPainter
from ui.search.rows import Row

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class _Rows(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Row, ...] = ()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        return row.tip or None if role == Qt.ItemDataRole.ToolTipRole else None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if self.rows[index.row()].kind == "heading":
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren


class ResultView(QListView):
    """`chosen(Row)` on a click or Enter; `left_upwards`: Up on the first row; `menu_wanted(Row, point on screen)`."""

    chosen = Signal(object)
    left_upwards = Signal()
    menu_wanted = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self._rows = _Rows()
        self.setModel(self._rows)
        self.setItemDelegate(RowPainter(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_context)
        self.clicked.connect(self._on_click)

    @property
    def rows(self) -> tuple[Row, ...]:
        return self._rows.rows

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Replace the rows, unless they are the same; what is marked stays so, and nothing scrolls away."""
        if tuple(rows) == self._rows.rows:
            return
        current, position = self.current(), self.verticalScrollBar().value()
        self._rows.beginResetModel()
        self._rows.rows = tuple(rows)
        self._rows.endResetModel()
        if current is not None:
            self.mark(current.key)
        self.doItemsLayout()
        self.verticalScrollBar().setValue(position)

    def current(self) -> Row | None:
        """The marked row."""
        row: Row | None = self.currentIndex().data(ROW)
        return row

    def mark(self, key: Any) -> bool:
        """Mark the row of that key. False when there is none."""
        for number, row in enumerate(self._rows.rows):
            if row.key == key:
                self.setCurrentIndex(self._rows.index(number, 0))
                return True
        return False

    def mark_first(self) -> bool:
        """Mark the first row that can be opened."""
        return any(self.mark(row.key) for row in self._rows.rows[:3] if row.kind != "heading")

    def mark_from(self, number: int) -> None:
        """Mark the row of that number, or the next that can be opened."""
        after = self._rows.rows[number : number + 2]
        if (found := next((row for row in after if row.kind != "heading"), None)) is not None:
            self.mark(found.key)

    def to_top(self) -> None:
        """Another query: from its beginning, nothing marked."""
        self.setCurrentIndex(QModelIndex())
        self.scrollToTop()

    def _on_click(self, index: QModelIndex) -> None:
        row: Row | None = index.data(ROW)
        if row is not None and row.goes is not None:
            self.chosen.emit(row)

    def _on_context(self, point: QPoint) -> None:
        row: Row | None = self.indexAt(point).data(ROW)
        if row is not None and row.goes is not None:
            self.menu_wanted.emit(row, self.viewport().mapToGlobal(point))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self._on_click(self.currentIndex())
        elif event.key() == Qt.Key.Key_Up and plain and self._on_first():
            self.left_upwards.emit()
        elif event.key() == Qt.Key.Key_Menu or (event.key() == Qt.Key.Key_F10 and not plain):
            self._on_context(self.visualRect(self.currentIndex()).center())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            event.ignore()  # the page's
        else:
            super().keyPressEvent(event)

    def _on_first(self) -> bool:
        openable = [row.key for row in self._rows.rows if row.kind != "heading"][:1]
        current = self.current()
        return current is None or [current.key] == openable

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words break elsewhere now."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            QTimer.singleShot(0, self, self.doItemsLayout)
