"""What the hand draws over the graph while it works: a thread to another node, a band, the ring where a drop counts.

It lies over the canvas, takes no events, and is empty while the hand is still: then only the small handle on the node
under the pointer is there, from which a relation is drawn.
"""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ui import theme
from ui.graph.labels import one_line

HANDLE = 7.0
"""Pixels of the handle's radius."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A node on screen."""

    at: QPointF
    radius: float

    def handle(self) -> QPointF:
        """The middle of the handle: on the rim, to the upper right, so that it hides neither node nor name."""
        away = (self.radius + 3) * 0.7071
        return self.at + QPointF(away, -away)


@dataclass(frozen=True, slots=True)
class Drawn:
    """`thread`: from a node to the pointer. `ring`: the node that a drop now would reach; `words`: what it would do."""

    handle: Spot | None = None
    thread: tuple[Spot, QPointF] | None = None
    ring: Spot | None = None
    words: str = ""
    band: QRectF | None = None


class HandLayer(QWidget):
    """As large as its parent."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.drawn = Drawn()
        self.hide()

    def draw(self, drawn: Drawn) -> None:
        """Show this and nothing else."""
        if drawn == self.drawn:
            return
        self.drawn = drawn
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.setVisible(drawn != Drawn())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.drawn.band is not None:
            _band(painter, self.drawn.band)
        if self.drawn.thread is not None:
            _thread(painter, *self.drawn.thread, self.drawn.ring)
        if self.drawn.ring is not None:
            _ring(painter, self.drawn.ring)
            _words(painter, self.drawn.ring, self.drawn.words, QRectF(self.rect()))
        if self.drawn.handle is not None:
            _handle(painter, self.drawn.handle)
        painter.end()


def _band(painter: QPainter, band: QRectF) -> None:
    ground = theme.color("accent")
    painter.setPen(QPen(ground, 1, Qt.PenStyle.DashLine))
    ground.setAlpha(28)
    painter.setBrush(ground)
    painter.drawRect(band)


def _thread(painter: QPainter, start: Spot, end: QPointF, ring: Spot | None) -> None:
    """A line in the accent that ends at the pointer, or at the node that it would reach."""
    painter.setPen(QPen(theme.color("accent"), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(start.at, end if ring is None else ring.at)
    painter.setBrush(theme.color("accent"))
    painter.drawEllipse(end if ring is None else ring.at, 3.5, 3.5)


def _ring(painter: QPainter, ring: Spot) -> None:
    painter.setPen(QPen(theme.color("accent"), 3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(ring.at, ring.radius + 6, ring.radius + 6)


def _words(painter: QPainter, ring: Spot, words: str, room: QRectF) -> None:
    """What a drop would do, above the node, within the widget."""
    if not words:
        return
    font = theme.font("notes", bold=True)
    metrics = QFontMetricsF(font)
    words = metrics.elidedText(one_line(words), Qt.TextElideMode.ElideMiddle, max(room.width() - 24, 24))
    wide, high = metrics.horizontalAdvance(words) + 16, metrics.height() + 8
    left = min(max(ring.at.x() - wide / 2, 4), max(room.width() - wide - 4, 4))
    top = ring.at.y() - ring.radius - 14 - high
    box = QRectF(left, top if top > 4 else ring.at.y() + ring.radius + 14, wide, high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("accent"))
    painter.drawRoundedRect(box, 4, 4)
    painter.setFont(font)
    painter.setPen(theme.color("on_accent"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)


def _handle(painter: QPainter, spot: Spot) -> None:
    """A small disc with a plus."""
    middle = spot.handle()
    painter.setPen(QPen(theme.color("page"), 1.5))
    painter.setBrush(theme.color("accent"))
    painter.drawEllipse(middle, HANDLE, HANDLE)
    painter.setPen(QPen(theme.color("on_accent"), 1.6))
    reach = HANDLE * 0.5
    painter.drawLine(middle - QPointF(reach, 0), middle + QPointF(reach, 0))
    painter.drawLine(middle - QPointF(0, reach), middle + QPointF(0, reach))
