"""The one that opens the dialogs for the pages and the menu, and tidies the window when something has gone."""

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.domain.scope import OWNER
from ui.core import Core
from ui.keeping.forgetting import ForgetDialog
from ui.keeping.transfer import ExportDialog, ImportDialog
from ui.mainwindow import MainWindow
from ui.whereabouts import PLACES
from ui.words import tr

DRAFT = "draft "


class Keeper(QObject):
    """`renewed(words)` when memory is another one: everything was forgotten, or an archive was imported."""

    renewed = Signal(str)

    def __init__(self, core: Core, window: MainWindow) -> None:
        super().__init__(window)
        self._core, self._window = core, window

    def forget(self, kind: str, id: int = 0) -> ForgetDialog:
        """Ask before a message, an entity, a conversation, a note, what was deleted, or everything is forgotten."""
        dialog = ForgetDialog(self._core.lanes, kind, id, self._window)
        dialog.forgotten.connect(self._on_forgotten)
        dialog.show()
        return dialog

    def export(self) -> ExportDialog:
        """Everything to one file."""
        dialog = ExportDialog(self._core.lanes, self._window)
        dialog.show()
        return dialog

    def restore(self) -> ImportDialog:
        """An empty memory from a file."""
        dialog = ImportDialog(self._core.lanes, self._window)
        dialog.imported.connect(partial(self._renew, tr("The archive is your memory now.")))
        dialog.show()
        return dialog

    def on_served(self, operation: str, result: Any) -> None:
        """Another program has forgotten something through this window, or has imported an archive."""
        if operation == "import":
            self._renew(tr("The archive is your memory now."))
        elif operation == "forget":
            self._on_forgotten(result["forgotten"]["kind"], result["forgotten"]["id"])

    def _on_forgotten(self, kind: str, id: int) -> None:
        chat = self._window.chat
        here = chat.conversation
        if kind == "everything":
            self._renew(tr("Everything is forgotten."))
        elif kind == "note":
            self._window.notes.close_note(id)  # type: ignore[arg-type]
        elif kind == "conversation":
            if here is not None and here.id == id:
                chat.open_new()
            self._core.memo.keep(f"{DRAFT}{id}", None)
            self._core.memo.flush()
        elif here is not None:
            chat.open(here.id)
        if kind in ("message", "entity", "conversation"):
            self._window.notes.renew()

    def _renew(self, words: str) -> None:
        """Nothing of another memory stays on screen or in the window's own file."""
        self._window.notes.documents.forget_all()
        self._window.chat.open_new()
        self._window.chat.composer.clear()
        for name in self._core.memo.names():
            if name.startswith(DRAFT) or name in ("chat", *PLACES):
                self._core.memo.keep(name, None)
        self._core.lanes.scope = OWNER
        self._core.memo.flush()
        self.renewed.emit(words)
