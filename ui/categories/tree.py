"""The tree itself: what a click and each key do, and what stays open while it is read again."""

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QTreeView

from ui.categories.model import Path, Row, TreeModel
from ui.widgets.lines import LinePainter
from ui.words import tr

RENAME, TAKE_OUT, MOVE, PUT, NEW = "F2", "Del", "Ctrl+Shift+M", "Ctrl+Shift+P", "Ins"
_INDENT = 20


class CategoryTree(QTreeView):
    """`entity_chosen(EntityId)`; `act_wanted(what, Row)`: for an entity `take_out`, `move`, `put` or `new`; for a
    category `delete`, `merge`, `describe` or `new`."""

    entity_chosen = Signal(object)
    act_wanted = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.rows = TreeModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(LinePainter(self))
        self.setAccessibleName(tr("Categories"))
        self.setHeaderHidden(True)
        self.setIndentation(_INDENT)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._pop_menu)
        self.clicked.connect(self._on_click)
        self.rows.rowsInserted.connect(self._open_again)
        self._open: set[Path] = set()
        self._mark: Path = ()
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
        if row.branch is not None and row.path() == self._mark:
            self.setCurrentIndex(index)

    def remember(self) -> None:
        """Before the rows are read anew: which one has the mark."""
        self._mark = self.rows.row_at(self.currentIndex()).path()

    def reveal(self, path: Path) -> None:
        """Open the way down to a category and mark it."""
        self._open |= {path[:length] for length in range(1, len(path) + 1)}
        self._mark = path
        self.open_again()
        self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.PositionAtCenter)

    # ── mouse and keys ────────────────────────────────────────────────────────────────────────────────────────
    def _on_click(self, index: QModelIndex) -> None:
        row = self.rows.row_at(index)
        if row.entity is not None:
            self.entity_chosen.emit(row.entity.id)
        else:
            self.setExpanded(index, not self.isExpanded(index))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.rows.row_at(self.currentIndex())
        keys = (event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier)
        act = (_OF_ENTITY if row.entity is not None else _OF_CATEGORY).get(keys)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            if self.state() != QAbstractItemView.State.EditingState:
                self._on_click(self.currentIndex())
        elif act is not None and (row.parent is not None or act == "new"):
            self.act_wanted.emit(act, row)
        else:
            super().keyPressEvent(event)

    def _pop_menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if not index.isValid():
            index = self.currentIndex()
        menu = self.menu(self.rows.row_at(index))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.viewport().mapToGlobal(point))

    def menu(self, row: Row) -> QMenu:
        """What can be done with a row, with the keys that do it too."""
        menu = QMenu(self)
        if row.entity is not None:
            entity = row.entity.id
            menu.addAction(tr("Open")).triggered.connect(lambda: self.entity_chosen.emit(entity))
            if row.home() is not None:
                self._add(menu, tr("Move to another category…"), MOVE, "move", row)
            self._add(menu, tr("Put into one more category…"), PUT, "put", row)
            if row.home() is not None:
                self._add(menu, tr("Take out of this category"), TAKE_OUT, "take_out", row)
            menu.addSeparator()
            self._add(menu, tr("New category with it…"), NEW, "new", row)
        elif row.branch is not None:
            rename = menu.addAction(tr("Rename"))
            rename.setShortcut(RENAME)
            rename.triggered.connect(lambda: self.edit(self.rows.index_of(row)))
            self._add(menu, tr("Say what it is…"), "", "describe", row)
            self._add(menu, tr("It is the same as…"), MOVE, "merge", row)
            self._add(menu, tr("Delete this category"), TAKE_OUT, "delete", row)
            menu.addSeparator()
            self._add(menu, tr("New category…"), NEW, "new", row)
        return menu

    def _add(self, menu: QMenu, words: str, keys: str, act: str, row: Row) -> QAction:
        action = menu.addAction(words)
        action.setShortcut(keys)
        action.triggered.connect(lambda: self.act_wanted.emit(act, row))
        return action


_PLAIN, _SHIFTED = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)
_OF_ENTITY: dict[tuple[int, Qt.KeyboardModifier], str] = {
    (Qt.Key.Key_Delete, _PLAIN): "take_out",
    (Qt.Key.Key_Insert, _PLAIN): "new",
    (Qt.Key.Key_M, _SHIFTED): "move",
    (Qt.Key.Key_P, _SHIFTED): "put",
}
_OF_CATEGORY: dict[tuple[int, Qt.KeyboardModifier], str] = {
    (Qt.Key.Key_Delete, _PLAIN): "delete",
    (Qt.Key.Key_Insert, _PLAIN): "new",
    (Qt.Key.Key_M, _SHIFTED): "merge",
}
