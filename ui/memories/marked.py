"""One line to click whose words differ in weight and ink: a name in a sentence, a name and why it is there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionButton, QStylePainter

from ui import theme
from ui.memories.quotes import LineButton
from ui.widgets.controls import icon_size

_EDGE = 4


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words; `ink` is a colour of the theme."""

    words: str
    ink: str = "quiet"
    bold: bool = False


class MarkedLine(LineButton):
    """The end is cut where there is no room; the screen reader is told the whole."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        tip: str,
        call: Callable[[], object],
        icon: QIcon | None = None,
        small: bool = True,
    ) -> None:
        super().__init__("".join(piece.words for piece in pieces), tip, call)
        self._pieces, self._drawing, self._small = pieces, icon, small

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        height = max(QFontMetrics(self._font()).height() + 6, self._side() + 6)
        return QSize(size.width(), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(48, self.sizeHint().height())

    def _font(self) -> QFont:
        return theme.font("notes" if self._small else "interface")

    def _side(self) -> int:
        return icon_size(0.8).height() if self._drawing is not None else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        left = _EDGE
        if self._drawing is not None:
            side = self._side()
            self._drawing.paint(painter, QRect(left, (self.height() - side) // 2, side, side))
            left += side + _EDGE
        for piece in self._pieces:
            left += self._write(painter, piece, left, self.width() - _EDGE - left)
        painter.end()

    def _write(self, painter: QPainter, piece: Piece, left: int, room: int) -> int:
        font = QFont(self._font())
        font.setBold(piece.bold)
        painter.setFont(font)
        painter.setPen(theme.color(piece.ink))
        shown = painter.fontMetrics().elidedText(piece.words, Qt.TextElideMode.ElideRight, max(room, 0))
        place = QRect(left, 0, max(room, 0), self.height())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
        return painter.fontMetrics().horizontalAdvance(shown)
