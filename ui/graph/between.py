"""What changed between two days: a list to walk through, and marks in the picture."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from app.domain import clock
from app.domain.errors import BadInput
from app.domain.graph import ChangeKind, FactChange
from app.domain.ids import EntityId, FactId
from app.services import vocabulary
from ui.graph import jobs
from ui.icons import icon
from ui.lanes import Lanes, Task
from ui.memories.dates import read_date
from ui.saying import named
from ui.when import date_text
from ui.widgets import column, icon_button, label, row, wrapped
from ui.words import spoken, tr, trn

MONTH = timedelta(days=30)
MOST = 500
"""Changes that are listed, the latest; a person reads no more, and the picture marks all of them."""
_ICONS: dict[ChangeKind, tuple[str, str]] = {
    "began": ("plus", "good"),
    "ended": ("ended", "quiet"),
    "retracted": ("close", "bad"),
}


class Between(QWidget):
    """`marked(facts, entities)`: mappings to what became of them. `chosen(EntityId, EntityId | None)`: a change was
    picked. `closed`: Esc, or its cross."""

    marked = Signal(object, object)
    chosen = Signal(object, object)
    closed = Signal()

    def __init__(self, lanes: Lanes) -> None:
        super().__init__()
        self._lanes = lanes
        self._about: tuple[EntityId, ...] = ()
        self._task: Task | None = None
        self.changes: tuple[FactChange, ...] = ()
        self._from, self._to = _field(tr("From")), _field(tr("To"))
        self._told = wrapped("", "small")
        self.list = QListWidget()
        self.list.setAccessibleName(tr("What changed"))
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        close = icon_button("close", tr("Close what changed"), self.closed.emit)
        head = row(label(tr("What changed"), "strong"), None, close, margin=(0, 4, 0, 0))
        days = row(self._from, label("–", "small"), self._to, gap=4)
        body = column(head, days, self._told, gap=4, margin=(12, 4, 8, 0))
        whole = column(body, gap=4)
        whole.addWidget(self.list, 1)
        self.setLayout(whole)
        self.setMinimumWidth(2 * self.fontMetrics().horizontalAdvance("2026-03-07 – ") + 64)
        for field in (self._from, self._to):
            field.editingFinished.connect(self.read)
            field.installEventFilter(self)
        self.list.installEventFilter(self)
        self.list.currentItemChanged.connect(self._on_current)

    def open_between(self, since: date | None, until: date | None = None) -> None:
        """Between these days; without any, the last month."""
        last = until or clock.now().date()
        first = min(since or last - MONTH, last)
        self._from.setText(first.isoformat())
        self._to.setText(last.isoformat())
        self.show()
        self.read()
        self._from.setFocus(Qt.FocusReason.OtherFocusReason)
        self._from.selectAll()

    def show_about(self, entities: tuple[EntityId, ...]) -> None:
        """Other entities are in the picture: what changed about them."""
        if entities != self._about:
            self._about = entities
            if self.isVisible():
                self.read()

    def days(self) -> tuple[date, date]:
        """The two days, the earlier first. Raises `BadInput`."""
        first, last = read_date(self._from.text()), read_date(self._to.text())
        until = last.last() if last is not None else clock.now().date()
        since = first.first() if first is not None else until - min(MONTH, until - date.min)
        return min(since, until), max(since, until)

    def read(self) -> None:
        """Read what changed; a date that is none is said."""
        if self._task is not None:
            self._task.cancel()
        try:
            since, until = self.days()
        except BadInput as error:
            self._told.setText(tr(error.message_id, **error.details))
            return
        self._task = self._lanes.read(partial(jobs.changed, self._about, since, until), self._show)

    def _show(self, changes: tuple[FactChange, ...]) -> None:
        self._task = None
        if changes == self.changes and self.list.count():
            return
        self.changes = changes
        self.list.clear()
        for change in changes[-MOST:]:
            self.list.addItem(_item(change))
        words = trn("{count} change", "{count} changes", len(changes)) if changes else tr("Nothing changed.")
        if len(changes) > MOST:
            words = tr("{words}, the last {count} are listed", words=words, count=MOST)
        self._told.setText(words)
        self.marked.emit(*_marks(changes))

    def _on_current(self, item: QListWidgetItem | None, before: QListWidgetItem | None) -> None:
        if item is not None and self.list.hasFocus():
            change: FactChange = item.data(Qt.ItemDataRole.UserRole)
            self.chosen.emit(change.subject, change.object)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape:
                self.closed.emit()
                return True
            if watched is not self.list and event.key() == Qt.Key.Key_Down:
                self.list.setFocus()
                return True
        return False


def _field(words: str) -> QLineEdit:
    field = QLineEdit()
    field.setAccessibleName(words)
    field.setPlaceholderText("2024-03-07")
    return field


def kind_words(kind: ChangeKind) -> str:
    """What became of a fact."""
    return {"began": tr("began"), "ended": tr("ended"), "retracted": tr("taken back")}[kind]


def _item(change: FactChange) -> QListWidgetItem:
    names = named(change.subject_name), named(change.object_name)
    over = change.kind == "ended"
    sentence = change.text.rstrip(".。 ") or vocabulary.sentence(change.predicate, *names, spoken(), over)
    when = tr("{date}, {what}", date=date_text(change.day), what=kind_words(change.kind))
    item = QListWidgetItem(icon(*_ICONS[change.kind]), f"{when}\n{sentence}")
    item.setData(Qt.ItemDataRole.UserRole, change)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{when}: {sentence}")
    return item


def _marks(
    changes: tuple[FactChange, ...],
) -> tuple[Mapping[FactId, ChangeKind], Mapping[EntityId, ChangeKind]]:
    """What became of each fact last. Entities bear no mark of their own: a fact ends, a person does not."""
    return {change.fact: change.kind for change in changes}, {}
