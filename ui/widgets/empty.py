"""What an empty page shows: what will live here, and one step towards it."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from ui import theme
from ui.widgets.controls import push_button
from ui.widgets.flow import column, row
from ui.widgets.labels import wrapped


class EmptyState(QWidget):
    """A headline, one sentence, and at most one button."""

    def __init__(self, headline: str, sentence: str, step: str = "", call: Callable[[], object] | None = None) -> None:
        super().__init__()
        head = wrapped(headline, "strong")
        head.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        words = wrapped(sentence, "quiet")
        words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        words.setMaximumWidth(theme.column_width(44))
        middle = column(head, row(0, words, 0, gap=0), gap=8)
        if step:
            middle.addSpacing(8)
            middle.addLayout(row(None, push_button(step, call), None))
        self.setLayout(column(None, middle, None, margin=24))
