"""The painter of the graph's ground layer: links, nodes, and names where there is room.

Sizes come from the font. Shapes are drawn once into pixmaps, since 500 paths a frame would cost more than all the rest.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from app.domain.entity import EntityKind
from ui import theme
from ui.graph.camera import Camera, Places
from ui.graph.picture import Picture
from ui.graph.room import Room
from ui.icons import kind_path
from ui.saying import entity_name

Size = tuple[float, float]
_LABEL_EMS = 10.0
"""Names longer than this many lines' height are cut with an ellipsis; the whole name is in the tool tip."""
_ROUGH = 1.01
"""Width of lines that need not be smooth: just off 1, Qt fills them in a third of the time (measured, 6.11)."""
_MOST_NAMES = 260
"""Nodes, the busiest, that are tried for a name in one frame: more would not find room."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What is drawn, from where, and where each node comes to lie, in pixels."""

    picture: Picture
    size: Size
    at: Places
    radii: NDArray[np.float64]
    ground: str = "page"
    """The theme's colour below."""
    quick: bool = False
    """While nodes move: no smooth lines, and names only if they are few."""
    names: dict[int, QRectF] = field(default_factory=dict)
    """Filled by `paint`: where each name stands."""

    def inside(self, rim: float) -> NDArray[np.bool_]:
        """Shown nodes not farther than `rim` pixels outside."""
        near = (self.at >= -rim).all(axis=1) & (self.at <= np.array(self.size) + rim).all(axis=1)
        return self.picture.shown & near


class Surface:
    """Paints frames; keeps pixmaps of shapes and widths of names between them."""

    def __init__(self) -> None:
        self._sprites: dict[tuple[object, ...], tuple[QPixmap, float]] = {}
        self._names: dict[tuple[str, bool], tuple[str, float]] = {}

    def forget(self) -> None:
        """After a change of theme, zoom or language."""
        self._sprites.clear()
        self._names.clear()

    def frame(self, picture: Picture, camera: Camera, size: Size, ground: str = "page", quick: bool = False) -> Frame:
        """Where everything of a picture lies for a camera."""
        at, radii = camera.to_screen(picture.places, size), self.radii(picture, camera)
        return Frame(picture, size, at, radii, ground, quick)

    def radii(self, picture: Picture, camera: Camera) -> NDArray[np.float64]:
        """Radius of each node in pixels: more for hubs, a little more when zoomed in."""
        em = QFontMetricsF(theme.font()).height()
        degrees = np.array([node.degree for node in picture.nodes], dtype=float)
        grown = 0.30 + 0.09 * np.log2(1 + np.minimum(degrees, 200))
        radii: NDArray[np.float64] = np.round(em * grown * np.clip((camera.scale / 90) ** 0.35, 0.55, 1.5))
        return radii

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Links, nodes and names, on whatever is there."""
        if not len(frame.picture.nodes):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not frame.quick)
        self._links(painter, frame)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.nodes(painter, frame, np.flatnonzero(frame.inside(40)).tolist())
        self._labels(painter, frame)

    def _links(self, painter: QPainter, frame: Frame) -> None:
        ends = frame.picture.ends
        if not len(ends):
            return
        a, b = frame.at[ends[:, 0]], frame.at[ends[:, 1]]
        inside = (np.maximum(a, b) >= 0).all(axis=1) & (np.minimum(a, b) <= np.array(frame.size)).all(axis=1)
        current = np.array([link.current for link in frame.picture.links])
        for mask, strength, style in (
            (inside & current, 0.5, Qt.PenStyle.SolidLine),
            (inside & ~current, 0.35, Qt.PenStyle.DashLine),
        ):
            ink = _mixed(theme.color("faint"), theme.color(frame.ground), strength)
            painter.setPen(QPen(ink, _ROUGH if frame.quick else 1, style))
            painter.drawLines([QLineF(*line) for line in np.column_stack([a[mask], b[mask]]).tolist()])

    def nodes(self, painter: QPainter, frame: Frame, numbers: list[int]) -> None:
        """The shapes of some nodes."""
        device = painter.device()
        ratio = device.devicePixelRatioF() if device else 1.0
        for number, (x, y), radius in zip(
            numbers, frame.at[numbers].tolist(), frame.radii[numbers].tolist(), strict=True
        ):
            node = frame.picture.nodes[number]
            sprite, half = self._sprite(node.entity.kind, radius, node.hidden > 0, ratio)
            painter.drawPixmap(QPointF(x - half, y - half), sprite)

    def _sprite(self, kind: EntityKind, radius: float, more: bool, ratio: float) -> tuple[QPixmap, float]:
        """The shape of a node as a pixmap, and half of its side."""
        key = (kind, radius, more, ratio)
        if (found := self._sprites.get(key)) is not None:
            return found
        side = round(radius * 2 + 10)
        pixmap = QPixmap(round(side * ratio), round(side * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, ink = QPointF(side / 2, side / 2), QColor(theme.current().kind(kind))
        painter.setBrush(ink)
        painter.setPen(QPen(theme.color("page"), 1.4))
        painter.drawPath(kind_path(kind, middle, radius))
        if more:  # an outer line of the same shape: there is more behind it
            ink.setAlpha(150)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(ink, 1.0))
            painter.drawPath(kind_path(kind, middle, radius + 3))
        painter.end()
        self._sprites[key] = pixmap, side / 2
        return self._sprites[key]

    def _labels(self, painter: QPainter, frame: Frame) -> None:
        """Names: the centre's, then those of the busiest nodes that find room beside their node."""
        room = Room(*frame.size)
        numbers = self._by_weight(frame, room)
        center = frame.picture.number(frame.picture.graph.center)
        if frame.quick:
            numbers = numbers if len(numbers) <= 40 else []
        for number in numbers:
            bold = number == center
            text, width = self.name(frame, number, bold)
            for box in boxes(frame, number, width, line_of(theme.font("notes"))):
                if room.take(box, force=bold):
                    self.write(painter, frame, box, text, bold)
                    frame.names[number] = box
                    break

    def write(self, painter: QPainter, frame: Frame, box: QRectF, text: str, bold: bool) -> None:
        """A name on a little of the ground, so that links do not cross it out."""
        ground = theme.color(frame.ground)
        ground.setAlpha(245 if bold else 205)
        painter.fillRect(box, ground)
        painter.setFont(theme.font("notes", bold=bold))
        painter.setPen(theme.color("text" if bold else "quiet"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _by_weight(self, frame: Frame, room: Room) -> list[int]:
        """Nodes in the frame, the centre and the busiest first; their own shapes take room before any name."""
        numbers = take_nodes(frame, room)
        nodes, center = frame.picture.nodes, frame.picture.number(frame.picture.graph.center)
        return sorted(numbers, key=lambda n: (n != center, -nodes[n].degree))[:_MOST_NAMES]

    def name(self, frame: Frame, number: int, bold: bool) -> tuple[str, float]:
        """A node's name as it is written, and its width."""
        whole = entity_name(frame.picture.nodes[number].entity)
        return self.measured(whole, bold)

    def measured(self, whole: str, bold: bool = False) -> tuple[str, float]:
        """Words cut to what a label may hold, and their width with a little air."""
        key = (whole, bold)
        if key not in self._names:
            metrics = QFontMetricsF(theme.font("notes", bold=bold))
            text = metrics.elidedText(whole, Qt.TextElideMode.ElideRight, metrics.height() * _LABEL_EMS)
            self._names[key] = text, metrics.horizontalAdvance(text) + 4
        return self._names[key]


def _mixed(ink: QColor, ground: QColor, strength: float) -> QColor:
    """The ink laid thinly on the ground. A translucent pen would look the same and take three times as long."""
    parts = zip(ink.getRgb()[:3], ground.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(one * strength + other * (1 - strength)) for one, other in parts))


def take_nodes(frame: Frame, room: Room) -> list[int]:
    """Mark where the shapes of nodes lie; the nodes in the frame."""
    numbers: list[int] = np.flatnonzero(frame.inside(0)).tolist()
    for (x, y), radius in zip(frame.at[numbers].tolist(), frame.radii[numbers].tolist(), strict=True):
        room.take(QRectF(x - radius + 1, y - radius + 1, 2 * radius - 2, 2 * radius - 2), force=True)
    return numbers


def boxes(frame: Frame, number: int, width: float, height: float) -> list[QRectF]:
    """Where a name may stand, best first: below its node, right, above, left."""
    (x, y), away = frame.at[number].tolist(), float(frame.radii[number]) + 4
    middle = y - height / 2
    corners = (x - width / 2, y + away), (x + away, middle), (x - width / 2, y - away - height)
    return [QRectF(left, top, width, height) for left, top in (*corners, (x - away - width, middle))]


def line_of(font: QFont) -> float:
    """Height of a line."""
    return QFontMetricsF(font).height()
