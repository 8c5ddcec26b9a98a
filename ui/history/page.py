"""The history page: what people and agents did, by whom, what is undone; step by step, or one step out of its turn."""

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from app.domain.plan import Noun
from ui import theme
from ui.alerts import describe
from ui.changes import Changes, Freshness
from ui.history import jobs
from ui.history.wording import blocked_text, deed_text
from ui.lanes import Lanes
from ui.when import day_name, exact, moment_text
from ui.widgets import EmptyState, column, label, link_button, push_button, row, wrapped
from ui.widgets.lines import Line, LineView
from ui.words import tr

if TYPE_CHECKING:
    from app.services.history import StepUndone

SHOWN = 200
_ALL = 10_000
_NOUNS: frozenset[Noun] = frozenset(
    {
        *("entity", "alias", "fact", "conversation", "note", "suggestion", "mention", "episode"),
        *("category", "membership", "category_link", "saved_view"),
    }
)


class HistoryPage(QWidget):
    """`undo_wanted`, `redo_wanted`. `said(str)`: one step was taken back."""

    undo_wanted = Signal()
    redo_wanted = Signal()
    said = Signal(str)

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self.setObjectName("page")
        self._lanes = lanes
        self._undo = push_button(tr("Undo"), self.undo_wanted.emit)
        self._redo = push_button(tr("Redo"), self.redo_wanted.emit)
        self._one = push_button(tr("Undo this step only"), self.undo_marked)
        self._older = link_button(tr("Show older ones"), self._show_older)
        self._why = wrapped("", "warn")
        self._refused: int | None = None
        """The step of which the page says why it cannot be taken back."""
        self._entries: dict[int, Any] = {}
        self._limit = SHOWN
        self.view = LineView()
        self.view.setAccessibleName(tr("History"))
        self.view.selectionModel().currentChanged.connect(lambda *_: self._on_marked())
        self.view.menu_wanted.connect(self._show_menu)
        nothing = EmptyState(tr("Nothing done yet"), tr("What you change in memory is listed here, and can be undone."))
        self._stack = QStackedWidget()
        self._stack.addWidget(nothing)
        self._stack.addWidget(self.view)
        words = wrapped(
            tr("What was changed by hand. Undo goes back one step at a time; a marked step can be undone by itself."),
            "quiet",
        )
        head = row(label(tr("History"), "title"), None, self._one, self._undo, self._redo)
        holder = QWidget()
        holder.setMaximumWidth(theme.column_width())
        holder.setLayout(column(head, words, self._why, self._stack, row(self._older, None), gap=8))
        self._why.hide()
        self.setLayout(row(holder, gap=0, margin=(24, 12, 24, 12)))
        self._fresh = Freshness(self, changes, _NOUNS, self.reload)
        self._fresh.mark()

    def reload(self) -> None:
        """Read the list anew."""
        self._lanes.read(partial(jobs.read_entries, self._limit), self._show)

    def _show_older(self) -> None:
        self._limit *= 4
        self.reload()

    def _show(self, entries: list[Any]) -> None:
        lines: list[Line] = []
        day = None
        for entry in entries:
            local = entry.at.astimezone().date()
            if local != day:
                lines.append(Line(None, day_name(local)))
                day = local
            lines.append(_line(entry))
        kept = self.view.current_key()
        self._entries = {entry.seq: entry for entry in entries}
        self.view.show_lines(lines)
        if kept in self._entries and self.view.current_key() != kept:
            self.view.choose(kept)
        self._stack.setCurrentIndex(1 if lines else 0)
        self._older.setVisible(len(entries) >= SHOWN and self._limit < _ALL)
        self._on_marked()
        self._undo.setEnabled(any(entry.copied and not entry.undone for entry in entries))
        self._redo.setEnabled(any(entry.copied and entry.undone for entry in entries))

    # ── one step ──────────────────────────────────────────────────────────────────────────────────────────────
    def _on_marked(self) -> None:
        seq = self.view.current_key()
        self._why.setVisible(seq is not None and seq == self._refused)
        self._one.setEnabled(_can_go(self._entries.get(seq)))

    def _show_menu(self, seq: int, at: QPoint) -> None:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        action = menu.addAction(tr("Undo this step only"))
        action.setEnabled(_can_go(self._entries.get(seq)))
        action.triggered.connect(partial(self._undo_one, seq))
        menu.popup(at)

    def undo_marked(self) -> None:
        """Take back the marked step, whatever came after it."""
        if (seq := self.view.current_key()) is not None:
            self._undo_one(seq)

    def _undo_one(self, seq: int) -> None:
        self._refused = None
        self._lanes.write(partial(jobs.undo_one, seq), partial(self._on_undone, seq), partial(self._refuse, seq))

    def _on_undone(self, seq: int, found: "StepUndone") -> None:
        entry = self._entries.get(seq)
        if found.change is not None:
            self.said.emit(tr("Undone: {act}", act=deed_text(entry) if entry else ""))
            self.reload()
            return
        self._say(seq, blocked_text(found.blocked_by))

    def _refuse(self, seq: int, error: Exception) -> None:
        alert = describe(error)
        if alert.kind == "bug":
            self._lanes.failed.emit(error)
        else:
            self._say(seq, alert.sentence)

    def _say(self, seq: int, why: str) -> None:
        self._refused = seq
        self._why.setText(why)
        self._why.setAccessibleName(why)
        self._why.show()


def _can_go(entry: Any) -> bool:
    return entry is not None and entry.copied and not entry.undone


def _line(entry: Any) -> Line:
    text = deed_text(entry)
    if entry.undone:
        text = tr("{text} (undone)", text=text)
    who = tr("you") if entry.author.kind == "user" else entry.author.name or tr("an agent")
    return Line(entry.seq, text, f"{moment_text(entry.at)} · {who}", exact(entry.at))
