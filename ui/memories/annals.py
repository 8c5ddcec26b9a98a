"""What was done to one entity, by whom and when; each step can be taken back by itself."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.domain.entity import Entity
from ui.alerts import describe
from ui.history.wording import blocked_text, deed_text
from ui.lanes import Lanes
from ui.memories import lifejobs
from ui.memories.part import Part
from ui.saying import on_whose_word
from ui.when import day_name, exact, moment_text
from ui.widgets import column, icon_button, label, link_button, row, wrapped
from ui.widgets.flow import clear
from ui.words import tr

if TYPE_CHECKING:
    from app.services.biography import Deeds
    from app.services.history import StepUndone


class Annals(Part):
    """`said(str)`: a step was taken back."""

    said = Signal(str)

    def __init__(self, lanes: Lanes, size: int) -> None:
        super().__init__(lanes, tr("changes"), size)
        self._limit = self._size = size
        self._why = wrapped("", "warn")
        self._with_them = link_button(tr("Undo all of these"), self._undo_with_them)
        self._older = link_button(tr("Show older ones"), self._show_older)
        self._origin = wrapped("", "small")
        self._wanted: list[int] = []
        self._blocked = QWidget()
        self._blocked.setLayout(column(self._why, row(self._with_them, None), gap=0, margin=(0, 0, 0, 4)))
        self._rows: dict[int, QWidget] = {}
        self._whole = column(self._blocked, row(self._older, None), self._origin, gap=0)
        for part in (self._blocked, self._older):
            part.hide()
        whole = self.layout()
        assert isinstance(whole, QBoxLayout)
        whole.addLayout(self._whole)

    def job(self) -> "Callable[..., Deeds]":
        return partial(lifejobs.read_deeds, self.entity, self._limit)

    def show_origin(self, entity: Entity, agent: str) -> None:
        """Since when it is known, and on whose word: the first line of its history."""
        day = day_name(entity.created_at.astimezone().date())
        words = on_whose_word(entity.declared_by, agent)
        self._origin.setText(tr("In memory since {date} · {whose}", date=day, whose=words))
        self._origin.setToolTip(exact(entity.created_at))

    def show_found(self, found: "Deeds") -> bool:
        self._unblock()
        clear(self.body)
        self._rows = {entry.seq: self._line(entry) for entry in found.entries}
        for line in self._rows.values():
            self.body.addWidget(line)
        self._older.setVisible(found.more)
        return True

    def _line(self, entry: Any) -> QWidget:
        text = deed_text(entry)
        words = wrapped(tr("{text} (undone)", text=text) if entry.undone else text, "quiet" if entry.undone else "")
        when = label(f"{moment_text(entry.at)} · {author(entry)}", "small")
        when.setToolTip(exact(entry.at))
        made = QWidget()
        made.setAccessibleName(f"{words.text()}, {when.text()}")
        line = row(column(words, when, gap=0), gap=4, margin=(0, 2, 0, 4))
        if entry.copied and not entry.undone:
            button = icon_button("undo", tr("Undo: {act}", act=text), partial(self.undo, entry.seq))
            line.addWidget(button)
        made.setLayout(line)
        return made

    def _show_older(self) -> None:
        self._limit *= 4
        self.reload()

    def blank(self) -> None:
        super().blank()
        self._limit = self._size
        self._unblock()
        clear(self.body)
        self._rows = {}
        self._origin.setText("")

    # ── taken back ────────────────────────────────────────────────────────────────────────────────────────────
    def undo(self, seq: int) -> None:
        """Take back one step, whatever came after it."""
        self._try([seq])

    def _undo_with_them(self) -> None:
        self._try(self._wanted)

    def _try(self, seqs: list[int]) -> None:
        self._lanes.write(
            partial(lifejobs.undo_all, seqs), partial(self._on_undone, seqs), partial(self._refuse, seqs[-1])
        )

    def _on_undone(self, seqs: list[int], found: "StepUndone") -> None:
        if found.change is not None:
            self._unblock()
            self.said.emit(tr("Undone: {act}", act=deed_text(found.change)))
            self.reload()
            return
        self._say(seqs[-1], blocked_text(found.blocked_by))
        self._wanted = list(dict.fromkeys([*(one.seq for one in found.blocked_by), *seqs]))
        self._with_them.setVisible(bool(found.blocked_by))

    def _refuse(self, seq: int, error: Exception) -> None:
        alert = describe(error)
        if alert.kind == "bug":
            self._lanes.failed.emit(error)
        else:
            self._with_them.hide()
            self._say(seq, alert.sentence)

    def _say(self, seq: int, why: str) -> None:
        """Below the step, why it cannot be taken back."""
        self._why.setText(why)
        self._why.setAccessibleName(why)
        if (line := self._rows.get(seq)) is not None:
            self.body.insertWidget(self.body.indexOf(line) + 1, self._blocked)
        self._blocked.show()

    def _unblock(self) -> None:
        """Nothing stands in the way; what says so is kept out of what is cleared."""
        self._blocked.hide()
        self._whole.insertWidget(0, self._blocked)


def author(entry: Any) -> str:
    """Who did it: you, or an agent by its name."""
    return tr("you") if entry.author.kind == "user" else entry.author.name or tr("an agent")
