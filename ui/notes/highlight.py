"""Markdown that shows itself while it is typed: marks fade, what they mean is seen. Secrets stay covered."""

import re
from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from app.domain.secret import find_secrets
from ui import theme
from ui.widgets.units import reach

_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_HEADING = re.compile(r"(#{1,6})\s+\S")
_MARKER = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])(?:\s+\[[ xX]\])?\s")
_QUOTE = re.compile(r"\s{0,3}>")
_INLINE = re.compile(
    r"(?P<code>`+[^`]+`+)|(?P<strong>\*\*[^*]+\*\*|__[^_]+__)|(?P<em>(?<![*\w])\*[^*\s][^*]*\*|(?<!\w)_[^_\s][^_]*_(?!\w))"
    r"|(?P<strike>~~[^~]+~~)|(?P<link>\[\[[^\[\]]+\]\]|\[[^\[\]]*\]\([^()\s]*\)|https?://\S+)|(?P<tag>(?<!\S)#[^\W\d][\w/-]*)"
)
LONGEST = 20_000
"""Characters of a line above which it is left plain."""
_IN_FENCE = 1
_BUDGET = 0.008
"""Seconds that styling may take between two looks at the event loop."""
_ALL = 1 << 31
_AT_ONCE = 400
"""Lines that may come in one step and be styled with it; more of them would hold the window up."""


class Highlighter(QSyntaxHighlighter):
    """Styles one document, from the top and a little at a time, so that a long note opens like a short one.

    Secrets of the line that the cursor is in can be read.
    """

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.setDocument(None)  # so that it hears of a change before Qt styles what is new
        document.contentsChange.connect(self._put_off)
        self.setDocument(document)
        self._open = -1
        self._reached = 0
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._go_on)
        self._go_on()

    def _go_on(self) -> None:
        """Style lines until the time is used up; the rest follows when the event loop has had its turn."""
        until = perf_counter() + _BUDGET
        block = self.document().findBlockByNumber(self._reached)
        while block.isValid() and perf_counter() < until:
            self._reached += 1
            self.rehighlightBlock(block)
            block = block.next()
        if block.isValid():
            self._timer.start()
        else:
            self._reached = _ALL

    def _put_off(self, position: int, removed: int, added: int) -> None:
        """Many lines came at once (a paste, a redo): style them a little at a time. While that goes on, lines that are
        taken out move others up to where they would be passed over."""
        document = self.document()
        first = document.findBlock(position).blockNumber()
        last = document.findBlock(min(position + added, document.characterCount() - 1)).blockNumber()
        if last - first > _AT_ONCE or (removed and first < self._reached < _ALL):
            self._reached = min(self._reached, first)
            self._timer.start()

    def look_at(self, line: int) -> None:
        """The cursor is in that line now."""
        if line == self._open:
            return
        before, self._open = self._open, line
        for number in (before, line):
            block = self.document().findBlockByNumber(number)
            if block.isValid() and find_secrets(block.text()[:LONGEST]):
                self.rehighlightBlock(block)

    def highlightBlock(self, text: str) -> None:
        self.setCurrentBlockState(0)
        if len(text) > LONGEST or self.currentBlock().blockNumber() >= self._reached:
            return
        if self._fenced(text):
            return
        if match := _HEADING.match(text):
            self.setFormat(*reach(text, 0, len(text)), _heading(len(match[1])))
            self.setFormat(0, len(match[1]), _faint(_heading(len(match[1]))))
        elif match := _QUOTE.match(text):
            self.setFormat(*reach(text, 0, len(text)), _inked("quiet"))
        elif match := _MARKER.match(text):
            self.setFormat(*reach(text, 0, match.end()), _inked("accent"))
        self._inline(text)
        self._cover(text)

    def _fenced(self, text: str) -> bool:
        inside = self.previousBlockState() == _IN_FENCE
        fence = _FENCE.match(text)
        if inside or fence:
            self.setFormat(*reach(text, 0, len(text)), _code("faint" if fence else "text"))
            self.setCurrentBlockState(0 if inside and fence else _IN_FENCE)
        return inside or fence is not None

    def _inline(self, text: str) -> None:
        for match in _INLINE.finditer(text):
            kind = match.lastgroup or ""
            start, length = reach(text, *match.span())
            shape = QTextCharFormat(self.format(start))
            _STYLES[kind](shape)
            self.setFormat(start, length, shape)
            mark = {"strong": 2, "strike": 2, "em": 1}.get(kind, 0)
            for edge in (start, start + length - mark) if mark else ():
                self.setFormat(edge, mark, _faint(QTextCharFormat(shape)))

    def _cover(self, text: str) -> None:
        """Secrets are solid blocks until the cursor comes to their line."""
        if self.currentBlock().blockNumber() == self._open:
            return
        for span in find_secrets(text):
            cover = _inked("faint")
            cover.setBackground(theme.color("faint"))
            self.setFormat(*reach(text, span.start, span.end), cover)


def _inked(name: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(theme.color(name))
    return made


def _faint(shape: QTextCharFormat) -> QTextCharFormat:
    made = QTextCharFormat(shape)
    made.setForeground(theme.color("faint"))
    return made


def _heading(level: int) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setFontWeight(QFont.Weight.DemiBold)
    size = theme.font("reading").pointSizeF()
    made.setFontPointSize(size + max(4 - level, 0) * 1.5)
    return made


def _code(name: str) -> QTextCharFormat:
    made = _inked(name)
    made.setFont(theme.mono())
    made.setBackground(theme.color("code"))
    return made


def _as_code(shape: QTextCharFormat) -> None:
    shape.setFont(theme.mono())
    shape.setBackground(theme.color("code"))


_STYLES: dict[str, Callable[[QTextCharFormat], None]] = {
    "code": _as_code,
    "strong": lambda shape: shape.setFontWeight(QFont.Weight.DemiBold),
    "em": lambda shape: shape.setFontItalic(True),
    "strike": lambda shape: shape.setFontStrikeOut(True),
    "link": lambda shape: shape.setForeground(theme.color("accent")),
    "tag": lambda shape: shape.setForeground(theme.color("place")),
}
