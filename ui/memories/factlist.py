"""Facts one below the other: what holds, then what has ended. Rows that show the same stay; focus is kept."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.ids import FactId
from ui.memories.facts import FactRow
from ui.memories.wording import is_over
from ui.widgets import label, link_button
from ui.widgets.flow import clear
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.memories import FactView

SHOWN = 40
"""Rows that are made at once: a hub has thousands of facts, and nobody reads them all in a panel."""


class FactList(QWidget):
    """Passes on the signals of its rows."""

    entity_chosen = Signal(object)
    source_opened = Signal(object, int, int)
    ended = Signal(object, object)
    redated = Signal(object, object, object)
    retracted = Signal(object)

    def __init__(self, whole: bool = False) -> None:
        super().__init__()
        self._whole = whole
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._views: Sequence[FactView] = ()
        self._today: date | None = None
        self._limit = SHOWN
        self.rows: dict[FactId, FactRow] = {}

    def show_facts(self, views: "Sequence[FactView]", today: date) -> None:
        """Replace the rows where anything in them differs."""
        if len(views) == len(self._views) and today == self._today:
            seen = self._limit  # a hub has thousands; what is not on screen need not be compared
            if list(views[:seen]) == list(self._views[:seen]):
                return
        if {view.fact.subject for view in views}.isdisjoint({view.fact.subject for view in self._views}):
            self._limit = SHOWN
        self._views, self._today = tuple(views), today
        self._fill(today)

    def _fill(self, today: date) -> None:
        focused = next((id for id, line in self.rows.items() if line.menu_button.hasFocus()), None)
        clear(self._column)
        self.rows = {}
        over = [view for view in self._views if is_over(view.fact, today)]
        current = [view for view in self._views if not is_over(view.fact, today)]
        self._add(current[: self._limit], today)
        room = max(0, self._limit - len(current))
        if over and room:
            self._column.addWidget(label(tr("ended"), "section"))
            self._add(over[:room], today)
        if (more := len(self._views) - len(self.rows)) > 0:
            self._column.addWidget(link_button(trn("{count} more", "{count} more", more), self._show_more))
        if focused in self.rows:
            self.rows[focused].menu_button.setFocus()

    def _add(self, views: "Sequence[FactView]", today: date) -> None:
        for view in views:
            line = FactRow(view, today, self._whole)
            line.entity_chosen.connect(self.entity_chosen)
            line.source_opened.connect(self.source_opened)
            line.ended.connect(self.ended)
            line.redated.connect(self.redated)
            line.retracted.connect(self.retracted)
            self.rows[view.fact.id] = line
            self._column.addWidget(line)

    def changeEvent(self, event: QEvent) -> None:
        """Another theme: the rows' rich text carries its colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._today is not None:
            self._fill(self._today)

    def _show_more(self) -> None:
        self._limit *= 4
        if self._today is not None:
            self._fill(self._today)
