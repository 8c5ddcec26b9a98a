"""Two small forms of the page: which category, and what a new one is to be called."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from app.domain.category import MOST_SUMMARY, Category
from app.domain.entity import MAX_NAME
from app.domain.ids import CategoryId
from app.domain.text import fold
from ui.widgets import column, label, push_button, row, wrapped
from ui.widgets.lines import Line, LineView
from ui.words import tr

_SHOWN = 60
"""Lines of the list; a few letters in the field bring the others."""


class _Form(QFrame):
    """A popup with a question and a field. Esc closes it."""

    def __init__(self, question: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("tone", "card")
        self.setAccessibleName(question)
        self.question = label(question, "strong")
        self.field = QLineEdit()
        self.field.setMaxLength(MAX_NAME)
        self.field.setAccessibleName(question)

    def ask(self, at: QPoint) -> None:
        """Show it at a point on screen, inside that screen."""
        self.adjustSize()
        screen = self.screen().availableGeometry()
        at.setX(max(screen.left(), min(at.x(), screen.right() - self.width())))
        at.setY(max(screen.top(), min(at.y(), screen.bottom() - self.height())))
        self.move(at)
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)


class NameForm(_Form):
    """What something is to be called; Enter takes it. `take` is handed the form too: it stays, with what was written,
    until that is kept."""

    needed = True
    """Whether there has to be one."""

    def __init__(
        self,
        question: str,
        first: str,
        take: "Callable[[str, NameForm], object]",
        parent: QWidget,
        longest: int = MAX_NAME,
    ) -> None:
        super().__init__(question, parent)
        self._take = take
        self.field.setMaxLength(longest)
        self.field.setText(first)
        self.field.selectAll()
        self.field.returnPressed.connect(self.accept)
        buttons = row(None, push_button(tr("Cancel"), self.close), push_button(tr("Set"), self.accept, "primary"))
        self._problem = wrapped("", "bad")
        self._problem.hide()
        self.setLayout(column(self.question, self.field, self._problem, buttons, gap=8, margin=12))
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 26)

    def accept(self) -> None:
        """Hand the name over if there is one."""
        name = self.field.text().strip()
        if name or not self.needed:
            self._take(name, self)

    def say(self, problem: str) -> None:
        """Why it cannot be had."""
        self._problem.setText(problem)
        self._problem.show()
        self.adjustSize()


class SummaryForm(NameForm):
    """What is in something, in a sentence or two; an empty one takes it away."""

    needed = False

    def __init__(self, question: str, first: str, take: Callable[[str, NameForm], object], parent: QWidget) -> None:
        super().__init__(question, first, take, parent, MOST_SUMMARY)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 60)


class CategoryForm(_Form):
    """One of the categories, found by typing. Enter takes the marked one, a click any."""

    def __init__(
        self, question: str, choices: Sequence[Category], take: Callable[[CategoryId], object], parent: QWidget
    ) -> None:
        super().__init__(question, parent)
        self._choices, self._take = choices, take
        self.list = LineView()
        self.list.setAccessibleName(question)
        self.list.chosen.connect(self._on_chosen)
        self.field.setPlaceholderText(tr("Find a category…"))
        self.field.textChanged.connect(self._fill)
        self.field.returnPressed.connect(lambda: self._on_chosen(self.list.current_key()))
        self.setLayout(column(self.question, self.field, self.list, gap=8, margin=12))
        unit = self.fontMetrics()
        self.list.setFixedHeight(unit.height() * 14)
        self.setMinimumWidth(unit.averageCharWidth() * 30)
        self._fill()

    def _fill(self) -> None:
        sought = fold(self.field.text().strip())
        found = [one for one in self._choices if sought in fold(one.name)][:_SHOWN]
        self.list.show_lines([Line(one.id, one.name, tip=one.summary) for one in found])
        self.list.choose_first()

    def _on_chosen(self, category: CategoryId | None) -> None:
        if category is not None:
            self._take(category)
            self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.list.setFocus()
        else:
            super().keyPressEvent(event)
