"""The words of one turn. Grows with its text, never scrolls, never loads anything from anywhere."""

import re
from collections.abc import Sequence
from html import escape
from itertools import pairwise

from PySide6.QtCore import QEvent, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QTextBlockFormat, QTextCursor, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip, QWidget

from app.domain.entity import Span
from app.domain.secret import find_secrets, mask
from ui import theme
from ui.chat import bullets, markdown
from ui.chat.prose import CITE, INDENT, Writer, ink, paragraph
from ui.words import tr

SECRET = "secret:"
ANY_NUMBER = frozenset(range(1, 100))
"""While an answer grows, every `[n]` is taken for a citation: which ones are is known at its end."""
_HALF_FENCE = re.compile(r"\n[\s>]*(?:`{1,2}|~{1,2})$")
"""The beginning of the line that opens or closes a block of code."""
FOLD = 6_000
"""Characters of a turn that are shown at once: a pasted book would take seconds to lay out."""


class Body(QTextBrowser):
    """Plain words, verbatim, or Markdown. `followed(str)` when a link is clicked."""

    followed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("tone", "bare")
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(self.textInteractionFlags() | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(INDENT)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.anchorClicked.connect(self._on_link)
        self._settled, self._position = 0, 0
        self._edge: QTextBlockFormat | None = None
        self._numbers = ANY_NUMBER
        self.quotes: Sequence[tuple[int, str]] = ()
        """The words behind each cited number, shown while the pointer rests on it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        bullets.draw(QPainter(self.viewport()), self.document(), event.rect())

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip(self.anchorAt(event.pos())), self)
            return True
        return super().viewportEvent(event)

    def tip(self, target: str) -> str:
        """What a tool tip says for a link: the words that are cited, or where it leads."""
        if not target.startswith(CITE):
            return escape(target) if target != SECRET else ""
        words = dict(self.quotes).get(int(target.removeprefix(CITE)))
        return f"<qt>{escape(tr('“{words}”', words=words))}</qt>" if words else ""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Refuse everything: no image, no file, no share, no address is ever opened by showing a message."""
        return None

    def selected(self) -> str:
        """The words that are marked."""
        return self.textCursor().selectedText().replace("\u2029", "\n").replace("\u2028", "\n")

    # ── plain words ───────────────────────────────────────────────────────────────────────────────────────────
    def show_plain(self, text: str, marks: Sequence[Span] = (), reveal: bool = False) -> None:
        """The words as they were written; secrets are dots until clicked, `marks` are highlighted."""
        self._begin()
        cursor = QTextCursor(self.document())
        cursor.setBlockFormat(paragraph(theme.font("reading"), 0))
        secrets = () if reveal else find_secrets(text)
        shown = text if reveal else mask(text)
        for start, end, secret, marked in _pieces(len(text), secrets, marks):
            chars = ink("quiet" if secret else "text")
            if secret:
                chars.setAnchor(True)
                chars.setAnchorHref(SECRET)
            if marked:
                chars.setBackground(theme.color("mark"))
            cursor.insertText(shown[start:end].replace("\n", "\u2028"), chars)
        self._end()

    # ── Markdown ──────────────────────────────────────────────────────────────────────────────────────────────
    def show_markdown(self, text: str, numbers: frozenset[int]) -> None:
        """A whole turn."""
        self._begin()
        self._settled, self._position, self._edge, self._numbers = 0, 0, None, numbers
        self._grow(mask(text))
        self._end()

    def grow(self, text: str) -> None:
        """The answer so far. Blocks that can no longer change are left as they are; the rest is written again. A line
        that may become a fence waits: as a line of the code it would come and go."""
        text = _HALF_FENCE.sub("", text)
        self.setUpdatesEnabled(False)
        edit = QTextCursor(self.document())
        edit.beginEditBlock()
        self._grow(text)
        edit.endEditBlock()
        self._fit()
        self.setUpdatesEnabled(True)

    def _grow(self, text: str) -> None:
        tail = "\n".join(text.split("\n")[self._settled :])
        parsed = markdown.blocks(tail)
        done = markdown.settled_lines(tail, parsed)
        cursor = self._cut()
        for block in parsed:
            if done and block.start >= done:
                self._settled, done = self._settled + done, 0
                self._position, self._edge = cursor.position(), cursor.blockFormat()
            writer = Writer(cursor, self._numbers)
            writer.write(block.tokens)
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)

    def _cut(self) -> QTextCursor:
        """Take out what is not settled; the block at the edge keeps the shape it had."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._position)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        edge = self._edge or QTextBlockFormat()
        if cursor.blockFormat() != edge:
            cursor.setBlockFormat(edge)
        return cursor

    # ── size ──────────────────────────────────────────────────────────────────────────────────────────────────
    def _begin(self) -> None:
        self.setUpdatesEnabled(False)
        self.clear()

    def _end(self) -> None:
        self._fit()
        self.setUpdatesEnabled(True)

    def _fit(self) -> None:
        height = round(self.document().size().height() + 0.5)
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(max(height, 1))

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _on_link(self, url: QUrl) -> None:
        self.followed.emit(url.toString())


def _pieces(length: int, secrets: Sequence[Span], marks: Sequence[Span]) -> list[tuple[int, int, bool, bool]]:
    """The text cut where a secret or a mark begins or ends: (start, end, secret, marked)."""
    edges = sorted({0, length, *(min(edge, length) for span in (*secrets, *marks) for edge in (span.start, span.end))})
    found = []
    for start, end in pairwise(edges):
        secret = any(span.start <= start < span.end for span in secrets)
        marked = any(span.start <= start < span.end for span in marks)
        found.append((start, end, secret, marked))
    return found
