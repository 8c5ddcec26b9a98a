"""The graph by keyboard: arrows walk along links, Enter opens, Space looks around, + − 0 zoom, Esc lets go."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from ui.graph import aim

if TYPE_CHECKING:
    from ui.graph.canvas import Canvas

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_PAN = 60.0
"""Pixels that Shift and an arrow move the picture."""


class Keys(QObject):
    """Watches the canvas's keys."""

    def __init__(self, canvas: "Canvas") -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._acts: dict[int, Callable[[], bool]] = {
            Qt.Key.Key_Return: self._open,
            Qt.Key.Key_Enter: self._open,
            Qt.Key.Key_Space: self._look_around,
            Qt.Key.Key_Plus: lambda: self._zoom(1.25),
            Qt.Key.Key_Equal: lambda: self._zoom(1.25),
            Qt.Key.Key_Minus: lambda: self._zoom(0.8),
            Qt.Key.Key_0: self._fit,
            Qt.Key.Key_Home: self._home,
            Qt.Key.Key_Escape: self._let_go,
        }

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if not self._canvas.picture.nodes:
            return False
        if (direction := _ARROWS.get(Qt.Key(event.key()))) is not None:
            return self._arrow(direction, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        act = self._acts.get(event.key())
        return act() if act else False

    def _arrow(self, direction: tuple[int, int], pans: bool) -> bool:
        canvas = self._canvas
        if pans:
            canvas.pan(-_PAN * direction[0], -_PAN * direction[1])
        elif canvas.choice is None:
            return self._home()
        elif (number := aim.along(canvas.picture, canvas.choice, direction)) is not None:
            canvas.choose(number)
            canvas.reveal(number)
        return True

    def _home(self) -> bool:
        """Select the centre."""
        canvas = self._canvas
        canvas.choose(canvas.picture.number(canvas.picture.graph.center) or 0)
        canvas.reveal(canvas.choice or 0)
        return True

    def _open(self) -> bool:
        if (entity := self._canvas.choice_id()) is not None:
            self._canvas.activated.emit(entity)
        return True

    def _look_around(self) -> bool:
        if (entity := self._canvas.choice_id()) is not None:
            self._canvas.centred.emit(entity)
        return True

    def _zoom(self, factor: float) -> bool:
        self._canvas.zoom(factor)
        return True

    def _fit(self) -> bool:
        self._canvas.fit()
        return True

    def _let_go(self) -> bool:
        """Esc closes the nearest thing: first the selection, then whatever lies around the canvas."""
        if self._canvas.choice is None:
            return False
        self._canvas.choose(None)
        return True
