"""The bullets of lists. Qt sets its own by the height of the font, which is above the words where lines are apart."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QTextBlock, QTextDocument, QTextListFormat

from ui import theme

OWN = QTextListFormat.Style.ListStyleUndefined
"""The style of a list whose bullets are drawn here: Qt draws none."""
_WIDE, _GAP = 0.72, 0.75
"""A bullet's diameter, and its distance from the words, in heights of an x."""


def draw(painter: QPainter, document: QTextDocument, seen: QRect) -> None:
    """All bullets in the part of the document that is painted."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    at = document.documentLayout().hitTest(QPointF(0, seen.top()), Qt.HitTestAccuracy.FuzzyHit)
    block = document.findBlock(max(at, 0))
    while block.isValid() and block.layout().position().y() <= seen.bottom():
        items = block.textList()
        if items is not None and items.format().style() == OWN and (box := _box(block)).intersects(QRectF(seen)):
            _one(painter, box, items.format().indent())
        block = block.next()


def _box(block: QTextBlock) -> QRectF:
    """Where the bullet is: before the first line, in the middle of its small letters."""
    layout = block.layout()
    if not layout.lineCount():
        return QRectF()
    line = layout.lineAt(0)
    high = QFontMetricsF(theme.font("reading")).xHeight()
    wide = max(high * _WIDE, 4.0)
    base = layout.position() + QPointF(line.x(), line.y() + line.ascent())
    return QRectF(base.x() - high * _GAP - wide, base.y() - (high + wide) / 2, wide, wide)


def _one(painter: QPainter, box: QRectF, depth: int) -> None:
    """A disc, inside it a ring, inside that a square."""
    ink = theme.color("text")
    painter.setPen(ink if depth == 2 else Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush if depth == 2 else ink)
    if depth < 3:
        painter.drawEllipse(box)
    else:
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
