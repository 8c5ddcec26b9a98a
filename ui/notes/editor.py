"""The editor: a reading column of plain Markdown, and a thin gutter that shows which passages taught something."""

import re
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextDocumentLayout, QPlainTextEdit, QTextEdit, QToolTip, QWidget

from app.domain.secret import mask
from ui import theme
from ui.chat.composer import longest_line
from ui.notes.documents import Paper
from ui.widgets import units
from ui.words import tr

LONG_LINE = 20_000
"""Characters of one line above which lines are not wrapped: wrapping them takes quadratic time."""
_GUTTER = 20
_LINK = re.compile(r"\[\[([^\[\]|#]+)(?:[|#][^\[\]]*)?\]\]|(https?://[^\s<>()\[\]「」]+)")


class NoteEditor(QPlainTextEdit):
    """Shows one paper at a time. `passage_clicked(int)`: the number of a mark in the gutter. `link_followed(str)`:
    the name in a wikilink, or the address, that was clicked with Ctrl. `declare_wanted(what)`: `name` or `relate`."""

    passage_clicked = Signal(int)
    link_followed = Signal(str)
    declare_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("tone", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setPlaceholderText(tr("Write in Markdown. It saves by itself."))
        self.setAccessibleName(tr("Note"))
        self.setTabChangesFocus(False)
        self.setAccessibleDescription(tr("Tab writes a tab, Esc leaves the text."))
        self.setCenterOnScroll(False)
        self._paper: Paper | None = None
        self._blank = QTextDocument()
        self._blank.setDocumentLayout(QPlainTextDocumentLayout(self._blank))
        self._gutter = _Gutter(self)
        self.marks: tuple[tuple[int, int], ...] = ()
        self.cursorPositionChanged.connect(self._on_cursor)
        self.updateRequest.connect(lambda *_: self._gutter.update())

    def show_paper(self, paper: Paper) -> None:
        """Another note: its own document, so that its undo never reaches into another's words."""
        self._paper = paper
        self._wrap(paper.document.toPlainText())
        self.setDocument(paper.document)
        self.setFont(theme.font("reading"))
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance(" ") * 4)
        self.marks = ()
        self.setExtraSelections([])
        self._on_cursor()

    def let_go(self, paper: Paper) -> None:
        """That paper is about to go: hold nothing of it."""
        if paper is self._paper:
            self._paper, self.marks = None, ()
            self.setExtraSelections([])
            self.setDocument(self._blank)

    def show_marks(self, passages: Sequence[str]) -> None:
        """Passages that taught something, as they stand in the text: a dot beside the first line of each."""
        text, position, found = self.toPlainText(), 0, []
        for number, passage in enumerate(passages):
            line = next((line for line in passage.split("\n") if line.strip()), "")
            at = text.find(line, position)
            at = at if at >= 0 else text.find(line)
            if at >= 0:
                found.append((number, units.place(text, at)))
                position = at + 1
        self.marks = tuple(found)
        self._gutter.update()

    def reveal(self, words: str) -> None:
        """Bring words of the note into view, marked."""
        cursor = self.document().find(words.split("\n")[0], 0)
        if cursor.isNull():
            return
        selection = QTextEdit.ExtraSelection()
        selection.cursor = cursor
        shape = selection.format
        shape.setBackground(theme.color("mark"))
        selection.format = shape
        self.setExtraSelections([selection])
        place = QTextCursor(cursor)
        place.clearSelection()
        self.setTextCursor(place)
        self.centerCursor()

    def link_at(self, point: QPoint) -> str:
        """The name in the wikilink, or the address, under a pixel of the viewport; empty where there is none."""
        cursor = self.cursorForPosition(point)
        column = units.letters(cursor.block().text(), cursor.positionInBlock())
        for link in _LINK.finditer(cursor.block().text()[:LONG_LINE]):
            if link.start() <= column <= link.end() and self._covers(cursor.block(), link.span(), point):
                return (link[1] or link[2]).strip()
        return ""

    def selected(self) -> str:
        """The words that are marked."""
        return self.textCursor().selectedText().replace("\u2029", "\n")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu(event.pos())
        menu.setParent(self, menu.windowFlags())
        menu.addSeparator()
        for what, words in (("name", tr("Say who or what this is…")), ("relate", tr("Say what this relates to…"))):
            menu.addAction(words, partial(self.declare_wanted.emit, what))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos())

    def _covers(self, block: QTextBlock, span: tuple[int, int], point: QPoint) -> bool:
        """Whether a pixel lies on the words, not in the empty rest of their line."""
        edges = []
        for at in span:
            edge = QTextCursor(block)
            edge.setPosition(block.position() + units.place(block.text(), at))
            edges.append(self.cursorRect(edge))
        return edges[0].top() <= point.y() <= edges[1].bottom() and (
            edges[0].top() != edges[1].top() or edges[0].left() <= point.x() <= edges[1].right()
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes on to what is next: Tab is for the text."""
        if event.key() == Qt.Key.Key_Escape:
            self.window().focusNextPrevChild(True)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        name = self.link_at(event.position().toPoint()) if held else ""
        if name:
            self.link_followed.emit(name)
        else:
            super().mousePressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            name = self.link_at(event.pos())
            QToolTip.showText(event.globalPos(), tr("Ctrl+click opens it") if name else "", self)
            return True
        return super().viewportEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        self._wrap(source.text())
        self.textCursor().insertText(source.text())

    def _wrap(self, text: str) -> None:
        """Lines are wrapped unless one of them is too long for it."""
        if longest_line(text) > LONG_LINE:
            self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        else:
            self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
            self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    def _on_cursor(self) -> None:
        if self._paper is not None:
            self._paper.highlighter.look_at(self.textCursor().blockNumber())

    def resizeEvent(self, event: QResizeEvent) -> None:
        side = max((self.width() - theme.column_width()) // 2, _GUTTER + 4)
        self.setViewportMargins(side, 0, max(side - _GUTTER, 12), 0)
        super().resizeEvent(event)
        self._gutter.setGeometry(QRect(side - _GUTTER, 0, _GUTTER, self.height()))

    def passage_tops(self) -> list[tuple[int, float]]:
        """(number, y of its first line) of the marks that are in view."""
        found = []
        for number, at in self.marks:
            block = self.document().findBlock(at)
            box = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if block.isValid() and -20 < box.top() < self.viewport().height():
                found.append((number, box.top()))
        return found


class _Gutter(QWidget):
    """Dots beside passages that taught something."""

    def __init__(self, editor: NoteEditor) -> None:
        super().__init__(editor)
        self._editor = editor
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(tr("Learned from: click to see what"))
        self.setAccessibleName(self.toolTip())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        half = self._editor.fontMetrics().lineSpacing() / 2
        for _, top in self._editor.passage_tops():
            painter.drawEllipse(QPointF(_GUTTER / 2 - 2, top + half), 2.5, 2.5)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        y = event.position().y()
        near = [number for number, top in self._editor.passage_tops() if top - 4 <= y <= top + 32]
        if near:
            self._editor.passage_clicked.emit(near[-1])


def excerpt(text: str, length: int = 70) -> str:
    """The first words of a passage, secrets covered."""
    words = " ".join(mask(text[:400]).split()).lstrip("#>-*+ ")
    return words if len(words) <= length else words[:length].rstrip() + "…"
