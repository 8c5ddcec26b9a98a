"""The turns of a conversation. A window of them is held, so that a chat of ten thousand turns opens like one of ten.

Turns are made a few at a time, newest first, so that the event loop never waits for them. A reader at the bottom stays
at the bottom; one who has scrolled up stays where they are.
"""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.domain.entity import Span
from app.domain.ids import EpisodeId
from ui import theme
from ui.chat.turn import Turn
from ui.widgets import column, row
from ui.words import tr

if TYPE_CHECKING:  # services bring models along; the window must not wait for them
    from app.services.turns import TurnView

PAGE = 40
"""Turns that are read at once."""
HELD = 160
"""Turns that are held; beyond, those farthest from the reader are let go."""
_AT_ONCE = 4
_ABOVE = 48
"""Pixels left above a turn that was looked for."""
_BUDGET = 0.006
"""Seconds that making turns may take between two looks at the event loop."""


class Transcript(QScrollArea):
    """`older_wanted` when the reader nears the top; `asked` is passed on from the turns."""

    older_wanted = Signal()
    asked = Signal(str, object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Chat"))
        self._inner = QWidget()
        self._inner.setProperty("tone", "bare")
        self._turns: list[Turn] = []
        self._pending: list[TurnView] = []
        self._more = False
        self._stick, self._adjusting = True, False
        self._anchor: tuple[Turn, int] | None = None
        """The turn that stays where it is on screen, and how far below the upper edge it begins."""
        self._lines = QVBoxLayout()
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(0)
        holder = QWidget()
        holder.setProperty("tone", "bare")
        holder.setMaximumWidth(theme.column_width())
        holder.setLayout(self._lines)
        self._inner.setLayout(column(None, row(0, holder, 0, gap=0), margin=(24, 16, 24, 8)))
        self.setWidget(self._inner)
        self._step = QTimer(self, interval=0)
        self._step.timeout.connect(self._make_some)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._on_range)
        bar.valueChanged.connect(self._on_scroll)

    # ── content ───────────────────────────────────────────────────────────────────────────────────────────────
    def show_turns(self, views: "Sequence[TurnView]", more: bool) -> None:
        """A conversation from its end. `more`: there are older turns to ask for."""
        self._step.stop()
        for turn in self._turns:
            self._drop(turn)
        self._turns, self._pending, self._more, self._stick, self._anchor = [], [], more, True, None
        self.prepend(views, more)

    def prepend(self, views: "Sequence[TurnView]", more: bool) -> None:
        """Older turns, above those that are held."""
        self._more = more
        self._pending = [*views, *self._pending]
        self._make_some(_AT_ONCE)

    def append(self, view: "TurnView | None") -> Turn:
        """A new turn at the end, which is shown; or (None) an answer that is about to grow, which moves nobody."""
        turn = self._make(view)
        self._lines.addWidget(turn)
        self._turns.append(turn)
        self._show_days(len(self._turns) - 2)
        self._stick = self._stick or view is not None
        return turn

    def remove(self, turn: Turn) -> None:
        """Take a turn out."""
        if turn in self._turns:
            self._turns.remove(turn)
            self._drop(turn)

    def turn_of(self, episode: EpisodeId) -> Turn | None:
        """The turn that shows this episode, if it is held."""
        return next((turn for turn in self._turns if turn.view and turn.view.episode.id == episode), None)

    def turns(self) -> Sequence[Turn]:
        """The turns that are held, in order."""
        return tuple(self._turns)

    def oldest(self) -> EpisodeId | None:
        """The first turn held or about to be made."""
        if self._pending:
            return self._pending[0].episode.id
        views = [turn.view for turn in self._turns if turn.view]
        return views[0].episode.id if views else None

    def showing(self, facts: Collection[int]) -> list[EpisodeId]:
        """Turns that show any of these facts."""
        views = [turn.view for turn in self._turns if turn.view]
        return [view.episode.id for view in views if any(chip.fact.id in facts for chip in view.chips)]

    def reveal(self, episode: EpisodeId, spans: Sequence[Span]) -> bool:
        """Bring a turn into view with words of it marked. False when it is not held."""
        while self._pending and self.turn_of(episode) is None:
            self._make_some(_AT_ONCE)
        turn = self.turn_of(episode)
        if turn is None:
            return False
        for other in self._turns:
            if other is not turn:
                other.unmark()
        turn.mark(spans)
        self._stick, self._anchor = False, (turn, _ABOVE)
        QTimer.singleShot(0, self, self._go_to_anchor)
        return True

    def _go_to_anchor(self) -> None:
        self._on_range(0, self.verticalScrollBar().maximum())

    def _hold(self) -> None:
        """Something is opened by hand: what is on screen stays there, also for a reader at the end."""
        self._stick, self._anchor = False, self._first_in_view(self.verticalScrollBar().value())

    # ── making turns ──────────────────────────────────────────────────────────────────────────────────────────
    def _make_some(self, least: int = 1) -> None:
        """Make turns until the time is used up, but `least` of them."""
        until = perf_counter() + _BUDGET
        while self._pending and (least > 0 or perf_counter() < until):
            least -= 1
            turn = self._make(self._pending.pop())
            self._lines.insertWidget(0, turn)
            self._turns.insert(0, turn)
            self._show_days(0)
        if self._pending:
            self._step.start()
        else:
            self._step.stop()

    def _make(self, view: "TurnView | None") -> Turn:
        turn = Turn(view)
        turn.asked.connect(self.asked)
        turn.unfolding.connect(self._hold)
        return turn

    def _drop(self, turn: Turn) -> None:
        self._lines.removeWidget(turn)
        turn.hide()
        turn.deleteLater()

    def _show_days(self, around: int) -> None:
        """A day stands above its first turn: settle it for the turn at `around` and the one below."""
        for index in (around, around + 1):
            if 0 <= index < len(self._turns):
                self._turns[index].show_day(self._begins_day(index))

    def _begins_day(self, index: int) -> bool:
        view = self._turns[index].view
        if view is None:
            return False
        above = self._turns[index - 1].view if index else None
        return above is None or _local_day(above) != _local_day(view)

    def _let_go(self) -> None:
        """Hold no more than `HELD`: drop at the top while the reader is at the end."""
        while len(self._turns) > HELD and self._stick:
            self._drop(self._turns.pop(0))
            self._more = True

    # ── scrolling ─────────────────────────────────────────────────────────────────────────────────────────────
    def _on_range(self, minimum: int, maximum: int) -> None:
        """Heights have changed somewhere: the reader's place stays where it is on screen."""
        bar = self.verticalScrollBar()
        layout = self._inner.layout()
        if layout is not None:
            layout.activate()
        self._adjusting = True
        if self._stick:
            bar.setValue(maximum)
        elif self._anchor is not None and self._anchor[0] in self._turns:
            turn, offset = self._anchor
            bar.setValue(self._top(turn) - offset)
        self._adjusting = False

    def _on_scroll(self, value: int) -> None:
        if self._adjusting:
            return
        bar = self.verticalScrollBar()
        self._stick = value >= bar.maximum() - 8
        self._anchor = self._first_in_view(value)
        if self._stick:
            self._let_go()
        if self._more and not self._pending and value < self.viewport().height():
            self._more = False
            self.older_wanted.emit()

    def _first_in_view(self, value: int) -> tuple[Turn, int] | None:
        """The first turn that can be seen, and how far below the edge it begins."""
        index = bisect_left(self._turns, value, key=lambda turn: self._top(turn) + turn.height())
        return (self._turns[index], self._top(self._turns[index]) - value) if index < len(self._turns) else None

    def _top(self, turn: Turn) -> int:
        return turn.mapTo(self._inner, QPoint(0, 0)).y()


def _local_day(view: "TurnView") -> object:
    return view.episode.said_at.astimezone().date()
