"""The interval of a fact as a bar, on an axis of time that all facts of a page share.

An interval that goes on ends in a point; a beginning that nobody stated is drawn dotted; what is over is hollow, so
that it can be told without colour. The words beside the bar say the same.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.domain.fact import Fact
from ui import theme
from ui.when import date_text
from ui.words import tr

WIDTH = 7
"""Of a bar, in average characters."""
_LEAST = 5.0
_MOST = 12 * 365


@dataclass(frozen=True, slots=True)
class Axis:
    """From `first` to `last`. What began before is drawn from the edge."""

    first: date
    last: date

    @classmethod
    def over(cls, first: date, last: date) -> "Axis":
        """The axis for facts between two days: half a year at least, for on one of three days every bar would look
        alike, and a dozen years at most, for on one of a lifetime last month could not be seen."""
        return cls(max(min(first, last - timedelta(days=182)), last - timedelta(days=_MOST)), last)

    def place(self, day: date) -> float:
        """0 at the beginning, 1 at the end; days outside lie at the edge."""
        whole = max((self.last - self.first).days, 1)
        return min(max((day - self.first).days / whole, 0.0), 1.0)


class Bar(QWidget):
    """One interval. It says nothing to the screen reader: the row does."""

    def __init__(self, fact: Fact, axis: Axis, today: date) -> None:
        super().__init__()
        self._fact, self._axis, self._today = fact, axis, today
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        unit = self.fontMetrics()
        return QSize(unit.averageCharWidth() * WIDTH, unit.height() + 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, room = self.height() / 2, self.width() - 2.0
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(QPointF(1, middle), QPointF(1 + room, middle))
        over = self._fact.invalid_at is not None and self._fact.invalid_at.first() <= self._today
        until = self._fact.invalid_at.first() if self._fact.invalid_at else self._axis.last
        left = 1 + room * self._axis.place(self._fact.since())
        right = max(1 + room * self._axis.place(until), left + _LEAST)
        self._draw(painter, QRectF(left, middle - 3, min(right, 1 + room) - left, 6), over)
        painter.end()

    def _draw(self, painter: QPainter, box: QRectF, over: bool) -> None:
        ink = theme.color("faint" if over else "accent")
        painter.setPen(QPen(ink, 1, Qt.PenStyle.DotLine if self._fact.valid_at is None else Qt.PenStyle.SolidLine))
        painter.setBrush(QColor(0, 0, 0, 0) if over else _fill(ink, self._fact.valid_at is None))
        if self._fact.invalid_at is not None:
            painter.drawRoundedRect(box, 2, 2)
            return
        tip = min(5.0, box.width() / 2)
        corners = [box.topLeft(), QPointF(box.right() - tip, box.top()), QPointF(box.right(), box.center().y())]
        corners += [QPointF(box.right() - tip, box.bottom()), box.bottomLeft()]
        painter.drawPolygon(QPolygonF(corners))


def _fill(ink: QColor, unknown: bool) -> QColor:
    """Fainter where nobody said when it began."""
    fill = QColor(ink)
    fill.setAlphaF(0.35 if unknown else 0.85)
    return fill


class Scale(QWidget):
    """The days at which the axis begins and ends, above the bars."""

    def __init__(self) -> None:
        super().__init__()
        self._axis: Axis | None = None
        self._today = date.min
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_axis(self, axis: Axis, today: date) -> None:
        """Another axis."""
        self._axis, self._today = axis, today
        self.update()

    def sizeHint(self) -> QSize:
        unit = self.fontMetrics()
        return QSize(unit.averageCharWidth() * WIDTH, unit.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._axis is None:
            return
        painter = QPainter(self)
        painter.setFont(theme.font("notes"))
        painter.setPen(theme.color("quiet"))
        first, last = _ends(self._axis, self._today)
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), first)
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), last)
        painter.end()


def _ends(axis: Axis, today: date) -> tuple[str, str]:
    """Years where several lie between, else days."""
    last = tr("today") if axis.last == today else str(axis.last.year)
    if axis.last.year - axis.first.year > 1:
        return str(axis.first.year), last
    return date_text(axis.first, today), last
