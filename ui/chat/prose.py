"""Writes Markdown tokens into a text document, block by block, in the theme's inks.

Written by hand rather than through HTML: nothing in a message can be markup, and only the tail of a growing answer
is written again.
"""

import re
from collections.abc import Callable, Sequence

from markdown_it.token import Token
from PySide6.QtGui import (
    QFont,
    QFontInfo,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextLength,
    QTextListFormat,
    QTextTableFormat,
)

from ui import theme
from ui.chat import bullets
from ui.chat.code import coloured

LINE = 1.6
"""Line height in multiples of the font's size: 1.5 looks cramped with kanji."""
INDENT = 26
"""Pixels by which a level of a list is set in."""
CITE = "cite:"
_CITATION = re.compile(r"\[(\d{1,3})\]")


def line_height(font: QFont) -> float:
    """Pixels from one line of this font to the next."""
    return QFontInfo(font).pixelSize() * LINE


def paragraph(font: QFont, after: float = 0.5) -> QTextBlockFormat:
    """A block of running text; `after` is the gap below in line heights."""
    block = QTextBlockFormat()
    height = line_height(font)
    block.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    block.setBottomMargin(height * after)
    return block


def ink(name: str = "text", font: QFont | None = None) -> QTextCharFormat:
    """Characters in an ink of the theme."""
    made = QTextCharFormat()
    made.setFont(font or theme.font("reading"))
    made.setForeground(theme.color(name))
    return made


class Writer:
    """Writes blocks at the end of a document. `numbers` are the citations that stand behind `[n]`."""

    def __init__(self, cursor: QTextCursor, numbers: frozenset[int]) -> None:
        self.cursor, self.numbers = cursor, numbers
        self._depth = 0
        self._quotes = 0
        self._lists: list[tuple[QTextListFormat.Style, int]] = []
        self._item_begun = False
        self._fresh = cursor.position() == 0

    def write(self, tokens: Sequence[Token]) -> None:
        """Write one top-level block."""
        index = 0
        while index < len(tokens):
            index = self._one(tokens, index)

    def _one(self, tokens: Sequence[Token], index: int) -> int:
        token = tokens[index]
        if token.type == "table_open":
            return self._table(tokens, index)
        handler: Callable[[Token], None] | None = getattr(self, f"_{token.type}", None)
        if handler is not None:
            handler(token)
        return index + 1

    # ── blocks ────────────────────────────────────────────────────────────────────────────────────────────────
    def _block(self, shape: QTextBlockFormat, chars: QTextCharFormat) -> None:
        if self._quotes:
            shape.setLeftMargin(shape.leftMargin() + 20 * self._quotes)
        if self._fresh:
            self.cursor.setBlockFormat(shape)
            self.cursor.setBlockCharFormat(chars)
            self.cursor.setCharFormat(chars)
        else:
            self.cursor.insertBlock(shape, chars)
        self._fresh = False

    def _paragraph_open(self, token: Token) -> None:
        if self._item_begun:
            self._item_begun = False
            return
        shape = paragraph(theme.font("reading"), 0.15 if self._depth else 0.5)
        shape.setLeftMargin(INDENT * self._depth)
        self._block(shape, ink())

    def _heading_open(self, token: Token) -> None:
        level = int(token.tag[1])
        font = theme.font("title" if level == 1 else "reading", bold=True)
        shape = paragraph(font, 0.3)
        shape.setTopMargin(line_height(font) * 0.3)
        self._block(shape, ink("text", font))

    def _inline(self, token: Token) -> None:
        write_inline(self.cursor, token.children or (), self.cursor.charFormat(), self.numbers, bool(self._quotes))

    def _bullet_list_open(self, token: Token) -> None:
        self._depth += 1
        self._open_list(bullets.OWN, 1)

    def _ordered_list_open(self, token: Token) -> None:
        self._depth += 1
        self._open_list(QTextListFormat.Style.ListDecimal, int(token.attrs.get("start", 1)))

    def _open_list(self, style: QTextListFormat.Style, start: int) -> None:
        self._lists.append((style, start))

    def _close_list(self, token: Token) -> None:
        self._depth -= 1
        self._lists.pop()

    _bullet_list_close = _close_list
    _ordered_list_close = _close_list

    def _list_item_open(self, token: Token) -> None:
        style, number = self._lists[-1]
        self._lists[-1] = (style, number + 1)
        shape = QTextListFormat()
        shape.setStyle(style)
        shape.setIndent(self._depth)
        shape.setStart(number)
        self._block(paragraph(theme.font("reading"), 0.15), ink())
        self.cursor.createList(shape)
        self._item_begun = True

    def _blockquote_open(self, token: Token) -> None:
        self._quotes += 1

    def _blockquote_close(self, token: Token) -> None:
        self._quotes -= 1

    def _hr(self, token: Token) -> None:
        self._block(paragraph(theme.font("reading")), ink("faint"))
        self.cursor.insertText("⁂")

    def _fence(self, token: Token) -> None:
        self._code(token.content.rstrip("\n"), token.info.strip().split(" ")[0])

    def _code_block(self, token: Token) -> None:
        self._code(token.content.rstrip("\n"), "")

    def _code(self, code: str, language: str) -> None:
        frame = QTextFrameFormat()
        frame.setBackground(theme.color("code"))
        frame.setPadding(8)
        frame.setBottomMargin(8)
        frame.setTopMargin(4)
        font = theme.mono()
        shape = paragraph(font, 0)
        if self._fresh:
            self._thin()
        outer = self.cursor.currentFrame()
        self.cursor.insertFrame(frame)
        self.cursor.setBlockFormat(shape)
        for text, name in coloured(code, language):
            for number, line in enumerate(text.split("\n")):
                if number:
                    self.cursor.insertBlock(shape, ink("text", font))
                self.cursor.insertText(line, ink(name, font))
        self.cursor = outer.lastCursorPosition()
        self._thin()

    def _thin(self) -> None:
        """Qt keeps an empty block before and after a frame: make it as good as invisible."""
        shape = QTextBlockFormat()
        shape.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        self.cursor.setBlockFormat(shape)
        self._fresh = False

    # ── tables ────────────────────────────────────────────────────────────────────────────────────────────────
    def _table(self, tokens: Sequence[Token], index: int) -> int:
        rows, end = _cells(tokens, index)
        shape = QTextTableFormat()
        shape.setBorder(0)
        shape.setCellPadding(4)
        shape.setCellSpacing(0)
        shape.setBottomMargin(8)
        shape.setHeaderRowCount(1)
        shape.setColumnWidthConstraints([QTextLength()] * len(rows[0]))
        if self._fresh:
            self._thin()
        outer = self.cursor.currentFrame()
        table = self.cursor.insertTable(len(rows), len(rows[0]), shape)
        for y, cells in enumerate(rows):
            for x, cell in enumerate(cells[: len(rows[0])]):
                at = table.cellAt(y, x).firstCursorPosition()
                at.setBlockFormat(paragraph(theme.font("reading"), 0))
                chars = ink("text", theme.font("reading", bold=y == 0))
                write_inline(at, cell.children or (), chars, self.numbers)
        self.cursor = outer.lastCursorPosition()
        self._thin()
        return end


def _cells(tokens: Sequence[Token], index: int) -> tuple[list[list[Token]], int]:
    """The rows of a table's inline tokens, and the index after its end."""
    rows: list[list[Token]] = []
    while tokens[index].type != "table_close":
        if tokens[index].type == "tr_open":
            rows.append([])
        elif tokens[index].type == "inline":
            rows[-1].append(tokens[index])
        index += 1
    return rows, index + 1


def write_inline(
    cursor: QTextCursor,
    children: Sequence[Token],
    chars: QTextCharFormat,
    numbers: frozenset[int],
    quoted: bool = False,
) -> None:
    """Write running text with its emphasis, code, links and citations."""
    now = QTextCharFormat(chars)
    if quoted:
        now.setForeground(theme.color("quiet"))
    stack: list[QTextCharFormat] = []
    for token in children:
        if token.nesting == 1:
            stack.append(QTextCharFormat(now))
            _emphasise(now, token)
        elif token.nesting == -1:
            now = stack.pop()
        elif token.type == "text":
            _write_text(cursor, token.content, now, numbers)
        else:
            _write_other(cursor, token, now)


def _emphasise(chars: QTextCharFormat, token: Token) -> None:
    if token.type == "strong_open":
        chars.setFontWeight(QFont.Weight.DemiBold)
    elif token.type == "em_open":
        chars.setFontItalic(True)
    elif token.type == "s_open":
        chars.setFontStrikeOut(True)
    elif token.type == "link_open":
        _link(chars, str(token.attrs.get("href", "")))


def _link(chars: QTextCharFormat, target: str) -> None:
    chars.setAnchor(True)
    chars.setAnchorHref(target)
    chars.setForeground(theme.color("accent"))
    chars.setFontUnderline(not target.startswith(CITE))


def _write_text(cursor: QTextCursor, text: str, chars: QTextCharFormat, numbers: frozenset[int]) -> None:
    position = 0
    for found in _CITATION.finditer(text):
        if int(found[1]) in numbers:
            cursor.insertText(text[position : found.start()], chars)
            cited = QTextCharFormat(chars)
            _link(cited, f"{CITE}{found[1]}")
            cursor.insertText(found[0], cited)
            position = found.end()
    cursor.insertText(text[position:], chars)


def _write_other(cursor: QTextCursor, token: Token, chars: QTextCharFormat) -> None:
    if token.type in ("softbreak", "hardbreak"):
        cursor.insertText("\u2028", chars)
    elif token.type == "code_inline":
        code = QTextCharFormat(chars)
        code.setFont(theme.mono())
        code.setBackground(theme.color("code"))
        cursor.insertText(token.content, code)
    elif token.type == "image":
        note = QTextCharFormat(chars)
        _link(note, str(token.attrs.get("src", "")))
        cursor.insertText(token.content or str(token.attrs.get("src", "")), note)
