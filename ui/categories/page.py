"""The page of categories: how memory has sorted whom and what it knows, and the means to sort it otherwise."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QWidget

from app.domain.entity import Entity
from app.domain.ids import CategoryId
from app.domain.plan import Noun
from app.domain.text import fold
from ui import theme
from ui.categories import jobs
from ui.categories.sorting import Sorting
from ui.categories.tree import CategoryTree
from ui.changes import Changes, Freshness
from ui.icons import icon
from ui.lanes import Lanes, Task
from ui.widgets import EmptyState, column, label, link_button, row, wrapped
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.hierarchy import Hierarchy

SEARCH_MS = 150
_NOUNS: frozenset[Noun] = frozenset({"category", "membership", "category_link", "entity"})
_TREE, _NOTHING, _NOBODY = range(3)


class CategoriesPage(QWidget):
    """`entity_wanted(EntityId)`. `said(str)`: something was changed, and can be undone. `sort_wanted`: not at night,
    but now."""

    entity_wanted = Signal(object)
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
        self.tree = CategoryTree()
        self.sorting = Sorting(lanes, self.tree)
        self._problem = wrapped("", "bad")
        self._problem.hide()
        self._count = label("", "small")
        self._sort = link_button(tr("Sort now"), self.sort_wanted.emit)
        self._sort.hide()
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
        for page in (self.tree, nothing, nobody):
            self._stack.addWidget(page)
        words = wrapped(tr("How memory has sorted what it knows. Memory never undoes what you change here."), "quiet")
        head = row(label(tr("Categories"), "title"), None, self._count, self._sort)
        holder = QWidget()
        holder.setMaximumWidth(theme.column_width())
        holder.setLayout(column(head, words, self.field, self._problem, self._stack, gap=8))
        self.setLayout(row(holder, gap=0, margin=(24, 12, 24, 12)))

    def _connect(self) -> None:
        self._wait.timeout.connect(self._show)
        self.field.textChanged.connect(lambda _: self._wait.start())
        self.field.returnPressed.connect(self.tree.setFocus)
        self.tree.entity_chosen.connect(self.entity_wanted)
        self.sorting.said.connect(self._on_said)
        self.sorting.refused.connect(self._say)
        self.tree.rows.members_wanted.connect(self._read_members)

    def reload(self) -> None:
        """Read the tree anew; what is open stays open."""
        self._lanes.read(jobs.read_hierarchy, self._on_read)

    def _on_read(self, known: "Hierarchy") -> None:
        self._known = self.sorting.known = known
        self._show()

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
        self._count.setText(self._counted(self._known))
        self._sort.setVisible(bool(self._known.top and self._known.unsorted))

    def _counted(self, known: "Hierarchy") -> str:
        count = sum(one.alone is None for one in known.branches.values())
        words = [trn("{count} category", "{count} categories", count)] if count else []
        if known.unsorted:
            words.append(trn("{count} not sorted yet", "{count} not sorted yet", known.unsorted))
        return " · ".join(words)

    def _show_found(self, text: str, entities: list[Entity]) -> None:
        if self._known is None:
            return
        sought = fold(text)
        known = self._known.branches.values()
        branches = [one for one in known if one.alone is None and sought in fold(one.category.name)]
        branches.sort(key=lambda one: (-one.category.layer, one.category.name.casefold()))
        self.tree.rows.show_found(branches, entities)
        self.tree.open_again()
        self._stack.setCurrentIndex(_TREE if branches or entities else _NOBODY)

    def _read_members(self, category: CategoryId) -> None:
        self._lanes.read(partial(jobs.read_members, category), partial(self.tree.rows.take_members, category))

    def _on_said(self, words: str) -> None:
        self._say("")
        self.said.emit(words)

    def _say(self, problem: str) -> None:
        """Why something was not done; nothing takes it away again."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def show_category(self, category: CategoryId) -> None:
        """Open the tree down to a category."""
        self.field.clear()
        if self._known is not None and (path := _way(self._known, category)):
            self.tree.reveal(path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.text():
            self.field.clear()
        elif event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.tree.setFocus()
        else:
            super().keyPressEvent(event)


def _way(known: "Hierarchy", category: CategoryId) -> tuple[int, ...]:
    """A way from the top down to a category; empty when there is none."""
    todo: list[tuple[int, ...]] = [(one,) for one in known.top]
    while todo:
        path = todo.pop()
        if path[-1] == category:
            return path
        branch = known.branches.get(CategoryId(path[-1]))
        todo += [(*path, child) for child in branch.children] if branch else []
    return ()
