"""Names beside nodes: the most important first, as many as find room, more the nearer one looks."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from ui import theme
from ui.graph.room import Room
from ui.graph.sifting import Mask
from ui.saying import entity_name

if TYPE_CHECKING:
    from ui.graph.surface import Frame

_LABEL_EMS = 10.0
"""Names longer than this many lines' height are cut with an ellipsis; the whole name is in the tool tip."""
_MOST = 260
"""Nodes, the most important, that are tried for a name in one frame: more would not find room."""
_AIR = 5_000.0
"""Pixels of the frame there must be for each name, so that a large picture is not all words."""
_QUICK = 40
"""Nodes up to which names are written while everything moves."""
_FIRST = 24
"""The most important nodes: where no room is left, their names cover lesser nodes, but never one another."""
_CHUNK = 40
SEEN = 2.5
"""Radius in pixels from which a node keeps its place free of names; a mere dot may be covered."""

_UNSEEN = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff\\ufffe\\uffff]+")


def one_line(text: str) -> str:
    """A name as it can be drawn: what would break the line or stand as a box is a space; no file of shapes holds it."""
    return _UNSEEN.sub(" ", text)


class Labels:
    """Writes names, and keeps their widths from frame to frame."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, bool], tuple[str, float]] = {}

    def forget(self) -> None:
        """After a change of font or language."""
        self._names.clear()

    def draw(self, painter: QPainter, frame: "Frame") -> Iterator[None]:
        """Names of what was looked around, in bold, then of the weightiest nodes that find room beside them."""
        numbers = self._by_weight(frame)
        if frame.quick and len(numbers) > _QUICK:
            return
        height, staying = line_of(theme.font("notes")), set(frame.picture.staying)
        free, clear = Room(*frame.size), Room(*frame.size)
        take_nodes(frame, free)
        first = np.zeros(len(frame.radii), dtype=bool)
        first[numbers[:_FIRST]] = True
        take_nodes(frame, clear, first)
        yield
        for count, number in enumerate(numbers):
            bold = number in staying
            width = self.name(frame, number, bold)[1]
            places = boxes(frame, number, width, height)
            box = next((place for place in places if free.take(place)), None)
            if box is None and count < _FIRST:
                box = next((place for place in places if clear.take(place)), None)
            if box is None and bold and count == 0:
                box = places[0]
            if box is not None:
                self._put(painter, frame, number, box, (free, clear))
            if count % _CHUNK == _CHUNK - 1:
                yield

    def _put(self, painter: QPainter, frame: "Frame", number: int, box: QRectF, rooms: tuple[Room, Room]) -> None:
        """A name in its place, which is taken from now on."""
        for room in rooms:
            room.take(box, force=True)
        bold = number in frame.picture.staying
        self.write(painter, frame, box, self.name(frame, number, bold)[0], bold)
        frame.names[number] = box

    def _by_weight(self, frame: "Frame") -> list[int]:
        """Nodes in the frame that are worth a name: what stands back has none."""
        picture = frame.picture
        numbers = np.flatnonzero(frame.inside(0) & ~picture.dimmed)
        rank = np.argsort(-picture.weights[numbers], kind="stable")
        most = min(_MOST, max(12, round(frame.size[0] * frame.size[1] / _AIR)))
        found: list[int] = numbers[rank][:most].tolist()
        return found

    def write(self, painter: QPainter, frame: "Frame", box: QRectF, text: str, bold: bool) -> None:
        """A name on a little of the ground, so that links do not cross it out."""
        ground = theme.color(frame.ground)
        ground.setAlpha(245 if bold else 205)
        painter.fillRect(box, ground)
        painter.setFont(theme.font("notes", bold=bold))
        painter.setPen(theme.color("text" if bold else "quiet"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def name(self, frame: "Frame", number: int, bold: bool) -> tuple[str, float]:
        """A node's name as it is written, and its width."""
        return self.measured(entity_name(frame.picture.nodes[number].entity), bold)

    def measured(self, whole: str, bold: bool = False) -> tuple[str, float]:
        """Words cut to what a label may hold, and their width with a little air."""
        key = (whole, bold)
        if key not in self._names:
            metrics = QFontMetricsF(theme.font("notes", bold=bold))
            text = metrics.elidedText(one_line(whole), Qt.TextElideMode.ElideRight, metrics.height() * _LABEL_EMS)
            self._names[key] = text, metrics.horizontalAdvance(text) + 4
        return self._names[key]


def take_nodes(frame: "Frame", room: Room, wanted: Mask | None = None) -> None:
    """Mark where the shapes of nodes lie, or of those that are wanted; those that stand back may be covered."""
    inside = frame.inside(0) & (frame.radii >= SEEN) & ~frame.picture.dimmed
    if wanted is not None:
        inside &= wanted
    room.take_squares(frame.at[inside], frame.radii[inside] - 1)


def boxes(frame: "Frame", number: int, width: float, height: float) -> list[QRectF]:
    """Where a name may stand, best first: below its node, right, above, left."""
    (x, y), away = frame.at[number].tolist(), float(frame.radii[number]) + 4
    middle = y - height / 2
    corners = (x - width / 2, y + away), (x + away, middle), (x - width / 2, y - away - height)
    return [QRectF(left, top, width, height) for left, top in (*corners, (x - away - width, middle))]


def line_of(font: QFont) -> float:
    """Height of a line."""
    return QFontMetricsF(font).height()
