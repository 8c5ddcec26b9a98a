"""The list of conversations, grouped by day, and what a search finds in all of memory."""

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu

from app.domain.entity import Span
from app.domain.ids import ConversationId
from ui.changes import Changes, Freshness
from ui.lanes import Lanes, Task
from ui.saying import entity_name
from ui.when import day_name, exact, moment_text
from ui.whereabouts import home_words
from ui.widgets.lines import Line
from ui.widgets.side import SideList
from ui.words import tr

if TYPE_CHECKING:
    from app.services.reading import Spoken
    from app.services.search import SearchResults
    from app.services.workspace import ReadDesk

FOUND = 30


class ConversationList(SideList):
    """`opened(ConversationId)`, `found(kind, thing)` for a search result, `off_record_wanted`, `delete_wanted(id)`,
    `forget_wanted(id)`, `record_wanted(id, off)`: whether what is said there from now on is off the record."""

    opened = Signal(object)
    found = Signal(str, object)
    off_record_wanted = Signal()
    delete_wanted = Signal(object)
    forget_wanted = Signal(object)
    record_wanted = Signal(object, bool)

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__(
            tr("Search everything"),
            tr("New chat"),
            (tr("No chats yet"), tr("What you talk about will be listed here."), ""),
        )
        self.view.setAccessibleName(tr("Chats"))
        self._lanes = lanes
        self._current: ConversationId | None = None
        self._off_record: set[ConversationId] = set()
        self._task: Task | None = None
        self._fresh = Freshness(self, changes, ("conversation", "session"), self.reload)
        self.chosen.connect(self._on_chosen)
        self.searched.connect(self._on_search)
        self.menu_wanted.connect(self._on_menu)

    def reload(self) -> None:
        """Read the list anew, unless a search is shown."""
        if not self.field.text().strip():
            self._lanes.read(_read, self._show)

    def set_current(self, conversation: ConversationId | None) -> None:
        """The conversation that is open."""
        self._current = conversation
        self.select(("chat", conversation))

    def _show(self, found: "list[Spoken]") -> None:
        if self.field.text().strip():
            return
        lines: list[Line] = []
        self._off_record = {one.conversation.id for one in found if one.conversation.off_record}
        day: date | None = None
        for spoken in found:
            conversation, local = spoken.conversation, spoken.last_at.astimezone().date()
            if local != day:
                lines.append(Line(None, day_name(local)))
                day = local
            home = home_words(conversation.scope, self._lanes.scope)
            apart = " · ".join(filter(None, (tr("off the record") if conversation.off_record else "", home)))
            title = conversation.title or tr("New chat")
            lines.append(Line(("chat", conversation.id), title, apart, tip=exact(spoken.last_at)))
        self.show_lines(lines, ("chat", self._current))

    def _on_search(self, text: str) -> None:
        if self._task is not None:
            self._task.cancel()
        if not text:
            self.reload()
            return
        self._task = self._lanes.read(partial(_search, text), self._show_found)

    def _show_found(self, found: "SearchResults") -> None:
        lines: list[Line] = []
        if found.entities:
            lines.append(Line(None, tr("People and things")))
            lines += [Line(("entity", entity.id), entity_name(entity), entity.tag) for entity in found.entities]
        if found.notes:
            lines.append(Line(None, tr("Notes")))
            lines += [Line(("note", note.id), note.title or tr("Untitled")) for note in found.notes]
        if found.episodes:
            lines.append(Line(None, tr("Words")))
            lines += [
                Line(("episode", (hit.episode.id, _span(hit))), hit.snippet, moment_text(hit.episode.said_at))
                for hit in found.episodes
            ]
        lines = lines or [Line(None, tr("Nothing found."))]
        self.show_lines([*lines, Line(("search", self.field.text().strip()), tr("Search with filters…"))])

    def _on_chosen(self, key: tuple[str, Any]) -> None:
        kind, thing = key
        if kind == "chat":
            self.opened.emit(thing)
        else:
            self.found.emit(kind, thing)

    def _on_menu(self, key: tuple[str, Any], point: QPoint) -> None:
        kind, thing = key
        if kind != "chat":
            return
        menu = QMenu(self)
        menu.addAction(tr("Open"), lambda: self.opened.emit(thing))
        menu.addAction(tr("Delete chat"), lambda: self.delete_wanted.emit(thing))
        menu.addAction(tr("Forget chat for good…"), lambda: self.forget_wanted.emit(thing))
        off = thing not in self._off_record
        words = tr("Off the record from now on") if off else tr("On the record from now on")
        menu.addAction(words, lambda: self.record_wanted.emit(thing, off))
        menu.addSeparator()
        menu.addAction(tr("New chat off the record"), self.off_record_wanted.emit)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(point)


def _span(hit: Any) -> Span | None:
    """Where the first word that was found stands in the episode itself."""
    if not hit.marks:
        return None
    word = hit.snippet[hit.marks[0].start : hit.marks[0].end]
    at = hit.episode.text.find(word)
    return Span(at, at + len(word)) if at >= 0 else None


def _read(desk: "ReadDesk") -> "list[Spoken]":
    from app.services import reading

    return reading.recent(desk)


def _search(text: str, desk: "ReadDesk") -> Any:
    from app.services import search

    return search.search(desk, text, FOUND)
