"""Who and what is known, most named first, with a field that finds by name, alias or likeness."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QListView, QStackedWidget, QWidget

from app.domain.entity import ME, Entity
from ui.changes import Changes, Freshness
from ui.graph.telling import kind_word
from ui.icons import icon, kind_icon
from ui.lanes import Lanes, Task
from ui.memories import jobs
from ui.memories.wording import entity_line
from ui.widgets import EmptyState, column, icon_button, label, row
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.memories import Listing

_ID = Qt.ItemDataRole.UserRole
SEARCH_MS = 120


class Entities(QWidget):
    """`chosen(EntityId)` on a click or Enter; Enter in the field takes the first that was found."""

    chosen = Signal(object)

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self._lanes = lanes
        self._task: Task | None = None
        self._shown: tuple[Entity, ...] | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find a person, place, thing…"))
        self.field.setAccessibleName(tr("Find in memory"))
        self.field.setClearButtonEnabled(True)
        self.field.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.newest = icon_button("history", tr("Newest first"))
        self.newest.setCheckable(True)
        self.list = QListView()
        self.list.setModel(QStandardItemModel(self.list))
        self.list.setAccessibleName(tr("Known people, places and things"))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self._count = label("", "small")
        self._stack = QStackedWidget()
        nothing = EmptyState(tr("Nothing learned yet"), tr("People and things that you write about will show here."))
        nobody = EmptyState(tr("Nobody by that name"), tr("Another spelling may help."), tr("Clear"), self.field.clear)
        for page in (self.list, nothing, nobody):
            self._stack.addWidget(page)
        head = row(self.field, self.newest, gap=4)
        self.setLayout(column(head, self._stack, self._count, gap=6, margin=(12, 0, 8, 8)))
        self._wait = QTimer(self, singleShot=True, interval=SEARCH_MS)
        self._connect()
        self._freshness = Freshness(self, changes, {"entity", "alias", "mention"}, self.reload)
        self._freshness.mark()

    def _connect(self) -> None:
        self._wait.timeout.connect(self.reload)
        self.field.textChanged.connect(lambda _: self._wait.start())
        self.newest.toggled.connect(lambda _: self.reload())
        self.field.returnPressed.connect(self._take_first)
        self.list.clicked.connect(self._on_chosen)
        self.list.activated.connect(self._on_chosen)

    def reload(self) -> None:
        """Read the list for what stands in the field."""
        if self._task is not None:
            self._task.cancel()
        job = partial(jobs.read_list, self.field.text().strip(), self.newest.isChecked())
        self._task = self._lanes.read(job, self._on_read)

    def _on_read(self, listing: "Listing") -> None:
        searched = bool(self.field.text().strip())
        entities = listing.entities
        if not searched and not self.newest.isChecked():
            entities = tuple(sorted(entities, key=lambda one: one.name != ME))
        self._stack.setCurrentIndex(0 if listing.entities else 2 if searched else 1)
        hidden = listing.total - len(listing.entities)
        words = trn("{count} known", "{count} known", listing.total)
        self._count.setText(tr("the first {count} of {total}", count=len(listing.entities), total=f"{listing.total:,}"))
        if hidden <= 0:
            self._count.setText(words)
        self._count.setVisible(bool(listing.entities))
        if entities != self._shown:
            self._shown = entities
            self._fill(entities)

    def _fill(self, entities: tuple[Entity, ...]) -> None:
        """New rows; the selection and the place in the list are kept."""
        kept, position = self.list.currentIndex().data(_ID), self.list.verticalScrollBar().value()
        model = self.list.model()
        assert isinstance(model, QStandardItemModel)
        model.clear()
        for entity in entities:
            item = QStandardItem(kind_icon(entity.kind), entity_line(entity))
            item.setData(entity.id, _ID)
            item.setToolTip(_tip(entity))
            item.setData(f"{entity_line(entity)}, {item.toolTip()}", Qt.ItemDataRole.AccessibleTextRole)
            model.appendRow(item)
            if entity.id == kept:
                self.list.setCurrentIndex(item.index())
        self.list.verticalScrollBar().setValue(position)

    def _on_chosen(self, index: QModelIndex) -> None:
        if (entity := index.data(_ID)) is not None:
            self.chosen.emit(entity)

    def _take_first(self) -> None:
        first = self.list.model().index(0, 0)
        if self._stack.currentIndex() == 0 and first.isValid():
            self._on_chosen(first)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.text():
            self.field.clear()
        elif event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.list.setFocus()
        else:
            super().keyPressEvent(event)


def _tip(entity: Entity) -> str:
    """The type, and how often it is named; nobody names themselves."""
    if entity.name == ME or not entity.mention_count:
        return kind_word(entity.kind)
    count = trn("named {count} time", "named {count} times", entity.mention_count)
    return f"{kind_word(entity.kind)}, {count}"
