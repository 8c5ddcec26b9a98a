"""The painter of the graph's ground layer: links, nodes, and names where there is room.

It works in steps of a few milliseconds, so that a large picture can be painted between two events of the window.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF, QPainter

from ui import theme
from ui.graph import linework
from ui.graph.camera import Camera, Places
from ui.graph.inks import ColourBy, Inks
from ui.graph.labels import Labels, boxes, line_of, take_nodes
from ui.graph.picture import Picture
from ui.graph.shapes import Shapes

__all__ = ["Frame", "Size", "Surface", "boxes", "line_of", "take_nodes"]

Size = tuple[float, float]
_CROWD = 300
"""Nodes from which they are kept so small that no more than `_COVERED` of the ground between them is hidden."""
_COVERED = 0.3


@dataclass(frozen=True, slots=True)
class Frame:
    """What is drawn, from where, and where each node comes to lie, in pixels."""

    picture: Picture
    size: Size
    at: Places
    radii: NDArray[np.float64]
    inks: Inks
    pale: NDArray[np.bool_]
    """Nodes that stand back."""
    ground: str = "page"
    """The theme's colour below."""
    quick: bool = False
    """While nodes move: no smooth lines, and names only if they are few."""
    vector: bool = False
    """For a file: paths instead of pixmaps."""
    names: dict[int, QRectF] = field(default_factory=dict)
    """Filled by `paint`: where each name stands."""

    def inside(self, rim: float) -> NDArray[np.bool_]:
        """Shown nodes not farther than `rim` pixels outside."""
        near = (self.at >= -rim).all(axis=1) & (self.at <= np.array(self.size) + rim).all(axis=1)
        return self.picture.shown & near

    def ink(self, number: int) -> str:
        """The theme's name of a node's colour."""
        return self.inks.names[int(self.inks.codes[number])]


class Surface:
    """Paints frames; keeps pixmaps of shapes, widths of names and colours of nodes between them."""

    def __init__(self) -> None:
        self._shapes, self._labels = Shapes(), Labels()
        self.by: ColourBy = "kind"
        self._inks: Inks | None = None
        self._inked: Picture | None = None

    def forget(self) -> None:
        """After a change of theme, zoom or language."""
        self._shapes.forget()
        self._labels.forget()

    def inks(self, picture: Picture) -> Inks:
        """The colours of a picture's nodes."""
        if self._inks is None or self._inked is not picture:
            self._inks, self._inked = Inks(picture, self.by), picture
        return self._inks

    def colour_by(self, by: ColourBy) -> None:
        self.by, self._inks = by, None

    def frame(self, picture: Picture, camera: Camera, size: Size, ground: str = "page", quick: bool = False) -> Frame:
        """Where everything of a picture lies for a camera."""
        at, radii = camera.to_screen(picture.places, size), self.radii(picture, camera)
        pale = picture.faded | picture.dimmed
        return Frame(picture, size, at, radii, self.inks(picture), pale, ground, quick)

    def radii(self, picture: Picture, camera: Camera) -> NDArray[np.float64]:
        """Radius of each node in pixels: more for what is mentioned often, a little more when zoomed in. Far away they
        shrink with the picture, and in a crowd until they leave it some ground."""
        em = QFontMetricsF(theme.font()).height()
        grown = 0.32 + 0.085 * np.log2(1 + np.minimum(picture.columns.mentions, 300))
        radii = em * grown * np.clip(min((camera.scale / 90) ** 0.35, camera.scale / 22), 0.12, 1.5)
        if len(radii) > _CROWD:
            share = _COVERED * picture.room * camera.scale**2 / (np.pi * float((radii**2).sum()))
            hubs_less = np.minimum(1.0, np.median(radii) / radii)  # so that they are still seen
            radii *= min(1.0, np.sqrt(share)) ** hubs_less
        found: NDArray[np.float64] = np.maximum(np.round(radii * 2) / 2, 0.5)
        return found

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Links, nodes and names, on whatever is there."""
        for _ in self.steps(painter, frame):
            pass

    def steps(self, painter: QPainter, frame: Frame) -> Iterator[None]:
        """The same, to be gone on with when there is time: each step sets all it needs of its painter."""
        if not len(frame.picture.nodes):
            return
        yield from linework.draw(painter, frame)
        yield from self._shapes.draw(painter, frame, np.flatnonzero(frame.inside(40)).tolist())
        yield from self._labels.draw(painter, frame)

    def nodes(self, painter: QPainter, frame: Frame, numbers: list[int]) -> None:
        """The shapes of some nodes."""
        for _ in self._shapes.draw(painter, frame, numbers):
            pass

    def write(self, painter: QPainter, frame: Frame, box: QRectF, text: str, bold: bool) -> None:
        """A name on a little of the ground."""
        self._labels.write(painter, frame, box, text, bold)

    def name(self, frame: Frame, number: int, bold: bool) -> tuple[str, float]:
        """A node's name as it is written, and its width."""
        return self._labels.name(frame, number, bold)

    def measured(self, whole: str, bold: bool = False) -> tuple[str, float]:
        """Words cut to what a label may hold, and their width with a little air."""
        return self._labels.measured(whole, bold)
