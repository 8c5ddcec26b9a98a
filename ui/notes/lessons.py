"""Below a note: what its passages taught, one fold with a line of counts, open only when asked for."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QToolButton, QVBoxLayout, QWidget

from app.domain.ids import EpisodeId
from ui import theme
from ui.chat.chips import Learned
from ui.icons import icon
from ui.notes.editor import excerpt
from ui.widgets import Elided, column, label, row
from ui.widgets.flow import clear
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.turns import TurnView


class Lessons(QWidget):
    """`asked(what, episode, more)`: `fact` and `forget_fact` (a fact), `entity` (its number), `question` or `retry`."""

    asked = Signal(str, object, object)

    def __init__(self) -> None:
        super().__init__()
        self._fold = QToolButton()
        self._fold.setCheckable(True)
        self._fold.setProperty("tone", "fold")
        self._fold.setText(tr("Nothing learned from this note yet"))
        self._fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._fold.setIcon(icon("chevron-right"))
        self._fold.toggled.connect(self._on_fold)
        self._state = label("", "small")
        self._inner = QWidget()
        self._inner.setProperty("tone", "bare")
        self._lines = QVBoxLayout(self._inner)
        self._lines.setContentsMargins(8, 0, 8, 8)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(self._inner)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFixedHeight(round(theme.font().pointSizeF() * 18))
        self._scroll.hide()
        self.setLayout(column(row(self._fold, None, self._state), self._scroll, gap=4))
        self._views: list[TurnView] = []
        self._rows: list[QWidget] = []

    def show_lessons(self, views: "list[TurnView]") -> None:
        """Passages of the note on screen."""
        self._views = [
            view for view in views if view.chips or view.named or view.drops or view.episode.state != "nothing"
        ]
        facts = sum(chip.fact.expired_at is None for view in views for chip in view.chips)
        waiting = sum(view.episode.state == "waiting" for view in views)
        words = trn("{count} thing learned from this note", "{count} things learned from this note", facts)
        self._fold.setText(words if facts else tr("Nothing learned from this note yet"))
        self._state.setText(
            trn("{count} passage waiting", "{count} passages waiting", waiting) if waiting else tr("Saved")
        )
        if self._fold.isChecked():
            self._fill()

    def open_at(self, number: int) -> None:
        """Unfold, at one passage."""
        self._fold.setChecked(True)
        if number < len(self._rows):
            self._scroll.ensureWidgetVisible(self._rows[number], 0, 0)

    def taught(self) -> list[str]:
        """The passages that taught something, in order."""
        return [view.episode.text for view in self._views if view.chips]

    def _on_fold(self, unfolded: bool) -> None:
        self._fold.setIcon(icon("chevron-down" if unfolded else "chevron-right"))
        self._scroll.setVisible(unfolded)
        if unfolded:
            self._fill()

    def _fill(self) -> None:
        clear(self._lines)
        self._rows = []
        for view in sorted(self._views, key=lambda view: not view.chips):
            line = self._row(view)
            self._lines.addWidget(line)
            self._rows.append(line)
        self._lines.addStretch(1)

    def _row(self, view: "TurnView") -> QWidget:
        line, learned, episode = QWidget(), Learned(), view.episode.id
        learned.show_turn(view)
        learned.chosen.connect(lambda fact: self._ask("fact", episode, fact))
        learned.forgotten.connect(lambda fact: self._ask("forget_fact", episode, fact))
        learned.entity_chosen.connect(lambda entity: self._ask("entity", episode, entity))
        learned.question_wanted.connect(lambda: self._ask("question", episode, None))
        learned.retry.connect(lambda: self._ask("retry", episode, None))
        line.setLayout(column(Elided(excerpt(view.episode.text), "small"), learned, gap=0))
        return line

    def _ask(self, what: str, episode: EpisodeId, fact: object) -> None:
        self.asked.emit(what, episode, fact)
