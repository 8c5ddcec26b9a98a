"""Dates as they are written by hand: `2024`, `2024-03`, `2024/3/7`, `2024年3月`, today; and the form that asks."""

import re
from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from app.domain import clock
from app.domain.clock import WorldTime
from app.domain.errors import BadInput
from app.domain.text import fold
from ui.widgets import column, label, push_button, row, wrapped
from ui.words import tr

_WRITTEN = re.compile(r"(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?|年)?", re.ASCII)


def read_date(text: str) -> WorldTime | None:
    """The date that was typed; None for nothing. Raises `BadInput` with a sentence for the person."""
    folded = fold(text).strip()
    if not folded:
        return None
    if folded in {"today", "now", "今日", fold(tr("Today"))}:
        return WorldTime.of(clock.now().date())
    match = _WRITTEN.fullmatch(folded)
    if match is None:
        raise BadInput("Write 2024-03-07, 2024-03 or 2024: “{text}” is not a date.", text=text[:40])
    parts = [match[1], *(part.zfill(2) for part in (match[2], match[3]) if part)]
    return WorldTime("-".join(parts))


class DateForm(QFrame):
    """A popup with one field. Enter takes the date, Esc closes; a wrong date says what one looks like."""

    def __init__(
        self, question: str, first: str, take: Callable[[WorldTime | None], object], needed: bool, parent: QWidget
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("tone", "card")
        self.setAccessibleName(question)
        self._take, self._needed = take, needed
        self.field = QLineEdit(first)
        self.field.setAccessibleName(question)
        self.field.setPlaceholderText("2024-03-07")
        self.field.selectAll()
        self.field.returnPressed.connect(self.accept)
        self._problem = wrapped("", "bad")
        self._problem.hide()
        buttons = row(None, push_button(tr("Cancel"), self.close), push_button(tr("Set"), self.accept, "primary"))
        self.setLayout(column(label(question, "strong"), self.field, self._problem, buttons, gap=8, margin=12))

    def ask(self, below: QWidget) -> None:
        """Show the form below a button."""
        self.adjustSize()
        self.ask_at(below.mapToGlobal(QPoint(below.width() - self.width(), below.height() + 2)))

    def ask_at(self, at: QPoint) -> None:
        """Show the form at a point on screen, inside that screen."""
        self.adjustSize()
        screen = self.screen().availableGeometry()
        at.setX(max(screen.left(), min(at.x(), screen.right() - self.width())))
        at.setY(max(screen.top(), min(at.y(), screen.bottom() - self.height())))
        self.move(at)
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def accept(self) -> None:
        """Take the date if it is one."""
        try:
            when = read_date(self.field.text())
            if when is None and self._needed:
                raise BadInput("Write 2024-03-07, 2024-03 or 2024: “{text}” is not a date.", text="")
        except BadInput as error:
            self._problem.setText(tr(error.message_id, **error.details))
            self._problem.show()
            self.adjustSize()
            return
        self._take(when)
        self.close()
