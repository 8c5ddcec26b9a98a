"""The tree itself: what a click and each key do, what is carried over it, what stays open when it is read anew."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView

from app.domain.ids import CategoryId
from ui.categories.carrying import Carried, meaning, unpacked
from ui.categories.model import BY_HAND, Path, Row, Spot, TreeModel
from ui.icons import icon
from ui.widgets.lines import ASIDE, DETAIL, LinePainter
from ui.words import tr

_INDENT = 18
_UNFOLD_MS = 600


class _Painter(LinePainter):
    """Rows with a small mark on what a person did. There are but two heights, and thousands of rows are asked for."""

    def __init__(self, tree: QTreeView) -> None:
        super().__init__(tree)
        self._sizes: dict[bool, QSize] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        tall = bool(index.data(DETAIL))
        if tall not in self._sizes:
            self._sizes[tall] = super().sizeHint(option, index)
        return self._sizes[tall]

    def taken(self, painter: QPainter, index: QModelIndex | QPersistentModelIndex) -> int:
        room = painter.fontMetrics().height() + 4 if index.data(BY_HAND) else 0
        return super().taken(painter, index) + room

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        if index.data(BY_HAND):
            side = round(option.fontMetrics.height() * 0.8)
            aside = option.fontMetrics.horizontalAdvance(index.data(ASIDE) or "")
            left = option.rect.right() - 14 - aside - side
            icon("edit", "accent").paint(painter, QRect(left, option.rect.top() + 6, side, side))


class CategoryTree(QTreeView):
    """`entity_chosen(EntityId)`; `marked(Spot)`: another row is meant; `menu_wanted(Carried, point)`: on screen;
    `dropped` and `hovering` as the map has them."""

    entity_chosen = Signal(object)
    marked = Signal(object)
    menu_wanted = Signal(object, object)
    dropped = Signal(object, object, bool)
    hovering = Signal(object, object, bool)

    def __init__(self) -> None:
        super().__init__()
        self.rows = TreeModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(_Painter(self))
        self.setAccessibleName(tr("Categories"))
        self.setHeaderHidden(True)
        self.setIndentation(_INDENT)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(True)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setAutoExpandDelay(_UNFOLD_MS)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._pop_menu)
        self.clicked.connect(self._on_click)
        self.rows.rowsInserted.connect(self._open_again)
        self.selectionModel().currentChanged.connect(self._on_current)
        self._open: set[Path] = set()
        self._mark: Spot = ((), None)
        self._quiet = False
        self.expanded.connect(lambda index: self._open.add(self.rows.row_at(index).path()))
        self.collapsed.connect(lambda index: self._open.discard(self.rows.row_at(index).path()))

    # ── what stays ────────────────────────────────────────────────────────────────────────────────────────────
    def open_again(self) -> None:
        """After the rows were read anew: open what was open, as far as it is still there."""
        for number in range(self.rows.rowCount()):
            self._reopen(self.rows.index(number, 0))

    def _open_again(self, parent: QModelIndex, first: int, last: int) -> None:
        for number in range(first, last + 1):
            self._reopen(self.rows.index(number, 0, parent))

    def _reopen(self, index: QModelIndex) -> None:
        row = self.rows.row_at(index)
        if row.branch is not None and row.path() in self._open:
            self.expand(index)
        if row.spot() == self._mark:
            self._mark_quietly(index)
            self.scrollTo(index)

    def remember(self) -> None:
        """Before the rows are read anew: which one has the mark."""
        if self.currentIndex().isValid():
            self._mark = self.rows.row_at(self.currentIndex()).spot()

    def reveal(self, spot: Spot) -> None:
        """Open the way down to a place and mark it, without saying so."""
        path, entity = spot
        deep = len(path) + (1 if entity is not None else 0)
        self._open |= {path[:length] for length in range(1, deep)}
        self._mark = spot
        at = QModelIndex()
        for length in range(1, len(path) + 1):
            at = self._below(at, (path[:length], None))
            if not at.isValid():
                return
            if length < deep:
                self.expand(at)  # what is not read yet is marked when it comes
        found = at if entity is None else self._below(at, spot)
        if found.isValid():
            self._mark_quietly(found)
            self.scrollTo(found)

    def _below(self, above: QModelIndex, spot: Spot) -> QModelIndex:
        if self.rows.canFetchMore(above):
            self.rows.fetchMore(above)
        for number in range(self.rows.rowCount(above)):
            found = self.rows.index(number, 0, above)
            if self.rows.row_at(found).spot() == spot:
                return found
        return QModelIndex()

    def _mark_quietly(self, index: QModelIndex) -> None:
        self._quiet = True
        self.setCurrentIndex(index)
        self._quiet = False

    def _on_current(self, now: QModelIndex, before: QModelIndex) -> None:
        if not self._quiet and now.isValid():
            self._mark = self.rows.row_at(now).spot()
            self.marked.emit(self._mark)

    # ── what is meant ─────────────────────────────────────────────────────────────────────────────────────────
    def current_row(self) -> Row | None:
        """The row that has the mark."""
        row = self.rows.row_at(self.currentIndex())
        return row if row.parent is not None else None

    def chosen(self) -> tuple[Carried, ...]:
        """The rows that are chosen, the one with the mark first."""
        rows = [self.rows.row_at(index) for index in self.selectedIndexes()]
        rows.sort(key=lambda row: row is not self.current_row())
        return tuple(one for row in rows if (one := row.carried()) is not None)

    def edit_name(self, category: CategoryId) -> None:
        """Write over the name of the marked category, in its place."""
        row = self.current_row()
        if row is not None and row.category is not None and row.category.id == category:
            self.edit(self.currentIndex())

    # ── mouse and keys ────────────────────────────────────────────────────────────────────────────────────────
    def _on_click(self, index: QModelIndex) -> None:
        if len(self.selectedIndexes()) > 1:
            return
        row = self.rows.row_at(index)
        if row.entity is not None:
            self.entity_chosen.emit(row.entity.id)
        else:
            self.setExpanded(index, not self.isExpanded(index))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        editing = self.state() == QAbstractItemView.State.EditingState
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid() and not editing:
            self._on_click(self.currentIndex())
        elif event.key() == Qt.Key.Key_Backspace and not editing:
            self.setCurrentIndex(self.currentIndex().parent())
        else:
            super().keyPressEvent(event)

    def _pop_menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if index.isValid() and index not in self.selectedIndexes():
            self.setCurrentIndex(index)
        if (row := self.current_row()) is not None:
            self.menu_wanted.emit(row.carried(), self.viewport().mapToGlobal(point))

    # ── carrying ──────────────────────────────────────────────────────────────────────────────────────────────
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if unpacked(event.mimeData()):
            event.acceptProposedAction()
            self.setState(QAbstractItemView.State.DraggingState)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)  # scrolls at the edges and unfolds what is lingered over
        carried, onto, further = self._over(event)
        self.hovering.emit(carried, onto, further)
        if meaning(carried, onto, further) is None:
            event.ignore()
        else:
            event.setDropAction(Qt.DropAction.CopyAction if further else Qt.DropAction.MoveAction)
            event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self.hovering.emit((), None, False)

    def dropEvent(self, event: QDropEvent) -> None:
        carried, onto, further = self._over(event)
        self.hovering.emit((), None, False)
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        self.viewport().update()
        if meaning(carried, onto, further) is not None:
            event.acceptProposedAction()
            self.dropped.emit(carried, onto, further)

    def _over(self, event: QDropEvent) -> tuple[tuple[Carried, ...], Carried | None, bool]:
        onto = self.rows.row_at(self.indexAt(event.position().toPoint())).carried()
        further = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return unpacked(event.mimeData()), onto, further
