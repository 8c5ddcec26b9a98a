"""The table beside the graph: it selects and marks what the graph selects and marks, and the other way round."""

from itertools import pairwise

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from app.domain.ids import EntityId
from ui.graph.acts import keys_of
from ui.graph.picture import Picture
from ui.graph.rows import COLUMNS, NAME, TwinModel
from ui.words import tr

_WIDTHS = (11, 20, 9, 7)
"""Of all columns but the last, in letters; what hangs on a node is seen without scrolling."""
_WHOLE = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows


class Twin(QTableView):
    """Signals `selected(id)`, `marked(frozenset of ids)`, `activated_entity(id)` on Enter or double click,
    `centred(id)` on Space, `menu_wanted(point on screen)`, `act_wanted(keys)` for keys of the menu that are no letters.
    """

    selected = Signal(object)
    marked = Signal(object)
    activated_entity = Signal(object)
    centred = Signal(object)
    menu_wanted = Signal(object)
    act_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.rows = TwinModel(self)
        self._quiet = False
        self._chosen: EntityId | None = None
        self._marked: frozenset[EntityId] = frozenset()
        self.setModel(self.rows)
        self.setAccessibleName(tr("Graph as a list"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self._set_header()
        self.selectionModel().currentRowChanged.connect(self._on_current)
        self.selectionModel().selectionChanged.connect(self._on_selection)
        self.doubleClicked.connect(self._on_open)
        self.rows.modelReset.connect(self._restore)

    def _set_header(self) -> None:
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        self.setSortingEnabled(True)
        letter = self.fontMetrics().averageCharWidth()
        for column, letters in enumerate(_WIDTHS):
            self.setColumnWidth(column, letter * letters)

    def show_picture(self, picture: Picture, chosen: EntityId | None) -> None:
        """Another picture, or other filters; the selection and the order are kept."""
        self._chosen = chosen
        self._quiet = True
        self.rows.show_picture(picture)
        self._quiet = False

    def choose(self, entity: EntityId | None) -> None:
        """Follow the canvas without answering it."""
        self._chosen = entity
        self._restore()

    def mark(self, entities: frozenset[EntityId]) -> None:
        """Follow what is marked in the canvas without answering it."""
        if entities != self._marked:
            self._marked = entities
            self._restore()

    def _restore(self) -> None:
        """Select and mark what the canvas does, wherever that stands now."""
        was, self._quiet = self._quiet, True
        row = None if self._chosen is None else self.rows.row_of(self._chosen)
        model = self.selectionModel()
        if row is None:
            model.clear()
        else:
            model.setCurrentIndex(self.rows.index(row, NAME), _WHOLE)
            self.scrollTo(self.rows.index(row, NAME))
        if len(self._marked) > 1:
            model.select(self._span(self.rows.rows_of(self._marked)), _WHOLE)
        self._quiet = was

    def _span(self, rows: list[int]) -> QItemSelection:
        """Rows as few ranges: thousands of single ones would take Qt seconds."""
        span = QItemSelection()
        breaks = [place for place, (one, other) in enumerate(pairwise(rows), 1) if other != one + 1]
        for start, end in pairwise((0, *breaks, len(rows))):
            if end > start:
                span.select(self.rows.index(rows[start], 0), self.rows.index(rows[end - 1], COLUMNS - 1))
        return span

    def _on_current(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid() and not self._quiet:
            self._chosen = self.rows.entity(current.row())
            self.selected.emit(self._chosen)

    def _on_selection(self) -> None:
        if self._quiet:
            return
        ranges = [range(one.top(), one.bottom() + 1) for one in self.selectionModel().selection()]  # type: ignore[attr-defined]
        rows = {row for span in ranges for row in span}
        marked = frozenset(self.rows.entity(row) for row in rows) if len(rows) > 1 else frozenset()
        if marked != self._marked:
            self._marked = marked
            self.marked.emit(marked)

    def _on_open(self, index: QModelIndex) -> None:
        self.activated_entity.emit(self.rows.entity(index.row()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By mouse; the keys are handled below, since not every system makes an event of them."""
        if event.reason() != QContextMenuEvent.Reason.Keyboard:
            self.menu_wanted.emit(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters find a row by its name, so acts are done here by keys that are none."""
        index, keys = self.currentIndex(), keys_of(event)
        if index.isValid() and keys in ("Return", "Enter"):
            self._on_open(index)
        elif index.isValid() and keys == "Space":
            self.centred.emit(self.rows.entity(index.row()))
        elif keys in ("Menu", "Shift+F10"):
            below = self.visualRect(index).bottomLeft() if index.isValid() else QPoint(8, 8)
            self.menu_wanted.emit(self.viewport().mapToGlobal(below))
        elif index.isValid() and keys in ("F2", "Del"):
            self.act_wanted.emit(keys)
        else:
            super().keyPressEvent(event)
