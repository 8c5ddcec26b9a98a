"""The head of the graph page: where one is and has been, and the tools; two lines where one would be too narrow."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QGridLayout, QLineEdit, QMenu, QSizePolicy, QToolButton, QWidget

from ui import theme
from ui.graph.steps import DEPTHS
from ui.graph.trail import Trail
from ui.icons import icon
from ui.widgets import Elided, icon_button, label, link_button, row
from ui.words import tr

FIELD, TITLE = 22, 20
"""Width, in characters, of the field where all stands in one line, and of the title that must have room beside it."""


class Header(QWidget):
    """`depth_wanted(int)`. The buttons are the page's to connect."""

    depth_wanted = Signal(int)
    depths = DEPTHS

    def __init__(self, field: QLineEdit, saved: QToolButton) -> None:
        super().__init__()
        self.title = Elided(tr("The whole graph"), "title")
        self.back = icon_button("chevron-left", tr("Back to where I was"))
        self.on = icon_button("chevron-right", tr("Forward again"))
        self.filter = icon_button("filter", tr("Filter the graph"))
        self.time = icon_button("calendar", tr("Memory as of a day"))
        self.list = icon_button("list", tr("Graph as a list"))
        self.run = icon_button("retry", tr("Arrange anew"))
        self.more = icon_button("more", tr("More"))
        self.reach = QToolButton()
        self._found, self.elsewhere = label("", "small"), link_button("")
        self._field, self._saved = field, saved
        self._menu = QMenu(self)
        self._wide: bool | None = None
        self._build()

    def _build(self) -> None:
        for switch in (self.time, self.list, self.filter):
            switch.setCheckable(True)
        self._make_depths()
        self.more.setMenu(self._menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        for button in (self.back, self.on):
            button.setEnabled(False)
        self._field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._tools = QWidget()
        buttons = (self.reach, self.filter, self.time, self.list, self._saved, self.run, self.more)
        tools = row(self._field, *buttons, gap=2)
        self.show_found("", "")
        tools.setStretchFactor(self._field, 1)
        self._tools.setLayout(tools)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 8, 8, 4)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.addLayout(row(self.back, self.on, gap=0), 0, 0)
        self._grid.addWidget(self.title, 0, 1)
        self._grid.addLayout(row(self._found, self.elsewhere, gap=4), 0, 2)
        self._grid.setColumnStretch(1, 1)
        self._place(wide=True)

    def _make_depths(self) -> None:
        menu, group = QMenu(self), QActionGroup(self)
        menu.setAccessibleName(tr("How many relations away to look"))
        for depth in DEPTHS:
            action = menu.addAction(tr("How many relations away to look: {depth}", depth=depth))
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(partial(self._on_depth, depth))
        self._depths = group.actions()
        self.reach.setMenu(menu)
        self.reach.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.reach.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.reach.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow behind the words
        self.reach.setIcon(icon("chevron-down"))
        self.reach.setIconSize(QSize(12, 12))
        self.reach.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._show_depth(1)

    def _on_depth(self, depth: int, checked: bool = False) -> None:
        self.depth_wanted.emit(depth)

    def offer(self, *steps: tuple[str, Callable[[], object]]) -> None:
        """What the menu at the end offers."""
        for words, call in steps:
            self._menu.addAction(words).triggered.connect(partial(_without_state, call))

    # ── showing ───────────────────────────────────────────────────────────────────────────────────────────────
    def show_look(self, title: str, depth: int, centred: bool, filtered: bool) -> None:
        """What is looked at; all of memory has no depth."""
        self.title.setText(title)
        self._show_depth(depth)
        self.reach.setEnabled(centred)
        self.filter.setChecked(filtered)

    def _show_depth(self, depth: int) -> None:
        self.reach.setText(tr("Depth {depth}", depth=depth))
        self.reach.setToolTip(tr("How many relations away to look: {depth}", depth=depth))
        self.reach.setAccessibleName(self.reach.toolTip())
        self._depths[depth - 1].setChecked(True)

    def show_found(self, words: str, step: str) -> None:
        """What the search found, beside its field: the graph must not move while one types. `step` can be clicked."""
        self._found.setText(words)
        self._found.setVisible(bool(words))
        shown = self.fontMetrics().elidedText(step, Qt.TextElideMode.ElideMiddle, theme.column_width(30))
        self.elsewhere.setText(shown.replace("&", "&&"))
        self.elsewhere.setAccessibleName(step)
        self.elsewhere.setVisible(bool(step))

    def show_trail(self, trail: Trail) -> None:
        """Whether there is something to go back or forward to."""
        self.back.setEnabled(trail.leads_back)
        self.on.setEnabled(trail.leads_on)

    def show_running(self, moving: bool) -> None:
        """The layout runs, or rests."""
        name, words = ("stop", tr("Stop moving")) if moving else ("retry", tr("Arrange anew"))
        self.run.setIcon(icon(name))
        self.run.setToolTip(words)
        self.run.setAccessibleName(words)

    # ── room ──────────────────────────────────────────────────────────────────────────────────────────────────
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        buttons = self._tools.minimumSizeHint().width() - self._field.minimumWidth()
        self._place(self.width() >= buttons + theme.column_width(FIELD + TITLE))

    def _place(self, wide: bool) -> None:
        if wide == self._wide:
            return
        self._wide = wide
        self._grid.removeWidget(self._tools)
        self._field.setMinimumWidth(theme.column_width(FIELD) if wide else 72)
        self._field.setMaximumWidth(theme.column_width(FIELD) if wide else 16777215)
        if wide:
            self._grid.addWidget(self._tools, 0, 3)
        else:
            self._grid.addWidget(self._tools, 1, 0, 1, 4)


def shortcut(parent: QWidget, keys: QKeySequence, call: Callable[[], object]) -> QObject:
    """A key that works anywhere on a page."""
    made = QShortcut(keys, parent)
    made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    made.activated.connect(call)
    return made


def _without_state(call: Callable[[], object], checked: bool = False) -> None:
    call()
