"""Icons, drawn for this app in one weight, and recoloured by the theme each time they are painted."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPainterPath, QPixmap, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from app.domain.entity import EntityKind
from resources import resource
from ui import theme


@lru_cache(maxsize=128)
def _source(name: str) -> bytes:
    return resource(f"icons/{name}.svg").read_bytes()


class Painted(QIconEngine):
    """An icon that is one call on a painter: subclasses give `paint`, and `made_of` what they were made with."""

    def clone(self) -> QIconEngine:
        return type(self)(*self.made_of())

    def made_of(self) -> tuple[object, ...]:
        return ()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        if size.isEmpty():  # a button squeezed to nothing while a layout settles
            return QPixmap()
        drawn = QPixmap(size)
        drawn.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawn)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return drawn


class _Drawn(Painted):
    """Paints one drawing in the ink that the state asks for."""

    def __init__(self, name: str, ink: str) -> None:
        super().__init__()
        self._name, self._ink = name, ink

    def made_of(self) -> tuple[object, ...]:
        return self._name, self._ink

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        ink = self._ink
        if mode == QIcon.Mode.Disabled:
            ink = "faint"
        elif state == QIcon.State.On:
            ink = "accent"
        source = _source(self._name).replace(b"currentColor", theme.color(ink).name().encode())
        QSvgRenderer(QByteArray(source)).render(painter, QRectF(rect))


def icon(name: str, ink: str = "quiet") -> QIcon:
    """The icon `resources/icons/<name>.svg` in a colour of the theme; switched on, it takes the accent."""
    return QIcon(_Drawn(name, ink))


def app_icon() -> QIcon:
    """The mark of Tsumugi: two threads."""
    renderer = QSvgRenderer(str(resource("icons/tsumugi.svg")))
    made = QIcon()
    for side in (16, 32, 64, 128):
        pixmap = QPixmap(side, side)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter)
        painter.end()
        made.addPixmap(pixmap)
    return made


def kind_path(kind: EntityKind, center: QPointF, radius: float) -> QPainterPath:
    """The shape of a type: person ●, organization ■, place ▲, thing ◆, event ★, concept ⬡."""
    path = QPainterPath()
    if kind == "person":
        path.addEllipse(center, radius, radius)
    elif kind == "organization":
        side = radius * 1.72
        path.addRoundedRect(QRectF(center.x() - side / 2, center.y() - side / 2, side, side), side / 8, side / 8)
    else:
        path.addPolygon(QPolygonF([center + corner * radius for corner in _CORNERS[kind]]))
        path.closeSubpath()
    return path


def _ring(count: int, turn: float, inner: float = 1.0) -> list[QPointF]:
    """Corners of a regular polygon or star of radius 1; every second one lies at `inner`."""
    from math import cos, pi, sin

    angles = [turn + 2 * pi * n / count for n in range(count)]
    return [QPointF(cos(a), sin(a)) * (inner if n % 2 else 1.0) for n, a in enumerate(angles)]


_UP = -1.5707963
_CORNERS: dict[EntityKind, list[QPointF]] = {
    "place": [corner * 1.12 for corner in _ring(3, _UP)],
    "thing": [corner * 1.1 for corner in _ring(4, _UP)],
    "event": [corner * 1.18 for corner in _ring(10, _UP, 0.46)],
    "concept": _ring(6, _UP),
}


class _Kind(QIconEngine):
    def __init__(self, kind: EntityKind) -> None:
        super().__init__()
        self._kind: EntityKind = kind

    def clone(self) -> QIconEngine:
        return _Kind(self._kind)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.current().kind(self._kind)))
        painter.drawPath(kind_path(self._kind, QRectF(rect).center(), min(rect.width(), rect.height()) * 0.34))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        if size.isEmpty():  # a button squeezed to nothing while a layout settles
            return QPixmap()
        drawn = QPixmap(size)
        drawn.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawn)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return drawn


def kind_icon(kind: EntityKind) -> QIcon:
    """The shape of a type in its hue: each tells types apart without the other."""
    return QIcon(_Kind(kind))
