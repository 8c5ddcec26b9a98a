"""What is known of an entity, a page of facts at a time, by relation and time; what cannot hold together is marked."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from app.domain.ids import EntityId
from ui.icons import icon
from ui.lanes import Lanes
from ui.memories import lifejobs, wording
from ui.memories.factlist import SHOWN, FactList
from ui.memories.facts import Seat
from ui.memories.intervals import Axis, Scale
from ui.memories.part import NOBODY, Part
from ui.memories.restate import RestateForm
from ui.widgets import row, wrapped
from ui.widgets.controls import icon_size
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.biography import Facts

MANY = 24
"""Facts from which on there is a field to find one."""
NARROW = 20
"""Facts on one page of the panel: what is below them should not lie too deep."""
_BESIDE = 18
"""Pixels beside the icon of a row's menu, which stands behind its bar."""
_WAIT_MS = 150


class Known(Part):
    """`entity_chosen(id)`, `source_opened(episode, start, end)`. Edits are told by `facts`."""

    entity_chosen = Signal(object)
    source_opened = Signal(object, int, int)

    def __init__(self, lanes: Lanes, wide: bool) -> None:
        self._size = SHOWN if wide else NARROW
        super().__init__(lanes, tr("known"), self._size)
        self._wide = wide
        self.facts = FactList(RestateForm(lanes))
        self.scale = Scale()
        self.none = wrapped("", "quiet")
        self.conflicts = wrapped("", "warn")
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find in what is known…"))
        self.field.setAccessibleName(tr("Find in what is known"))
        self.field.setClearButtonEnabled(True)
        self.field.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        for part in (self.field, self.conflicts):
            part.hide()
            self.body.addWidget(part)
        self.body.addLayout(row(None, self.scale, icon_size().width() + _BESIDE, gap=0))
        self.body.addWidget(self.facts)
        self.body.addWidget(self.none)
        self.facts.entity_chosen.connect(self.entity_chosen)
        self.facts.source_opened.connect(self.source_opened)
        self._wait = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._wait.timeout.connect(self._find)
        self.field.textChanged.connect(lambda _: self._wait.start())

    def turn_to(self, entity: EntityId) -> None:
        if entity != self.entity:
            self.field.blockSignals(True)
            self.field.clear()
            self.field.blockSignals(False)
            self.field.hide()
        super().turn_to(entity)

    def empty(self) -> None:
        self.facts.show_seats(())

    def job(self) -> "Callable[..., Facts]":
        return partial(lifejobs.read_facts, self.entity, self.field.text().strip(), self.start, self._size)

    def _find(self) -> None:
        if self.entity != NOBODY:
            self.start = 0
            self.reload()

    def show_found(self, found: "Facts") -> bool:
        today, axis = wording.today(), Axis.over(found.first, found.last)
        seats = [
            Seat(
                one.view,
                today,
                "sheet" if self._wide else "line",
                one.first,
                one.rivals,
                axis if self._wide else None,
                editable=True,
            )
            for one in found.told
        ]
        self.start = found.start
        self.facts.show_seats(seats)
        self.pager.show_place(found.start, len(seats), found.total)
        if found.total > MANY:
            self.field.show()
        self.scale.setVisible(self._wide and bool(seats))
        self.scale.show_axis(axis, today)
        self.conflicts.setText(
            trn("{count} fact cannot hold with another", "{count} facts cannot all hold", found.conflicts)
        )
        self.conflicts.setVisible(found.conflicts > 0)
        searched = bool(self.field.text().strip())
        self.none.setText(tr("Nothing known has these words.") if searched else tr("Nothing is known about it yet."))
        self.none.setVisible(not seats)
        self.head.setVisible(self._wide and bool(seats))
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.text():
            self.field.clear()
        else:
            super().keyPressEvent(event)
