"""One category that is two: what goes into the new one. Each is ticked with a click or with Space."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from app.domain.entity import MAX_NAME
from ui.memories.ticking import Ticks
from ui.widgets import column, label, push_button, row, wrapped
from ui.widgets.lines import Line
from ui.words import tr, trn


class SplitDialog(QDialog):
    """`take(name, numbers of what goes, the dialog)` is called when the user says so; it stays until that is done."""

    def __init__(
        self,
        name: str,
        lines: Sequence[Line],
        take: "Callable[[str, list[int], SplitDialog], object]",
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Make a category two"))
        self._take, self._lines = take, lines
        self.name = QLineEdit()
        self.name.setMaxLength(MAX_NAME)
        self.name.setPlaceholderText(tr("name of the new category"))
        self.name.setAccessibleName(tr("name of the new category"))
        self.ticks = Ticks(tr("What goes into it"))
        self.ticks.show_lines(lines)
        self._count, self._problem = wrapped("", "quiet"), wrapped("", "bad")
        self._problem.hide()
        self.split = push_button(tr("Make it two"), self._on_split, "primary")
        told = wrapped(tr("Tick what goes from “{name}” into the new one. It can be undone.", name=name), "quiet")
        page = column(told, self.name, label(self.ticks.words, "section"), gap=8, margin=16)
        page.addWidget(self.ticks, 1)
        page.addWidget(self._problem)
        page.addLayout(row(self._count, None, push_button(tr("Cancel"), self.reject), self.split))
        self.setLayout(page)
        unit = self.fontMetrics()
        self.resize(unit.averageCharWidth() * 60, unit.height() * 24)
        self.name.textChanged.connect(lambda _: self._tell())
        self.ticks.toggled.connect(self._tell)
        self._tell()

    def tick(self, numbers: Collection[int]) -> None:
        """Tick these before anybody looks."""
        self.ticks.tick(numbers)
        self._tell()

    def _tell(self) -> None:
        going = self.ticks.ticked()
        self._count.setText(trn("{count} goes", "{count} go", len(going)))
        some_stay = 0 < len(going) < len(self._lines)
        self.split.setEnabled(some_stay and bool(self.name.text().strip()))

    def _on_split(self) -> None:
        self._take(self.name.text().strip(), list(self.ticks.ticked()), self)

    def say(self, problem: str) -> None:
        """Why it was not done."""
        self._problem.setText(problem)
        self._problem.show()
