"""How lines of facts look, as small pictures for the legend and the filters."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen

from app.domain.entity import EntityKind
from app.domain.graph import EdgeState
from ui import theme
from ui.icons import Painted, kind_path

_PENS: dict[EdgeState, tuple[str, Qt.PenStyle]] = {
    "current": ("quiet", Qt.PenStyle.SolidLine),
    "ended": ("faint", Qt.PenStyle.DashLine),
    "suggested": ("accent", Qt.PenStyle.DotLine),
    "retracted": ("bad", Qt.PenStyle.DotLine),
}


def stroke(state: EdgeState, width: float = 2.0) -> QPen:
    """The pen of a state: no two share their line, so that colour alone never tells."""
    ink, line = _PENS[state]
    pen = QPen(theme.color(ink), width, line)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


class _Line(Painted):
    def __init__(self, state: EdgeState) -> None:
        super().__init__()
        self._state: EdgeState = state

    def made_of(self) -> tuple[object, ...]:
        return (self._state,)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        painter.setPen(stroke(self._state))
        middle = rect.center().y() + 0.5
        painter.drawLine(QPointF(rect.left(), middle), QPointF(rect.right() - 3, middle))
        if self._state == "retracted":  # struck through as well
            center = QPointF(rect.center()) - QPointF(2, 0)
            painter.setPen(QPen(theme.color("bad"), 1.6))
            painter.drawLine(center + QPointF(-3, 4), center + QPointF(4, -4))


class _Dot(Painted):
    def __init__(self, colour: QColor) -> None:
        super().__init__()
        self._colour = colour

    def made_of(self) -> tuple[object, ...]:
        return (self._colour,)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour)
        reach = min(rect.width(), rect.height()) * 0.3
        painter.drawEllipse(QPointF(rect.center()), reach, reach)


class _Shape(Painted):
    def __init__(self, kind: EntityKind) -> None:
        super().__init__()
        self._kind: EntityKind = kind

    def made_of(self) -> tuple[object, ...]:
        return (self._kind,)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("quiet"), 1.4))
        box = QRectF(rect)
        painter.drawPath(kind_path(self._kind, box.center(), min(box.width(), box.height()) * 0.32))


def shape_icon(kind: EntityKind) -> QIcon:
    """The outline of a type without its hue, for where colours mean something else."""
    return QIcon(_Shape(kind))


def line_icon(state: EdgeState) -> QIcon:
    """The line of a state of facts."""
    return QIcon(_Line(state))


def dot_icon(colour: QColor) -> QIcon:
    """A dot in a colour."""
    return QIcon(_Dot(colour))
