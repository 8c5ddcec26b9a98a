"""The rail: one button a page, with its name when there is room; settings and the menu at the foot."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QToolButton, QVBoxLayout, QWidget

from ui.icons import icon
from ui.widgets.controls import icon_size
from ui.widgets.labels import as_tip
from ui.words import tr

_AROUND = 20
"""Pixels around the icon and the words of a button: its padding, its border, the gap to the next."""


class Rail(QWidget):
    """`chosen(str)`: the name of a page. `settings_wanted`, `menu_wanted(QPoint)`; `places_wanted(QPoint)`: which part
    of memory is shown."""

    chosen = Signal(str)
    settings_wanted = Signal()
    menu_wanted = Signal(object)
    places_wanted = Signal(object)

    def __init__(self, pages: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QToolButton] = {}
        lines = QVBoxLayout(self)
        lines.setContentsMargins(4, 10, 4, 8)
        lines.setSpacing(4)
        self._place = self._button("project", "")
        self._place.clicked.connect(lambda: self.places_wanted.emit(self.place_corner()))
        lines.addWidget(self._place)
        for name, drawing, words in pages:
            button = self._button(drawing, words)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, name=name: self.chosen.emit(name))
            self._group.addButton(button)
            self._buttons[name] = button
            lines.addWidget(button)
        lines.addStretch(1)
        settings = self._button("settings", tr("Settings"))
        settings.clicked.connect(self.settings_wanted)
        self._menu = self._button("list", tr("Menu"))
        self._menu.clicked.connect(lambda: self.menu_wanted.emit(self._menu.mapToGlobal(self._menu.rect().topRight())))
        lines.addWidget(settings)
        lines.addWidget(self._menu)

    def settle_menu(self) -> None:
        """The menu is closed: its button is no longer lit. While a popup is open nobody is told that the mouse left."""
        self._menu.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
        self._menu.setDown(False)
        self._menu.update()

    def _button(self, drawing: str, words: str) -> QToolButton:
        made = QToolButton()
        made.setIcon(icon(drawing))
        made.setIconSize(icon_size(1.15))
        made.setText(words)
        made.setAccessibleName(words)
        made.setAccessibleDescription(words)
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setMinimumWidth(made.fontMetrics().averageCharWidth() * 8)
        return made

    def place_corner(self) -> QPoint:
        """Beside the button that says what is shown, on screen."""
        return self._place.mapToGlobal(self._place.rect().topRight())

    def show_place(self, words: str, narrowed: bool) -> None:
        """Which part of memory is shown; `narrowed`: not all of it, which the icon says too."""
        self._place.setIcon(icon("project", "accent" if narrowed else "quiet"))
        room = self._place.minimumWidth() - 4
        self._place.setText(self._place.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room))
        self._place.setAccessibleName(tr("Shown: {what}", what=words))
        self._place.setToolTip(as_tip(self._place.accessibleName()))

    def choose(self, name: str) -> None:
        """Mark the page that is shown; none, where it has no button."""
        self._group.setExclusive(name in self._buttons)
        for known, button in self._buttons.items():
            button.setChecked(known == name)
        self._group.setExclusive(True)

    def count(self, name: str, number: int) -> None:
        """A number beside the name of a page: what waits there."""
        button = self._buttons[name]
        words = button.accessibleDescription()
        button.setText(f"{words} {number}" if number else words)
        button.setAccessibleName(button.text())

    def words_fit(self, height: int) -> bool:
        """Whether names below the icons have room in a window of that height, at the size of the text."""
        one = self._menu.iconSize().height() + self._menu.fontMetrics().height() + _AROUND
        return height >= one * len(self.findChildren(QToolButton))

    def show_words(self, shown: bool) -> None:
        """Names below the icons, or icons alone where the window is low."""
        style = Qt.ToolButtonStyle.ToolButtonTextUnderIcon if shown else Qt.ToolButtonStyle.ToolButtonIconOnly
        for button in self.findChildren(QToolButton):
            button.setToolButtonStyle(style)
            button.setToolTip("" if shown and button is not self._place else as_tip(button.accessibleName()))
