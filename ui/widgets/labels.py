"""Words on a page: tones instead of fonts and colours, so that the style sheet alone decides how they look."""

import re
from html import escape
from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

Tone = Literal["", "quiet", "small", "good", "warn", "bad", "strong", "section", "title"]

_LONGEST, _ROOM = 40, 24
"""Letters of the longest word that a tool tip need hold on one line, and that a label makes room for."""
_LONG = re.compile(rf"\S{{{_LONGEST}}}(?=\S)")


def label(text: str = "", tone: Tone = "", parent: QWidget | None = None) -> QLabel:
    """Plain text (never rich text: it may hold the user's words) in one of the tones of the style sheet."""
    made = QLabel(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("tone", tone)
    return made


def wrapped(text: str = "", tone: Tone = "", parent: QWidget | None = None) -> QLabel:
    """A label that breaks its lines, and whose text can be selected with the mouse."""
    made = _Wrapped(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("tone", tone)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    made.setWordWrap(True)  # after the policy, which would forget that the height follows the width
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


class _Wrapped(QLabel):
    """A name can be one word of 256 letters, which must not make its window as wide."""

    def minimumSizeHint(self) -> QSize:
        wanted = super().minimumSizeHint()
        return QSize(min(wanted.width(), self.fontMetrics().averageCharWidth() * _ROOM), wanted.height())


def breakable(words: str) -> str:
    """Words for a tool tip, which breaks lines at words only: longer ones may break too."""
    return _LONG.sub("\\g<0>\u200b", words)


def as_tip(words: str) -> str:
    """Words as a tool tip: what looks like markup is taken for it there, and the files that it names are read.

    Only what counts as markup has its lines broken, so long words are made some.
    """
    marked = "<" in words or "&lt;" in words or len(words) > 3 * _LONGEST
    return f"<qt>{'<br>'.join(map(escape, breakable(words).splitlines()))}</qt>" if marked else words


def retone(made: QWidget, tone: str) -> None:
    """Change the tone of a widget that is on screen."""
    made.setProperty("tone", tone)
    made.style().unpolish(made)
    made.style().polish(made)


def rule(parent: QWidget | None = None) -> QFrame:
    """A thin line."""
    made = QFrame(parent)
    made.setProperty("tone", "rule")
    return made


class Elided(QLabel):
    """One line that ends in … where it does not fit; the whole text is the tool tip then."""

    def __init__(self, text: str = "", tone: Tone = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("tone", tone)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        line = self.text().replace("\n", " ")
        shown = self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, self.width())
        self.setToolTip(as_tip(line) if shown != line else "")
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
