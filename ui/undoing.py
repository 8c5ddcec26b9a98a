"""Undo and redo of what was done to memory, and the sentence that says what was."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.domain.change import Change
from app.domain.errors import UndoConflict
from ui.core import Core
from ui.deeds import Deeds, deed
from ui.mainwindow import MainWindow
from ui.words import tr

if TYPE_CHECKING:
    from app.services.workspace import WriteDesk


class Undoing(QObject):
    """Belongs to one window."""

    def __init__(self, core: Core, window: MainWindow) -> None:
        super().__init__(window)
        self._core, self._window = core, window
        self._deeds = Deeds(core.changes, window.status, self.undo)
        window.history.undo_wanted.connect(self.undo)
        window.history.redo_wanted.connect(self.redo)
        window.history.said.connect(self.say_redo)

    def say(self, words: str) -> None:
        """Something was done; one click takes it back."""
        self._window.status.say(words, tr("Undo"), self.undo)

    def say_redo(self, words: str) -> None:
        """Something was taken back; one click does it again."""
        self._window.status.say(words, tr("Redo"), self.redo)

    def undo(self) -> None:
        """Take back the last change of memory."""
        self._core.lanes.write(_undo, self._on_undone)

    def redo(self) -> None:
        """Do again what was undone."""
        self._core.lanes.write(_redo, self._on_redone, self._on_not_redone)

    def _on_undone(self, change: Change | None) -> None:
        if change is None:
            self._window.status.say(tr("There is nothing to undo."))
        else:
            self._window.status.say(tr("Undone: {act}", act=deed(change)), tr("Redo"), self.redo)

    def _on_redone(self, change: Change | None) -> None:
        if change is None:
            self._window.status.say(tr("There is nothing to redo."))
        else:
            self._window.status.say(tr("Done again: {act}", act=deed(change)), tr("Undo"), self.undo)

    def _on_not_redone(self, error: Exception) -> None:
        """What was sorted or learned since may rest on what it would take away."""
        if isinstance(error, UndoConflict):
            words = tr("This cannot be done again any more: something it touches has changed since.")
            self._window.status.say(words)
        else:
            self._core.lanes.failed.emit(error)


def _undo(desk: "WriteDesk") -> Change | None:
    from app.services import history

    return history.undo(desk)


def _redo(desk: "WriteDesk") -> Change | None:
    from app.services import history

    return history.redo(desk)
