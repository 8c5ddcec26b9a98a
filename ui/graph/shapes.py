"""How nodes are drawn: each type's shape, as pixmaps made once, since a path each would cost more than all the rest.

What is written to a file is drawn as paths: they stay sharp at any size, and may be drawn on any thread.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from app.domain.entity import EntityKind
from ui import theme
from ui.graph.linework import mixed
from ui.icons import kind_path

if TYPE_CHECKING:
    from ui.graph.surface import Frame

CHUNK = 1_500
"""Nodes drawn in one go: about three milliseconds."""
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
        """Some nodes, those that stand back first, a chunk at a time."""
        device = painter.device()
        ratio = device.devicePixelRatioF() if device else 1.0
        pale = frame.pale
        order = sorted(numbers, key=lambda number: not pale[number]) if pale[numbers].any() else numbers
        for start in range(0, len(order), CHUNK):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            part = order[start : start + CHUNK]
            places, radii, weak = frame.at[part].tolist(), frame.radii[part].tolist(), pale[part].tolist()
            for number, (x, y), radius, back in zip(part, places, radii, weak, strict=True):
                node = frame.picture.nodes[number]
                look = (node.entity.kind, frame.ink(number), radius, node.hidden > 0, back)
                if frame.vector:
                    paint(painter, look, frame.ground, QPointF(x, y))
                else:
                    sprite, half = self._sprite(look, frame.ground, ratio)
                    painter.drawPixmap(QPointF(x - half, y - half), sprite)
            yield

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
