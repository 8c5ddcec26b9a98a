"""The page of questions: what memory is unsure of, one card each, each answer undoable."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from app.domain.ids import EntityId, SuggestionId
from ui import theme
from ui.changes import Changes, Freshness
from ui.lanes import Lanes
from ui.suggestions.card import Card
from ui.widgets import EmptyState, column, label, row, wrapped
from ui.widgets.flow import clear
from ui.words import tr

if TYPE_CHECKING:
    from app.services.suggestions import Asked
    from app.services.workspace import ReadDesk, WriteDesk

SHOWN = 30


class SuggestionsPage(QWidget):
    """`counted(int)`: how many wait. `source_wanted(EpisodeId, Span | None)`. `said(str)`: an answer was taken."""

    counted = Signal(int)
    source_wanted = Signal(object, object)
    said = Signal(str)

    def __init__(self, lanes: Lanes, changes: Changes, watch: QWidget) -> None:
        """`watch` is a widget that is always seen: the count is kept up to date while the page is not."""
        super().__init__()
        self.setObjectName("page")
        self._lanes = lanes
        self._asked: list[Asked] = []
        inner = QWidget()
        inner.setProperty("tone", "bare")
        self._cards = QVBoxLayout(inner)
        self._cards.setContentsMargins(0, 0, 8, 0)
        self._cards.setSpacing(12)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inner)
        nothing = EmptyState(
            tr("No open questions"),
            tr("When two names may be one person, or one name two, memory asks here instead of guessing."),
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(nothing)
        self._stack.addWidget(area)
        holder = QWidget()
        holder.setMaximumWidth(theme.column_width())
        words = wrapped(tr("What memory is not sure of. Each answer can be undone."), "quiet")
        holder.setLayout(column(label(tr("Questions"), "title"), words, self._stack, gap=8))
        self.setLayout(row(holder, gap=0, margin=(24, 12, 24, 12)))
        self._fresh = Freshness(watch, changes, {"suggestion"}, self.reload)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.reload()

    def reload(self) -> None:
        """Read the questions anew."""
        self._lanes.read(_waiting, self._show)

    def _show(self, asked: "list[Asked]") -> None:
        self.counted.emit(len(asked))
        if asked == self._asked:
            return
        self._asked = asked
        clear(self._cards)
        for one in asked[:SHOWN]:
            self._cards.addWidget(self._card(one))
        self._cards.addStretch(1)
        self._stack.setCurrentIndex(1 if asked else 0)

    def _card(self, asked: "Asked") -> Card:
        card, number = Card(asked), asked.suggestion.id
        card.answered.connect(partial(self._answer, number))
        if asked.episode is not None:
            card.source_wanted.connect(partial(self.source_wanted.emit, asked.episode.id, None))
        return card

    def _answer(self, number: SuggestionId, what: str, choice: EntityId | None) -> None:
        job = partial(_accept, number, choice) if what == "accept" else partial(_dismiss, number, what == "never")
        self._lanes.write(job, lambda _: self.said.emit(tr("Thank you.")))


def _waiting(desk: "ReadDesk") -> "list[Asked]":
    from app.services import suggestions

    return suggestions.waiting(desk)


def _accept(number: SuggestionId, choice: EntityId | None, desk: "WriteDesk") -> object:
    from app.services import suggestions

    return suggestions.accept(desk, number, choice)


def _dismiss(number: SuggestionId, never: bool, desk: "WriteDesk") -> object:
    from app.services import suggestions

    return suggestions.dismiss(desk, number, never)
