"""The hand on the map: clicks, the wheel, keys, and carrying a box to another."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication

from ui.categories.boxes import Box
from ui.categories.carrying import meaning, packed, unpacked

if TYPE_CHECKING:
    from ui.categories.icicle import Icicle

LINGER_MS = 700
"""How long something is held over a category until the map goes into it."""
_STEP = 1.25


class Hand(QObject):
    """Filters the events of one map."""

    def __init__(self, map_: "Icicle") -> None:
        super().__init__(map_)
        self._map = map_
        self._pressed: tuple[QPointF, Box] | None = None
        self._over: Box | None = None
        self._linger = QTimer(self, singleShot=True, interval=LINGER_MS)
        self._linger.timeout.connect(self._go_in)
        self._deeds: dict[QEvent.Type, Callable[..., bool]] = {
            QEvent.Type.MouseButtonPress: self._press,
            QEvent.Type.MouseButtonDblClick: lambda event: True,
            QEvent.Type.MouseMove: self._move,
            QEvent.Type.MouseButtonRelease: self._release,
            QEvent.Type.Leave: self._leave,
            QEvent.Type.Wheel: self._wheel,
            QEvent.Type.KeyPress: self._key,
            QEvent.Type.ContextMenu: self._menu,
            QEvent.Type.DragEnter: self._carry,
            QEvent.Type.DragMove: self._carry,
            QEvent.Type.DragLeave: self._carried_off,
            QEvent.Type.Drop: self._drop,
        }

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        deed = self._deeds.get(event.type())
        return deed(event) if deed is not None else False

    # ── mouse ─────────────────────────────────────────────────────────────────────────────────────────────────
    def _press(self, event: QMouseEvent) -> bool:
        self._map.setFocus(Qt.FocusReason.MouseFocusReason)
        box = self._map.box_at(event.position())
        if event.button() == Qt.MouseButton.BackButton:
            return self._map.zoom_out()
        if event.button() == Qt.MouseButton.RightButton and box is not None:
            self._map.mark_box(box)
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = (event.position(), box) if left and box is not None else None
        return True

    def _move(self, event: QMouseEvent) -> bool:
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            start, box = self._pressed
            if (event.position() - start).manhattanLength() >= QApplication.startDragDistance():
                self._pressed = None
                self._take(box)
            return True
        self._map.point_at(self._map.box_at(event.position()))
        return False

    def _release(self, event: QMouseEvent) -> bool:
        if self._pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return False
        _, box = self._pressed
        self._pressed = None
        if self._map.box_at(event.position()) is box:
            self.open(box)
        return True

    def open(self, box: Box) -> None:
        """What a click and Enter do: into a category, out of the one that fills the map, to an entity's page."""
        self._map.mark_box(box)
        if box.entity is not None:
            self._map.entity_chosen.emit(box.entity.id)
        elif box is self._map.focus:
            self._map.zoom_out()
        else:
            self._map.zoom_to(box)

    def _leave(self, event: QEvent) -> bool:
        self._map.point_at(None)
        return False

    def _wheel(self, event: QWheelEvent) -> bool:
        turns = event.angleDelta().y() / 120
        if turns:
            self._map.magnify(_STEP**turns, event.position().y())
        return True

    def _menu(self, event: QContextMenuEvent) -> bool:
        box, point = self._map.mark, event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            box = self._map.box_at(QPointF(event.pos())) or box
        elif box is not None:
            point = self._map.mapToGlobal(self._map.rect_of(box).center().toPoint())
        if box is not None:
            self._map.mark_box(box)
            self._map.menu_wanted.emit(box.carried(), point)
        return True

    # ── keys ──────────────────────────────────────────────────────────────────────────────────────────────────
    def _key(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        key, at = event.key(), self._map.mark
        if key in (Qt.Key.Key_Escape, Qt.Key.Key_Backspace):
            return self._map.zoom_out()
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            middle = self._map.rect_of(at).center().y() if at is not None else self._map.height() / 2
            self._map.magnify(_STEP if key == Qt.Key.Key_Plus else 1 / _STEP, middle)
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and at is not None:
            self.open(at)
            return True
        step = self._steps().get(key)
        if step is None:
            return False
        if (found := step(at) if at is not None else self._first()) is not None:
            self._map.mark_box(found)
            self._map.reveal(found)
        return True

    def _steps(self) -> "dict[int, Callable[[Box], Box | None]]":
        return {
            Qt.Key.Key_Up: lambda box: self._beside(box, -1),
            Qt.Key.Key_Down: lambda box: self._beside(box, 1),
            Qt.Key.Key_Left: self._above,
            Qt.Key.Key_Right: lambda box: next(iter(self._map.boxes.under(box)), None),
            Qt.Key.Key_Home: lambda box: self._row(box)[0],
            Qt.Key.Key_End: lambda box: self._row(box)[-1],
        }

    def _first(self) -> Box | None:
        kids = self._map.boxes.under(self._map.focus)
        return kids[0] if kids else None

    def _row(self, box: Box) -> list[Box]:
        return self._map.boxes.under(box.parent) if box.parent is not None else [box]

    def _beside(self, box: Box, step: int) -> Box | None:
        """The next in the same box; past its end the first or last of the one beside that."""
        row = self._row(box)
        place = next(n for n, one in enumerate(row) if one is box) + step
        if 0 <= place < len(row):
            return row[place]
        if box.parent is None or box.parent.parent is None:
            return None
        other = self._beside(box.parent, step)
        kids = self._map.boxes.under(other) if other is not None else []
        return (kids[0] if step > 0 else kids[-1]) if kids else other

    @staticmethod
    def _above(box: Box) -> Box | None:
        return box.parent if box.parent is not None and box.parent.parent is not None else None

    # ── carrying ──────────────────────────────────────────────────────────────────────────────────────────────
    def _take(self, box: Box) -> None:
        carried = box.carried()
        if carried is None or carried.speaks:
            return
        self._map.mark_box(box)
        drag = QDrag(self._map)
        drag.setMimeData(packed([carried]))
        drag.exec(Qt.DropAction.MoveAction | Qt.DropAction.CopyAction, Qt.DropAction.MoveAction)

    def _carry(self, event: QDragMoveEvent) -> bool:
        carried = unpacked(event.mimeData())
        if not carried:
            event.ignore()
            return True
        box = self._map.box_at(event.position())
        further = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        onto = box.carried() if box is not None else None
        if box is not self._over:
            self._over = box
            self._linger.start()
        means = meaning(carried, onto, further)
        self._point_out(box if means is not None else None)
        self._map.hovering.emit(carried, onto, further)
        if means is None:
            event.ignore()  # the events go on all the same: the map was accepted as a place to drop on
            event.setAccepted(event.type() == QEvent.Type.DragEnter)
        else:
            event.setDropAction(Qt.DropAction.CopyAction if further else Qt.DropAction.MoveAction)
            event.accept()
        return True

    def _point_out(self, box: Box | None) -> None:
        if box is not self._map.target:
            self._map.target = box
            self._map.update()

    def _go_in(self) -> None:
        """Held over a category: into it; over the one that fills the map: out of it."""
        box = self._over
        if box is None or box.branch is None:
            return
        if box is self._map.focus:
            self._map.zoom_out()
        else:
            self._map.zoom_to(box)

    def _carried_off(self, event: QDragLeaveEvent | None = None) -> bool:
        self._linger.stop()
        self._over = None
        self._point_out(None)
        self._map.hovering.emit((), None, False)
        return True

    def _drop(self, event: QDropEvent) -> bool:
        carried, box = unpacked(event.mimeData()), self._map.box_at(event.position())
        onto = box.carried() if box is not None else None
        further = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        self._carried_off()
        if meaning(carried, onto, further) is not None:
            event.acceptProposedAction()
            self._map.dropped.emit(carried, onto, further)
        return True


def corner(map_: "Icicle", box: Box) -> QPoint:
    """Where a form about a box stands."""
    place = map_.rect_of(box).intersected(map_.rect().toRectF())
    return map_.mapToGlobal(place.bottomLeft().toPoint())
