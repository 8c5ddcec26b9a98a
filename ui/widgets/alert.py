"""An error in the place where it happened: one plain sentence, one action, details behind a fold."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QSizePolicy, QWidget

from ui import theme
from ui.alerts import Alert
from ui.widgets.controls import icon_button, link_button, push_button
from ui.widgets.flow import column, row
from ui.widgets.labels import wrapped
from ui.words import tr


class AlertBox(QFrame):
    """`stepped` when the action is chosen, `closed` when the box is waved away, `folded(bool)`: its details show."""

    folded = Signal(bool)
    stepped = Signal()
    closed = Signal()

    def __init__(self, alert: Alert, step: str = "", closable: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("tone", "alert")
        self._details = QPlainTextEdit(alert.details)
        self._details.setReadOnly(True)
        self._details.setFont(theme.mono("notes"))
        self._details.setMaximumHeight(theme.font().pointSize() * 16)
        self._details.hide()
        buttons = []
        if step:
            buttons.append(push_button(step, self.stepped.emit))
        if alert.details:
            buttons.append(link_button(tr("Details"), self._fold))
            buttons.append(link_button(tr("Copy report"), self._copy))
        close = [icon_button("close", tr("Close"), self.closed.emit)] if closable else []
        line = row(wrapped(alert.sentence), *buttons, *close)
        self.setLayout(column(line, self._details, margin=(12, 8, 8, 8)))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(alert.sentence)

    def _fold(self) -> None:
        self._details.setVisible(not self._details.isVisible())
        self.folded.emit(self._details.isVisible())

    def _copy(self) -> None:
        QApplication.clipboard().setText(self._details.toPlainText())
