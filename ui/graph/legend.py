"""What shapes, colours and lines mean; each is a switch as well. By type or, if wanted, by category."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, Literal

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QColor
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.domain.entity import ENTITY_KINDS, EntityKind
from app.domain.graph import EdgeState
from app.domain.ids import CategoryId
from app.domain.lens import Filters
from ui.graph.picture import Picture
from ui.graph.saidfilters import STATES, state_word
from ui.graph.strokes import dot_icon, line_icon, shape_icon
from ui.graph.telling import kind_word
from ui.icons import icon, kind_icon
from ui.widgets.labels import as_tip
from ui.widgets.wrapping import Wrapping
from ui.words import tr

Colouring = Literal["kind", "category"]
Colours = list[tuple[Any, QColor]]
_MOST = 8
"""Categories that are named; a legend of more would be a page of its own."""


class Legend(QWidget):
    """`filtered(Filters)` when something is switched. `colour_wanted("kind" | "category")`."""

    filtered = Signal(object)
    colour_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Legend"))
        self._filters = Filters()
        self._colouring: Colouring = "kind"
        self._by = self._button(tr("Coloured by type"))
        self._by.setToolTip(tr("Colour by type or by category"))
        self._make_menu()
        self._kinds: dict[EntityKind, QToolButton] = {kind: self._switch(kind_word(kind)) for kind in ENTITY_KINDS}
        for kind, button in self._kinds.items():
            button.setIcon(kind_icon(kind))
            button.setToolTip(tr("Show or hide: {type}", type=kind_word(kind)))
        self._states: dict[EdgeState, QToolButton] = {state: self._switch(state_word(state)) for state in STATES}
        for state, button in self._states.items():
            button.setIcon(line_icon(state))
            button.setIconSize(QSize(26, 12))
            button.setToolTip(_line_tip(state))
        self._categories: dict[CategoryId, QToolButton] = {}
        self._told: list[tuple[CategoryId, str, str]] = []
        self.setStyleSheet("QToolButton:checked { background: transparent; }")  # on is the rule, off is marked
        self._flow = Wrapping(2, self)
        for button in (self._by, *self._kinds.values(), *self._states.values()):
            self._flow.addWidget(button)

    def _button(self, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(words)
        button.setAccessibleName(words)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setProperty("tone", "chip")
        button.setIconSize(QSize(16, 16))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _switch(self, words: str) -> QToolButton:
        button = self._button(words)
        button.setCheckable(True)
        button.setChecked(True)
        button.clicked.connect(self._on_switched)
        button.toggled.connect(partial(_strike, button))
        return button

    def _on_switched(self) -> None:
        kinds = frozenset(kind for kind, button in self._kinds.items() if not button.isChecked())
        states = frozenset(state for state, button in self._states.items() if not button.isChecked())
        self.filtered.emit(replace(self._filters, kinds=kinds, states=states))

    def _make_menu(self) -> None:
        """By what to colour, under the words that say by what it is."""
        menu, group = QMenu(self), QActionGroup(self)
        ways: tuple[tuple[Colouring, str], ...] = (
            ("kind", tr("Colour by type")),
            ("category", tr("Colour by category")),
        )
        for by, words in ways:
            action = menu.addAction(words, partial(self.colour_wanted.emit, by))
            action.setCheckable(True)
            action.setChecked(by == "kind")
            group.addAction(action)
        self._ways = group.actions()
        self._by.setMenu(menu)
        self._by.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._by.setIcon(icon("chevron-down"))
        self._by.setIconSize(QSize(12, 12))
        self._by.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow behind the words

    def show_picture(self, picture: Picture) -> None:
        """Offer the types and states that are in the picture, switched as its filters are."""
        filters = self._filters = picture.filters
        kinds = set(picture.kinds()) | filters.kinds
        for kind, button in self._kinds.items():
            button.setVisible(kind in kinds)
            button.setChecked(kind not in filters.kinds)
        states = {edge.state for edge in picture.graph.edges}
        for state, line in self._states.items():
            line.setVisible(state in states or (state in filters.states and state != "retracted"))
            line.setChecked(state not in filters.states)
        for category, one in self._categories.items():
            one.setChecked(not filters.categories or category in filters.categories)

    def show_colours(self, colouring: Colouring, colours: Colours, names: Mapping[CategoryId, str]) -> None:
        """What the colours mean. Types say it by their shapes; categories get a dot each, and types only outlines."""
        words = tr("Coloured by type") if colouring == "kind" else tr("Coloured by category")
        self._by.setText(words)
        self._by.setAccessibleName(words)
        self._ways[colouring == "category"].setChecked(True)
        if colouring != self._colouring:
            for kind, button in self._kinds.items():
                button.setIcon(kind_icon(kind) if colouring == "kind" else shape_icon(kind))
        self._colouring = colouring
        named = [(key, colour) for key, colour in colours if key is not None and names.get(key)]
        told = [(key, colour.name(), names[key]) for key, colour in named[:_MOST]] if colouring == "category" else []
        if told != self._told:
            self._told = told
            self._replace_categories(told)

    def _replace_categories(self, told: list[tuple[CategoryId, str, str]]) -> None:
        """Their dots stand before the shapes."""
        while self._flow.count():
            self._flow.takeAt(0)
        for button in self._categories.values():
            button.hide()
            button.deleteLater()
        self._categories = {key: self._category(key, QColor(ink), name) for key, ink, name in told}
        rest = (*self._categories.values(), *self._kinds.values(), *self._states.values())
        for button in (self._by, *rest):
            self._flow.addWidget(button)
        for one, other in pairwise((self._by, *rest)):
            QWidget.setTabOrder(one, other)

    def _category(self, category: CategoryId, colour: QColor, name: str) -> QToolButton:
        button = self._button(name)
        button.setText(name.replace("&", "&&"))
        button.setIcon(dot_icon(colour))
        button.setToolTip(as_tip(tr("Show only this category, or all again: {name}", name=name)))
        button.setCheckable(True)
        button.setChecked(not self._filters.categories or category in self._filters.categories)
        button.toggled.connect(partial(_strike, button))
        button.clicked.connect(partial(self._on_category, category))
        button.show()
        return button

    def _on_category(self, category: CategoryId, checked: bool = False) -> None:
        only = self._filters.categories
        wanted = only - {category} if category in only else only | {category}
        self.filtered.emit(replace(self._filters, categories=wanted))


def _line_tip(state: EdgeState) -> str:
    return {
        "current": tr("Show or hide facts that hold now (full lines)"),
        "ended": tr("Show or hide facts that have ended (dashed lines)"),
        "suggested": tr("Show or hide what memory suggests (dotted lines)"),
        "retracted": tr("Show or hide facts that were taken back (red, struck)"),
    }[state]


def _strike(button: QToolButton, on: bool) -> None:
    font = button.font()
    font.setStrikeOut(not on)
    button.setFont(font)
