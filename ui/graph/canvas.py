"""The graph as one widget that paints itself. Gestures and keys come from `gestures` and `keys`; this keeps the state.

The ground layer (links, nodes, names) is painted into a pixmap, a little larger than the widget. While the user pans or
zooms, the pixmap is moved and scaled, and a sharp one follows when the hand is still: so each frame stays far below
16 ms. What is selected or pointed at is painted over it each time.
"""

from collections.abc import Collection
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from app.domain.ids import EntityId
from ui import theme
from ui.graph import aim, overlay
from ui.graph.camera import Camera, Places
from ui.graph.gestures import Gestures
from ui.graph.keys import Keys
from ui.graph.layer import Spot
from ui.graph.overlay import Pointed
from ui.graph.picture import Filters, Link, Picture
from ui.graph.surface import Frame, Surface
from ui.graph.telling import link_tip, node_lines, node_tip
from ui.words import tr

STILL_MS = 120
"""Rest after a gesture before the sharp picture is painted."""
_MARGIN = 200
"""Pixels that the pixmap holds beyond each side, for panning."""


class _Ground:
    """The ground layer as a pixmap, the camera it was painted for, and where its names stand."""

    def __init__(self, pixmap: QPixmap, camera: Camera, frame: Frame) -> None:
        self.pixmap, self.camera = pixmap, camera
        shift = -_MARGIN
        self.names = {number: box.translated(shift, shift) for number, box in frame.names.items()}

    def covers(self, camera: Camera, sharp: bool) -> bool:
        """Whether it can stand for what the camera sees: exactly, or near enough for a gesture."""
        shift = np.abs(camera.middle - self.camera.middle) * camera.scale
        if sharp:
            return camera.scale == self.camera.scale and not shift.any()
        return 0.55 < camera.scale / self.camera.scale < 1.8 and bool((shift < _MARGIN).all())


class Canvas(QWidget):
    """Signals carry entity ids: `selected` (or None), `activated` (to be opened), `centred` (to be looked around)."""

    selected = Signal(object)
    activated = Signal(object)
    centred = Signal(object)
    dragged = Signal(object)
    marked_changed = Signal(object)
    """All that is marked, as a frozen set of entity ids."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture, self.camera = Picture(), Camera()
        self.pinned: set[EntityId] = set()
        self.marked: frozenset[EntityId] = frozenset()
        """Several at once, for what is done to several."""
        self.choice: int | None = None
        self.hovered: int | None = None
        self.link: Link | None = None
        self.ground = "page"
        """The theme's colour it is painted on."""
        self.small = False
        """Part of a panel that scrolls: the wheel zooms only with Ctrl."""
        self.follows = True
        """Whether the camera still shows the whole picture by itself: until the user takes it."""
        self._surface = Surface()
        self._kept: _Ground | None = None
        self._moving = False
        self._still = QTimer(self, singleShot=True, interval=STILL_MS)
        self._still.timeout.connect(self.settle)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Graph"))
        self.gestures, self.keys = Gestures(self), Keys(self)

    def sizeHint(self) -> QSize:
        return QSize(480, 360)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 120)

    @property
    def area(self) -> tuple[float, float]:
        return float(self.width()), float(self.height())

    def show_picture(self, picture: Picture, keep_camera: bool = False) -> None:
        """Another neighbourhood; the entity that was selected stays so if it is in it."""
        chosen = self.choice_id()
        self.picture, self.hovered, self.link, self.follows = picture, None, None, not keep_camera
        self.choice = picture.number(chosen) if chosen is not None else None
        self.pinned &= {node.entity.id for node in picture.nodes}
        self.mark(self.marked)
        self.moved(picture.places)
        self._tell()

    def moved(self, places: Places) -> None:
        """A step of the layout. Large pictures are painted quickly until `settle`."""
        self.picture.places = places
        if self.follows:
            self.camera.fit(places[self.picture.shown], self.area)
        self._moving, self._kept = True, None
        self._still.start()
        self.update()

    def settle(self) -> None:
        """Nothing moves any more: paint sharp."""
        self._moving = False
        self._still.stop()
        self.update()

    def filter(self, filters: Filters) -> None:
        """Hide what is switched off; a hidden node is no longer selected."""
        self.picture.filter(filters)
        if self.choice is not None and not self.picture.shown[self.choice]:
            self.choose(None)
        self._repaint()

    def choice_id(self) -> EntityId | None:
        return None if self.choice is None else self.picture.entity(self.choice)

    def choose(self, number: int | None) -> None:
        """Select a node, or nothing, and say so."""
        if number == self.choice:
            return
        self.choice = number
        self._tell()
        self.update()
        self.selected.emit(self.choice_id())

    def choose_entity(self, entity: EntityId | None) -> None:
        """Select the node of an entity, and bring it into view."""
        number = None if entity is None else self.picture.number(entity)
        self.choose(number)
        if number is not None:
            self.reveal(number)

    def mark(self, entities: Collection[EntityId]) -> None:
        """Mark these and no others; those that are not in the picture are left out."""
        marked = frozenset(one for one in entities if self.picture.number(one) is not None)
        if marked != self.marked:
            self.marked = marked
            self.update()
            self.marked_changed.emit(marked)

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
        self._gestured()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Scale around a pixel, or around the selected node, or the middle."""
        if at is None:
            spot = (
                self.camera.to_screen(self.picture.places[self.choice], self.area) if self.choice is not None else None
            )
            at = QPointF(*spot) if spot is not None else QPointF(self.width() / 2, self.height() / 2)
        self.camera.zoom(factor, at.x(), at.y(), self.area)
        self._gestured()

    def fit(self) -> None:
        """Show the whole picture, and go on doing so."""
        self.follows = True
        self.moved(self.picture.places)
        self.settle()

    def drag(self, number: int, x: float, y: float) -> None:
        """Put a node under a pixel; it stays there while the layout goes on."""
        self.follows = False
        self.picture.places = self.picture.places.copy()
        self.picture.places[number] = self.camera.to_plane(x, y, self.area)
        self.pinned.add(self.picture.entity(number))
        self.moved(self.picture.places)

    def point_at(self, x: float, y: float) -> None:
        """Find what is under the pointer."""
        number = self.node_at(x, y)
        link = None if number is not None else aim.link_at(self.picture, self._at(), x, y)
        if number != self.hovered or link is not self.link:
            self.hovered, self.link = number, link
            self.setCursor(Qt.CursorShape.ArrowCursor if number is None else Qt.CursorShape.PointingHandCursor)
            self.update()

    def point_at_nothing(self) -> None:
        if self.hovered is not None or self.link is not None:
            self.hovered = self.link = None
            self.update()

    def node_at(self, x: float, y: float, but: int | None = None) -> int | None:
        """The node under a pixel; `but` one, which the hand holds there."""
        return aim.node_at(self.picture, self._at(), self._surface.radii(self.picture, self.camera), x, y, but)

    def spot(self, number: int) -> Spot:
        """Where a node is on the widget, and how large."""
        x, y = self.camera.to_screen(self.picture.places[number], self.area).tolist()
        return Spot(QPointF(x, y), float(self._surface.radii(self.picture, self.camera)[number]))

    def _at(self) -> Places:
        return self.camera.to_screen(self.picture.places, self.area)

    def _gestured(self) -> None:
        self.follows = False
        self._still.start()
        self.update()

    def _repaint(self) -> None:
        """What is drawn has changed."""
        self._kept = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color(self.ground))
        frame = self._surface.frame(self.picture, self.camera, self.area, self.ground, self._moving)
        if self._moving:
            self._surface.paint(painter, frame)
        else:
            frame = replace(frame, names=self._paint_ground(painter))
        marked = tuple(n for one in sorted(self.marked) if (n := self.picture.number(one)) is not None)
        pointed = Pointed(self.choice, self.hovered, self.link, self.hasFocus(), marked)
        overlay.paint(painter, self._surface, frame, pointed)
        painter.end()

    def _paint_ground(self, painter: QPainter) -> dict[int, QRectF]:
        """The ground from its pixmap; where its names stand, if it is sharp."""
        sharp = not self._still.isActive()
        if self._kept is None or not self._kept.covers(self.camera, sharp):
            self._kept = self._painted_ground()
        factor = self.camera.scale / self._kept.camera.scale
        middle = self.camera.to_screen(self._kept.camera.middle, self.area)
        room = self._kept.pixmap.deviceIndependentSize() * factor
        target = QRectF(middle[0] - room.width() / 2, middle[1] - room.height() / 2, room.width(), room.height())
        painter.drawPixmap(target, self._kept.pixmap, QRectF(self._kept.pixmap.rect()))
        return self._kept.names if sharp else {}

    def _painted_ground(self) -> _Ground:
        wide, high = self.width() + 2 * _MARGIN, self.height() + 2 * _MARGIN
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(round(wide * ratio), round(high * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(theme.color(self.ground))
        frame = self._surface.frame(self.picture, self.camera, (float(wide), float(high)), self.ground)
        painter = QPainter(pixmap)
        self._surface.paint(painter, frame)
        painter.end()
        return _Ground(pixmap, self.camera.copy(), frame)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.follows:
            self.camera.fit(self.picture.places[self.picture.shown], self.area)
        self._repaint()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._surface.forget()
            self._repaint()
        super().changeEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event.globalPos())
            return True
        return super().event(event)

    def _show_tip(self, where: QPoint) -> None:
        if self.hovered is not None:
            QToolTip.showText(where, node_tip(self.picture.nodes[self.hovered]), self)
        elif self.link is not None:
            QToolTip.showText(where, link_tip(self.picture, self.link), self)
        else:
            QToolTip.hideText()

    def _tell(self) -> None:
        """Say the selection to the screen reader."""
        if self.choice is None:
            self.setAccessibleDescription("")
            return
        self.setAccessibleDescription(", ".join(node_lines(self.picture.nodes[self.choice])))
