"""The tree and the map side by side, with the way down to what fills the map; where there is no room, one of them."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QSplitter, QToolButton, QWidget

from ui.categories.boxes import Box
from ui.categories.hand import corner
from ui.categories.icicle import Icicle
from ui.categories.tree import CategoryTree
from ui.categories.wording import category_words
from ui.widgets import column, icon_button, label, row
from ui.widgets.controls import WordsButton
from ui.widgets.flow import clear
from ui.words import tr

_BOTH_FROM = 48
"""Characters of width from which both have room."""


class Sides(QSplitter):
    """`choice`: the two buttons that choose where there is room for one only."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.tree, self.map = CategoryTree(), Icicle()
        self._way = row(gap=0)
        above = QWidget()
        above.setLayout(self._way)
        self._right = QWidget()
        laid = column(above, gap=2, margin=(8, 0, 0, 0))
        laid.addWidget(self.map, 1)
        self._right.setLayout(laid)
        self.addWidget(self.tree)
        self.addWidget(self._right)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.setStretchFactor(0, 2)
        self.setStretchFactor(1, 3)
        self.choice = QWidget()
        self._buttons = QButtonGroup(self)
        as_tree, as_map = self._button("list", tr("As a tree"), 0), self._button("categories", tr("As a map"), 1)
        self.choice.setLayout(row(as_tree, as_map, gap=2))
        as_tree.setChecked(True)
        self._buttons.idClicked.connect(lambda _: self._arrange())
        self.map.zoomed.connect(self.show_way)
        self.show_way()

    def _button(self, name: str, words: str, number: int) -> QToolButton:
        made = icon_button(name, words)
        made.setCheckable(True)
        self._buttons.addButton(made, number)
        return made

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        both = self.width() >= self.fontMetrics().averageCharWidth() * _BOTH_FROM
        self.choice.setVisible(not both)
        alone = self._buttons.checkedId()
        self.tree.setVisible(both or alone == 0)
        self._right.setVisible(both or alone == 1)

    def show_way(self) -> None:
        """The boxes from the top down to the one that fills the map: a click goes back to it."""
        clear(self._way)
        self._way.addWidget(self._step(tr("All"), self.map.boxes.root))
        for box in self.map.focus.line():
            self._way.addWidget(label("›", "small"))
            self._way.addWidget(self._step(category_words(box.branch.category.name) if box.branch else "", box))
        self._way.addStretch(1)

    def _step(self, words: str, box: Box) -> WordsButton:
        spot = box.spot()

        def go() -> None:
            self.map.zoom_to(self.map.boxes.find(spot))

        call: Callable[[], object] = go
        made = WordsButton(words, call)
        made.setEnabled(box is not self.map.focus)
        return made

    def corner(self) -> QPoint:
        """Where a form about the marked place stands."""
        if self.map.mark is not None and (self.map.hasFocus() or not self.tree.isVisible()):
            return corner(self.map, self.map.mark)
        box = self.tree.visualRect(self.tree.currentIndex())
        return self.tree.viewport().mapToGlobal(box.bottomLeft())
