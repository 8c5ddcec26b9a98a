"""The graph as one widget. Gestures and keys come from `gestures` and `keys`, painting from `sheet`; this keeps what is
selected, marked and pointed at, which is painted over the rest each time."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QToolTip, QWidget

from app.domain.ids import EntityId
from ui.graph import aim, overlay
from ui.graph.camera import Places
from ui.graph.gestures import Gestures
from ui.graph.keys import Keys
from ui.graph.layer import Spot
from ui.graph.overlay import Pointed
from ui.graph.picture import Filters, Link, Picture
from ui.graph.sheet import Sheet
from ui.graph.surface import Frame
from ui.graph.telling import link_tip, node_lines, node_tip
from ui.words import tr

_MOST_MARKED = 400
"""Marked nodes that are painted as such in one frame."""


class Canvas(Sheet):
    """Signals carry entity ids: `selected` (or None), `activated` (to be opened), `centred` (to be looked around),
    `dragged` (put somewhere else), and `marked_changed` all that is marked, as a frozen set."""

    selected = Signal(object)
    activated = Signal(object)
    centred = Signal(object)
    dragged = Signal(object)
    marked_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pinned: set[EntityId] = set()
        self.marked: frozenset[EntityId] = frozenset()
        """Several at once, for what is done to several."""
        self.choice: int | None = None
        self.hovered: int | None = None
        self.link: Link | None = None
        self.small = False
        """Part of a panel that scrolls: the wheel zooms only with Ctrl."""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Graph"))
        self.gestures, self.keys = Gestures(self), Keys(self)

    def show_picture(self, picture: Picture, keep_camera: bool = False) -> None:
        """Another neighbourhood; the entity that was selected and those that were marked stay so if they are in it."""
        chosen = self.choice_id()
        self.hovered = self.link = None
        self.choice = picture.number(chosen) if chosen is not None else None
        self.pinned = {entity for entity in self.pinned if picture.number(entity) is not None}
        self.put(picture, keep_camera)
        self.mark(self.marked)
        self._tell()

    def filter(self, filters: Filters) -> None:
        """Hide what is switched off; a hidden node is no longer selected, nor marked."""
        self.picture.filter(filters)
        self.hovered = self.link = None
        if self.choice is not None and not self.picture.shown[self.choice]:
            self.choose(None)
        self.mark(self.marked)
        self.repaint_ground()

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
        """Mark these and no others; those that are not shown are left out."""
        marked = frozenset(one for one in entities if self.shows(one))
        if marked != self.marked:
            self.marked = marked
            self.update()
            self.marked_changed.emit(marked)

    def shows(self, entity: EntityId) -> bool:
        """Whether an entity is in the picture and not filtered out."""
        number = self.picture.number(entity)
        return number is not None and bool(self.picture.shown[number])

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Scale around a pixel, or around the selected node, or the middle."""
        if at is None and self.choice is not None:
            at = self.spot(self.choice).at
        super().zoom(factor, at)

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

    def paint_over(self, painter: QPainter, frame: Frame) -> None:
        marked = [number for one in self.marked if (number := self.picture.number(one)) is not None]
        if len(marked) > _MOST_MARKED:
            inside = frame.inside(10)
            marked = [number for number in marked if inside[number]][:_MOST_MARKED]
        pointed = Pointed(self.choice, self.hovered, self.link, self.hasFocus(), tuple(sorted(marked)))
        overlay.paint(painter, self._surface, frame, pointed)

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
