"""Carrying by real events: press, move and drop as Qt delivers them while a hand drags."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
_BOTH = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
LEFT = Qt.MouseButton.LeftButton


def carry(over: QWidget, data: QMimeData, to: QPoint, held: Qt.KeyboardModifier = NONE, drop: bool = True) -> bool:
    """Bring it in, over a point and let go there; whether the point takes it."""
    enter = QDragEnterEvent(to, _BOTH, data, LEFT, held)
    QApplication.sendEvent(over, enter)
    move = QDragMoveEvent(to, _BOTH, data, LEFT, held)
    QApplication.sendEvent(over, move)
    if drop:
        QApplication.sendEvent(over, QDropEvent(QPointF(to), _BOTH, data, LEFT, held))
    return move.isAccepted()
