"""The graph as a table, in step with the selection: for the keyboard, the screen reader, and whoever likes lists."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.domain.ids import EntityId
from app.services import explorer
from ui.graph.picture import Link, Picture
from ui.graph.telling import kind_word, node_tip
from ui.icons import kind_icon
from ui.saying import entity_name
from ui.words import spoken, tr

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_WORDS = 6
"""Relations said in one row; the entity's page has them all."""


class TwinModel(QAbstractTableModel):
    """One row a shown node: the centre, then nearer before farther, then the busiest first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._picture = Picture()
        self._rows: list[int] = []

    def show_picture(self, picture: Picture) -> None:
        self.beginResetModel()
        self._picture = picture
        shown = [number for number in range(len(picture.nodes)) if picture.shown[number]]
        self._rows = sorted(shown, key=lambda n: (picture.nodes[n].depth, -picture.nodes[n].degree, n))
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 2

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("Name"), tr("Relations"))[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        number = self._rows[index.row()]
        node = self._picture.nodes[number]
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            return kind_icon(node.entity.kind)
        if role == Qt.ItemDataRole.ToolTipRole:
            return node_tip(node)
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == 0:
            return f"{entity_name(node.entity)}, {kind_word(node.entity.kind)}"
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        return self._relations(number) if index.column() else entity_name(node.entity)

    def _relations(self, number: int) -> str:
        """`works at Acme; friend Bob`: what the node's links say, read from the node."""
        links = self._picture.links_of(number)
        said = [self._link(link, number) for link in links[:_WORDS]]
        return "; ".join(said) + (" …" if len(links) > _WORDS else "")

    def _link(self, link: Link, number: int) -> str:
        other, words = entity_name(self._picture.nodes[link.other(number)].entity), []
        for edge, forward in zip(link.edges[:3], link.forward, strict=False):
            label = explorer.edge_label(edge, spoken(), back=forward != (number == link.a))
            words.append(tr("{label} (ended)", label=label) if edge.state == "ended" else label)
        return f"{', '.join(words)} {other}"

    def entity(self, row: int) -> EntityId:
        return self._picture.entity(self._rows[row])

    def row_of(self, entity: EntityId) -> int | None:
        number = self._picture.number(entity)
        return self._rows.index(number) if number in self._rows else None


class Twin(QTableView):
    """Signals `selected(id)`, `activated_entity(id)` on Enter or double click, `centred(id)` on Space."""

    selected = Signal(object)
    activated_entity = Signal(object)
    centred = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.rows = TwinModel(self)
        self.setModel(self.rows)
        self.setAccessibleName(tr("Graph as a list"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        self.setColumnWidth(0, self.fontMetrics().averageCharWidth() * 16)
        self.selectionModel().currentRowChanged.connect(self._on_current)
        self.doubleClicked.connect(self._on_open)
        self._quiet = False

    def show_picture(self, picture: Picture, chosen: EntityId | None) -> None:
        """Another picture, or other filters; the selection is kept."""
        self._quiet = True
        self.rows.show_picture(picture)
        self._quiet = False
        self.choose(chosen)

    def choose(self, entity: EntityId | None) -> None:
        """Follow the canvas without answering it."""
        row = None if entity is None else self.rows.row_of(entity)
        self._quiet = True
        if row is None:
            self.selectionModel().clear()
        else:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(self.rows.index(row, 0), flags)
            self.scrollTo(self.rows.index(row, 0))
        self._quiet = False

    def _on_current(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid() and not self._quiet:
            self.selected.emit(self.rows.entity(current.row()))

    def _on_open(self, index: QModelIndex) -> None:
        self.activated_entity.emit(self.rows.entity(index.row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if index.isValid() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_open(index)
        elif index.isValid() and event.key() == Qt.Key.Key_Space:
            self.centred.emit(self.rows.entity(index.row()))
        else:
            super().keyPressEvent(event)
