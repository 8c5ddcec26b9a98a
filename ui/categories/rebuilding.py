"""Sorting everything anew, shown before it is done: what would be new, move and go; each can be taken or left."""

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDialog, QStackedWidget, QWidget

from app.domain.errors import Outdated
from app.domain.rebuild import Rebuild
from ui.alerts import describe
from ui.categories import jobs
from ui.categories.diff import Diff
from ui.lanes import Lanes
from ui.widgets import EmptyState, column, link_button, push_button, row, wrapped
from ui.words import tr, trn

_WAITING, _LIST, _NOTHING = range(3)


class RebuildDialog(QDialog):
    """`done_with(words)`: it is written, and can be undone in one step."""

    done_with = Signal(str)

    def __init__(self, lanes: Lanes, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Sort everything anew"))
        self._lanes = lanes
        self._shown: Rebuild | None = None
        self.diff = Diff()
        self._count = wrapped("", "quiet")
        self._problem = wrapped("", "bad")
        self._problem.hide()
        self._busy = False
        self.apply = push_button(tr("Apply"), self._on_apply, "primary")
        self.cancel = push_button(tr("Cancel"), self.reject)
        self._all = link_button(tr("Take all"), lambda: self.diff.tick_all(True))
        self._none = link_button(tr("Take none"), lambda: self.diff.tick_all(False))
        self._lay_out()
        self.diff.changed.connect(self._tell)
        self._again()

    def _lay_out(self) -> None:
        told = wrapped(
            tr(
                "What you made, named or moved yourself stays as it is. Untick what else should stay; "
                "nothing changes before you apply it, and all of it can be undone in one step."
            ),
            "quiet",
        )
        self._waiting = wrapped(tr("Thinking about how to sort it all…"), "quiet")
        nothing = EmptyState(
            tr("Nothing would change"), tr("Sorting it all anew comes to what is there."), tr("Close"), self.reject
        )
        self._stack = QStackedWidget()
        for part in (self._waiting, self.diff, nothing):
            self._stack.addWidget(part)
        page = column(told, gap=8, margin=16)
        page.addWidget(self._stack, 1)
        page.addWidget(self._problem)
        page.addLayout(row(self._count, self._all, self._none, None, self.cancel, self.apply))
        self.setLayout(page)
        unit = self.fontMetrics()
        self.resize(unit.averageCharWidth() * 84, unit.height() * 30)

    def _again(self) -> None:
        """Think about it; nothing is written."""
        self._stack.setCurrentIndex(_WAITING)
        self._offer(False)
        task = self._lanes.read(jobs.read_rebuild, self._on_read, self._on_refused)
        self.finished.connect(task.cancel)

    def _on_read(self, shown: Rebuild) -> None:
        self._shown = shown
        some = bool(shown.moved or shown.shifted)
        self._stack.setCurrentIndex(_LIST if some else _NOTHING)
        self._offer(some)
        if some:
            self.diff.show_rebuild(shown)
            self.diff.setFocus()
        self._tell()

    def _offer(self, some: bool) -> None:
        for part in (self.apply, self._all, self._none, self._count):
            part.setVisible(some)

    def _tell(self) -> None:
        if self._shown is None:
            return
        taken = self.diff.taken()
        count = len(taken.moves) + len(taken.shifts)
        whole = len(self._shown.moved) + len(self._shown.shifted)
        self._count.setText(trn("{taken} of {count} change", "{taken} of {count} changes", whole, taken=count))
        self.apply.setEnabled(count > 0 and not self._busy)

    def _on_apply(self) -> None:
        """Think through what was taken, then write it."""
        if self._shown is None:
            return
        self._busy = True
        self._problem.hide()
        self._tell()
        self._lanes.read(partial(jobs.read_part, self._shown, self.diff.taken()), self._on_part, self._on_refused)

    def _on_part(self, part: Rebuild) -> None:
        self._lanes.write(partial(jobs.rebuild, part), lambda _: self._on_written(), self._on_refused)

    def _on_written(self) -> None:
        self.done_with.emit(tr("Sorted anew."))
        self.accept()

    def _on_refused(self, error: Exception) -> None:
        self._busy = False
        self._problem.show()
        if isinstance(error, Outdated):
            self._problem.setText(tr("Memory has changed meanwhile. Here is how it looks now."))
            QTimer.singleShot(0, self._again)
            return
        self._problem.setText(describe(error).sentence)
        self._tell()
