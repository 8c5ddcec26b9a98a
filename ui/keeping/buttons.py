"""The buttons of the settings: take everything along, bring it back, let it go."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ui.widgets import column, label, push_button, row
from ui.words import tr


class KeepingButtons(QWidget):
    """`wanted(what)`: `export`, `import`, `deleted` or `everything`."""

    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        ways = (
            (("export", tr("Export everything…")), ("import", tr("Import an archive…"))),
            (("deleted", tr("Forget what was deleted or changed…")), ("everything", tr("Forget everything for good…"))),
        )
        lines = [row(*(push_button(text, partial(self.wanted.emit, what)) for what, text in way), None) for way in ways]
        self.setLayout(column(label(tr("Everything in memory"), "section"), *lines, gap=8))
