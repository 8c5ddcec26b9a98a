"""The ways between the pages of one window: from a chip to its entity, from a source to its words, back from a deed."""

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.domain.change import Change
from app.domain.entity import Span
from app.domain.episode import Conversation, Episode
from app.domain.ids import CategoryId, ConversationId, EntityId, EpisodeId, NoteId
from app.domain.scope import Scope
from ui.chat import jobs as chat_jobs
from ui.core import Core
from ui.declaring.jobs import Anchor
from ui.deeds import Deeds, deed
from ui.keeping.keeper import Keeper
from ui.mainwindow import MainWindow
from ui.notes import jobs as note_jobs
from ui.visitors import Visitors
from ui.whereabouts import Whereabouts, shown_words
from ui.words import tr

if TYPE_CHECKING:
    from app.services.workspace import WriteDesk
    from ui.declaring.dialog import What
    from ui.memories.panel import MemoryPanel


class Ways(QObject):
    """Belongs to one window, and goes with it."""

    def __init__(self, core: Core, window: MainWindow, keeper: Keeper) -> None:
        super().__init__(window)
        self._core, self._window = core, window
        self._keeper = keeper
        self._connect_chat()
        self._connect_notes()
        self._connect_places()
        self._deeds = Deeds(core.changes, window.status, self.undo)
        self._visitors = Visitors(core.changes, window.status, partial(self.show_page, "history"))
        window.rail.chosen.connect(self.show_page)
        window.categories.entity_wanted.connect(self.show_entity)
        window.categories.sort_wanted.connect(core.tending.tidy)
        window.categories.said.connect(lambda words: window.status.say(words, tr("Undo"), self.undo))
        window.suggestions.source_wanted.connect(self._show_words)
        window.suggestions.said.connect(lambda words: window.status.say(words, tr("Undo"), self.undo))
        window.history.undo_wanted.connect(self.undo)
        window.history.redo_wanted.connect(self.redo)
        window.history.said.connect(lambda words: window.status.say(words, tr("Redo"), self.redo))

    def _connect_chat(self) -> None:
        chats, chat = self._window.chats, self._window.chat
        chats.created.connect(self.new_chat)
        chats.off_record_wanted.connect(partial(self.new_chat, True))
        chats.opened.connect(chat.open)
        chats.found.connect(self.go_to)
        chats.delete_wanted.connect(self._delete_chat)
        chats.forget_wanted.connect(partial(self._keeper.forget, "conversation"))
        chats.record_wanted.connect(self._set_off_record)
        chat.care.forget_wanted.connect(partial(self._keeper.forget, "message"))
        chat.care.declare_wanted.connect(self._declare_turn)
        chat.opened.connect(self._on_chat_opened)
        chat.entity_wanted.connect(self.show_entity)
        chat.question_wanted.connect(partial(self.show_page, "suggestions"))
        chat.lesson_wanted.connect(self.show_lesson)
        chat.note_wanted.connect(self._show_passage)
        chat.welcome.note_wanted.connect(self.new_note)

    def _connect_notes(self) -> None:
        listed, notes = self._window.note_list, self._window.notes
        listed.created.connect(self.new_note)
        listed.daily_wanted.connect(self.open_daily)
        listed.opened.connect(notes.open)
        listed.delete_wanted.connect(self._delete_note)
        listed.forget_wanted.connect(partial(self._keeper.forget, "note"))
        notes.opened.connect(listed.set_current)
        notes.entity_wanted.connect(self.show_entity)
        notes.question_wanted.connect(partial(self.show_page, "suggestions"))
        notes.said.connect(self._window.status.say)
        notes.declare_wanted.connect(self._declare_passage)

    def _connect_places(self) -> None:
        self.places = Whereabouts(self._core, self._window)
        self.places.moved.connect(self._on_moved)
        self._window.rail.places_wanted.connect(self.places.open_menu)
        self._show_place()

    # ── parts that come when the profile is open ──────────────────────────────────────────────────────────────
    def bring_memory(self) -> None:
        """Make the memory panel; its parts are imported by now."""
        from ui.memories.panel import MemoryPanel

        panel = MemoryPanel(self._core.lanes, self._core.changes)
        panel.source_opened.connect(self._show_source)
        panel.graph_requested.connect(self._show_graph)
        panel.entity.heading.forget_wanted.connect(partial(self._keeper.forget, "entity"))
        panel.category_requested.connect(self._show_category)
        self._window.put_memory(panel)

    def _bring_graph(self) -> Any:
        if self._window.graph is None:
            from ui.graph.page import GraphPage

            page = GraphPage(self._core.lanes, self._core.changes)
            page.entity_activated.connect(self.show_entity)
            page.view.write_wanted.connect(self.write)
            self._window.put_graph(page)
        return self._window.graph

    # ── to a page, to a thing ─────────────────────────────────────────────────────────────────────────────────
    def show_page(self, name: str) -> None:
        """One of the names on the rail."""
        if name == "graph":
            self._bring_graph()
        self._window.show_page(name)

    def go_to(self, kind: str, thing: Any) -> None:
        """To something that was found: `chat`, `note`, `entity`, or `episode` with the words in it."""
        if kind == "chat":
            self.show_page("chat")
            self._window.chat.open(thing)
        elif kind == "note":
            self.show_page("notes")
            self._window.notes.open(thing)
        elif kind == "entity":
            self.show_entity(thing)
        else:
            self._show_words(*thing)

    def show_entity(self, entity: EntityId) -> None:
        """In the memory panel, folded out if need be."""
        if (panel := self._memory()) is not None:
            panel.show_entity(entity)

    def show_lesson(self, episode: EpisodeId) -> None:
        """What a turn taught, in the memory panel."""
        if (panel := self._memory()) is not None:
            panel.show_episode(episode)

    def _memory(self) -> "MemoryPanel | None":
        """The memory panel, where it can be seen; None until the profile is open."""
        if self._window.memory is not None and not self._window.memory_shown():
            self._window.show_memory(True)
        return self._window.memory  # type: ignore[return-value]

    def _show_graph(self, entity: EntityId) -> None:
        page = self._bring_graph()
        page.open(entity)
        self._window.show_page("graph")

    def _show_category(self, category: CategoryId) -> None:
        self.show_page("categories")
        self._window.categories.show_category(category)

    def _show_words(self, episode: EpisodeId, span: Span | None) -> None:
        self.show_page("chat")
        self._window.chat.reveal(episode, span)

    def _show_source(self, episode: EpisodeId, start: int, end: int) -> None:
        self._show_words(episode, Span(start, end))

    def _show_passage(self, episode: Episode, span: Span | None) -> None:
        self.show_page("notes")
        self._window.notes.reveal(episode, span)

    def _on_chat_opened(self, conversation: ConversationId | None) -> None:
        self._window.chats.set_current(conversation)
        self._core.memo.keep("chat", conversation)

    def write(self) -> None:
        """To the composer."""
        self.show_page("chat")
        self._window.chat.composer.field.setFocus()

    # ── something new ─────────────────────────────────────────────────────────────────────────────────────────
    def new_chat(self, off_record: bool = False) -> None:
        """An empty chat, the cursor in the composer."""
        self.show_page("chat")
        self._window.chat.open_new(off_record)

    def new_note(self) -> None:
        """An empty note."""
        self.show_page("notes")
        self._window.notes.new_note()

    def open_daily(self) -> None:
        """The note of today."""
        self.show_page("notes")
        self._window.notes.open_daily()

    # ── which part of memory ──────────────────────────────────────────────────────────────────────────────────
    def choose_place(self) -> None:
        """Offer the projects and channels."""
        self.places.open_menu(self._window.rail.place_corner())

    def _show_place(self) -> None:
        scope = self.places.scope
        self._window.rail.show_place(shown_words(scope), narrowed=not scope.everything)

    def _on_moved(self, scope: Scope) -> None:
        """What is open and does not belong there is closed; what was typed in it is kept."""
        self._show_place()
        self._window.notes.leave()
        self._window.chats.field.clear()
        here = self._window.chat.conversation
        if here is not None and not scope.reads(here.scope):
            self._window.chat.open_new()
        self._window.status.say(tr("Shown: {what}", what=shown_words(scope)))

    # ── saying what words are ─────────────────────────────────────────────────────────────────────────────────
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
        dialog.declared.connect(
            lambda about: self._window.status.say(tr("Kept: {what}", what=about), tr("Undo"), self.undo)
        )
        dialog.show()

    # ── deeds and their undo ──────────────────────────────────────────────────────────────────────────────────
    def _delete_chat(self, conversation: ConversationId) -> None:
        self._core.lanes.write(partial(chat_jobs.delete, conversation), partial(self._chat_deleted, conversation))

    def _chat_deleted(self, conversation: ConversationId, _: object) -> None:
        here = self._window.chat.conversation
        if here is not None and here.id == conversation:
            self._window.chat.open_new()
        self._window.status.say(tr("The chat is deleted."), tr("Undo"), self.undo)

    def _set_off_record(self, conversation: ConversationId, off: bool) -> None:
        self._core.lanes.write(partial(chat_jobs.set_off_record, conversation, off), self._record_set)

    def _record_set(self, conversation: Conversation) -> None:
        self._window.chat.refresh_head(conversation)
        if conversation.off_record:
            words = tr("New messages of this chat stay out of memory. What was learned from it before stays.")
        else:
            words = tr("New messages of this chat are learned. What was said off the record stays out of memory.")
        self._window.status.say(words, tr("Undo"), self.undo)

    def _delete_note(self, note: NoteId) -> None:
        self._core.lanes.write(partial(note_jobs.delete, note), partial(self._note_deleted, note))

    def _note_deleted(self, note: NoteId, _: object) -> None:
        self._window.notes.close_note(note)
        self._window.status.say(tr("The note is deleted."), tr("Undo"), self.undo)

    def undo(self) -> None:
        """Take back the last change of memory."""
        self._core.lanes.write(_undo, self._on_undone)

    def redo(self) -> None:
        """Do again what was undone."""
        self._core.lanes.write(_redo, self._on_redone)

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


def _undo(desk: "WriteDesk") -> Change | None:
    from app.services import history

    return history.undo(desk)


def _redo(desk: "WriteDesk") -> Change | None:
    from app.services import history

    return history.redo(desk)
