"""How nodes are drawn: each type's shape, as pixmaps made once, since a path each would cost more than all the rest.

What is written to a file is drawn as paths: they stay sharp at any size, and may be drawn on any thread.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF
from shiboken6 import VoidPtr

from app.domain.entity import EntityKind
from ui import theme
from ui.graph.camera import Places
from ui.graph.linework import mixed
from ui.graph.sifting import Numbers
from ui.icons import kind_path

if TYPE_CHECKING:
    from ui.graph.surface import Frame

CHUNK = 500
"""Nodes drawn in one go: about two milliseconds."""
_DOT = 1.5
"""Radius in pixels up to which no shape can be told, and a dot does."""
_PALE = 0.28
"""What is left of the colour of a node that stands back."""
_BARE = 4.0
"""Radius in pixels below which a shape has no rim: it would eat half of it."""

Look = tuple[EntityKind, str, float, bool, bool]
"""Type, name of the colour, radius in pixels, whether more lies behind it, whether it stands back."""


class Shapes:
    """Pixmaps of shapes, kept from frame to frame."""

    def __init__(self) -> None:
        self._sprites: dict[tuple[Look, str, float], tuple[QPixmap, float]] = {}

    def forget(self) -> None:
        """After a change of theme or zoom."""
        self._sprites.clear()

    def draw(self, painter: QPainter, frame: "Frame", numbers: list[int]) -> Iterator[None]:
        """Some nodes, those that stand back first, then the small before the large; a chunk at a time."""
        wanted = np.array(numbers, dtype=np.int64)
        radii, pale = frame.radii[wanted], frame.pale[wanted]
        if not frame.vector:
            small = radii <= _DOT
            yield from _dots(painter, frame, wanted[small])
            wanted, radii, pale = wanted[~small], radii[~small], pale[~small]
        order: list[int] = wanted[np.lexsort((radii, ~pale))].tolist()
        device = painter.device()
        ratio = device.devicePixelRatioF() if device else 1.0
        for start in range(0, len(order), CHUNK):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for number in order[start : start + CHUNK]:
                self._one(painter, frame, number, ratio)
            yield

    def _one(self, painter: QPainter, frame: "Frame", number: int, ratio: float) -> None:
        node, (x, y) = frame.picture.nodes[number], frame.at[number].tolist()
        look = (
            node.entity.kind,
            frame.ink(number),
            float(frame.radii[number]),
            node.hidden > 0,
            bool(frame.pale[number]),
        )
        if frame.vector:
            paint(painter, look, frame.ground, QPointF(x, y))
        else:
            sprite, half = self._sprite(look, frame.ground, ratio)
            painter.drawPixmap(QPointF(x - half, y - half), sprite)

    def _sprite(self, look: Look, ground: str, ratio: float) -> tuple[QPixmap, float]:
        """The shape of a node as a pixmap, and half of its side."""
        key = (look, ground, ratio)
        if (found := self._sprites.get(key)) is not None:
            return found
        side = round(look[2] * 2 + 10)
        pixmap = QPixmap(round(side * ratio), round(side * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint(painter, look, ground, QPointF(side / 2, side / 2))
        painter.end()
        self._sprites[key] = pixmap, side / 2
        return self._sprites[key]


def _dots(painter: QPainter, frame: "Frame", numbers: Numbers) -> Iterator[None]:
    """Nodes too small for a shape, all of one colour and size in one call."""
    codes, sizes = frame.inks.codes[numbers], np.round(frame.radii[numbers] * 2)
    for pale in (True, False):
        for code, name in enumerate(frame.inks.names):
            ink, back = theme.color(name), frame.pale[numbers] == pale
            for size in np.unique(sizes[back & (codes == code)]).tolist():
                rows = numbers[back & (codes == code) & (sizes == size)]
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
                painter.setPen(QPen(mixed(ink, theme.color(frame.ground), _PALE) if pale else ink, size))
                painter.drawPoints(points(frame.at[rows]))
            yield


def points(at: Places) -> QPolygonF:
    """Points as Qt takes them, copied as bytes."""
    polygon = QPolygonF()
    polygon.resize(len(at))
    if len(at):
        room: Any = VoidPtr(polygon.data(), at.size * 8, True)  # type: ignore[call-arg, arg-type]  # its stub is wrong
        held = np.frombuffer(room, dtype=np.float64)
        held[:] = at.ravel()
    return polygon


def paint(painter: QPainter, look: Look, ground: str, middle: QPointF) -> None:
    """One shape; an outer line of the same shape says that there is more behind it."""
    kind, name, radius, more, back = look
    ink = QColor(theme.color(name))
    if back:
        ink = mixed(ink, theme.color(ground), _PALE)
    painter.setBrush(ink)
    painter.setPen(QPen(theme.color(ground), 1.4) if radius >= _BARE else QPen(Qt.PenStyle.NoPen))
    painter.drawPath(kind_path(kind, middle, radius))
    if more and radius >= _BARE:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(mixed(ink, theme.color(ground), 0.6), 1.0))
        painter.drawPath(kind_path(kind, middle, radius + 3))
