"""Words that are selected in a chat or a note are taken to the dialog that says what they are."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.domain.ids import EpisodeId, NoteId
from ui.core import Core
from ui.declaring.jobs import Anchor
from ui.mainwindow import MainWindow
from ui.words import tr

if TYPE_CHECKING:
    from ui.declaring.dialog import What


class Asking(QObject):
    """Belongs to one window. `said(str)`: something was kept, and can be undone."""

    said = Signal(str)

    def __init__(self, core: Core, window: MainWindow) -> None:
        super().__init__(window)
        self._core, self._window = core, window
        window.chat.care.declare_wanted.connect(self._declare_turn)
        window.notes.declare_wanted.connect(self._declare_passage)

    def declare(self, what: "What") -> None:
        """Of the words that are selected in the chat or the note on screen."""
        page, window = self._window.page, self._window
        done = window.notes.declare(what) if page == "notes" else page == "chat" and window.chat.care.declare(what)
        if not done:
            window.status.say(tr("Select words in a chat or a note first."))

    def _declare_turn(self, what: "What", episode: EpisodeId, words: str) -> None:
        self._ask_declaring(what, Anchor(words, episode=episode))

    def _declare_passage(self, what: "What", note: NoteId, words: str) -> None:
        self._ask_declaring(what, Anchor(words, note=note))

    def _ask_declaring(self, what: "What", anchor: Anchor) -> None:
        from ui.declaring.dialog import DeclareDialog  # brings the words for relations along

        dialog = DeclareDialog(self._core.lanes, what, anchor, self._window)
        dialog.declared.connect(lambda about: self.said.emit(tr("Kept: {what}", what=about)))
        dialog.show()
