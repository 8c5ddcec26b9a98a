"""The hand on the graph: drag to pan, to move a node, to draw a relation or a band; wheel, pinch, click, double click.

A drag of a node moves it; dropped on another it proposes to make the two one. From the small handle on the node under
the pointer, or with Shift or Alt, the same drag draws a relation. A drag of the ground pans; with Shift, or while
`selecting`, it marks what lies in the band. A press that does not travel is a click.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from app.domain.ids import EntityId
from ui.graph.grips import Band, Grip, Ground, Moved, Thread
from ui.graph.layer import HANDLE, Drawn, HandLayer

if TYPE_CHECKING:
    from ui.graph.canvas import Canvas

_NOTCH = 1.18
"""Zoom of one notch of the wheel."""
_JOINS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier
_ADDS = Qt.KeyboardModifier.ControlModifier


class Gestures(QObject):
    """`related(subject, object)`: the object is None where the thread ended on empty ground. `dropped(one, onto)`.
    `rename_wanted(entity)`; `menu_wanted(QPoint, by_key)` in the canvas's pixels."""

    related = Signal(object, object)
    dropped = Signal(object, object)
    rename_wanted = Signal(object)
    menu_wanted = Signal(object, bool)

    def __init__(self, canvas: "Canvas") -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._grip: Grip | None = None
        self._pressed = QPointF()
        self._travels = False
        self._handled: EntityId | None = None
        self._clicks: list[EntityId | None] = []
        self.layer = HandLayer(canvas)
        self.able = False
        """Whether somebody does what the hand asks for; where not, there is only moving and looking."""
        self.selecting = False
        """Whether a drag of the ground marks instead of panning."""
        canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent):
            return self._mouse(event)
        if isinstance(event, QWheelEvent):
            return self._wheel(event)
        if isinstance(event, QNativeGestureEvent):
            return self._pinch(event)
        if isinstance(event, QContextMenuEvent) and self.able:
            return self._menu(event)
        if event.type() == QEvent.Type.Leave and self._grip is None:
            if self._canvas.keys.link is None:
                self._canvas.point_at_nothing()
            self._show_handle(None)
        return False

    def let_go(self) -> bool:
        """Leave what the hand was doing undone; whether it did anything."""
        grip, self._grip = self._grip, None
        self.layer.draw(Drawn())
        if grip is None:
            return False
        grip.undo(self._canvas)
        self._canvas.setCursor(Qt.CursorShape.ArrowCursor)
        return True

    def _mouse(self, event: QMouseEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress:
            return self._press(event)
        if kind == QEvent.Type.MouseMove:
            return self._move(event)
        if kind == QEvent.Type.MouseButtonRelease:
            return self._release(event)
        if kind == QEvent.Type.MouseButtonDblClick and event.button() == Qt.MouseButton.LeftButton:
            return self._twice(event.position())
        return False

    def _twice(self, at: QPointF) -> bool:
        """A double click changes the name where that can be done, else it looks around from there.

        What the first click was on is meant: by it the memory panel may have opened and the graph have moved.
        """
        number = self._canvas.node_at(at.x(), at.y())
        under = None if number is None else self._canvas.picture.entity(number)
        entity, self._clicks = (self._clicks[-1] if self._clicks else under), []
        if entity is not None:
            (self.rename_wanted if self.able else self._canvas.centred).emit(entity)
        return True

    # ── press, move, release ──────────────────────────────────────────────────────────────────────────────────
    def _press(self, event: QMouseEvent) -> bool:
        if event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            return False
        self._canvas.setFocus(Qt.FocusReason.MouseFocusReason)
        self._pressed, self._travels = event.position(), False
        self._grip = self._taken(event)
        return True

    def _taken(self, event: QMouseEvent) -> Grip:
        """What the hand takes hold of there."""
        at, held = event.position(), event.modifiers()
        if event.button() == Qt.MouseButton.MiddleButton:
            return Ground(at)
        if self._handled is not None and self._on_handle(self._handled, at):
            return Thread(self._handled, at)
        number = self._canvas.node_at(at.x(), at.y())
        if number is not None:
            entity = self._canvas.picture.entity(number)
            return Thread(entity, at) if self.able and held & _JOINS else Moved(self._canvas, entity, merges=self.able)
        bands = self.able and (self.selecting or bool(held & Qt.KeyboardModifier.ShiftModifier))
        return Band(at, self._canvas.marked if held & _ADDS else frozenset()) if bands else Ground(at)

    def _move(self, event: QMouseEvent) -> bool:
        at = event.position()
        if self._grip is None:
            self._canvas.point_at(at.x(), at.y())
            self._point_handle(at)
            return False
        if not self._travels:
            self._travels = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if self._travels:
            self.layer.draw(self._grip.move(self._canvas, at))
        return True

    def _release(self, event: QMouseEvent) -> bool:
        if (grip := self._grip) is None:
            return False
        self._grip = None
        self.layer.draw(Drawn())
        self._canvas.setCursor(Qt.CursorShape.ArrowCursor)
        if self._travels:
            self._dropped(grip, event.position())
        elif event.button() == Qt.MouseButton.LeftButton:
            self._clicked(grip, event.modifiers())
        return True

    def _dropped(self, grip: Grip, at: QPointF) -> None:
        """What a drag has come to."""
        onto = grip.onto(self._canvas, at)
        if isinstance(grip, Thread):
            self.related.emit(grip.entity, onto)
        elif isinstance(grip, Moved) and onto is not None:
            grip.undo(self._canvas)
            self.dropped.emit(grip.entity, onto)
        elif isinstance(grip, Moved):
            self._canvas.dragged.emit(grip.entity)
        elif isinstance(grip, Band):
            self._caught(grip.caught)

    def _caught(self, entities: frozenset[EntityId]) -> None:
        """One alone is selected: what is done to several is not meant."""
        alone = next(iter(entities)) if len(entities) == 1 else None
        self._canvas.mark(() if alone is not None else entities)
        if alone is not None:
            self._canvas.choose(self._canvas.picture.number(alone))

    def _clicked(self, grip: Grip, held: Qt.KeyboardModifier) -> None:
        canvas, entity = self._canvas, grip.entity
        self._clicks = [entity]
        if self.able and held & (_ADDS | _JOINS):
            if entity is not None:
                canvas.mark(canvas.marked ^ {entity})
            return
        if isinstance(grip, Thread):  # on the handle: to whom is asked
            self.related.emit(entity, None)
            return
        canvas.choose(None if entity is None else canvas.picture.number(entity))
        canvas.mark(frozenset())
        if entity is not None:
            canvas.activated.emit(entity)

    # ── the handle ────────────────────────────────────────────────────────────────────────────────────────────
    def _point_handle(self, at: QPointF) -> None:
        """The node under the pointer has one; it stays while the pointer is on it."""
        hovered = self._canvas.hovered
        if hovered is None and self._handled is not None and self._on_handle(self._handled, at):
            return
        self._show_handle(hovered if self.able and not self._canvas.small else None)

    def _show_handle(self, number: int | None) -> None:
        self._handled = None if number is None else self._canvas.picture.entity(number)
        self.layer.draw(Drawn() if number is None else Drawn(handle=self._canvas.spot(number)))

    def _on_handle(self, entity: EntityId, at: QPointF) -> bool:
        number = self._canvas.picture.number(entity)
        if number is None:
            return False
        away = at - self._canvas.spot(number).handle()
        return bool((away.x() ** 2 + away.y() ** 2) ** 0.5 <= HANDLE + 2)

    # ── menu, wheel, pinch ────────────────────────────────────────────────────────────────────────────────────
    def _menu(self, event: QContextMenuEvent) -> bool:
        """With the mouse for what lies under it; the key is `Keys`'."""
        if event.reason() != QContextMenuEvent.Reason.Keyboard:
            self.let_go()
            self.menu_wanted.emit(event.pos(), False)
        return True

    def _wheel(self, event: QWheelEvent) -> bool:
        """A wheel zooms; two fingers on a touchpad move the picture, as they move everything else."""
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if self._canvas.small and not held:
            event.ignore()  # inside a panel that scrolls, the wheel scrolls
            return True
        self._show_handle(None)
        if event.phase() != Qt.ScrollPhase.NoScrollPhase and not event.pixelDelta().isNull() and not held:
            self._canvas.pan(event.pixelDelta().x(), event.pixelDelta().y())
        elif event.angleDelta().y():
            self._canvas.zoom(_NOTCH ** (event.angleDelta().y() / 120), event.position())
        return True

    def _pinch(self, event: QNativeGestureEvent) -> bool:
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self._canvas.zoom(1 + event.value(), event.position())
        return True
