"""The history page: what people and agents did, what is undone, and the two buttons."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.domain.plan import Noun
from ui import theme
from ui.changes import Changes, Freshness
from ui.history.wording import EVERYDAY, act_text
from ui.lanes import Lanes
from ui.saying import deed_words
from ui.when import day_name, exact, moment_text
from ui.widgets import EmptyState, column, label, push_button, row, wrapped
from ui.widgets.lines import Line, LineView
from ui.words import tr

if TYPE_CHECKING:
    from app.services.workspace import ReadDesk

SHOWN = 200
_NOUNS: frozenset[Noun] = frozenset(
    {"entity", "alias", "fact", "conversation", "note", "suggestion", "mention", "episode"}
)


class HistoryPage(QWidget):
    """`undo_wanted`, `redo_wanted`."""

    undo_wanted = Signal()
    redo_wanted = Signal()

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self.setObjectName("page")
        self._lanes = lanes
        self._undo = push_button(tr("Undo"), self.undo_wanted.emit)
        self._redo = push_button(tr("Redo"), self.redo_wanted.emit)
        self._view = LineView()
        self._view.setAccessibleName(tr("History"))
        nothing = EmptyState(tr("Nothing done yet"), tr("What you change in memory is listed here, and can be undone."))
        self._stack = QStackedWidget()
        self._stack.addWidget(nothing)
        self._stack.addWidget(self._view)
        words = wrapped(tr("What was changed by hand. Undo goes back one step at a time."), "quiet")
        head = row(label(tr("History"), "title"), None, self._undo, self._redo)
        holder = QWidget()
        holder.setMaximumWidth(theme.column_width())
        holder.setLayout(column(head, words, self._stack, gap=8))
        self.setLayout(row(holder, gap=0, margin=(24, 12, 24, 12)))
        self._fresh = Freshness(self, changes, _NOUNS, self.reload)
        self._fresh.mark()

    def reload(self) -> None:
        """Read the list anew."""
        self._lanes.read(_entries, self._show)

    def _show(self, entries: list[Any]) -> None:
        lines: list[Line] = []
        day = None
        for entry in entries:
            local = entry.at.astimezone().date()
            if local != day:
                lines.append(Line(None, day_name(local)))
                day = local
            lines.append(_line(entry))
        self._view.show_lines(lines)
        self._stack.setCurrentIndex(1 if lines else 0)
        self._undo.setEnabled(any(not entry.undone for entry in entries))
        self._redo.setEnabled(any(entry.undone for entry in entries))


def _line(entry: Any) -> Line:
    words = act_text(entry.label)
    text = tr("{act}: {subject}", act=words, subject=deed_words(entry.subject)) if entry.subject else words
    if entry.undone:
        text = tr("{text} (undone)", text=text)
    who = "" if entry.author.kind == "user" else f" · {entry.author.name or tr('an agent')}"
    return Line(entry.seq, text, f"{moment_text(entry.at)}{who}", exact(entry.at))


def _entries(desk: "ReadDesk") -> list[Any]:
    from app.services import history

    return [entry for entry in history.entries(desk, SHOWN) if entry.label not in EVERYDAY]
