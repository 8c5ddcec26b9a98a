"""The painter of the graph. It draws what is seen in four passes: links, nodes, names where there is room, and the
words on the links of what is pointed at.

Sizes come from the font. Shapes are drawn once into pixmaps, since 500 paths a frame would cost more than all the rest.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from app.domain.entity import EntityKind
from app.services import explorer
from ui import theme
from ui.graph.camera import Camera, Places
from ui.graph.picture import Link, Picture, display_name
from ui.icons import kind_path
from ui.words import spoken, tr

Size = tuple[float, float]
_LABEL_EMS = 14.0
"""Names longer than this are cut with an ellipsis; the whole name is in the tool tip."""


@dataclass(slots=True)
class Seen:
    """All that one frame depends on."""

    picture: Picture
    camera: Camera
    size: Size
    selected: int | None = None
    hovered: int | None = None
    link: Link | None = None
    """The link under the pointer."""
    focused: bool = False
    ground: str = "page"


class Room:
    """Boxes of the frame that are taken, in buckets, so that names do not lie on one another or on nodes."""

    _SIDE = 96.0

    def __init__(self) -> None:
        self._buckets: dict[tuple[int, int], list[QRectF]] = {}

    def take(self, box: QRectF, force: bool = False) -> bool:
        """Whether the box is free; if so, or by force, it is taken."""
        side = self._SIDE
        columns = range(int(box.left() // side), int(box.right() // side) + 1)
        rows = range(int(box.top() // side), int(box.bottom() // side) + 1)
        cells = [(column, row) for column in columns for row in rows]
        if not force and any(box.intersects(other) for cell in cells for other in self._buckets.get(cell, ())):
            return False
        for cell in cells:
            self._buckets.setdefault(cell, []).append(box)
        return True


@dataclass(frozen=True, slots=True)
class Spots:
    """Where the nodes are in the frame, and how large, in pixels."""

    at: Places
    radii: NDArray[np.float64]

    def boxes(self, number: int, width: float, height: float) -> list[QRectF]:
        """Where a name may stand, best first: below its node, right, above, left."""
        (x, y), away = self.at[number].tolist(), float(self.radii[number]) + 4
        middle = y - height / 2
        corners = (x - width / 2, y + away), (x + away, middle), (x - width / 2, y - away - height)
        return [QRectF(left, top, width, height) for left, top in (*corners, (x - away - width, middle))]


class Surface:
    """Paints frames; keeps pixmaps of shapes and widths of names between them."""

    def __init__(self) -> None:
        self._sprites: dict[tuple[object, ...], QPixmap] = {}
        self._names: dict[tuple[str, str], tuple[str, float]] = {}

    def forget(self) -> None:
        """After a change of theme, zoom or language."""
        self._sprites.clear()
        self._names.clear()

    def radii(self, picture: Picture, camera: Camera) -> NDArray[np.float64]:
        """Radius of each node in pixels: more for hubs, a little more when zoomed in."""
        em = QFontMetricsF(theme.font()).height()
        degrees = np.array([node.degree for node in picture.nodes], dtype=float)
        grown = 0.30 + 0.09 * np.log2(1 + np.minimum(degrees, 200))
        radii: NDArray[np.float64] = np.round(em * grown * np.clip((camera.scale / 90) ** 0.35, 0.55, 1.5))
        return radii

    def paint(self, painter: QPainter, seen: Seen) -> None:
        """One frame, on a transparent ground."""
        picture = seen.picture
        if not len(picture.nodes):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        at = seen.camera.to_screen(picture.places, seen.size)
        radii = self.radii(picture, seen.camera)
        self._links(painter, seen, at)
        pointed = pointed_links(seen)
        self._pointed_links(painter, pointed, at)
        self._nodes(painter, seen, at, radii)
        room = Room()
        first = [n for n in (seen.selected, seen.hovered, picture.number(picture.graph.center)) if n is not None]
        self._labels(painter, seen, Spots(at, radii), first, room)
        self._words(painter, pointed, seen, at, room)
        self._labels(painter, seen, Spots(at, radii), [], room)

    def _links(self, painter: QPainter, seen: Seen, at: Places) -> None:
        ends = seen.picture.ends
        if not len(ends):
            return
        a, b = at[ends[:, 0]], at[ends[:, 1]]
        inside = (np.maximum(a, b) >= 0).all(axis=1) & (np.minimum(a, b) <= np.array(seen.size)).all(axis=1)
        current = np.array([link.current for link in seen.picture.links])
        ink = QColor(theme.current().faint)
        for mask, alpha, style in (
            (inside & current, 120, Qt.PenStyle.SolidLine),
            (inside & ~current, 90, Qt.PenStyle.DashLine),
        ):
            ink.setAlpha(alpha)
            painter.setPen(QPen(ink, 1.0, style))
            lines = np.column_stack([a[mask], b[mask]]).tolist()
            painter.drawLines([QLineF(*line) for line in lines])

    def _pointed_links(self, painter: QPainter, links: list[Link], at: Places) -> None:
        for link in links:
            style = Qt.PenStyle.SolidLine if link.current else Qt.PenStyle.DashLine
            painter.setPen(QPen(theme.color("accent"), 1.6, style))
            painter.drawLine(QPointF(*at[link.a]), QPointF(*at[link.b]))

    def _nodes(self, painter: QPainter, seen: Seen, at: Places, radii: NDArray[np.float64]) -> None:
        wide, high = seen.size
        inside = seen.picture.shown & (at >= -40).all(axis=1) & (at[:, 0] <= wide + 40) & (at[:, 1] <= high + 40)
        ratio = painter.device().devicePixelRatioF() if painter.device() else 1.0
        for number in np.flatnonzero(inside).tolist():
            node = seen.picture.nodes[number]
            sprite = self._sprite(node.entity.kind, float(radii[number]), node.hidden > 0, ratio)
            half = sprite.deviceIndependentSize().width() / 2
            painter.drawPixmap(QPointF(at[number, 0] - half, at[number, 1] - half), sprite)
        for ringed in (seen.hovered, seen.selected):
            if ringed is not None and seen.picture.shown[ringed]:
                self._ring(painter, QPointF(*at[ringed]), float(radii[ringed]), ringed == seen.selected, seen.focused)

    def _ring(self, painter: QPainter, at: QPointF, radius: float, selected: bool, focused: bool) -> None:
        """The selected node has a ring, heavier with the keyboard's focus; the one pointed at a thin one."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ink = theme.color("focus" if selected else "quiet")
        painter.setPen(QPen(ink, (2.6 if focused else 1.8) if selected else 1.0))
        painter.drawEllipse(at, radius + 4.5, radius + 4.5)

    def _sprite(self, kind: EntityKind, radius: float, more: bool, ratio: float) -> QPixmap:
        key = (kind, radius, more, ratio, theme.current().name)
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
        self._sprites[key] = pixmap
        return pixmap

    def _labels(self, painter: QPainter, seen: Seen, spots: Spots, first: list[int], room: Room) -> None:
        """Names below their nodes: those of `first` wherever they fall, or else all others where there is room."""
        picture, bold = seen.picture, bool(first)
        numbers = first if bold else self._by_weight(seen, spots, room)
        font = theme.font("notes", bold=bold)
        ground, line = theme.color(seen.ground), em_of(font)
        ground.setAlpha(205)
        painter.setFont(font)
        for number in numbers:
            if not picture.shown[number]:
                continue
            text, width = self._name(display_name(picture.nodes[number].entity), font)
            for box in spots.boxes(number, width + 4, line):
                if room.take(box, force=bold):
                    painter.fillRect(box, ground)
                    painter.setPen(theme.color("text" if bold else "quiet"))
                    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
                    break

    def _by_weight(self, seen: Seen, spots: Spots, room: Room) -> list[int]:
        """Nodes in the frame that have no name yet, the busiest first; their own shapes take room before any name."""
        picture, (wide, high) = seen.picture, seen.size
        at = spots.at
        inside = picture.shown & (at > -20).all(axis=1) & (at[:, 0] < wide + 20) & (at[:, 1] < high + 20)
        numbers: list[int] = np.flatnonzero(inside).tolist()
        for number in numbers:
            reach = float(spots.radii[number]) - 1
            room.take(QRectF(at[number, 0] - reach, at[number, 1] - reach, 2 * reach, 2 * reach), force=True)
        named = {seen.selected, seen.hovered, picture.number(picture.graph.center)}
        return sorted((n for n in numbers if n not in named), key=lambda n: -picture.nodes[n].degree)

    def _name(self, name: str, font: QFont) -> tuple[str, float]:
        key = (name, font.key())
        if key not in self._names:
            metrics = QFontMetricsF(font)
            text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, metrics.height() * _LABEL_EMS * 0.7)
            self._names[key] = text, metrics.horizontalAdvance(text)
        return self._names[key]

    def _words(self, painter: QPainter, links: list[Link], seen: Seen, at: Places, room: Room) -> None:
        """What the pointed-at links say, at their middles."""
        font = theme.font("notes")
        painter.setFont(font)
        for link in links[:40]:
            middle = (at[link.a] + at[link.b]) / 2
            text, width = self._name(link_words(link, bool(at[link.a, 0] <= at[link.b, 0])), font)
            box = QRectF(float(middle[0]) - width / 2 - 4, float(middle[1]) - em_of(font) / 2, width + 8, em_of(font))
            if room.take(box, force=link is seen.link):
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("field"))
                painter.drawRoundedRect(box, 4, 4)
                painter.setPen(theme.color("accent" if link.current else "quiet"))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def em_of(font: QFont) -> float:
    """Height of a line."""
    return QFontMetricsF(font).height()


def pointed_links(seen: Seen) -> list[Link]:
    """Links whose words are shown: the one under the pointer, else those of the node pointed at or selected."""
    if seen.link is not None:
        return [seen.link]
    number = seen.hovered if seen.hovered is not None else seen.selected
    return seen.picture.links_of(number) if number is not None and number < len(seen.picture.nodes) else []


def link_words(link: Link, left_to_right: bool = True) -> str:
    """The labels of a link's facts, with an arrow from subject to object as it lies on screen."""
    words = []
    for edge, forward in zip(link.edges[:3], link.forward, strict=False):
        label = explorer.edge_label(edge, spoken())
        said = tr("{label} (ended)", label=label) if edge.state == "ended" else label
        words.append(f"{said} →" if forward == left_to_right else f"← {said}")
    return " · ".join(words) + (" …" if len(link.edges) > 3 else "")
