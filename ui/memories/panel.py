"""The memory panel: the column on the right that shows who and what is known, and lets the user correct it."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.domain.ids import CategoryId, EntityId, EpisodeId
from ui.alerts import describe
from ui.changes import Changes
from ui.lanes import Lanes
from ui.memories import jobs
from ui.memories.entity import EntityView
from ui.memories.lesson import LessonView
from ui.memories.listing import Entities
from ui.memories.merging import MergeDialog
from ui.memories.sorting import Members
from ui.memories.splitting import SplitDialog
from ui.widgets import Elided, column, icon_button, row
from ui.words import tr

Stop = tuple[str, int]
"""Where the user was: `("list", 0)`, `("entity", id)` `("lesson", episode)` or `("category", id)`."""


class MemoryPanel(QWidget):
    """`source_opened(episode, start, end)`: show those words. `graph_requested(entity)`: the graph as a page.
    `category_requested(category)`: the page of categories, open there. `page_requested(entity)`: the entity as a page.
    `said(str)`: something was done that one click takes back."""

    source_opened = Signal(object, int, int)
    graph_requested = Signal(object)
    category_requested = Signal(object)
    page_requested = Signal(object)
    said = Signal(str)

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self.setObjectName("memory")
        self._lanes = lanes
        self._trail: list[Stop] = [("list", 0)]
        self._merging: EntityId | None = None
        self._apart = False
        self.entities = Entities(lanes, changes)
        self.entity = EntityView(lanes, changes)
        self.lesson = LessonView(lanes, changes)
        self.members = Members(lanes, changes)
        self._back = icon_button("chevron-left", tr("Back"), self.go_back)
        self._title = Elided(tr("Memory"), "section")
        self._stack = QStackedWidget()
        for page in (self.entities, self.entity, self.lesson, self.members):
            self._stack.addWidget(page)
        head = row(self._back, self._title, gap=4, margin=(8, 8, 8, 4))
        body = column(head, gap=0)
        body.addWidget(self._stack, 1)
        self.setLayout(body)
        self.setMinimumWidth(240)
        self._connect()
        self._show()

    def _connect(self) -> None:
        self.entities.chosen.connect(self._on_chosen)
        self.entity.merge_wanted.connect(partial(self._on_other_wanted, False))
        self.entity.apart_wanted.connect(partial(self._on_other_wanted, True))
        self.entity.page_wanted.connect(self._on_page_wanted)
        self.entity.said.connect(self.said)
        self.entity.split_wanted.connect(self.part)
        self.entity.gone.connect(self._on_gone)
        self.entity.category_chosen.connect(self.show_category)
        self.members.entity_chosen.connect(self.show_entity)
        self.members.tree_wanted.connect(self.category_requested)
        self.members.gone.connect(self._on_gone)
        self.entity.graph_requested.connect(self.graph_requested)
        for view in (self.entity, self.lesson):
            view.entity_chosen.connect(self.show_entity)
            view.source_opened.connect(self.source_opened)

    def show_list(self) -> None:
        """The list of everybody and everything, with the search field."""
        self._go(("list", 0))
        self.entities.field.setFocus()

    def show_entity(self, entity: EntityId) -> None:
        """The page of one entity."""
        self._merging = None
        self._go(("entity", entity))

    def show_episode(self, episode: EpisodeId) -> None:
        """What that turn or passage taught."""
        self._go(("lesson", episode))

    def show_category(self, category: CategoryId) -> None:
        """Who and what is in one category."""
        self._merging = None
        self._go(("category", category))

    def go_back(self) -> None:
        """To what was shown before; at last to the list."""
        self._merging = None
        if len(self._trail) > 1:
            self._trail.pop()
        self._show()

    def _go(self, stop: Stop) -> None:
        if stop == ("list", 0):
            self._trail = [stop]
        elif self._trail[-1] != stop:
            self._trail = [*self._trail[-30:], stop]
        self._show()

    def _show(self) -> None:
        kind, id = self._trail[-1]
        titles = {
            "list": tr("Memory"),
            "entity": tr("Memory"),
            "lesson": tr("From one turn"),
            "category": tr("Category"),
        }
        self._title.setText(titles[kind])
        self._back.setVisible(len(self._trail) > 1)
        if kind == "entity":
            self.entity.show_entity(EntityId(id))
            self._stack.setCurrentWidget(self.entity)
        elif kind == "lesson":
            self.lesson.show_episode(EpisodeId(id))
            self._stack.setCurrentWidget(self.lesson)
        elif kind == "category":
            self.members.show_category(CategoryId(id))
            self._stack.setCurrentWidget(self.members)
        else:
            self._stack.setCurrentWidget(self.entities)

    def _on_chosen(self, entity: EntityId) -> None:
        """An entity of the list: shown, or, while one is sought to merge with, shown beside that one."""
        kept, self._merging = self._merging, None
        if kept is None or kept == entity:
            self.show_entity(entity)
            return
        self.show_entity(kept)
        if self._apart:
            self._lanes.write(partial(jobs.keep_apart, kept, entity), self._on_apart, self._on_refused)
        else:
            self.compare(kept, entity)

    def _on_apart(self, change: object) -> None:
        self.said.emit(tr("They are kept apart and not asked about again."))

    def _on_refused(self, error: Exception) -> None:
        alert = describe(error)
        if alert.kind == "bug":
            self._lanes.failed.emit(error)
        else:
            self.entity.say(alert.sentence)

    def compare(self, kept: EntityId, gone: EntityId) -> None:
        """Both side by side, to make them one or to say that they are not the same."""
        dialog = MergeDialog(self._lanes, kept, gone, self.window())
        dialog.merged.connect(self.show_entity)
        dialog.show()

    def part(self, entity: EntityId) -> None:
        """What of an entity belongs to another that has no entity yet."""
        dialog = SplitDialog(self._lanes, entity, self.window())
        dialog.parted.connect(lambda _, new: self.show_entity(new))
        dialog.show()

    def _on_page_wanted(self, entity: EntityId) -> None:
        """It moves to the page: side by side twice would be once too often."""
        self.go_back()
        self.page_requested.emit(entity)

    def _on_other_wanted(self, apart: bool, entity: EntityId) -> None:
        """Somebody of the list is the same as the one that is shown, or (`apart`) is not."""
        self._trail.append(("list", 0))
        self._show()
        self._merging, self._apart = entity, apart
        asked = tr("Not the same as whom? Choose below.") if apart else tr("The same as whom? Choose below.")
        self._title.setText(asked)
        self.entities.field.clear()
        self.entities.field.setFocus()

    def _on_gone(self) -> None:
        """What was shown is forgotten: leave every stop at it."""
        kind, id = self._trail[-1]
        self._trail = [stop for stop in self._trail if stop != (kind, id)] or [("list", 0)]
        self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc and Alt+Left go back; at the list, Esc is for whatever lies around the panel."""
        back = event.key() == Qt.Key.Key_Escape or (
            event.key() == Qt.Key.Key_Left and event.modifiers() & Qt.KeyboardModifier.AltModifier
        )
        if back and len(self._trail) > 1:
            self.go_back()
        else:
            super().keyPressEvent(event)
