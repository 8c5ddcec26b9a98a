"""The page of one entity, with the whole window's width: where the panel is too narrow to read a life in it."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from app.domain.change import Change
from app.domain.ids import EntityId
from ui.alerts import describe
from ui.changes import Changes
from ui.lanes import Lanes
from ui.memories import jobs
from ui.memories.choosing import Chooser
from ui.memories.entity import EntityView
from ui.memories.merging import MergeDialog
from ui.memories.part import NOBODY
from ui.memories.splitting import SplitDialog
from ui.widgets import EmptyState, column, icon_button, label, row
from ui.words import tr

_MOST = 50


class EntityPage(QWidget):
    """`source_opened(episode, start, end)`, `graph_requested(id)`, `category_requested(CategoryId)`, `said(str)`:
    something was done that one click takes back; `left(str)`: back to the page of that name."""

    source_opened = Signal(object, int, int)
    graph_requested = Signal(object)
    category_requested = Signal(object)
    said = Signal(str)
    left = Signal(str)

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self.setObjectName("page")
        self._lanes, self._changes = lanes, changes
        self._trail: list[EntityId] = []
        self._at = -1
        self._came_from = "chat"
        self.view = EntityView(lanes, changes, wide=True)
        self.back = icon_button("chevron-left", tr("Back"), partial(self._move, -1))
        self.on = icon_button("chevron-right", tr("Forward"), partial(self._move, 1))
        self.nobody = EmptyState(
            tr("This is not known any more"), tr("It was deleted, or is one with another now. Undo brings it back.")
        )
        self.nobody.hide()
        head = row(self.back, self.on, label(tr("Memory"), "section"), None, gap=4, margin=(16, 8, 16, 0))
        body = column(head, gap=0)
        body.addWidget(self.view, 1)
        body.addWidget(self.nobody, 1)
        self.setLayout(body)
        self._connect()
        self._show_buttons()

    def _connect(self) -> None:
        view = self.view
        view.entity_chosen.connect(self.show_entity)
        view.source_opened.connect(self.source_opened)
        view.graph_requested.connect(self.graph_requested)
        view.category_chosen.connect(self.category_requested)
        view.said.connect(self.said)
        view.merge_wanted.connect(self._choose_same)
        view.apart_wanted.connect(self._choose_other)
        view.split_wanted.connect(self.part)
        view.gone.connect(self._on_gone)
        self._changes.changed.connect(self._on_change)

    # ── where the user is ─────────────────────────────────────────────────────────────────────────────────────
    def open_from(self, page: str, entity: EntityId) -> None:
        """One entity; going back from it leads to the page of that name."""
        if page != "entity":
            self._came_from, self._trail, self._at = page, [], -1
        self.show_entity(entity)
        self.view.heading.more.setFocus()

    def show_entity(self, entity: EntityId) -> None:
        """One entity; what was shown before is one step back."""
        if not self._trail or self._trail[self._at] != entity:
            self._trail = [*self._trail[: self._at + 1][-_MOST:], entity]
            self._at = len(self._trail) - 1
        self._show()

    def _move(self, by: int) -> None:
        """Back and on; back from the first, to where the user came from."""
        if 0 <= self._at + by < len(self._trail):
            self._at += by
            self._show()
        elif by < 0:
            self.left.emit(self._came_from)

    def _show(self) -> None:
        self.nobody.hide()
        self.view.show()
        self.view.show_entity(self._trail[self._at])
        self._show_buttons()

    def _show_buttons(self) -> None:
        self.on.setEnabled(self._at < len(self._trail) - 1)

    def _on_gone(self) -> None:
        """It stays in the trail: an undo may bring it back."""
        self.view.hide()
        self.nobody.show()

    def _on_change(self, change: Change, initiator: object) -> None:
        """An undo brought it back."""
        added = {row.id for row in change.touched if (row.noun, row.act) == ("entity", "add")}
        if self.nobody.isVisibleTo(self) and self.entity in added:
            self._show()

    # ── who is who ────────────────────────────────────────────────────────────────────────────────────────────
    def _choose_same(self, entity: EntityId) -> None:
        self._choose(tr("The same as whom or what?"), partial(self.compare, entity))

    def _choose_other(self, entity: EntityId) -> None:
        self._choose(tr("Not the same as whom or what?"), partial(self._keep_apart, entity))

    def _choose(self, question: str, take: Callable[[EntityId], None]) -> None:
        chooser = Chooser(self._lanes, self._changes, question, self.window())
        chooser.chosen.connect(take)
        chooser.show()

    def compare(self, kept: EntityId, gone: EntityId) -> None:
        """Both side by side, before they are made one."""
        if kept == gone:
            return
        dialog = MergeDialog(self._lanes, kept, gone, self.window())
        dialog.merged.connect(self.show_entity)
        dialog.show()

    def part(self, entity: EntityId) -> None:
        """What of it belongs to another that has no entity yet."""
        dialog = SplitDialog(self._lanes, entity, self.window())
        dialog.parted.connect(lambda _, new: self.show_entity(new))
        dialog.show()

    def _keep_apart(self, entity: EntityId, other: EntityId) -> None:
        self._lanes.write(partial(jobs.keep_apart, entity, other), self._on_apart, self._on_refused)

    def _on_apart(self, change: object) -> None:
        self.said.emit(tr("They are kept apart and not asked about again."))

    def _on_refused(self, error: Exception) -> None:
        alert = describe(error)
        if alert.kind == "bug":
            self._lanes.failed.emit(error)
        else:
            self.view.say(alert.sentence)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt and an arrow go back and on; Esc goes back."""
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if event.key() == Qt.Key.Key_Escape or (alt and event.key() == Qt.Key.Key_Left):
            self._move(-1)
        elif alt and event.key() == Qt.Key.Key_Right:
            self._move(1)
        else:
            super().keyPressEvent(event)

    @property
    def entity(self) -> EntityId:
        """Who is shown."""
        return self._trail[self._at] if self._trail else NOBODY
