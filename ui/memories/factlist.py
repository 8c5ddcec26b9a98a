"""Facts one below the other: what holds, then what has ended. Rows that show the same stay; focus is kept."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.ids import FactId
from ui.memories.facts import FactRow
from ui.memories.wording import is_over
from ui.widgets import label, link_button
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.memories import FactView

SHOWN = 40
"""Rows that are made at once: a hub has thousands of facts, and nobody reads them all in a panel."""

AT_ONCE = 6
"""Rows made before the window gets its turn: one takes two milliseconds to make, and as long to lay out and paint."""


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
        self._spare: dict[FactId, FactRow] = {}
        self._pending: list[FactView | str] = []
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._add_some)

    def show_facts(self, views: "Sequence[FactView]", today: date) -> None:
        """Replace the rows where anything in them differs."""
        if len(views) == len(self._views) and today == self._today:
            seen = self._limit  # a hub has thousands; what is not on screen need not be compared
            if list(views[:seen]) == list(self._views[:seen]):
                return
        if {view.fact.subject for view in views}.isdisjoint({view.fact.subject for view in self._views}):
            self._limit = SHOWN
        new_day = today != self._today
        self._views, self._today = tuple(views), today
        self._fill(today, afresh=new_day)

    def _fill(self, today: date, afresh: bool = False) -> None:
        """Lay the rows out again. Those that show the same are kept as they are, with the focus they have."""
        over = [view for view in self._views if is_over(view.fact, today)]
        current = [view for view in self._views if not is_over(view.fact, today)][: self._limit]
        over = over[: self._limit - len(current)]
        wanted = {view.fact.id: view for view in (*current, *over)}
        known = {**self._spare, **self.rows}
        self._spare = {} if afresh else {id: line for id, line in known.items() if line.view == wanted.get(id)}
        self.rows = {}
        self._take_out(known.values())
        self._pending = [*current, *([tr("ended")] if over else []), *over]
        self._add_some()

    def _take_out(self, lines: Iterable[FactRow]) -> None:
        """Empty the column; what is not kept is deleted."""
        gone: list[QWidget] = [line for line in lines if self._spare.get(line.view.fact.id) is not line]
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None and not isinstance(widget, FactRow):
                gone.append(widget)
        for widget in gone:
            widget.hide()
            widget.deleteLater()

    def _add_some(self) -> None:
        """Kept rows, and so many new ones as can be made without holding up the window; then the next ones."""
        made = 0
        while self._pending and made < AT_ONCE:
            part = self._pending.pop(0)
            if isinstance(part, str):
                self._column.addWidget(label(part, "section"))
                continue
            line = self._spare.pop(part.fact.id, None)
            made += line is None
            self.rows[part.fact.id] = line or self._row(part)
            self._column.addWidget(self.rows[part.fact.id])
        if self._pending:
            self._next.start()
        elif (more := len(self._views) - len(self.rows)) > 0:
            self._column.addWidget(link_button(trn("{count} more", "{count} more", more), self._show_more))

    def _row(self, view: "FactView") -> FactRow:
        assert self._today is not None
        line = FactRow(view, self._today, self._whole)
        line.entity_chosen.connect(self.entity_chosen)
        line.source_opened.connect(self.source_opened)
        line.ended.connect(self.ended)
        line.redated.connect(self.redated)
        line.retracted.connect(self.retracted)
        return line

    def changeEvent(self, event: QEvent) -> None:
        """Another theme: the rows' rich text carries its colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._today is not None:
            self._fill(self._today, afresh=True)

    def _show_more(self) -> None:
        self._limit *= 4
        if self._today is not None:
            self._fill(self._today)
