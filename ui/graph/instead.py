"""The canvas, and the words that stand for it where there is nothing to draw: each says why, and offers the way out."""

from collections.abc import Callable

from PySide6.QtWidgets import QStackedLayout, QWidget

from ui.graph.picture import Picture
from ui.widgets import EmptyState
from ui.words import tr

Call = Callable[[], object]


class Instead(QStackedLayout):
    """`empty`: nothing is known. `sieved`: all of it is filtered out. `away`: hidden by hand. `gone`: what was looked
    around is there no more."""

    def __init__(self, canvas: QWidget, *, write: Call, clear: Call, unhide: Call, leave: Call) -> None:
        super().__init__()
        self._canvas = canvas
        self.empty = EmptyState(
            tr("Nothing to draw yet"),
            tr("People, places and things that you write about will show here, with lines for what connects them."),
            tr("Write something"),
            write,
        )
        self.sieved = EmptyState(
            tr("The filters hide everything"),
            tr("Everything here is left out by what the line below names."),
            tr("Clear the filters"),
            clear,
        )
        self.away = EmptyState(tr("Everything is hidden"), tr("You hid it by hand."), tr("Show again"), unhide)
        self.gone = EmptyState(
            tr("No longer here"),
            tr("What was looked at was deleted, became one with something else, or belongs to another project."),
            tr("The whole graph"),
            leave,
        )

    def fill(self) -> None:
        """Once it belongs to a widget: without one, the first part would become a window."""
        for shown in (self._canvas, self.empty, self.sieved, self.away, self.gone):
            self.addWidget(shown)

    def show_for(self, picture: Picture, hidden: bool) -> None:
        """The canvas, or what says why it would be blank. `hidden`: something was hidden by hand."""
        if picture.nodes:
            self.setCurrentWidget(self._canvas if picture.shown.any() else self.sieved)
        elif picture.gone:
            self.setCurrentWidget(self.gone)
        else:
            self.setCurrentWidget(self.away if hidden else self.empty)
