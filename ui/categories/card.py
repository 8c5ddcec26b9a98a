"""What is known of the marked place, under the tree and the map: its summary, its count, what a person did, where else
it is; and what carrying something over a place would mean."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.ids import CategoryId
from ui.categories import brush
from ui.categories.boxes import Box
from ui.categories.wording import category_words, summary_words
from ui.saying import entity_name
from ui.widgets import column, label, link_button, row, wrapped
from ui.widgets.controls import WordsButton
from ui.widgets.flow import clear
from ui.words import tr, trn

_MOST_CHIPS = 6
_MOST_OUT = 5


class Card(QFrame):
    """`act_wanted(str)`: something is to be done with the marked place. `category_wanted(CategoryId)`: another of the
    categories that an entity is in."""

    act_wanted = Signal(str)
    category_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("The marked place"))
        self._name = label("", "strong")
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._facts = label("", "small")
        self._summary = wrapped("", "quiet")
        self._hand = label("", "small")
        self._out = wrapped("", "small")
        self._hint = wrapped("", "quiet")
        self._chips = row(gap=4)
        self._holder = QWidget()
        self._holder.setLayout(self._chips)
        self._graph = link_button(tr("Show in the graph"), lambda: self.act_wanted.emit("graph"))
        self._more = link_button(tr("More…"), lambda: self.act_wanted.emit("menu"))
        head = row(self._name, self._facts, self._hand, None, self._graph, self._more, gap=10)
        self.setLayout(column(head, self._summary, self._holder, self._out, self._hint, gap=2))
        self.show_box(None)

    def show_box(self, box: Box | None) -> None:
        """Tell of a place; of none, how to begin."""
        branch = box.branch if box is not None else None
        entity = box.entity if box is not None else None
        name = category_words(branch.category.name) if branch is not None else ""
        self._name.setText(entity_name(entity) if entity is not None else name)
        count = trn("{count} entity", "{count} entities", branch.entities) if branch is not None else ""
        self._facts.setText(entity.tag if entity is not None else count)
        summary = branch.category.summary if branch is not None else ""
        self._set(self._summary, summary_words(summary) if branch is not None and branch.children else summary)
        by_hand = brush.by_hand(box) if box is not None else ""
        self._set(self._hand, f"✎ {by_hand}" if by_hand else "")
        for button in (self._graph, self._more):
            button.setVisible(box is not None)
        self._holder.hide()
        self._out.hide()
        self.hint("" if box is not None else tr("Choose something to see what it holds; drag it to sort it elsewhere."))

    def show_homes(self, homes: Sequence[Category]) -> None:
        """Of an entity: all the categories that it is in."""
        clear(self._chips)
        self._chips.addWidget(label(tr("in"), "small"))
        for one in homes[:_MOST_CHIPS]:
            chip = WordsButton(category_words(one.name), partial(self._wanted, one.id))
            chip.setProperty("tone", "category")
            self._chips.addWidget(chip)
        if len(homes) > _MOST_CHIPS:
            self._chips.addWidget(label(trn("{count} more", "{count} more", len(homes) - _MOST_CHIPS), "small"))
        self._chips.addStretch(1)
        self._holder.setVisible(bool(homes))

    def show_taken_out(self, entities: Sequence[Entity]) -> None:
        """Of a category: whom a person took out, who never comes back by itself."""
        names = ", ".join(entity_name(one) for one in entities[:_MOST_OUT])
        more = "…" if len(entities) > _MOST_OUT else ""
        self._set(self._out, tr("You took out: {names}", names=names + more) if entities else "")

    def hint(self, words: str) -> None:
        """A line of help; empty takes it away."""
        self._set(self._hint, words)

    def _wanted(self, category: CategoryId) -> None:
        self.category_wanted.emit(category)

    @staticmethod
    def _set(shown: QWidget, words: str) -> None:
        shown.setText(words)  # type: ignore[attr-defined]
        shown.setVisible(bool(words))
