"""A list of rows under small headings: one line each, or a line and a smaller one below it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QStandardItem, QStandardItemModel, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.entity import Span
from ui import theme
from ui.widgets.labels import as_tip
from ui.widgets.units import reach

KEY = Qt.ItemDataRole.UserRole
DETAIL = Qt.ItemDataRole.UserRole + 1
ASIDE = Qt.ItemDataRole.UserRole + 2
MARKS = Qt.ItemDataRole.UserRole + 3
_ENDLESS = 100_000.0


@dataclass(frozen=True, slots=True)
class Line:
    """A row. `key` is what is chosen; None makes a heading. `detail` is a second, smaller line, `aside` stands at the
    end of the first. `marks` are spans of the text, `detail_marks` of the detail, that are written bold."""

    key: Any
    text: str
    detail: str = ""
    tip: str = ""
    aside: str = ""
    marks: tuple[Span, ...] = ()
    detail_marks: tuple[Span, ...] = ()


_Index = QModelIndex | QPersistentModelIndex


class LinePainter(QStyledItemDelegate):
    """Headings small and quiet; rows of one line, or of two."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        size = super().sizeHint(option, index)
        small = QFont(theme.font("notes"))
        if index.data(DETAIL):
            size.setHeight(size.height() + round(small.pointSizeF() * 1.9))
        if index.data(KEY) is None:
            size.setHeight(size.height() + 8)
        return size

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        detail, aside = index.data(DETAIL), index.data(ASIDE)
        marks, detail_marks = index.data(MARKS) or ((), ())
        if not detail and not aside and not marks:
            super().paint(painter, option, index)
            return
        painter.save()
        self.initStyleOption(option, index)
        words, option.text = option.text, ""
        style = option.widget.style()
        style.drawControl(style.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        box = option.rect.adjusted(10, 5, -10, -5)
        top = Qt.AlignmentFlag.AlignTop if detail else Qt.AlignmentFlag.AlignVCenter
        _write(painter, box, aside, "quiet", top | Qt.AlignmentFlag.AlignRight)
        first = box.adjusted(0, 0, -self.taken(painter, index), 0)
        _write(painter, first, words, "text", top | Qt.AlignmentFlag.AlignLeft, marks)
        low = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft
        _write(painter, box, detail, "quiet", low, detail_marks)
        painter.restore()

    def taken(self, painter: QPainter, index: _Index) -> int:
        """Pixels at the end of the first line that are not for its words."""
        aside = index.data(ASIDE)
        return painter.fontMetrics().horizontalAdvance(aside) + 8 if aside else 0


def _write(
    painter: QPainter, box: QRect, text: str, ink: str, edges: Qt.AlignmentFlag, marks: Sequence[Span] = ()
) -> None:
    painter.setFont(theme.font("interface" if ink == "text" else "notes"))
    painter.setPen(theme.color(ink))
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    if not marks:
        painter.drawText(box, int(edges), shown)
        return
    layout = QTextLayout(shown, painter.font())
    layout.setFormats([_bold(shown, mark) for mark in marks if mark.start < len(shown)])
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(_ENDLESS)
    layout.endLayout()
    spare = box.height() - line.height()
    down = 0.0 if edges & Qt.AlignmentFlag.AlignTop else spare if edges & Qt.AlignmentFlag.AlignBottom else spare / 2
    painter.save()
    painter.setClipRect(box)
    layout.draw(painter, QPointF(box.left(), box.top() + down))
    painter.restore()


def _bold(shown: str, mark: Span) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    look = QTextCharFormat()
    look.setFontWeight(QFont.Weight.Bold)
    look.setForeground(theme.color("text"))
    found.start, found.length = reach(shown, mark.start, min(mark.end, len(shown)))
    found.format = look
    return found


class LineView(QListView):
    """`chosen(key)` on a click or Enter; `menu_wanted(key, point on screen)`."""

    chosen = Signal(object)
    menu_wanted = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = QStandardItemModel(self)
        self._lines: tuple[Line, ...] = ()
        self.setModel(self._rows)
        self.setItemDelegate(LinePainter(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_context)
        self.clicked.connect(self._on_click)
        self.activated.connect(self._on_enter)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Replace the rows, unless they are the same; nothing scrolls away."""
        if tuple(lines) == self._lines:
            return
        self._lines = tuple(lines)
        position = self.verticalScrollBar().value()
        self._rows.clear()
        for line in self._lines:
            self._rows.appendRow(_item(line))
        self.verticalScrollBar().setValue(position)

    def changeEvent(self, event: QEvent) -> None:
        """Headings take the ink of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            for number, line in enumerate(self._lines):
                if line.key is None and (item := self._rows.item(number)) is not None:
                    item.setForeground(theme.color("quiet"))

    def choose(self, key: Any) -> None:
        """Mark the row of that key; none when there is no such row."""
        for number, line in enumerate(self._lines):
            if key is not None and line.key == key:
                self.setCurrentIndex(self._rows.index(number, 0))
                return
        self.clearSelection()
        self.setCurrentIndex(QModelIndex())

    def choose_first(self) -> None:
        """Mark the first row that can be chosen."""
        self.choose(next((line.key for line in self._lines if line.key is not None), None))

    def keys(self) -> list[Any]:
        """Keys of the rows that can be chosen, in order."""
        return [line.key for line in self._lines if line.key is not None]

    def current_key(self) -> Any:
        """The key of the marked row."""
        return self.currentIndex().data(KEY)

    def _on_click(self, index: QModelIndex) -> None:
        if (key := index.data(KEY)) is not None:
            self.chosen.emit(key)

    def _on_enter(self, index: QModelIndex) -> None:
        """Enter; where a click activates too, it has been told already."""
        if not self.underMouse():
            self._on_click(index)

    def _on_context(self, point: Any) -> None:
        if (key := self.indexAt(point).data(KEY)) is not None:
            self.menu_wanted.emit(key, self.viewport().mapToGlobal(point))


def _item(line: Line) -> QStandardItem:
    item = QStandardItem(line.text)
    item.setData(line.key, KEY)
    item.setData(line.detail, DETAIL)
    item.setData(line.aside, ASIDE)
    item.setData((line.marks, line.detail_marks), MARKS)
    item.setToolTip(as_tip(line.tip))
    if line.key is None:
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setFont(theme.font("notes", bold=True))
        item.setForeground(theme.color("quiet"))
    else:
        item.setAccessibleText(f"{line.text} {line.detail}".strip())
    return item
