"""Under which categories an entity stands, as chips: each leads to its members, can be left, and one can be added."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QCompleter, QFrame, QLineEdit, QWidget

from app.domain.category import Category
from app.domain.entity import MAX_NAME
from app.domain.ids import CategoryId
from app.domain.text import name_key
from ui import theme
from ui.lanes import Lanes
from ui.memories import lifejobs
from ui.widgets import icon_button, label, link_button, row
from ui.widgets.controls import WordsButton
from ui.widgets.wrapping import Wrapping
from ui.words import tr


class CategoryChip(QFrame):
    """One category: its name to go there, and the button that takes the entity out."""

    def __init__(self, category: Category) -> None:
        super().__init__()
        self.category = category
        self.name = WordsButton(category.name)
        self.name.setAccessibleName(tr("Category: {name}", name=category.name))
        self.name.setProperty("tone", "category")
        self.name.set_tip(category.summary)
        self.name.setMaximumWidth(QFontMetrics(theme.font("notes")).horizontalAdvance(category.name) + 18)
        self.out = icon_button("close", tr("Take out of {name}", name=category.name))
        self.out.setIconSize(self.out.iconSize() * 0.6)
        self.out.setMaximumWidth(self.out.iconSize().width() + 10)
        self.setLayout(row(self.name, self.out, gap=0))


class CategoryChips(QWidget):
    """`chosen(CategoryId)`, `left(CategoryId)`, `put_in(CategoryId)`, `made(str)`: a category that is not known yet."""

    chosen = Signal(object)
    left = Signal(object)
    put_in = Signal(object)
    made = Signal(str)

    def __init__(self, lanes: Lanes) -> None:
        super().__init__()
        self._lanes = lanes
        self._flow = Wrapping(0, self)
        self._shown: Sequence[Category] | None = None
        self._known: dict[str, CategoryId] = {}
        self._head = label(tr("among"), "small")
        self._head.setContentsMargins(0, 5, 0, 0)
        self.add = link_button(tr("+ a category"), self.open_field)
        self.field = QLineEdit()
        self.field.setMaxLength(MAX_NAME)
        self.field.setPlaceholderText(tr("a category, known or new"))
        self.field.setAccessibleName(tr("A category, known or new"))
        self.field.setMinimumWidth(self.fontMetrics().averageCharWidth() * 24)
        self.field.returnPressed.connect(self.accept)
        self._names = QStringListModel(self)
        completer = QCompleter(self._names, self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.field.setCompleter(completer)
        self.field.hide()
        for part in (self._head, self.add, self.field):
            self._flow.addWidget(part)

    def show_categories(self, categories: Sequence[Category]) -> None:
        """A chip for each, and the way to add one."""
        if categories == self._shown:
            return
        self._shown = categories
        while (item := self._flow.takeAt(0)) is not None:
            if isinstance(chip := item.widget(), CategoryChip):
                chip.hide()
                chip.deleteLater()
        self._flow.addWidget(self._head)
        for category in categories:
            chip = CategoryChip(category)
            chip.name.clicked.connect(partial(self._choose, category.id))
            chip.out.clicked.connect(partial(self._leave, category.id))
            self._flow.addWidget(chip)
        self._flow.addWidget(self.add)
        self._flow.addWidget(self.field)
        self._head.setVisible(bool(categories))

    def _choose(self, category: CategoryId) -> None:
        self.chosen.emit(category)

    def _leave(self, category: CategoryId) -> None:
        self.left.emit(category)

    def open_field(self) -> None:
        """Ask for a category; those that are known complete what is typed."""
        self._lanes.read(lifejobs.read_categories, self._on_known)
        self.add.hide()
        self.field.clear()
        self.field.show()
        self.field.setFocus()

    def _on_known(self, known: list[Category]) -> None:
        self._known = {name_key(one.name): one.id for one in known}
        self._names.setStringList([one.name for one in known])

    def close_field(self) -> None:
        """After it was put in, or Esc."""
        had_focus = self.field.hasFocus()
        self.field.hide()
        self.add.show()
        if had_focus:
            self.add.setFocus()

    def accept(self) -> None:
        """Put it in the category that is named, or in a new one of that name."""
        name = self.field.text().strip()
        if not name:
            self.close_field()
        elif (known := self._known.get(name_key(name))) is not None:
            self.put_in.emit(known)
        else:
            self.made.emit(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.isVisible():
            self.close_field()
        else:
            super().keyPressEvent(event)
