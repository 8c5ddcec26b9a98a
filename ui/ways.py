"""The ways between the pages of one window: from a chip to its entity, from a source to its words, back from a deed."""

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.domain.entity import Span
from app.domain.episode import Episode
from app.domain.ids import CategoryId, ConversationId, EntityId, EpisodeId
from app.domain.scope import Scope
from ui.around import Around
from ui.core import Core
from ui.declaring.asking import Asking
from ui.keeping.keeper import Keeper
from ui.mainwindow import MainWindow
from ui.putaway import PutAway
from ui.undoing import Undoing
from ui.visitors import Visitors
from ui.whereabouts import Whereabouts, shown_words
from ui.words import tr

if TYPE_CHECKING:
    from ui.memories.panel import MemoryPanel


class Ways(QObject):
    """Belongs to one window, and goes with it."""

    def __init__(self, core: Core, window: MainWindow, keeper: Keeper) -> None:
        super().__init__(window)
        self._core, self._window = core, window
        self._keeper = keeper
        self.undoing = Undoing(core, window)
        self.asking = Asking(core, window)
        self.asking.said.connect(self.undoing.say)
        self.around = Around(core, window, self._bring_graph)
        self._put_away = PutAway(core, window, self.undoing)
        self._connect_chat()
        self._connect_notes()
        self._connect_places()
        self._visitors = Visitors(core.changes, window.status, partial(self.show_page, "history"))
        window.rail.chosen.connect(self.show_page)
        window.categories.entity_wanted.connect(self.show_entity)
        window.categories.sort_wanted.connect(core.tending.tidy)
        window.categories.said.connect(self.undoing.say)
        window.categories.graph_wanted.connect(self.around.entities)
        window.suggestions.source_wanted.connect(self._show_words)
        window.suggestions.said.connect(self.undoing.say)

    def _connect_chat(self) -> None:
        chats, chat = self._window.chats, self._window.chat
        chats.created.connect(self.new_chat)
        chats.off_record_wanted.connect(partial(self.new_chat, True))
        chats.opened.connect(chat.open)
        chats.found.connect(self.go_to)
        chats.forget_wanted.connect(partial(self._keeper.forget, "conversation"))
        chat.care.forget_wanted.connect(partial(self._keeper.forget, "message"))
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
        listed.forget_wanted.connect(partial(self._keeper.forget, "note"))
        notes.opened.connect(listed.set_current)
        notes.entity_wanted.connect(self.show_entity)
        notes.question_wanted.connect(partial(self.show_page, "suggestions"))
        notes.said.connect(self._window.status.say)

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
        panel.graph_requested.connect(lambda entity: self.around.entities((entity,)))
        panel.entity.heading.forget_wanted.connect(partial(self._keeper.forget, "entity"))
        panel.category_requested.connect(self._show_category)
        panel.page_requested.connect(self.show_life)
        panel.said.connect(self.undoing.say)
        self._window.put_memory(panel)

    def _bring_graph(self) -> Any:
        if self._window.graph is None:
            from ui.graph.page import GraphPage
            from ui.instep import InStep

            page = GraphPage(self._core.lanes, self._core.changes)
            page.entity_activated.connect(self.show_entity)
            page.view.write_wanted.connect(self.write)
            page.said.connect(self.undoing.say)
            page.told.connect(self._window.status.say)
            page.source_opened.connect(self._show_source)
            InStep(page.view, self._window.categories)
            self._window.put_page("graph", page)
        return self._window.graph

    def _bring_search(self) -> Any:
        if self._window.search is None:
            from ui.search.page import SearchPage

            page = SearchPage(self._core.lanes, self._core.changes)
            page.opened.connect(self.go_to)
            page.graph_wanted.connect(self.around.search)
            page.left.connect(self.show_page)
            self._window.put_page("search", page)
        return self._window.search

    def show_life(self, entity: EntityId) -> None:
        """All that is known of an entity, as a page."""
        if self._window.entity is None:
            from ui.memories.page import EntityPage

            page = EntityPage(self._core.lanes, self._core.changes)
            page.source_opened.connect(self._show_source)
            page.graph_requested.connect(lambda entity: self.around.entities((entity,)))
            page.category_requested.connect(self._show_category)
            page.view.heading.forget_wanted.connect(partial(self._keeper.forget, "entity"))
            page.said.connect(self.undoing.say)
            page.left.connect(self.show_page)
            self._window.put_page("entity", page)
        self._window.entity.open_from(self._window.page, entity)  # type: ignore[union-attr]
        self._window.show_page("entity")

    # ── to a page, to a thing ─────────────────────────────────────────────────────────────────────────────────
    def show_page(self, name: str) -> None:
        """One of the names on the rail, or `search`."""
        if name == "graph" and self._window.page != "graph":
            self.around.visit()
        if name == "search":
            self._bring_search().come_from(self._window.page)
        self._window.show_page(name)
        if name == "search":
            self._bring_search().begin()

    def go_to(self, kind: str, thing: Any) -> None:
        """To something that was found: `chat`, `note`, `entity`, `category`, `view`, `search`, `episode` with words."""
        if kind == "chat":
            self.show_page("chat")
            self._window.chat.open(thing)
        elif kind == "note":
            self.show_page("notes")
            self._window.notes.open(thing)
        elif kind == "entity":
            self.show_entity(thing)
        elif kind == "category":
            self._show_category(thing)
        elif kind == "view":
            self.around.view(thing)
        elif kind == "search":
            self.show_page("search")
            self._bring_search().begin(thing)
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

    def _show_category(self, category: CategoryId) -> None:
        self.show_page("categories")
        self._window.categories.show_category(category)

    def _show_words(self, episode: EpisodeId, span: Span | None) -> None:
        self.show_page("chat")
        self._window.chat.reveal(episode, span)

    def _show_source(self, episode: EpisodeId, start: int, end: int) -> None:
        self._show_words(episode, Span(start, end) if start < end else None)

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
