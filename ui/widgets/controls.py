"""Buttons. Each has an accessible name and, where it shows an icon only, a tool tip with its words."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from ui import theme
from ui.icons import icon
from ui.widgets.labels import as_tip

_PADDING = 12
"""Pixels that the style sheet leaves beside the words of a chip."""
ButtonTone = Literal["", "primary", "link"]


def push_button(
    text: str, call: Callable[[], object] | None = None, tone: ButtonTone = "", parent: QWidget | None = None
) -> QPushButton:
    """A button with words. `primary` is the one step that a page offers."""
    made = QPushButton(text, parent)
    made.setProperty("tone", tone)
    made.setAccessibleName(text)
    made.setAutoDefault(False)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    if call is not None:
        made.clicked.connect(lambda: call())
    return made


def link_button(text: str, call: Callable[[], object] | None = None, parent: QWidget | None = None) -> QPushButton:
    """Words to click inside a line of others."""
    return push_button(text, call, "link", parent)


def icon_button(
    name: str, words: str, call: Callable[[], object] | None = None, parent: QWidget | None = None
) -> QToolButton:
    """An icon alone; `words` say what it does, to the mouse and to the screen reader."""
    made = QToolButton(parent)
    made.setIcon(icon(name))
    made.setIconSize(icon_size())
    made.setToolTip(as_tip(words))
    made.setAccessibleName(words)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if call is not None:
        made.clicked.connect(lambda: call())
    return made


class WordsButton(QToolButton):
    """Words that can be clicked and that end in … where there is no room for them; the whole is the tool tip then."""

    def __init__(self, text: str, call: Callable[[], object] | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tip = ""
        self.setText(text)
        self.setAccessibleName(text)
        self.setProperty("tone", "chip")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        if call is not None:
            self.clicked.connect(lambda: call())

    def set_tip(self, tip: str) -> None:
        """What the tool tip says besides."""
        self._tip = tip
        self.setToolTip(as_tip(tip))

    def minimumSizeHint(self) -> QSize:
        return QSize(48, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        room = self.width() - _PADDING
        shown = option.fontMetrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        whole = [] if shown == self.text() else [self.text()]
        self.setToolTip(as_tip("\n".join([*whole, self._tip] if self._tip else whole)))
        option.text = ""
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.setPen(option.palette.color(self.foregroundRole()))
        place = self.rect().adjusted(_PADDING // 2, 0, -_PADDING // 2, 0)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)


def icon_size(scale: float = 1.0) -> QSize:
    """The size of an icon beside interface text, from the font."""
    side = round(theme.font("interface").pointSizeF() * 1.8 * scale)
    return QSize(side, side)
