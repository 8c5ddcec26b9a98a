"""How a row of the results is drawn: a small line, then its words on one line or two, what was looked for marked."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.entity import Span
from ui import theme
from ui.icons import icon, kind_icon
from ui.search.rows import Row
from ui.widgets.units import letters, reach

ROW = Qt.ItemDataRole.UserRole
_SIDE, _TOP, _GAP = 10, 6, 2
_LINES = 2
"""Lines of found words that are shown."""
_ICONS = {"note": "note", "chat": "chat", "fact": "memory"}
_Index = QModelIndex | QPersistentModelIndex


class RowPainter(QStyledItemDelegate):
    """Heights come from fonts and from how wide the list is."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        row: Row = index.data(ROW)
        width = self._view.width()
        if row.kind == "heading":
            return QSize(width, QFontMetrics(theme.font("notes", bold=True)).height() + 18)
        line = QFontMetrics(theme.font("interface")).height()
        if row.kind != "said":
            return QSize(width, line + 2 * _TOP)
        small = QFontMetrics(theme.font("notes")).height()
        layout = laid_out(row.text, row.marks, theme.font("interface"), width - 2 * _SIDE - 24)
        return QSize(width, small + _GAP + min(layout.lineCount(), _LINES) * line + 2 * _TOP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row: Row = index.data(ROW)
        painter.save()
        self.initStyleOption(option, index)
        option.text = ""
        if row.kind != "heading":
            style = option.widget.style()
            style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        box = option.rect.adjusted(_SIDE, _TOP, -_SIDE, -_TOP)
        if row.kind == "heading":
            _line(painter, box, row.text, "quiet", theme.font("notes", bold=True), Qt.AlignmentFlag.AlignBottom)
        elif row.kind == "more":
            _line(painter, box, row.text, "accent", theme.font("interface"), Qt.AlignmentFlag.AlignVCenter)
        elif row.kind == "said":
            _said(painter, box, row)
        else:
            _thing(painter, box, row)
        painter.restore()


def _thing(painter: QPainter, box: QRect, row: Row) -> None:
    """An icon, a name or sentence, and what is said about it at the end."""
    side = QFontMetrics(theme.font("interface")).height()
    drawing = kind_icon(row.of_kind) if row.of_kind is not None else icon(_ICONS[row.kind], "quiet")
    drawing.paint(painter, QRect(box.left(), box.top(), side, side))
    room = box.adjusted(side + 8, 0, 0, 0)
    small = theme.font("notes")
    wide = min(QFontMetrics(small).horizontalAdvance(row.aside) + 4, room.width() // 2)
    end = room.adjusted(room.width() - wide, 0, 0, 0)
    _line(painter, end, row.aside, "quiet", small, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
    font = theme.font("interface")
    font.setStrikeOut(row.over)
    ink = "quiet" if row.over else "text"
    _line(painter, room.adjusted(0, 0, -wide - 12, 0), row.text, ink, font, Qt.AlignmentFlag.AlignVCenter)


def _said(painter: QPainter, box: QRect, row: Row) -> None:
    small = theme.font("notes")
    high = QFontMetrics(small).height()
    head = QRect(box.left(), box.top(), box.width(), high)
    wide = QFontMetrics(small).horizontalAdvance(row.aside) + 4 if row.aside else 0
    _line(painter, head, row.aside, "warn", small, Qt.AlignmentFlag.AlignRight)
    _line(painter, head.adjusted(0, 0, -wide - 8, 0), row.above, "quiet", small, Qt.AlignmentFlag.AlignLeft)
    painter.setPen(theme.color("text"))
    draw_marked(painter, QPoint(box.left(), box.top() + high + _GAP), row.text, row.marks, box.width() - 24)


def _line(painter: QPainter, box: QRect, text: str, ink: str, font: QFont, edges: Qt.AlignmentFlag) -> None:
    painter.setFont(font)
    painter.setPen(theme.color(ink))
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, int(edges), shown)


def draw_marked(painter: QPainter, at: QPoint, text: str, marks: Sequence[Span], width: int) -> None:
    """The words from a point on, on at most two lines; what does not fit ends in …"""
    font = theme.font("interface")
    layout = laid_out(text, marks, font, width)
    lines = min(layout.lineCount(), _LINES)
    for number in range(lines):
        line = layout.lineAt(number)
        start, end = (letters(text, at) for at in (line.textStart(), line.textStart() + line.textLength()))
        if number == lines - 1 and end < len(text):
            last = QFontMetrics(font).elidedText(text[start:], Qt.TextElideMode.ElideRight, width)
            part = laid_out(last, _moved(marks, start, len(last) - 1), font, width + 40)
            part.draw(painter, QPointF(at.x(), at.y() + line.y()))
        else:
            part = laid_out(text[start:end], _moved(marks, start, end - start), font, width + 40)
            part.draw(painter, QPointF(at.x(), at.y() + line.y()))


def laid_out(text: str, marks: Sequence[Span], font: QFont, width: int) -> QTextLayout:
    """The words broken into lines, the marked ones on their ground."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats([_format(text, mark) for mark in marks])
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 40))
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return layout


def _format(text: str, mark: Span) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start, found.length = reach(text, mark.start, mark.end)
    look = QTextCharFormat()
    look.setBackground(theme.color("mark"))
    look.setForeground(theme.color("text"))
    look.setFontWeight(QFont.Weight.DemiBold)
    found.format = look
    return found


def _moved(marks: Sequence[Span], start: int, length: int) -> list[Span]:
    """The marks of a part of the text, counted from its beginning."""
    inside = [Span(max(mark.start - start, 0), min(mark.end - start, length)) for mark in marks]
    return [mark for mark in inside if mark.start < mark.end]
