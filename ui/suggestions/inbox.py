"""The list of open questions under the headings of their kinds: arrows move, several can be marked, letters answer.

a accept · c change · d not now · n never again; 1 to 9 takes that candidate.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView

from app.domain.ids import SuggestionId
from ui.suggestions.wording import SORTS, excerpt, short, sort_of, sort_words
from ui.widgets.lines import KEY, Line, LineView
from ui.words import tr

if TYPE_CHECKING:
    from app.services.suggestions import Asked

_LETTERS = {Qt.Key.Key_A: "accept", Qt.Key.Key_C: "change", Qt.Key.Key_D: "dismiss", Qt.Key.Key_N: "never"}


class Inbox(LineView):
    """`marked` when other questions are marked; `answered(what)` for the marked ones; `picked(int)`: the candidate of
    that place, from 1."""

    marked = Signal()
    answered = Signal(str)
    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Open questions"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.selectionModel().selectionChanged.connect(lambda *_: self.marked.emit())

    def show_asked(self, asked: "Sequence[Asked]") -> None:
        """Other questions. The mark stays where it is, or moves to what follows an answered one."""
        place, kept = self.currentIndex().row(), set(self.numbers())
        lines: list[Line] = []
        for sort in SORTS:
            rows = [one for one in asked if sort_of(one) == sort]
            if rows:
                lines.append(Line(None, sort_words(sort)))
            lines += [Line(one.suggestion.id, short(one), excerpt(one)) for one in rows]
        self.show_lines(lines)
        if not self.numbers():
            self._mark(kept, max(place, 0))

    def _mark(self, kept: set[SuggestionId], place: int) -> None:
        """Those that were marked and are still there; else the row at the place, or the next above it."""
        model, chosen = self.model(), QItemSelectionModel.SelectionFlag.Select
        rows = [model.index(row, 0) for row in range(model.rowCount())]
        again = [index for index in rows if index.data(KEY) in kept]
        if not again:
            askable = [index for index in rows if index.data(KEY) is not None]
            below = [index for index in askable if index.row() >= place]
            again = below[:1] or askable[-1:]
        for index in again:
            self.selectionModel().select(index, chosen)
        if again:
            self.selectionModel().setCurrentIndex(again[0], QItemSelectionModel.SelectionFlag.NoUpdate)

    def numbers(self) -> list[SuggestionId]:
        """The marked questions, in order of the list."""
        marked = sorted(self.selectionModel().selectedIndexes(), key=lambda index: index.row())
        return [index.data(KEY) for index in marked if index.data(KEY) is not None]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = Qt.Key(event.key()), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and key in _LETTERS:
            self.answered.emit(_LETTERS[key])
        elif plain and Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            self.picked.emit(int(key) - int(Qt.Key.Key_0))
        else:
            super().keyPressEvent(event)
