"""A name that is changed where it stands in the graph: a field over the node. Enter keeps it, Esc leaves it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from app.domain.entity import MAX_NAME
from app.domain.ids import EntityId
from ui import theme
from ui.saying import entity_name
from ui.words import tr

if TYPE_CHECKING:
    from ui.graph.canvas import Canvas


class NameField(QLineEdit):
    """`renamed(entity, name)` for another name; nothing for the same or an empty one. Hidden while nothing is named."""

    renamed = Signal(object, str)

    def __init__(self, canvas: "Canvas") -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._entity: EntityId | None = None
        self._was = ""
        self.setMaxLength(MAX_NAME)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setAccessibleName(tr("Name"))
        self.textEdited.connect(self._grow)
        self.returnPressed.connect(self._keep)
        canvas.installEventFilter(self)
        self.hide()

    def begin(self, entity: EntityId) -> None:
        """Over the entity's node, with the name to be changed."""
        number = self._canvas.picture.number(entity)
        if number is None:
            return
        self._entity = entity
        self._was = entity_name(self._canvas.picture.nodes[number].entity)
        self.setText(self._was)
        self._canvas.choose(number)
        self._canvas.reveal(number)
        self._grow()
        self.show()
        self.raise_()
        self.selectAll()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Leave the name as it was."""
        if self._entity is None:
            return
        self._entity = None
        had_focus = self.hasFocus()
        self.hide()
        if had_focus:
            self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _keep(self) -> None:
        entity, name = self._entity, " ".join(self.text().split())
        self.leave()
        if entity is not None and name and name != self._was:
            self.renamed.emit(entity, name)

    def _grow(self) -> None:
        """As wide as what is typed, where the name stands: below the node, or above where there is no room."""
        number = self._canvas.picture.number(self._entity) if self._entity is not None else None
        if number is None:
            return
        spot = self._canvas.spot(number)
        metrics = QFontMetricsF(theme.font())
        room = self._canvas.rect()
        wide = min(round(max(metrics.horizontalAdvance(self.text()), metrics.height() * 6) + 32), room.width() - 8)
        high = self.sizeHint().height()
        left = min(max(round(spot.at.x() - wide / 2), 4), room.width() - wide - 4)
        top = round(spot.at.y() + spot.radius + 3)
        top = top if top + high < room.height() else round(spot.at.y() - spot.radius - 3 - high)
        self.setGeometry(QRect(left, top, wide, high))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The node moves away below the field: by the hand, which ends it, or since the window has other room."""
        if event.type() in (QEvent.Type.Wheel, QEvent.Type.NativeGesture):
            self.leave()
        elif event.type() == QEvent.Type.Resize:
            QTimer.singleShot(0, self, self._grow)
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)
        event.accept()  # what the field has no use for is no act of the graph

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.leave()
