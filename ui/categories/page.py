"""The page of categories: how memory has sorted whom and what it knows, and the means to sort it otherwise."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QWidget

from app.domain.entity import Entity
from app.domain.errors import BadInput
from app.domain.ids import CategoryId
from app.domain.plan import Noun
from ui.categories import jobs
from ui.categories.boxes import called
from ui.categories.card import Card
from ui.categories.carrying import Carried, told
from ui.categories.marks import Marks
from ui.categories.sides import Sides
from ui.categories.sorting import Sorting
from ui.categories.wording import counted_words
from ui.changes import Changes, Freshness
from ui.icons import icon
from ui.lanes import Lanes, Task
from ui.widgets import EmptyState, column, label, link_button, row, wrapped
from ui.words import tr

if TYPE_CHECKING:
    from app.services.hierarchy import Hierarchy, Within

SEARCH_MS = 150
_BREATH_MS = 30
"""Between the tree and the map, which are both painted anew when memory has changed."""
_NOUNS: frozenset[Noun] = frozenset({"category", "membership", "category_link", "entity"})
_TREE, _NOTHING, _NOBODY = range(3)


class CategoriesPage(QWidget):
    """`entity_wanted(EntityId)`. `graph_wanted(tuple of EntityId, words)`. `said(str)`: something was changed, and can
    be undone. `sort_wanted`: not at night, but now."""

    entity_wanted = Signal(object)
    graph_wanted = Signal(object, str)
    said = Signal(str)
    sort_wanted = Signal()

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self.setObjectName("page")
        self._lanes = lanes
        self._known: Hierarchy | None = None
        self._search: Task | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find a category, or who is in one…"))
        self.field.setAccessibleName(tr("Find in the categories"))
        self.field.setClearButtonEnabled(True)
        self.field.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.sides = Sides()
        self.tree, self.map = self.sides.tree, self.sides.map
        self.card = Card()
        self.marks = Marks(lanes, self.sides, self.card)
        self.sorting = Sorting(lanes, self, self.sides.corner)
        self._problem = wrapped("", "bad")
        self._problem.hide()
        self._count = label("", "small")
        self._sort = link_button(tr("Sort now"), self.sort_wanted.emit)
        self._sort.hide()
        self._rebuild = link_button(tr("Sort everything anew…"), self.show_rebuild)
        self._rebuild.hide()
        self._lay_out()
        self._wait = QTimer(self, singleShot=True, interval=SEARCH_MS)
        self._connect()
        self._fresh = Freshness(self, changes, _NOUNS, self.reload)
        self._fresh.mark()

    def _lay_out(self) -> None:
        nothing = EmptyState(
            tr("No categories yet"),
            tr("Once memory knows enough people, places and things, it sorts them here by itself."),
            tr("Sort now"),
            self.sort_wanted.emit,
        )
        nobody = EmptyState(tr("Nothing by that name"), tr("Another spelling may help."), tr("Clear"), self.field.clear)
        self._stack = QStackedWidget()
        for page in (self.sides, nothing, nobody):
            self._stack.addWidget(page)
        words = wrapped(tr("How memory has sorted what it knows. Memory never undoes what you change here."), "quiet")
        head = row(label(tr("Categories"), "title"), None, self._count, self._sort, self._rebuild)
        find = row(self.field, self.sides.choice, gap=8)
        whole = column(head, words, find, self._problem, gap=8, margin=(24, 12, 24, 12))
        whole.addWidget(self._stack, 1)
        whole.addWidget(self.card)
        self.setLayout(whole)

    def _connect(self) -> None:
        self._wait.timeout.connect(self._show)
        self.field.textChanged.connect(lambda _: self._wait.start())
        self.field.returnPressed.connect(self.tree.setFocus)
        self.sorting.said.connect(self._on_said)
        self.sorting.refused.connect(self._say)
        self.sorting.open_wanted.connect(self.entity_wanted)
        self.sorting.graph_wanted.connect(self._show_graph)
        self.sorting.rename_wanted.connect(self._ask_rename)
        self.card.act_wanted.connect(self._on_card)
        self.card.category_wanted.connect(self.show_category)
        self.tree.rows.renamed.connect(self.sorting.rename)
        self.tree.rows.members_wanted.connect(lambda category: self._read_members([category]))
        self.map.members_wanted.connect(self._read_members)
        self.marks.on_map.connect(self.field.clear)
        for view in (self.tree, self.map):
            view.entity_chosen.connect(self.entity_wanted)
            view.menu_wanted.connect(self._pop_menu)
            view.dropped.connect(self.sorting.drop)
            view.hovering.connect(self._on_hovering)
            view.installEventFilter(self)

    # ── what is read ──────────────────────────────────────────────────────────────────────────────────────────
    def reload(self) -> None:
        """Read the tree anew; what is open stays open."""
        self._lanes.read(jobs.read_hierarchy, self._on_read)

    def _on_read(self, known: "Hierarchy") -> None:
        self._known = self.sorting.known = self.marks.known = known
        self.marks.within.clear()
        self._show()
        QTimer.singleShot(_BREATH_MS, self, self._show_map)

    def _show_map(self) -> None:
        if self._known is not None and not self.map.shows(self._known):
            self.map.show_hierarchy(self._known)
            self.marks.tell()
            self.marks.catch_up()

    def _show(self) -> None:
        """The whole tree, or what the field looks for."""
        if self._search is not None:
            self._search.cancel()
        if self._known is None:
            return
        if text := self.field.text().strip():
            self._search = self._lanes.read(partial(jobs.read_found, text), partial(self._show_found, text))
            return
        self.tree.remember()
        self.tree.rows.show_hierarchy(self._known)
        self.tree.open_again()
        self._stack.setCurrentIndex(_TREE if self._known.top else _NOTHING)
        self.card.setVisible(bool(self._known.top))
        self._count.setText(counted_words(self._known))
        self._sort.setVisible(bool(self._known.top and self._known.unsorted))
        self._rebuild.setVisible(bool(self._known.top))

    def _show_found(self, text: str, entities: list[Entity]) -> None:
        if self._known is None:
            return
        branches = called(self._known, text)
        self.tree.rows.show_found(branches, entities)
        self.tree.open_again()
        self._stack.setCurrentIndex(_TREE if branches or entities else _NOBODY)

    def _read_members(self, categories: list[CategoryId]) -> None:
        known = {one: self.marks.within[one] for one in categories if one in self.marks.within}
        if known:
            self._take_members(known)
        if missing := [one for one in categories if one not in known]:
            self._lanes.read(partial(jobs.read_within, missing), self._take_members)

    def _take_members(self, inside: "Mapping[CategoryId, Within]") -> None:
        self.marks.within |= inside
        self.map.take_members(inside)
        for category, one in inside.items():
            self.tree.rows.take_members(category, one)
        self.marks.tell()

    # ── what is marked ────────────────────────────────────────────────────────────────────────────────────────
    def show_category(self, category: CategoryId, just_read: bool = False) -> None:
        """Open the tree down to a category, and the map there; what is not in the tree yet is read before."""
        self.field.clear()
        self._wait.stop()
        self._show_map()
        self._show()
        if path := self.marks.way_to(category):
            self.marks.show((path, None))
        elif just_read:
            self._lanes.failed.emit(BadInput("This category is gone."))
        else:
            self._lanes.read(jobs.read_hierarchy, partial(self._on_sought, category))

    def _on_sought(self, category: CategoryId, known: "Hierarchy") -> None:
        self._on_read(known)
        self.show_category(category, just_read=True)

    # ── what is done ──────────────────────────────────────────────────────────────────────────────────────────
    def places(self) -> tuple[Carried, ...]:
        """What is chosen: on the map if that has the focus, else in the tree."""
        chosen = self.tree.chosen()
        marked = self.map.mark.carried() if self.map.mark is not None else None
        if marked is not None and (self.map.hasFocus() or not chosen or not self.tree.isVisible()):
            return (marked,)
        return chosen

    def _pop_menu(self, place: Carried, point: QPoint) -> None:
        places = self.places()
        menu = self.sorting.menu(places if place in places else (place,))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(point)

    def _on_card(self, act: str) -> None:
        places = self.places()
        if places and act == "menu":
            self._pop_menu(places[0], self.card.mapToGlobal(self.card.rect().topRight()))
        elif places:
            self.sorting.do(act, places)

    def _ask_rename(self, place: Carried) -> None:
        current = self.tree.current_row()
        in_tree = current is not None and current.category is not None and current.category.id == place.category
        if in_tree and self.tree.isVisible() and not self.map.hasFocus():
            self.tree.edit(self.tree.currentIndex())
        else:
            self.sorting.ask_rename(place)

    def _show_graph(self, place: Carried) -> None:
        if place.entity is not None:
            self.graph_wanted.emit((place.entity,), place.name)
        elif place.category is not None:
            read = partial(jobs.read_under, place.category)
            self._lanes.read(read, lambda found: self.graph_wanted.emit(found, place.name))

    def show_rebuild(self) -> None:
        """What sorting everything anew would change, to be gone through; nothing is written before."""
        from ui.categories.rebuilding import RebuildDialog

        dialog = RebuildDialog(self._lanes, self)
        dialog.done_with.connect(self._on_said)
        dialog.open()

    def _on_hovering(self, carried: tuple[Carried, ...], onto: Carried | None, further: bool) -> None:
        self.card.hint(told(carried, onto, further))

    def _on_said(self, words: str) -> None:
        self._say("")
        self.said.emit(words)

    def _say(self, problem: str) -> None:
        """Why something was not done; nothing takes it away again."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or self.field.hasFocus():
            return False
        if event.type() == QEvent.Type.ShortcutOverride and self.sorting.knows(event, self.places()):
            event.accept()
            return True
        return event.type() == QEvent.Type.KeyPress and self.sorting.key(event, self.places())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.text():
            self.field.clear()
        elif event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.tree.setFocus()
        else:
            super().keyPressEvent(event)
