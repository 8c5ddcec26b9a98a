"""The popup with everything that can be left out of the graph; each switch takes effect at once."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QLayout, QLineEdit, QScrollArea, QSlider, QWidget

from app.domain.entity import ENTITY_KINDS
from app.domain.errors import BadInput
from app.domain.ids import CategoryId
from app.domain.lens import Filters
from app.services import vocabulary
from ui import tabbing, theme
from ui.graph.choices import Choices, Offer
from ui.graph.picture import Picture
from ui.graph.saidfilters import DECLARERS, SOURCES, STATES, declarer_word, source_word, state_word
from ui.graph.strokes import line_icon
from ui.graph.telling import kind_word
from ui.icons import kind_icon
from ui.memories.dates import read_date
from ui.widgets import column, label, link_button, row, wrapped
from ui.words import spoken, tr, trn

MOST = 60
"""Relations or categories in one list, the commonest first; typing finds the others."""


class FilterPanel(QFrame):
    """A popup. `filtered(Filters)` with each change."""

    filtered = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("tone", "card")
        self.setAccessibleName(tr("Filter the graph"))
        self._picture, self._names = Picture(), dict[CategoryId, str]()
        self._kinds, self._states = Choices(tr("Types")), Choices(tr("Facts"))
        self._sources, self._declarers = Choices(tr("Where facts come from")), Choices(tr("On whose word"))
        self._predicates, self._categories = Choices(tr("Relations")), Choices(tr("Only these categories"))
        self._find = QLineEdit()
        self._find.setPlaceholderText(tr("Find a relation or category…"))
        self._find.setAccessibleName(tr("Find a relation or category"))
        self._find.setClearButtonEnabled(True)
        self._nothing = label(tr("Nothing by that name"), "quiet")
        self._nothing.hide()
        self._since, self._until = _date_field(tr("Held from")), _date_field(tr("Held to"))
        self._problem = wrapped("", "bad")
        self._problem.hide()
        self._sure = QSlider(Qt.Orientation.Horizontal)
        self._sure.setRange(0, 100)
        self._sure.setSingleStep(5)
        self._sure.setPageStep(20)
        self._sure.setAccessibleName(tr("How sure facts must be"))
        self._sure_words = label("", "small")
        self._count = label("", "small")
        self._clear = link_button(tr("Clear the filters"), self._on_clear)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        held = row(self._since, label("–", "small"), self._until, gap=8)
        sure = row(self._sure, self._sure_words, gap=8)
        sure.setStretchFactor(self._sure, 1)
        inner = self._inner = QWidget()
        inner.setProperty("tone", "bare")
        lines = column(gap=4, margin=(16, 12, 16, 12))
        for heading, part in (
            (tr("Types"), self._kinds),
            (tr("Facts"), self._states),
            (tr("Where facts come from"), self._sources),
            (tr("On whose word"), self._declarers),
            (tr("Held between these days"), held),
            (tr("How sure"), sure),
        ):
            lines.addWidget(label(heading, "section"))
            lines.addLayout(part) if isinstance(part, QLayout) else lines.addWidget(part)
            if part is held:
                lines.addWidget(self._problem)
            lines.addSpacing(8)
        lines.addWidget(self._find)
        lines.addWidget(self._nothing)
        self._heads = {one: label(one.accessibleName(), "section") for one in (self._predicates, self._categories)}
        for part, head in self._heads.items():
            lines.addWidget(head)
            lines.addWidget(part)
        lines.addStretch(1)
        inner.setLayout(lines)
        self._area = QScrollArea()
        self._area.setAccessibleName(self.accessibleName())
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(inner)
        foot = row(self._count, None, self._clear, margin=(16, 4, 8, 8))
        self.setLayout(column(self._area, foot, gap=0))

    def _connect(self) -> None:
        for choices, name in (
            (self._kinds, "kinds"),
            (self._states, "states"),
            (self._sources, "sources"),
            (self._declarers, "declared_by"),
            (self._predicates, "predicates"),
            (self._categories, "categories"),
        ):
            choices.switched.connect(partial(self._on_switched, name))
        self._find.textChanged.connect(self._show_lists)
        self._sure.valueChanged.connect(self._on_sure)
        for field in (self._since, self._until):
            field.editingFinished.connect(self._on_dates)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """From top to bottom, though boxes are made as they are needed."""
        return tabbing.move((self,), forward) or super().focusNextPrevChild(forward)

    # ── showing ───────────────────────────────────────────────────────────────────────────────────────────────
    def show_picture(self, picture: Picture, names: Mapping[CategoryId, str]) -> None:
        """What can be switched in a picture, as its filters are."""
        self._picture, self._names = picture, dict(names)
        filters, facts = picture.filters, picture.facts
        kinds = _counts(picture.columns.kinds)
        states = {state: int((facts.states == code).sum()) for code, state in enumerate(STATES)}
        self._kinds.show_offers(
            [
                Offer(kind, kind_word(kind), kinds.get(kind, 0), kind not in filters.kinds, kind_icon(kind))
                for kind in ENTITY_KINDS
            ]
        )
        self._states.show_offers(
            [
                Offer(state, state_word(state), states[state], state not in filters.states, line_icon(state), (26, 12))
                for state in STATES
            ]
        )
        sources, declarers = _counts(facts.sources), _counts(facts.declarers)
        self._sources.show_offers(
            [Offer(one, source_word(one), sources.get(one, 0), one not in filters.sources) for one in SOURCES]
        )
        self._declarers.show_offers(
            [Offer(one, declarer_word(one), declarers.get(one, 0), one not in filters.declared_by) for one in DECLARERS]
        )
        self._show_measures(filters)
        self._show_lists()

    def _show_measures(self, filters: Filters) -> None:
        for field, day in ((self._since, filters.since), (self._until, filters.until)):
            if not field.hasFocus():
                field.setText("" if day is None else day.isoformat())
        self._sure.blockSignals(True)
        self._sure.setValue(round(filters.least_confidence * 100))
        self._sure.blockSignals(False)
        share = self._sure.value()
        self._sure_words.setText(tr("at least {share} % sure", share=share) if share else tr("however sure"))
        hidden = self._picture.filtered
        self._count.setText(trn("{count} hidden", "{count} hidden", hidden) if hidden else tr("Nothing is hidden"))
        self._clear.setEnabled(filters.on)

    def _show_lists(self) -> None:
        """Relations and categories that fit what is typed, the commonest first, those that are switched always."""
        filters, wanted = self._picture.filters, self._find.text().casefold().strip()
        counts = _counts(self._picture.facts.predicates)
        counts |= {one: 0 for one in filters.predicates if one not in counts}
        predicates = [
            Offer(one, vocabulary.label(one, spoken()), count, one not in filters.predicates)
            for one, count in counts.items()
        ]
        members = {one: len(rows) for one, rows in self._picture.columns.categories.items()}
        members |= {one: 0 for one in filters.categories if one not in members}
        categories = [
            Offer(one, self._names.get(one, ""), count, one in filters.categories)
            for one, count in sorted(members.items(), key=lambda pair: -pair[1])
            if self._names.get(one)
        ]
        self._show_list(self._predicates, predicates, wanted, lambda offer: not offer.on)
        self._show_list(self._categories, categories, wanted, lambda offer: offer.on)
        self._nothing.setVisible(bool(wanted) and not self._predicates.boxes and not self._categories.boxes)

    def _show_list(self, choices: Choices, offers: list[Offer], wanted: str, kept: Callable[[Offer], bool]) -> None:
        found = [offer for offer in offers if kept(offer) or wanted in offer.words.casefold()]
        choices.show_offers(found[:MOST])
        self._heads[choices].setVisible(bool(found))
        choices.setVisible(bool(found))

    # ── switching ─────────────────────────────────────────────────────────────────────────────────────────────
    def _on_switched(self, name: str, value: Any) -> None:
        filters = self._picture.filters
        self.filtered.emit(replace(filters, **{name: getattr(filters, name) ^ {value}}))

    def _on_sure(self, share: int) -> None:
        self.filtered.emit(replace(self._picture.filters, least_confidence=share / 100))

    def _on_dates(self) -> None:
        """Both ends; a date that is none is said, and changes nothing."""
        try:
            first, last = read_date(self._since.text()), read_date(self._until.text())
        except BadInput as error:
            self._say(tr(error.message_id, **error.details))
            return
        since, until = first.first() if first else None, last.last() if last else None
        wrong = bool(since and until and until < since)
        self._say(tr("The second day lies before the first.") if wrong else "")
        if wrong:
            return
        filters = self._picture.filters
        if (since, until) != (filters.since, filters.until):
            self.filtered.emit(replace(filters, since=since, until=until))

    def _say(self, problem: str) -> None:
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def _on_clear(self) -> None:
        for field in (self._since, self._until, self._find):
            field.clear()
        self.filtered.emit(Filters(as_of=self._picture.filters.as_of))

    def open_below(self, button: QWidget) -> None:
        """As high as it needs, inside the window that it belongs to."""
        window = button.window()
        wide = theme.column_width(44)
        high = min(self._inner.sizeHint().height(), 640) + 48
        self.resize(min(wide, window.width() - 16), min(high, window.height() - 64))
        at = button.mapToGlobal(QPoint(button.width() - self.width(), button.height() + 2))
        corner = window.mapToGlobal(QPoint(8, 8))
        at.setX(max(corner.x(), at.x()))
        at.setY(max(corner.y(), min(at.y(), window.mapToGlobal(QPoint(0, window.height() - 8)).y() - self.height())))
        self.move(at)
        self.show()
        first = next(iter(self._kinds.boxes.values()))
        first.setFocus(Qt.FocusReason.PopupFocusReason)


def _date_field(words: str) -> QLineEdit:
    field = QLineEdit()
    field.setAccessibleName(words)
    field.setPlaceholderText("2024-03-07")
    return field


def _counts(column: Any) -> dict[Any, int]:
    """How often each value of a column of the picture occurs, the commonest first."""
    found: dict[Any, int] = column.counts(np.ones(len(column.codes), dtype=bool))
    return found
