"""The rows of the tree, made as they are opened: categories from what is read at once, entities one category at a time.

A category may stand under several others, so a row is a place in the tree, not a category.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.ids import CategoryId, EntityId
from ui.categories.carrying import FORMAT, Carried, packed
from ui.categories.wording import carried_branch, carried_entity, category_words, placed_words, summary_words
from ui.icons import kind_icon
from ui.saying import entity_name
from ui.widgets.labels import as_tip
from ui.widgets.lines import ASIDE, DETAIL, KEY
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.hierarchy import Branch, Hierarchy, Within

Index = QModelIndex | QPersistentModelIndex
Path = tuple[int, ...]
"""Numbers of the categories from the top down to a row."""
Spot = tuple[Path, EntityId | None]
"""A place as the tree and the map both know it: the way down to a category, and an entity under that."""
BY_HAND = Qt.ItemDataRole.UserRole + 20
"""What a person did with a row, in words; empty where the app put it there. Not one of the lines' roles."""
_NOWHERE = QModelIndex()


class Row:
    """A place in the tree: a branch, or an entity under one. `rows` is None until it is opened.

    A branch that stands for one entity is shown as that entity; it is `within` that category then. `placed`: a person
    put it where it is.
    """

    __slots__ = ("branch", "entity", "parent", "place", "placed", "rows", "within")

    def __init__(
        self, parent: "Row | None", place: int, branch: "Branch | None", entity: Entity | None, placed: bool = False
    ) -> None:
        self.within = branch.category if branch is not None and branch.alone is not None else None
        self.parent, self.place, self.placed = parent, place, placed
        self.entity = branch.alone if branch is not None and self.within is not None else entity
        self.branch = branch if self.within is None else None
        self.rows: list[Row] | None = None

    @property
    def category(self) -> Category | None:
        """The category that it is, None for an entity."""
        return self.branch.category if self.branch is not None else None

    def home(self) -> Category | None:
        """For an entity: the category that it is shown under; None where a search has found it."""
        if self.within is not None:
            return self.within
        return self.parent.category if self.entity is not None and self.parent is not None else None

    def path(self) -> Path:
        above = self.parent.path() if self.parent is not None else ()
        return (*above, self.branch.category.id) if self.branch is not None else above

    def spot(self) -> Spot:
        return self.path(), self.entity.id if self.entity is not None else None

    def carried(self) -> Carried | None:
        """What a hand takes from here; None for the root."""
        if self.entity is not None:
            return carried_entity(self.entity, self.home(), self.within is not None)
        if self.branch is None:
            return None
        above = self.parent.category if self.parent is not None else None
        return carried_branch(self.branch.category, above)


class TreeModel(QAbstractItemModel):
    """`members_wanted(CategoryId)`: the entities under it are to be read. `renamed(CategoryId, str)`."""

    members_wanted = Signal(object)
    renamed = Signal(object, str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._known: Hierarchy | None = None
        self._root = Row(None, 0, None, None)
        self._root.rows = []
        self._waiting: set[CategoryId] = set()

    def show_hierarchy(self, known: "Hierarchy") -> None:
        """The whole tree, closed."""
        self._known = known
        self.show_found([known.branches[one] for one in known.top], ())

    def show_found(self, branches: "Sequence[Branch]", entities: Sequence[Entity]) -> None:
        """These alone stand at the top: what a search has found."""
        self.beginResetModel()
        self._waiting.clear()
        self._root = Row(None, 0, None, None)
        self._root.rows = [Row(self._root, n, branch, None) for n, branch in enumerate(branches)]
        first = len(branches)
        self._root.rows += [Row(self._root, first + n, None, entity) for n, entity in enumerate(entities)]
        self.endResetModel()

    def take_members(self, category: CategoryId, inside: "Within") -> None:
        """The entities under a category have been read: they go wherever it has been opened."""
        if category not in self._waiting:
            return
        self._waiting.discard(category)
        for row in list(self._places(self._root, category)):
            if row.rows is None:
                rows = [Row(row, n, None, one, one.id in inside.placed) for n, one in enumerate(inside.entities)]
                self._insert(row, rows)

    def _places(self, row: Row, category: CategoryId) -> Iterator[Row]:
        for inner in row.rows or ():
            if inner.category is not None and inner.category.id == category:
                yield inner
            yield from self._places(inner, category)

    def _insert(self, row: Row, rows: list[Row]) -> None:
        if not rows:
            row.rows = []
            return
        self.beginInsertRows(self.index_of(row), 0, len(rows) - 1)
        row.rows = rows
        self.endInsertRows()

    def row_at(self, index: Index) -> Row:
        """The place that an index stands for; the root for none."""
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, Row) else self._root

    def index_of(self, row: Row) -> QModelIndex:
        return QModelIndex() if row.parent is None else self.createIndex(row.place, 0, row)

    # ── what a view asks ──────────────────────────────────────────────────────────────────────────────────────
    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        rows = self.row_at(parent).rows or []
        return self.createIndex(row, column, rows[row]) if column == 0 and 0 <= row < len(rows) else QModelIndex()

    def parent(self, index: Index = _NOWHERE) -> Any:
        above = self.row_at(index).parent
        return self.index_of(above) if above is not None else QModelIndex()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return len(self.row_at(parent).rows or ())

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 1

    def hasChildren(self, parent: Index = _NOWHERE) -> bool:
        row = self.row_at(parent)
        if row.rows is not None:
            return bool(row.rows)
        return row.branch is not None and (bool(row.branch.children) or row.branch.entities > 0)

    def canFetchMore(self, parent: Index) -> bool:
        row = self.row_at(parent)
        return row.rows is None and row.branch is not None

    def fetchMore(self, parent: Index) -> None:
        row = self.row_at(parent)
        if row.branch is None or row.rows is not None or self._known is None:
            return
        branch, known = row.branch, self._known.branches
        if branch.children:
            rows = [Row(row, n, known[one], None, one in branch.placed) for n, one in enumerate(branch.children)]
            self._insert(row, rows)
        elif branch.category.id not in self._waiting:
            self._waiting.add(branch.category.id)
            self.members_wanted.emit(branch.category.id)

    def flags(self, index: Index) -> Qt.ItemFlag:
        row, flags = self.row_at(index), super().flags(index)
        if row.parent is None:
            return flags
        flags |= Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemIsDropEnabled
        return flags | Qt.ItemFlag.ItemIsEditable if row.branch is not None else flags

    def mimeTypes(self) -> list[str]:
        return [FORMAT]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        rows = [self.row_at(one).carried() for one in indexes]
        return packed([one for one in rows if one is not None])

    def supportedDragActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row.entity is not None:
            return _entity_data(row, row.entity, role)
        return _branch_data(row, row.branch, role) if row.branch is not None else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """A new name is only asked for: the row shows it when it is stored."""
        category, name = self.row_at(index).category, str(value).strip()
        if category is not None and name and name != category.name:
            self.renamed.emit(category.id, name)
        return False


def _entity_data(row: Row, entity: Entity, role: int) -> Any:
    words = f"{entity_name(entity)} · {entity.tag}" if entity.tag else entity_name(entity)
    if role == Qt.ItemDataRole.DecorationRole:
        return kind_icon(entity.kind)
    by_hand = placed_words(False, row.placed)
    known: dict[int, Any] = {
        Qt.ItemDataRole.DisplayRole: words,
        Qt.ItemDataRole.ToolTipRole: by_hand,
        Qt.ItemDataRole.AccessibleTextRole: f"{words}, {by_hand}" if by_hand else words,
        KEY: entity.id,
        BY_HAND: by_hand,
    }
    return known.get(role)


def _branch_data(row: Row, branch: "Branch", role: int) -> Any:
    category = branch.category
    count = trn("{count} entity", "{count} entities", branch.entities)
    name, by_hand = category_words(category.name), placed_words(branch.by_hand, row.placed)
    spoken = tr("{name}, layer {layer}, {count}", name=name, layer=category.layer, count=count)
    summary = summary_words(category.summary) if branch.children else category.summary
    known: dict[int, Any] = {
        Qt.ItemDataRole.DisplayRole: name,
        Qt.ItemDataRole.EditRole: category.name,
        Qt.ItemDataRole.ToolTipRole: as_tip("\n".join(one for one in (summary, by_hand) if one)),
        Qt.ItemDataRole.AccessibleTextRole: f"{spoken}, {by_hand}" if by_hand else spoken,
        KEY: category.id,
        DETAIL: summary,
        ASIDE: f"{branch.entities:,}",
        BY_HAND: by_hand,
    }
    return known.get(role)
