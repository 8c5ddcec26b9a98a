"""A widget that paints a picture of the graph, and the camera that looks at it.

The ground layer (links, nodes, names) is painted into a pixmap by `ground`. While the user pans or zooms, the pixmap is
moved and scaled, and a sharp one follows when the hand is still: so each frame stays far below 16 ms.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QSize, QTimer
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.domain.ids import EntityId, FactId
from ui import theme
from ui.graph import accents
from ui.graph.attention import Attention, Turn
from ui.graph.camera import Camera, Places
from ui.graph.drawing import Drawing
from ui.graph.ground import Ground, Scene
from ui.graph.inks import ColourBy, Key
from ui.graph.picture import Picture
from ui.graph.surface import Frame, Size, Surface

STILL_MS = 120
"""Rest after a gesture before the sharp picture is painted."""


class Sheet(QWidget):
    """Knows nothing of selection: `paint_over` puts it on top."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture, self.camera = Picture(), Camera()
        self.attention = Attention()
        self.ground = "page"
        """The theme's colour it is painted on."""
        self.follows = True
        """Whether the camera still shows the whole picture by itself: until the user takes it."""
        self._surface = Surface()
        self._ground = Ground(self._surface, self)
        self._ground.painted.connect(self.update)
        self._moving = False
        self._still = QTimer(self, singleShot=True, interval=STILL_MS)
        self._still.timeout.connect(self.settle)

    def sizeHint(self) -> QSize:
        return QSize(480, 360)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 120)

    @property
    def area(self) -> Size:
        """Width and height in pixels."""
        return float(self.width()), float(self.height())

    def put(self, picture: Picture, keep_camera: bool) -> None:
        """Another picture; one of the same nodes is painted over the one before without a blank between."""
        same = picture.same_nodes(self.picture)
        self.picture, self.follows = picture, not keep_camera
        self.picture.dim(self.attention.spared)
        self._ground.outdate(forget=not same)
        self.moved(picture.places)

    def moved(self, places: Places) -> None:
        """A step of the layout. It is painted quickly until `settle`."""
        self.picture.places = places
        if self.follows:
            self.camera.fit(places[self.picture.shown], self.area)
        self._moving = True
        self._still.start()
        self.repaint_ground()

    def settle(self) -> None:
        """Nothing moves any more: paint sharp."""
        self._moving = False
        self._still.stop()
        self.update()

    def repaint_ground(self) -> None:
        """What is drawn has changed."""
        self._ground.outdate()
        self.update()

    def highlight(self, entities: Collection[EntityId] | None) -> None:
        """Ring these and let all others stand back; None ends the search."""
        hits = None if entities is None else frozenset(entities)
        if hits != self.attention.hits:
            self._attend(replace(self.attention, hits=hits))

    def focus_on(self, entities: Collection[EntityId] | None) -> None:
        """Let all but these stand back; None ends the focus. Nothing is hidden."""
        focus = None if entities is None else frozenset(entities)
        if focus != self.attention.focus:
            self._attend(replace(self.attention, focus=focus))

    def _attend(self, attention: Attention) -> None:
        self.attention = attention
        self.picture.dim(attention.spared)
        self.repaint_ground()

    def changed_marks(self, facts: Mapping[FactId, Turn], entities: Mapping[EntityId, Turn] | None = None) -> None:
        """Mark what began, ended or was taken back between two days; empty: nothing is marked."""
        self.attention = replace(self.attention, facts=dict(facts), entities=dict(entities or {}))
        self.update()

    def colour_by(self, by: ColourBy) -> None:
        """Let colours tell types, or categories."""
        self._surface.colour_by(by)
        self.repaint_ground()

    @property
    def coloured(self) -> ColourBy:
        """What colours tell."""
        return self._surface.by

    def colours(self) -> list[tuple[Key, QColor]]:
        """What the colours on screen stand for: types, or categories with None for all others. Commonest first."""
        return self._surface.inks(self.picture).colours(self.picture.shown)

    def drawing(self, camera: Camera | None = None) -> Drawing:
        """What is on screen as a value that can be painted anywhere, on any thread. Without a camera: all of it."""
        return Drawing(self.picture, self._surface.by, self.attention, self.ground, camera and camera.copy())

    def draw(self, painter: QPainter, size: Size, camera: Camera | None = None) -> None:
        """Paint what is on screen, sharp and in one go. A large picture takes a second: see `drawing`."""
        self.drawing(camera).paint(painter, size)

    def reveal(self, number: int) -> None:
        """Move the camera just as far as needed to show a node."""
        at, (wide, high) = self.camera.to_screen(self.picture.places[number], self.area), self.area
        rim = min(48.0, wide / 4, high / 4)
        dx = float(np.clip(at[0], rim, wide - rim) - at[0])
        dy = float(np.clip(at[1], rim, high - rim) - at[1])
        if dx or dy:
            self.pan(dx, dy)

    def pan(self, dx: float, dy: float) -> None:
        """Move the picture by pixels."""
        self.camera.pan(dx, dy)
        self.gestured()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Scale around a pixel, or around the middle."""
        x, y = (at.x(), at.y()) if at is not None else (self.width() / 2, self.height() / 2)
        self.camera.zoom(factor, x, y, self.area)
        self.gestured()

    def fit(self) -> None:
        """Show the whole picture, and go on doing so."""
        self.follows = True
        self.moved(self.picture.places)
        self.settle()

    def gestured(self) -> None:
        """The user has taken the camera."""
        self.follows = False
        self._still.start()
        self.update()

    def paint_over(self, painter: QPainter, frame: Frame) -> None:
        """What lies over the ground."""

    def paintEvent(self, event: QPaintEvent) -> None:
        scene = Scene(self.picture, self.camera, self.area, self.ground, self._moving)
        frame = self._surface.frame(self.picture, self.camera, self.area, self.ground, self._moving)
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color(self.ground))
        if self._moving and not scene.large:
            self._surface.paint(painter, frame)
        else:
            frame = self._paint_ground(painter, scene, frame)
        accents.paint(painter, frame, self.attention)
        self.paint_over(painter, frame)
        painter.end()

    def _paint_ground(self, painter: QPainter, scene: Scene, frame: Frame) -> Frame:
        """The ground from its pixmap; the frame with the places of its names, if it is sharp."""
        self._ground.want(scene, self.devicePixelRatioF(), self._still.isActive() and not self._moving)
        self._ground.paint(painter, self.camera, self.area)
        plate = self._ground.plate
        return replace(frame, names=plate.names) if plate and self._ground.ready(self.camera) else frame

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.follows:
            self.camera.fit(self.picture.places[self.picture.shown], self.area)
        self.repaint_ground()

    def hideEvent(self, event: QHideEvent) -> None:
        self._ground.rest()
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._surface.forget()
            self._ground.outdate(forget=True)
            self.update()
        super().changeEvent(event)
