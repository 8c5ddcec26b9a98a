"""What the hand can hold: the ground, a node, the thread of a relation, a band. Each moves, tells what it is over, and
can be let go as if nothing had been."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt

from app.domain.ids import EntityId
from ui.graph import aim
from ui.graph.layer import Drawn
from ui.saying import entity_name
from ui.words import tr

if TYPE_CHECKING:
    from ui.graph.canvas import Canvas


class Grip:
    """Held by one press. `entity`: the node that it began on."""

    entity: EntityId | None = None

    def move(self, canvas: "Canvas", at: QPointF) -> Drawn:
        """The pointer is here now; what is to be drawn over the graph."""
        return Drawn()

    def onto(self, canvas: "Canvas", at: QPointF) -> EntityId | None:
        """The node that a drop here would reach."""
        return None

    def undo(self, canvas: "Canvas") -> None:
        """Everything as it was before the press."""


class Ground(Grip):
    """Pans."""

    def __init__(self, at: QPointF) -> None:
        self._last = at

    def move(self, canvas: "Canvas", at: QPointF) -> Drawn:
        canvas.setCursor(Qt.CursorShape.ClosedHandCursor)
        canvas.pan(at.x() - self._last.x(), at.y() - self._last.y())
        self._last = at
        return Drawn()


class Moved(Grip):
    """Moves a node. What was learned meanwhile may have drawn another picture: the node is found by its entity."""

    def __init__(self, canvas: "Canvas", entity: EntityId, merges: bool) -> None:
        self.entity, self._merges = entity, merges
        number = canvas.picture.number(entity)
        self._was = None if number is None else canvas.picture.places[number].copy()
        self._pinned = entity in canvas.pinned

    def move(self, canvas: "Canvas", at: QPointF) -> Drawn:
        assert self.entity is not None
        if (number := canvas.picture.number(self.entity)) is None:
            return Drawn()
        canvas.drag(number, at.x(), at.y())
        onto = self.onto(canvas, at)
        over = None if onto is None else canvas.picture.number(onto)
        if over is None:
            return Drawn()
        name, other = (entity_name(canvas.picture.nodes[n].entity) for n in (number, over))
        return Drawn(ring=canvas.spot(over), words=tr("Make “{name}” and “{other}” one…", name=name, other=other))

    def onto(self, canvas: "Canvas", at: QPointF) -> EntityId | None:
        """A node is met only well inside its shape: to lay one beside another must stay easy."""
        assert self.entity is not None
        held = canvas.picture.number(self.entity)
        number = canvas.node_at(at.x(), at.y(), held) if self._merges else None
        if number is None:
            return None
        spot = canvas.spot(number)
        away = at - spot.at
        inside = (away.x() ** 2 + away.y() ** 2) ** 0.5 <= max(spot.radius, 4)
        return canvas.picture.entity(number) if inside else None

    def undo(self, canvas: "Canvas") -> None:
        assert self.entity is not None
        number = canvas.picture.number(self.entity)
        if number is None or self._was is None:
            return
        places = canvas.picture.places.copy()
        places[number] = self._was
        canvas.moved(places)
        if not self._pinned:
            canvas.pinned.discard(self.entity)


class Thread(Grip):
    """Draws a relation from one node to another."""

    def __init__(self, entity: EntityId, at: QPointF) -> None:
        self.entity = entity

    def move(self, canvas: "Canvas", at: QPointF) -> Drawn:
        assert self.entity is not None
        if (number := canvas.picture.number(self.entity)) is None:
            return Drawn()
        onto = self.onto(canvas, at)
        over = None if onto is None else canvas.picture.number(onto)
        canvas.setCursor(Qt.CursorShape.CrossCursor)
        if over is None:
            return Drawn(thread=(canvas.spot(number), at))
        other = entity_name(canvas.picture.nodes[over].entity)
        return Drawn(
            thread=(canvas.spot(number), at), ring=canvas.spot(over), words=tr("Relate to “{name}”…", name=other)
        )

    def onto(self, canvas: "Canvas", at: QPointF) -> EntityId | None:
        assert self.entity is not None
        number = canvas.node_at(at.x(), at.y(), canvas.picture.number(self.entity))
        return None if number is None else canvas.picture.entity(number)


class Band(Grip):
    """Marks what lies in it, beside what was marked before."""

    def __init__(self, at: QPointF, before: frozenset[EntityId]) -> None:
        self._from, self._before = at, before
        self.caught = before

    def move(self, canvas: "Canvas", at: QPointF) -> Drawn:
        band = QRectF(self._from, at).normalized()
        places = canvas.camera.to_screen(canvas.picture.places, canvas.area)
        inside = aim.nodes_in(canvas.picture, places, band.left(), band.top(), band.right(), band.bottom())
        self.caught = self._before | {canvas.picture.entity(number) for number in inside}
        canvas.setCursor(Qt.CursorShape.CrossCursor)
        return Drawn(band=band)
