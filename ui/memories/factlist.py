"""Facts one below the other. Rows that show the same stay; focus is kept; a fact that is being edited stays open."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.domain.entity import EntityKind
from app.domain.ids import FactId
from ui.memories.facts import FactRow, Seat
from ui.memories.restate import RestateForm
from ui.memories.wording import is_over
from ui.widgets import label, link_button
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.memories import FactView

SHOWN = 40
"""Rows that are made at once: a hub has thousands of facts, and nobody reads them all in a panel."""

AT_ONCE = 3
"""Rows made before the window gets its turn: one takes two milliseconds to make, and four to lay out and paint."""


class FactList(QWidget):
    """Passes on the signals of its rows. `restated(fact, Said)`: one was said otherwise in its form."""

    entity_chosen = Signal(object)
    source_opened = Signal(object, int, int)
    ended = Signal(object, object)
    redated = Signal(object, object, object)
    retracted = Signal(object)
    restated = Signal(object, object)

    def __init__(self, form: RestateForm | None = None) -> None:
        """`form`: facts can be edited in place with it."""
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._seats: Sequence[Seat] = ()
        self._limit = SHOWN
        self.kind: EntityKind = "thing"
        """Type of the entity whose facts these are; the form offers relations that fit it."""
        self.rows: dict[FactId, FactRow] = {}
        self._spare: dict[FactId, FactRow] = {}
        self._pending: list[Seat | str] = []
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._add_some)
        self.form, self._editing = form, FactId(0)
        self._typing: QWidget | None = None
        self._waiting: tuple[FactId, tuple[str, ...]] | None = None
        """What was half written about a fact whose row is not there yet."""
        if form is not None:
            form.setParent(self)
            form.hide()
            form.restated.connect(self._on_restated)
            form.closed.connect(self._on_closed)

    def show_facts(self, views: "Sequence[FactView]", today: date) -> None:
        """Sentences: what holds, then what has ended; the first of them, and a button for the rest."""
        over = [view for view in views if is_over(view.fact, today)]
        current = [view for view in views if not is_over(view.fact, today)]
        if {view.fact.subject for view in views}.isdisjoint({seat.view.fact.subject for seat in self._seats}):
            self._limit = SHOWN
        self.show_seats([Seat(view, today, "sentence") for view in (*current, *over)])

    def show_seats(self, seats: Sequence[Seat]) -> None:
        """Replace the rows where anything in them differs."""
        if len(seats) == len(self._seats) and list(seats[: self._limit]) == list(self._seats[: self._limit]):
            return  # a hub has thousands; what is not on screen need not be compared
        new_day = not self._seats or not seats or seats[0].today != self._seats[0].today
        self._seats = tuple(seats)
        self._fill(afresh=new_day)

    def _fill(self, afresh: bool = False) -> None:
        """Lay the rows out again. Those that show the same are kept as they are, with the focus they have."""
        shown = self._seats[: self._limit]
        wanted = {seat.view.fact.id: seat for seat in shown}
        known = {**self._spare, **self.rows}
        self._spare = {} if afresh else {id: line for id, line in known.items() if line.seat == wanted.get(id)}
        self.rows = {}
        self._take_out(known.values())
        self._pending = list(shown)
        place = next((n for n, seat in enumerate(shown) if is_over(seat.view.fact, seat.today)), None)
        if place is not None and shown[place].look == "sentence":
            self._pending.insert(place, tr("ended"))
        self._add_some()

    def _take_out(self, lines: Iterable[FactRow]) -> None:
        """Empty the column; what is not kept is deleted, but for the form."""
        gone: list[QWidget] = [line for line in lines if self._spare.get(line.view.fact.id) is not line]
        if self.form is not None and any(line.isAncestorOf(self.form) for line in gone):
            focused = QApplication.focusWidget()
            self._typing = focused if focused is not None and self.form.isAncestorOf(focused) else None
            self.form.setParent(self)
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None and not isinstance(widget, FactRow | RestateForm):
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
            fact = part.view.fact.id
            line = self._spare.pop(fact, None)
            made += line is None
            self.rows[fact] = line or self._row(part)
            self._column.addWidget(self.rows[fact])
            if fact == self._editing and self.form is not None:
                self._hold_again(self.rows[fact], self.form)
            elif self._waiting is not None and fact == self._waiting[0]:
                self._go_on(*self._waiting)
        if self._pending:
            self._next.start()
            return
        if (more := len(self._seats) - len(self.rows)) > 0:
            self._column.addWidget(link_button(trn("{count} more", "{count} more", more), self._show_more))
        if self._editing and self._editing not in self.rows and self.form is not None:
            self._part_with(self.form)

    def _part_with(self, form: RestateForm) -> None:
        """Its row is not shown any more: the form goes too, but for one in which something is written."""
        if form.changed():
            self._column.addWidget(form)
            form.show()
        else:
            form.close_form()

    def _hold_again(self, line: FactRow, form: RestateForm) -> None:
        """The form goes on below the new row of its fact, with the cursor where it was."""
        line.show()  # the layout would show it only in the next turn of the loop
        line.hold(form)
        if self._typing is not None:
            self._typing.setFocus()
            self._typing = None

    def _row(self, seat: Seat) -> FactRow:
        line = FactRow(seat)
        line.entity_chosen.connect(self.entity_chosen)
        line.source_opened.connect(self.source_opened)
        line.ended.connect(self.ended)
        line.redated.connect(self.redated)
        line.retracted.connect(self.retracted)
        line.edit_wanted.connect(self.edit)
        return line

    # ── said otherwise ────────────────────────────────────────────────────────────────────────────────────────
    def edit(self, fact: FactId) -> None:
        """Open the form below a fact, with what it says now."""
        line = self.rows.get(fact)
        if self.form is None or line is None:
            return
        self._editing = fact
        line.hold(self.form)
        self.form.open_fact(line.view, self.kind)

    def close_form(self) -> None:
        """After it was taken, or when another entity is shown."""
        if self.form is not None and self._editing:
            self.form.close_form()

    def close_field(self) -> None:
        """As the other editors of the page call it."""
        self._waiting = None
        if self.form is not None and self._editing:
            self.form.close_field()

    def draft(self) -> tuple[FactId, tuple[str, ...]] | None:
        """What is half written, and about which fact."""
        if self._editing and self.form is not None and self.form.changed():
            return self._editing, self.form.written()
        return self._waiting

    def take_draft(self, draft: tuple[FactId, tuple[str, ...]]) -> None:
        self._waiting = draft
        if draft[0] in self.rows:
            self._go_on(*draft)

    def _go_on(self, fact: FactId, words: tuple[str, ...]) -> None:
        """Open the form with what was written in it before; the keys stay where they are."""
        focused, self._waiting = QApplication.focusWidget(), None
        self.edit(fact)
        if self.form is not None:
            self.form.write(words)
        if focused is not None and focused.isVisible():
            focused.setFocus()

    def _on_restated(self, said: object) -> None:
        self.restated.emit(self._editing, said)

    def _on_closed(self) -> None:
        line = self.rows.get(self._editing)
        self._editing = FactId(0)
        if self.form is not None:
            self.form.hide()
            self.form.setParent(self)
        if line is not None:
            line.menu_button.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme: the rows' rich text carries its colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._seats:
            self._fill(afresh=True)

    def _show_more(self) -> None:
        self._limit *= 4
        self._fill()
