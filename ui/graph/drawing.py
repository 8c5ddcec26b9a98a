"""What is on screen as a value, to be painted into a file: a plan of the graph."""

from dataclasses import replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui import theme
from ui.graph import accents
from ui.graph.attention import Attention
from ui.graph.camera import Camera
from ui.graph.inks import ColourBy
from ui.graph.picture import Picture
from ui.graph.surface import Size, Surface


class Drawing:
    """Taken on the window's thread, painted on any: it shares nothing with the canvas that changes afterwards."""

    def __init__(
        self, picture: Picture, by: ColourBy, attention: Attention, ground: str = "page", camera: Camera | None = None
    ) -> None:
        self._picture, self._attention, self._ground, self._camera = picture.still(), attention, ground, camera
        self._surface = Surface()
        self._surface.colour_by(by)

    def paint(self, painter: QPainter, size: Size) -> None:
        """All of it, as paths and text, on a ground of the theme's colour."""
        camera = self._camera
        if camera is None:
            camera = Camera()
            camera.fit(self._picture.places[self._picture.shown], size)
        frame = self._surface.frame(self._picture, camera, size, self._ground)
        frame = replace(frame, vector=True)
        painter.fillRect(QRectF(0, 0, *size), theme.color(self._ground))
        self._surface.paint(painter, frame)
        accents.paint(painter, frame, self._attention)
