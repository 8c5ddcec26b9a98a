"""A disclosure: one quiet line that opens what only some want to see."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from ui.icons import icon
from ui.widgets.flow import column, row


class Fold(QWidget):
    """`opened` when it is opened by hand or by `set_open`; what is inside may be filled only then."""

    opened = Signal()

    def __init__(self, words: str, inner: QWidget) -> None:
        super().__init__()
        self.button = QToolButton()
        self.button.setCheckable(True)
        self.button.setProperty("tone", "fold")
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.setText(words)
        self.button.setAccessibleName(words)
        self.button.setIcon(icon("chevron-right"))
        self.button.toggled.connect(self._on_toggled)
        self.head = row(self.button, None, gap=8)
        self.inner = inner
        self.inner.hide()
        self.setLayout(column(self.head, self.inner, gap=4))

    def set_open(self, wanted: bool) -> None:
        """Open or close it."""
        self.button.setChecked(wanted)

    def is_open(self) -> bool:
        return self.button.isChecked()

    def _on_toggled(self, shown: bool) -> None:
        self.button.setIcon(icon("chevron-down" if shown else "chevron-right"))
        self.inner.setVisible(shown)
        if shown:
            self.opened.emit()
