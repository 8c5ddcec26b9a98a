"""Under an answer: how it was found, folded away until somebody wants to know."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QShowEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from ui.chat import findings
from ui.chat.spending import spent_tip, spent_words
from ui.widgets import column, label, wrapped
from ui.widgets.flow import clear
from ui.widgets.fold import Fold
from ui.words import tr

if TYPE_CHECKING:  # services bring models along; the window must not wait for them
    from app.services.tracing import FoundRow, Inspection, Step
    from app.services.turns import Spent

_ROWS = 9
"""Finds that can be seen at once."""
_FOUND, _SCORE, _WHY, _CUT = 0, 3, 4, 5
_LEAST_FOUND = 0.45
"""The part of the width that the words of a find have at least; the reasons are cut before they are."""
_LEAST_WHY, _GAP, _ARROW = 8, 12, 8
"""Letters that the reasons have at least; pixels between columns, and for the arrow of the order above one."""
_ACROSS = Qt.Orientation.Horizontal
_PLAIN_IF_SAME = (1, 2, _CUT)
"""Columns that tell nothing where all lines say the same."""
_RING = 2
_VALUE = Qt.ItemDataRole.UserRole
_ROW = Qt.ItemDataRole.UserRole + 1


class FoundTable(QTableView):
    """Finds, one a line; a click on a head sorts. `chosen(FoundRow)` on Enter or a double click."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rows = QStandardItemModel(self)
        self._rows.setSortRole(_VALUE)
        self.setModel(self._rows)
        self.setAccessibleName(tr("What was found"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setProperty("tone", "small")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.doubleClicked.connect(self._choose)

    def show_rows(self, rows: "Sequence[FoundRow]") -> None:
        """Replace the lines; as they come, the best of each kind first."""
        self.setSortingEnabled(False)
        self._rows.clear()
        heads = (tr("Found"), tr("Kind"), tr("Way"), tr("Score"), tr("Because of"), tr("Left out"))
        self._rows.setHorizontalHeaderLabels(heads)
        common = findings.common_arms(rows)
        for row in rows:
            self._rows.appendRow(_items(row, common))
        head = self.horizontalHeader()
        head.setSortIndicator(-1, Qt.SortOrder.DescendingOrder)
        head.setSectionsClickable(True)
        head.setHighlightSections(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(_FOUND, QHeaderView.ResizeMode.Stretch)
        edge, role = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, Qt.ItemDataRole.TextAlignmentRole
        self._rows.setHeaderData(_SCORE, _ACROSS, edge, role)
        for number in _PLAIN_IF_SAME:
            same = len({self._rows.index(row, number).data() for row in range(len(rows))}) < 2
            self.setColumnHidden(number, same)
        self.setSortingEnabled(True)
        self._fit()

    def _fit(self) -> None:
        """As high as its lines, up to a limit, with the ring of the focus; each column as wide as it needs."""
        line = self.fontMetrics().height() + 8
        self.verticalHeader().setDefaultSectionSize(line)
        lines = min(self._rows.rowCount(), _ROWS)
        self.setFixedHeight(line * lines + self.horizontalHeader().sizeHint().height() + 2 * _RING)
        if not self._rows.columnCount():
            return
        wanted = {number: self._wanted(number) for number in range(_FOUND + 1, self._rows.columnCount())}
        left = round(self.viewport().width() * (1 - _LEAST_FOUND)) - sum(wanted.values()) + wanted[_WHY]
        wanted[_WHY] = min(wanted[_WHY], max(left, self.fontMetrics().averageCharWidth() * _LEAST_WHY))
        for number, width in wanted.items():
            self.horizontalHeader().resizeSection(number, width)

    def _wanted(self, number: int) -> int:
        """What a column needs for its head and its words."""
        if self.isColumnHidden(number):
            return 0
        head = self.horizontalHeader().fontMetrics().horizontalAdvance(str(self._rows.headerData(number, _ACROSS)))
        return max(self.sizeHintForColumn(number), head + _ARROW) + _GAP

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()  # only now has it the font and the margins of the style

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _choose(self, index: QModelIndex | QPersistentModelIndex) -> None:
        row = self._rows.index(index.row(), 0).data(_ROW)
        if row is not None:
            self.chosen.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens a find; Ctrl with an arrow key sorts by the column of the mark."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex())
        elif (
            event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            up = event.key() == Qt.Key.Key_Up
            order = Qt.SortOrder.AscendingOrder if up else Qt.SortOrder.DescendingOrder
            self.sortByColumn(max(self.currentIndex().column(), 0), order)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self._rows.index(0, 0))


def _items(row: "FoundRow", common: Collection[str]) -> list[QStandardItem]:
    """One find as a line. What a column sorts by is its own value, not its words."""
    way, why = findings.ways_text(row), findings.arms_text(row, common)
    cells: tuple[tuple[str, object], ...] = (
        (findings.found_text(row), row.text.casefold()),
        (findings.sort_word(row.kind), findings.sort_word(row.kind)),
        (way, way),
        (f"{row.score:.2f}", row.score),
        (why, why),
        (findings.cut_word(row.cut), findings.cut_word(row.cut)),
    )
    items = []
    for text, value in cells:
        item = QStandardItem(text)
        item.setData(value, _VALUE)
        item.setToolTip(findings.row_tip(row))
        items.append(item)
    items[0].setData(row, _ROW)
    items[_SCORE].setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return items


class HowFound(Fold):
    """Closed, one quiet line with what the answer cost. `wanted` when it is opened and nothing is read yet;
    `chosen(FoundRow)`: open that find."""

    wanted = Signal()
    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(tr("How this was found"), QWidget())
        self._lines = column(gap=4, margin=(8, 0, 0, 8))
        self.inner.setLayout(self._lines)
        self.table: FoundTable | None = None
        self._spent = label("", "small")
        self.head.addWidget(self._spent)
        self.opened.connect(self._want)

    def show_spent(self, spent: "Spent | None") -> None:
        """What models were asked for it; nothing where none was."""
        self._spent.setText(spent_words(spent) if spent else "")
        self._spent.setToolTip(spent_tip(spent) if spent else "")

    def _want(self) -> None:
        if self.table is None:
            self.say(tr("Looking it up…"))
            self.wanted.emit()

    def say(self, words: str) -> None:
        """One line instead of findings: they are being read, or there are none."""
        clear(self._lines)
        self.table = None
        self._lines.addWidget(label(words, "small"))

    def show_found(self, found: "Inspection | None") -> None:
        """How the answer was found; None where nothing was kept."""
        if found is None:
            self.say(tr("It was not kept how this answer was found."))
            return
        clear(self._lines)
        for line in findings.head_lines(found):
            self._lines.addWidget(wrapped(line, "small"))
        if found.found:
            self.table = FoundTable()
            self.table.chosen.connect(self.chosen)
            self.table.show_rows(found.found)
            self._lines.addSpacing(4)
            self._lines.addWidget(self.table)
        if found.walk:
            self._add_walk(found.walk)
        for line in (findings.sent_line(found), *(tr(note) for note in found.notes)):
            if line:
                self._lines.addWidget(wrapped(line, "small"))

    def _add_walk(self, walk: "Sequence[Step]") -> None:
        self._lines.addSpacing(4)
        self._lines.addWidget(label(tr("Down the categories"), "section"))
        for step in walk:
            self._lines.addWidget(wrapped(findings.step_line(step), "small"))
            for note in step.notes:
                self._lines.addWidget(wrapped(tr(note), "small"))
