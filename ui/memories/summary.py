"""What somebody or something is, in a few sentences; written and changed in place."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from app.domain.secret import mask
from ui.widgets import column, icon_button, link_button, push_button, row, wrapped
from ui.words import tr

_LINES = 4


class SummaryField(QPlainTextEdit):
    """`left` on Esc, `taken` on Ctrl+Enter. Tab goes on to the buttons."""

    left = Signal()
    taken = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setAccessibleName(tr("Summary"))
        self.setPlaceholderText(tr("who or what it is, in a few sentences"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * _LINES + 20)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.taken.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.TabFocusReason:
            self.selectAll()


class Summary(QWidget):
    """`described(str)`. The field stays open until the words are kept, or left with Esc."""

    described = Signal(str)

    def __init__(self, wide: bool) -> None:
        """In the narrow panel one that is not written takes no room; the menu of the heading offers it."""
        super().__init__()
        self._text, self._wide = "", wide
        self._words = wrapped("", "")
        self._change = icon_button("edit", tr("Change the summary"), self.open_field)
        self._add = link_button(tr("+ a summary"), self.open_field)
        self.field = SummaryField()
        self.field.left.connect(self.close_field)
        self.field.taken.connect(self.accept)
        buttons = row(
            None, push_button(tr("Cancel"), self.close_field), push_button(tr("Save"), self.accept, "primary")
        )
        self._form = QWidget()
        self._form.setLayout(column(self.field, buttons, gap=4, margin=(0, 4, 0, 4)))
        shown = row(self._words, self._change, gap=4)
        shown.setAlignment(self._change, Qt.AlignmentFlag.AlignTop)
        self.setLayout(column(shown, row(self._add, None), self._form, gap=0))
        self.close_field()

    def show_summary(self, text: str) -> None:
        """Another text. A field that is open keeps what is being written."""
        self._text = text
        self._words.setText(mask(text))
        if self._form.isHidden():
            self._show_parts(False)

    def open_field(self) -> None:
        """Write it in place."""
        self.field.setPlainText(self._text)
        self._show_parts(True)
        self.field.setFocus()

    def close_field(self) -> None:
        """Leave it as it was."""
        had_focus = self._form.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self.field.clear()
        self._show_parts(False)
        if had_focus:
            (self._change if self._text else self._add).setFocus()

    def draft(self) -> str | None:
        """What is being written, where it differs from what is kept."""
        words = self.field.toPlainText()
        return None if self._form.isHidden() or words.strip() == self._text else words

    def take_draft(self, draft: str) -> None:
        self.open_field()
        self.field.setPlainText(draft)

    def accept(self) -> None:
        """Keep what is written; nothing changed leaves the field."""
        text = self.field.toPlainText().strip()
        if text == self._text:
            self.close_field()
        else:
            self.described.emit(text)

    def _show_parts(self, writing: bool) -> None:
        self._form.setVisible(writing)
        self._words.setVisible(not writing and bool(self._text))
        self._change.setVisible(not writing and bool(self._text))
        self._add.setVisible(self._wide and not writing and not self._text)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.open_field()
