"""Who and what is in one category."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.ids import CategoryId
from ui.changes import Changes, Freshness
from ui.graph.telling import kind_word
from ui.icons import kind_icon
from ui.lanes import Lanes
from ui.memories import jobs
from ui.memories.wording import entity_line
from ui.widgets import column, label, link_button, row, wrapped
from ui.words import tr, trn

_ID = Qt.ItemDataRole.UserRole


class Members(QWidget):
    """Who and what is in one category. `entity_chosen(EntityId)`, `tree_wanted(CategoryId)`, `gone`."""

    entity_chosen = Signal(object)
    tree_wanted = Signal(object)
    gone = Signal()

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self._lanes = lanes
        self._category: CategoryId | None = None
        self._name, self._about = wrapped("", "title"), wrapped("", "small")
        self.list = QListView()
        self.list.setModel(QStandardItemModel(self.list))
        self.list.setAccessibleName(tr("What is in this category"))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self.list.clicked.connect(self._on_chosen)
        self.list.activated.connect(self._on_chosen)
        self._count = label("", "small")
        tree = link_button(tr("Show among the categories"), lambda: self.tree_wanted.emit(self._category))
        head = column(self._name, self._about, row(self._count, None, tree), gap=4, margin=(12, 4, 8, 0))
        self.setLayout(column(head, self.list, gap=6, margin=(0, 0, 0, 8)))
        self._fresh = Freshness(self, changes, {"category", "membership", "category_link", "entity"}, self.reload)

    def show_category(self, category: CategoryId) -> None:
        """Another category."""
        if category != self._category:
            self._category = category
            self._fill([])
        self.reload()

    def reload(self) -> None:
        """Read it again."""
        if self._category is not None:
            self._lanes.read(partial(jobs.read_category, self._category), self._on_read, self._on_gone)

    def _on_gone(self, error: Exception) -> None:
        self._category = None
        self.gone.emit()

    def _on_read(self, found: tuple[Category, list[Entity]]) -> None:
        category, entities = found
        if category.id != self._category:
            return
        self._name.setText(category.name)
        self._about.setText(category.summary)
        self._about.setVisible(bool(category.summary))
        self._count.setText(trn("{count} entity", "{count} entities", len(entities)))
        self._fill(entities)

    def _fill(self, entities: Sequence[Entity]) -> None:
        model = self.list.model()
        assert isinstance(model, QStandardItemModel)
        if [model.item(n).data(_ID) for n in range(model.rowCount())] == [one.id for one in entities]:
            return
        model.clear()
        for entity in entities:
            item = QStandardItem(kind_icon(entity.kind), entity_line(entity))
            item.setData(entity.id, _ID)
            item.setData(f"{entity_line(entity)}, {kind_word(entity.kind)}", Qt.ItemDataRole.AccessibleTextRole)
            model.appendRow(item)

    def _on_chosen(self, index: QModelIndex) -> None:
        if (entity := index.data(_ID)) is not None:
            self.entity_chosen.emit(entity)
