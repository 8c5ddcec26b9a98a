"""Buttons. Each has an accessible name and, where it shows an icon only, a tool tip with its words."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from ui import theme
from ui.icons import icon

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
    made.setToolTip(words)
    made.setAccessibleName(words)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if call is not None:
        made.clicked.connect(lambda: call())
    return made


def icon_size(scale: float = 1.0) -> QSize:
    """The size of an icon beside interface text, from the font."""
    side = round(theme.font("interface").pointSizeF() * 1.8 * scale)
    return QSize(side, side)
