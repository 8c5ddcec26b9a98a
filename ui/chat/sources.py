"""Under an answer: what it rests on, put together into items. An item opens to its records in order of time."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from ui.chat.reasons import held_together, reason_line
from ui.when import date_text, exact
from ui.widgets import column, label, row, wrapped
from ui.widgets.controls import WordsButton
from ui.widgets.flow import clear
from ui.widgets.fold import Fold
from ui.words import tr

if TYPE_CHECKING:  # services bring models along; the window must not wait for them
    from app.services.evidence import ClaimView, ItemView

_STEP = 20
"""Pixels by which the records of an item are set in."""


class EnterButton(WordsButton):
    """Words that Enter presses as well as Space."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class ItemRow(QWidget):
    """One item: its first words and date; open, its records. `chosen(EpisodeId)`: show that record where it stands.
    `unfolding`: it is about to be opened or closed."""

    chosen = Signal(object)
    unfolding = Signal()

    def __init__(self, item: "ItemView") -> None:
        super().__init__()
        self._item = item
        self._words = item.head.text or tr("(forgotten since)")
        self.head = EnterButton(self._words, self._turn)
        self.head.setCheckable(True)
        self.head.setAccessibleDescription(held_together(item))
        day = label(_day(item.head), "small")
        parts: list[QWidget] = [self.head, day]
        if more := held_together(item):
            parts.append(label(f"· {more}", "small"))
        if item.conflicts:
            parts.append(label(tr("in dispute"), "warn"))
        self._claims: QWidget | None = None
        self._lines = column(row(*parts, None, gap=6), gap=2)
        self.setLayout(self._lines)
        self._mark()

    def _turn(self) -> None:
        self.unfolding.emit()
        if self._claims is None:
            self._claims = QWidget()
            rows = [self._claim(claim) for claim in self._item.claims]
            self._claims.setLayout(column(*rows, gap=4, margin=(_STEP, 0, 0, 6)))
            self._lines.addWidget(self._claims)
        self._claims.setVisible(self.head.isChecked())
        self._mark()

    def _mark(self) -> None:
        is_open = self.head.isChecked()
        self.head.setText(f"{'▾' if is_open else '▸'} {self._words}")
        state = tr("open") if is_open else tr("closed")
        self.head.setAccessibleName(tr("{words}, {state}", words=self._words, state=state))

    def _claim(self, claim: "ClaimView") -> QWidget:
        made = QWidget()
        who = claim.speaker or (tr("tsumugi") if claim.role == "assistant" else "")
        words = ": ".join(filter(None, (who, claim.text))) if claim.text else tr("(forgotten since)")
        text = EnterButton(" · ".join(filter(None, (_day(claim), words))), partial(self.chosen.emit, claim.episode))
        text.setEnabled(bool(claim.text))
        if claim.said_at is not None:
            text.set_tip(exact(claim.said_at))
        line: list[QWidget] = [wrapped(reason_line(claim), "small")]
        if claim.disputed:
            line.insert(0, label(tr("in dispute"), "warn"))
        reasons = row(*line, gap=6, margin=(5, 0, 0, 0))
        reasons.setStretch(len(line) - 1, 1)
        made.setLayout(column(row(text, None, gap=0), reasons, gap=0))
        return made


def _day(claim: "ClaimView") -> str:
    return date_text(claim.said_at.astimezone().date()) if claim.said_at is not None else ""


class Sources(Fold):
    """Closed, one quiet word. `wanted` when it is opened and nothing is read yet; `chosen(EpisodeId)`."""

    wanted = Signal()
    chosen = Signal(object)
    unfolding = Signal()

    def __init__(self) -> None:
        super().__init__(tr("Sources"), QWidget())
        self._lines = column(gap=2, margin=(8, 0, 0, 8))
        self.inner.setLayout(self._lines)
        self.items: tuple[ItemRow, ...] | None = None
        self.opened.connect(self._want)

    def _want(self) -> None:
        if self.items is None:
            self._say(tr("Looking it up…"))
            self.wanted.emit()

    def _say(self, words: str) -> None:
        clear(self._lines)
        self._lines.addWidget(label(words, "small"))

    def show_items(self, items: "Sequence[ItemView]") -> None:
        """What the answer rests on."""
        self.items = tuple(ItemRow(item) for item in items)
        if not items:
            self._say(tr("This answer rests on nothing in memory."))
            return
        clear(self._lines)
        for made in self.items:
            made.chosen.connect(self.chosen)
            made.unfolding.connect(self.unfolding)
            self._lines.addWidget(made)
