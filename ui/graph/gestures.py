"""The hand on the graph: drag to pan or to move a node, wheel and pinch to zoom, click, double click, right click."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from app.domain.ids import EntityId

if TYPE_CHECKING:
    from ui.graph.canvas import Canvas

_NOTCH = 1.18
"""Zoom of one notch of the wheel."""


class Gestures(QObject):
    """Watches the canvas's events and calls what they mean. A press that does not travel is a click."""

    def __init__(self, canvas: "Canvas") -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._pressed: QPointF | None = None
        self._last = QPointF()
        self._node: EntityId | None = None
        self._travels = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent):
            return self._mouse(event)
        if isinstance(event, QWheelEvent):
            return self._wheel(event)
        if isinstance(event, QNativeGestureEvent):
            return self._pinch(event)
        if event.type() == QEvent.Type.Leave:
            self._canvas.point_at_nothing()
        return False

    def _mouse(self, event: QMouseEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress:
            return self._press(event)
        if kind == QEvent.Type.MouseMove:
            return self._move(event)
        if kind == QEvent.Type.MouseButtonRelease:
            return self._release(event)
        if kind == QEvent.Type.MouseButtonDblClick and event.button() == Qt.MouseButton.LeftButton:
            number = self._canvas.node_at(event.position().x(), event.position().y())
            if number is not None:
                self._canvas.centred.emit(self._canvas.picture.entity(number))
            return True
        return False

    def _press(self, event: QMouseEvent) -> bool:
        if event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            return False
        self._canvas.setFocus(Qt.FocusReason.MouseFocusReason)
        self._pressed = self._last = event.position()
        left = event.button() == Qt.MouseButton.LeftButton
        number = self._canvas.node_at(self._last.x(), self._last.y()) if left else None
        self._node = None if number is None else self._canvas.picture.entity(number)
        self._travels = False
        return True

    def _move(self, event: QMouseEvent) -> bool:
        at = event.position()
        if self._pressed is None:
            self._canvas.point_at(at.x(), at.y())
            return False
        if not self._travels:
            self._travels = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if self._travels and self._node is not None:
            self._drag(self._node, at)
        elif self._travels:
            self._canvas.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._canvas.pan(at.x() - self._last.x(), at.y() - self._last.y())
        self._last = at if self._travels else self._last
        return True

    def _drag(self, entity: EntityId, at: QPointF) -> None:
        """What was learned meanwhile may have drawn another picture: the node is found by its entity."""
        if (number := self._canvas.picture.number(entity)) is not None:
            self._canvas.drag(number, at.x(), at.y())

    def _release(self, event: QMouseEvent) -> bool:
        if self._pressed is None:
            return False
        self._pressed = None
        self._canvas.setCursor(Qt.CursorShape.ArrowCursor)
        if self._travels and self._node is not None:
            self._canvas.dragged.emit(self._node)
        elif not self._travels and event.button() == Qt.MouseButton.LeftButton:
            self._canvas.choose(None if self._node is None else self._canvas.picture.number(self._node))
            if self._node is not None:
                self._canvas.activated.emit(self._node)
        return True

    def _wheel(self, event: QWheelEvent) -> bool:
        """A wheel zooms; two fingers on a touchpad move the picture, as they move everything else."""
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if self._canvas.small and not held:
            event.ignore()  # inside a panel that scrolls, the wheel scrolls
            return True
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
