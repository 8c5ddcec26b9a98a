"""Chats and notes that are put away: deleted, or kept off the record."""

from functools import partial

from PySide6.QtCore import QObject

from app.domain.episode import Conversation
from app.domain.ids import ConversationId, NoteId
from ui.chat import jobs as chat_jobs
from ui.core import Core
from ui.mainwindow import MainWindow
from ui.notes import jobs as note_jobs
from ui.undoing import Undoing
from ui.words import tr


class PutAway(QObject):
    """Belongs to one window."""

    def __init__(self, core: Core, window: MainWindow, undoing: Undoing) -> None:
        super().__init__(window)
        self._core, self._window, self._undoing = core, window, undoing
        window.chats.delete_wanted.connect(self._delete_chat)
        window.chats.record_wanted.connect(self._set_off_record)
        window.note_list.delete_wanted.connect(self._delete_note)

    def _delete_chat(self, conversation: ConversationId) -> None:
        self._core.lanes.write(partial(chat_jobs.delete, conversation), partial(self._chat_deleted, conversation))

    def _chat_deleted(self, conversation: ConversationId, _: object) -> None:
        here = self._window.chat.conversation
        if here is not None and here.id == conversation:
            self._window.chat.open_new()
        self._undoing.say(tr("The chat is deleted."))

    def _set_off_record(self, conversation: ConversationId, off: bool) -> None:
        self._core.lanes.write(partial(chat_jobs.set_off_record, conversation, off), self._record_set)

    def _record_set(self, conversation: Conversation) -> None:
        self._window.chat.refresh_head(conversation)
        if conversation.off_record:
            words = tr("New messages of this chat stay out of memory. What was learned from it before stays.")
        else:
            words = tr("New messages of this chat are learned. What was said off the record stays out of memory.")
        self._undoing.say(words)

    def _delete_note(self, note: NoteId) -> None:
        self._core.lanes.write(partial(note_jobs.delete, note), partial(self._note_deleted, note))

    def _note_deleted(self, note: NoteId, _: object) -> None:
        self._window.notes.close_note(note)
        self._undoing.say(tr("The note is deleted."))
