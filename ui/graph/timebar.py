"""Memory as of a date: a slider over the days of the picture, steps to where something changed, and a play button."""

from bisect import bisect_left, bisect_right
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider, QWidget

from app.domain import clock
from app.domain.clock import WorldTime
from app.domain.graph import Neighbourhood
from ui import theme
from ui.graph.picture import Picture
from ui.icons import icon
from ui.memories.dates import DateForm
from ui.when import date_text
from ui.widgets import column, icon_button, label, link_button, row
from ui.widgets.controls import WordsButton
from ui.words import tr, trn

FRAME_MS = 450
"""How long each stop of the play is shown: long enough to see what came and went."""
FRAMES = 60
"""Stops of one play at most; where there are more days of change, it passes over some."""


class DaySlider(QSlider):
    """Days as a slider, with a mark below for each day on which something begins or ends."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setAccessibleName(tr("Memory as of a day"))
        self._days: NDArray[np.int64] = np.zeros(0, dtype=np.int64)

    def show_days(self, days: list[int]) -> None:
        """Offsets of the days with a change."""
        self._days = np.array(days, dtype=np.int64)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Each mark is a hair below the groove; many make a band."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        handle = self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, option, self)
        room, span = self.width() - handle, max(self.maximum() - self.minimum(), 1)
        ink = theme.color("faint")
        painter = QPainter(self)
        for x in np.unique(np.round(self._days / span * room)).tolist():
            painter.fillRect(QRectF(x + handle / 2, self.height() - 4, 1, 4), ink)
        painter.end()
        super().paintEvent(event)


class TimeBar(QWidget):
    """`day_wanted(date | None)`: show memory as of that day, or as it is. `changes_wanted`: what changed between days.
    `closed`: Esc, or its cross."""

    day_wanted = Signal(object)
    changes_wanted = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Time"))
        self.day: date | None = None
        self._first = self._last = clock.now().date()
        self._graph: Neighbourhood | None = None
        self._days: list[date] = []
        self.slider = DaySlider()
        self._play = icon_button("play", tr("Play"), self._on_play)
        self._before = icon_button("chevron-left", tr("To the change before"), self._on_before)
        self._after = icon_button("chevron-right", tr("To the next change"), self._on_after)
        self._day = WordsButton("", self._ask_day)
        self._held = label("", "small")
        self._now = link_button(tr("Now"), self._on_now)
        self._timer = QTimer(self, interval=FRAME_MS)
        self._timer.timeout.connect(self._on_tick)
        self._stops: list[date] = []
        self._build()
        self.slider.valueChanged.connect(self._on_slid)

    def _build(self) -> None:
        changes = link_button(tr("What changed…"), self.changes_wanted.emit)
        close = icon_button("close", tr("Close the time bar"), self.closed.emit)
        self._day.set_tip(tr("Type a day"))
        line = row(self._play, self._before, self.slider, self._after, close, gap=4)
        line.setStretchFactor(self.slider, 1)
        said = row(self._day, self._now, self._held, None, changes, gap=8)
        self.setLayout(column(line, said, gap=0, margin=(12, 4, 8, 0)))

    # ── what there is ─────────────────────────────────────────────────────────────────────────────────────────
    def show_picture(self, picture: Picture) -> None:
        """The days of another picture, or of other filters; the day that is shown stays."""
        today = clock.now().date()
        if picture.graph is not self._graph:
            self._graph, self._days = picture.graph, [day for day in _days_of(picture) if day <= today]
        self._first = min([*self._days[:1], picture.filters.as_of or today, today - timedelta(days=1)])
        self._last = max(today, picture.filters.as_of or today)
        span = (self._last - self._first).days
        self.slider.blockSignals(True)
        self.slider.setRange(0, span)
        self.slider.setSingleStep(max(1, span // 200))
        self.slider.setPageStep(max(1, span // 12))
        self.slider.show_days([(day - self._first).days for day in self._days])
        self.slider.setValue(((picture.filters.as_of or self._last) - self._first).days)
        self.slider.blockSignals(False)
        self._say(picture)

    def _say(self, picture: Picture) -> None:
        self.day = picture.filters.as_of
        words = tr("As it is now") if self.day is None else tr("As of {date}", date=date_text(self.day))
        self._day.setText(words)
        self._day.setAccessibleName(tr("{words}. Type another day", words=words))
        self._now.setVisible(self.day is not None)
        holds = int((~picture.faded_links).sum())
        self._held.setText(trn("{count} relation holds", "{count} relations hold", holds))
        self._before.setEnabled(bool(self._days) and self._days[0] < (self.day or self._last))
        self._after.setEnabled(self.day is not None)
        self._play.setEnabled(bool(self._days))

    # ── moving ────────────────────────────────────────────────────────────────────────────────────────────────
    def go(self, day: date | None) -> None:
        """Show a day; today or later is "as it is"."""
        self.day_wanted.emit(None if day is None or day >= clock.now().date() else day)

    def _on_slid(self, value: int) -> None:
        self.go(self._first + timedelta(days=value))

    def _on_now(self) -> None:
        self.pause()
        self.go(None)
        self.slider.setFocus()

    def _on_before(self) -> None:
        """To the last change before the day that is shown."""
        at = bisect_left(self._days, self.day or self._last)
        if at:
            self.go(self._days[at - 1])

    def _on_after(self) -> None:
        at = bisect_right(self._days, self.day or self._last)
        self.go(self._days[at] if at < len(self._days) else None)

    def _ask_day(self) -> None:
        first = "" if self.day is None else self.day.isoformat()
        DateForm(tr("Show memory as of which day?"), first, self._on_typed, needed=False, parent=self).ask(self._day)

    def _on_typed(self, when: WorldTime | None) -> None:
        self.go(None if when is None else when.first())

    # ── play ──────────────────────────────────────────────────────────────────────────────────────────────────
    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    def _on_play(self) -> None:
        self.pause() if self.playing else self.play()

    def play(self) -> None:
        """From the day that is shown to now; from the first where that is today, or nothing comes after it."""
        later = [day for day in self._days if self.day is not None and day > self.day]
        days = later or self._days
        step = max(1, -(-len(days) // FRAMES))
        self._stops = days[::step]
        if self._stops:
            self._timer.start()
            self._show_playing()
            if not later:
                self._on_tick()

    def pause(self) -> None:
        """Stay on the day that is shown."""
        self._timer.stop()
        self._show_playing()

    def _on_tick(self) -> None:
        if self._stops:
            self.go(self._stops.pop(0))
        else:
            self.pause()
            self.go(None)

    def _show_playing(self) -> None:
        name, words = ("pause", tr("Pause")) if self.playing else ("play", tr("Play"))
        self._play.setIcon(icon(name))
        self._play.setToolTip(words)
        self._play.setAccessibleName(words)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing plays on unseen."""
        self.pause()
        super().hideEvent(event)


def _days_of(picture: Picture) -> list[date]:
    """Days on which a fact between the nodes begins or ends, in order."""
    days = {
        day for edge in picture.graph.edges if edge.state in ("current", "ended") for day in (edge.since, edge.until)
    }
    return sorted(day for day in days if day is not None)
