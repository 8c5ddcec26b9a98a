"""The row that says what is filtered: a chip for each thing that is left out, each removable, and how many are gone."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QWidget

from ui.graph.saidfilters import Chip
from ui.icons import icon
from ui.widgets import link_button
from ui.widgets.wrapping import Wrapping
from ui.words import tr, trn


class ChipRow(QWidget):
    """`filtered(Filters)` when a chip is taken out, `cleared` when all are. `unhidden`: what was hidden by hand is
    wanted again."""

    filtered = Signal(object)
    cleared = Signal()
    unhidden = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("What is filtered"))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._flow = Wrapping(4, self)
        self._chips: list[QToolButton] = []
        self._shown: list[Chip] = []
        self.clear: QPushButton = link_button("", self.cleared.emit)
        self.back: QPushButton = link_button("", self.unhidden.emit)
        for button in (self.clear, self.back):
            self._flow.addWidget(button)
            button.hide()
        self.hide()

    def show_filters(self, chips: Sequence[Chip], hidden: int, by_hand: int) -> None:
        """`hidden`: nodes that the filters leave out. `by_hand`: nodes that were hidden one by one."""
        if list(chips) != self._shown:
            self._replace(chips)
        self.clear.setText(trn("filter on, {count} hidden — clear", "filter on, {count} hidden — clear", hidden))
        self.clear.setAccessibleName(self.clear.text())
        self.clear.setVisible(bool(chips))
        self.back.setText(trn("{count} hidden by hand — show", "{count} hidden by hand — show", by_hand))
        self.back.setAccessibleName(self.back.text())
        self.back.setVisible(by_hand > 0)
        self.setVisible(bool(chips) or by_hand > 0)

    def _replace(self, chips: Sequence[Chip]) -> None:
        """New chips before the two buttons, the focus at the same place of the row."""
        held = next((n for n, chip in enumerate(self._chips) if chip.hasFocus()), None)
        while self._flow.count():
            self._flow.takeAt(0)
        for chip in self._chips:
            chip.hide()
            chip.deleteLater()
        self._shown, self._chips = list(chips), [self._chip(chip) for chip in chips]
        for part in (*self._chips, self.clear, self.back):
            self._flow.addWidget(part)
        for one, other in pairwise([*self._chips, self.clear]):
            QWidget.setTabOrder(one, other)
        if held is not None and self._chips:
            self._chips[min(held, len(self._chips) - 1)].setFocus()

    def _chip(self, chip: Chip) -> QToolButton:
        button = QToolButton(self)
        button.setText(chip.words.replace("&", "&&"))
        button.setIcon(icon("close"))
        button.setIconSize(QSize(12, 12))
        button.setProperty("tone", "filter")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross behind the words
        button.setToolTip(tr("Take this filter out"))
        button.setAccessibleName(tr("Take this filter out: {what}", what=chip.words))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(partial(self._take_out, chip))
        button.show()
        return button

    def _take_out(self, chip: Chip, checked: bool = False) -> None:
        self.filtered.emit(chip.without)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete on a chip takes it out, as its cross does."""
        focused = next((button for button in self._chips if button.hasFocus()), None)
        if focused is not None and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            focused.click()
        else:
            super().keyPressEvent(event)
