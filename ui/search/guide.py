"""What may be typed into the search field. Each line is a button that types it; a page of its own while nothing is
typed, and what the question mark opens."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from ui.search.wording import guide
from ui.widgets import column, label, link_button, row, wrapped
from ui.words import tr


class Guide(QWidget):
    """`typed(str)`: what is to be typed into the field."""

    typed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for number, (written, meaning, typing) in enumerate(guide()):
            button = link_button(written, partial(self.typed.emit, typing))
            button.setAccessibleName(f"{written}: {meaning}")
            grid.addLayout(row(button, None, gap=0), number, 0)
            grid.addWidget(wrapped(meaning, "quiet"), number, 1)
        left_out = wrapped(tr("A “-” before any of these leaves out what it finds."), "quiet")
        keys = wrapped(
            tr("↓ goes to the results, Enter opens one, Ctrl+Enter shows the graph around the search."), "quiet"
        )
        self.setLayout(column(label(tr("What you can type"), "section"), grid, 4, left_out, keys, None, gap=6))
