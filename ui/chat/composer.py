"""Where the next turn is written. Enter sends, Shift+Enter breaks the line, and an input method is never disturbed."""

from PySide6.QtCore import QEvent, QMimeData, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QToolButton, QWidget

from ui import theme
from ui.icons import icon
from ui.widgets import column, icon_button, row
from ui.widgets.controls import icon_size
from ui.widgets.labels import Elided, retone
from ui.words import tr, trn

LONGEST_LINE = 5_000
"""Characters of one unbroken line above which pasted text becomes a chip: laying it out takes quadratic time."""
LONGEST_TEXT = 2_000_000
MOST_LINES = 30_000
"""Lines above which it becomes one too: to lay out 400,000 of them takes seconds, even empty ones."""
_MOST_LINES, _FEWEST_LINES = 12, 2


class Field(QPlainTextEdit):
    """The text. `sent` on Enter, `pasted(str)` when a paste is too much to be shown."""

    sent = Signal()
    pasted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("tone", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(theme.font("reading"))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTabChangesFocus(True)
        self.setPlaceholderText(tr("Write…"))
        self.setAccessibleName(tr("Message"))
        self.document().setDocumentMargin(0)
        self._composing = False
        self.textChanged.connect(self._fit)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._composing:
                event.accept()
                return
            if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                event.accept()
                self.sent.emit()
                return
        super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._composing = False
        super().focusOutEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text()
        long = len(text) > LONGEST_TEXT or len(text.splitlines()) > MOST_LINES
        if long or longest_line(text) > LONGEST_LINE:
            self.pasted.emit(text)
        elif text:
            self.textCursor().insertText(text)
            self.ensureCursorVisible()

    def _fit(self) -> None:
        """As high as its lines, within bounds. Only the first lines are counted: the text may have thousands."""
        lines, block = 0, self.document().firstBlock()
        while block.isValid() and lines < _MOST_LINES:
            lines += max(block.layout().lineCount(), 1)
            block = block.next()
        shown = min(max(lines, _FEWEST_LINES), _MOST_LINES)
        self.setFixedHeight(round(self.fontMetrics().lineSpacing() * shown + 4))

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())


def longest_line(text: str) -> int:
    """Length of the longest line."""
    return max((len(line) for line in text.split("\n")), default=0)


class Composer(QFrame):
    """`sent(str)` with the whole text, `stopped` while an answer grows, `edited` when the draft has changed."""

    sent = Signal(str)
    stopped = Signal()
    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("tone", "card")
        self.field = Field()
        self.field.sent.connect(self.send)
        self.field.pasted.connect(self._attach)
        self.field.textChanged.connect(self._on_text)
        self.field.installEventFilter(self)
        self._pasted: list[str] = []
        self._growing = False
        self._chips = row(gap=4)
        self._hint = Elided(tr("Enter sends, Shift+Enter starts a new line"), "small")
        self._button = icon_button("send", tr("Send"), self._press)
        self._button.setProperty("tone", "primary")
        self._button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._button.setIconSize(icon_size(1.1))
        foot = row(self._hint, self._button)
        foot.setStretchFactor(self._hint, 1)
        self.setLayout(column(self._chips, self.field, foot, gap=4, margin=(12, 10, 8, 8)))
        self._show_button()

    # ── the draft ─────────────────────────────────────────────────────────────────────────────────────────────
    def text(self) -> str:
        """What would be sent: the field, then each pasted text."""
        return "\n\n".join(part for part in (self.field.toPlainText(), *self._pasted) if part.strip())

    def draft(self) -> dict[str, object]:
        """The unsent text as a JSON value; empty when there is none."""
        text = self.field.toPlainText()
        return {"text": text, "pasted": list(self._pasted)} if text or self._pasted else {}

    def restore(self, draft: object) -> None:
        """Bring back what `draft` gave."""
        kept = draft if isinstance(draft, dict) else {}
        self.field.setPlainText(str(kept.get("text", "")))
        pasted = kept.get("pasted")
        self._pasted = [str(text) for text in pasted] if isinstance(pasted, list) else []
        self._show_chips()
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)

    def clear(self) -> None:
        """Empty it."""
        self.restore({})

    # ── sending ───────────────────────────────────────────────────────────────────────────────────────────────
    def send(self) -> None:
        """Send what is there; nothing happens while it is blank or an answer grows."""
        text = self.text()
        if text.strip() and not self._growing:
            self.sent.emit(text)

    def set_growing(self, growing: bool) -> None:
        """While an answer grows, the button stops it."""
        self._growing = growing
        self._show_button()

    def _press(self) -> None:
        if self._growing:
            self.stopped.emit()
        else:
            self.send()

    def _show_button(self) -> None:
        words = tr("Stop") if self._growing else tr("Send")
        self._button.setIcon(icon("stop" if self._growing else "send", "on_accent"))
        self._button.setToolTip(words)
        self._button.setAccessibleName(words)
        self._button.setEnabled(self._growing or bool(self._pasted) or not self.field.document().isEmpty())

    def _on_text(self) -> None:
        self._show_button()
        self.edited.emit()

    # ── pasted text ───────────────────────────────────────────────────────────────────────────────────────────
    def _attach(self, text: str) -> None:
        self._pasted.append(text)
        self._show_chips()
        self._on_text()

    def _show_chips(self) -> None:
        from ui.widgets.flow import clear

        clear(self._chips)
        for index, text in enumerate(self._pasted):
            self._chips.addWidget(self._chip(index, text))
        if self._pasted:
            self._chips.addStretch(1)
        self._show_button()

    def _chip(self, index: int, text: str) -> QToolButton:
        chip = QToolButton()
        chip.setIcon(icon("pasted"))
        chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        chip.setText(trn("Pasted text, {count} character", "Pasted text, {count} characters", len(text)) + "  ×")
        chip.setToolTip(tr("Take it out"))
        chip.clicked.connect(lambda: self._detach(index))
        return chip

    def _detach(self, index: int) -> None:
        del self._pasted[index]
        self._show_chips()
        self._on_text()
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.setProperty("active", "true" if event.type() == QEvent.Type.FocusIn else "false")
            retone(self, "card")
        return False
