"""What stands below the field: the results, or why there are none, or what may be typed."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QWidget

from ui.search.guide import Guide
from ui.search.results import ResultView
from ui.widgets import EmptyState
from ui.words import tr

if TYPE_CHECKING:
    from app.services.search import Results

_GUIDE, _FOUND, _NOTHING, _FILTERED = range(4)


class Answers(QStackedWidget):
    """`cleared`: another query is wanted; `unfiltered`: the same without its filters."""

    cleared = Signal()
    unfiltered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.guide = Guide()
        self.view = ResultView()
        self.view.setAccessibleName(tr("Results"))
        nothing = EmptyState(
            tr("Nothing found"),
            tr("Another spelling, fewer words or fewer filters may help."),
            tr("Clear"),
            self.cleared.emit,
        )
        filtered = EmptyState(
            tr("Nothing passes the filters"),
            tr("Without them there may be something."),
            tr("Search without filters"),
            self.unfiltered.emit,
        )
        for part in (_scrolled(self.guide), self.view, nothing, filtered):
            self.addWidget(part)

    def show_found(self, found: "Results | None", guide: bool) -> None:
        """`guide`: what may be typed is wanted now. It is shown too while nothing is asked."""
        self.setCurrentIndex(_GUIDE if guide or found is None else _page_of(found))

    def has_results(self) -> bool:
        """Whether they are on screen."""
        return self.currentIndex() == _FOUND


def _page_of(found: "Results") -> int:
    if not found.nothing:
        return _FOUND
    return _FILTERED if found.query.filters and found.query.bare else _NOTHING


def _scrolled(inner: QWidget) -> QScrollArea:
    """For small windows and large text."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    inner.setProperty("tone", "bare")
    area.setWidget(inner)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
