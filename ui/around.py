"""What the graph opens on: what the chat, the note or the search is about that one comes from."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.domain.ids import EntityId, SavedViewId
from ui.core import Core
from ui.mainwindow import MainWindow
from ui.words import tr

if TYPE_CHECKING:
    from app.services.workspace import ReadDesk
    from ui.graph.page import GraphPage

Entities = tuple[EntityId, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where one comes from: `kind` is `chat`, `note` or `search`; `words` stand over the graph."""

    kind: str
    thing: Any
    words: str


class Around(QObject):
    """Belongs to one window. `bring` gives the graph page, made if need be."""

    def __init__(self, core: Core, window: MainWindow, bring: "Callable[[], GraphPage]") -> None:
        super().__init__(window)
        self._core, self._window, self._bring = core, window, bring
        self._last: tuple[Place, Entities] | None = None
        self._reading: Place | None = None
        """What is about to be shown, until something else is wanted."""

    def visit(self) -> None:
        """The graph is about to be shown: around where one is now. From elsewhere it stays as it was left."""
        page, place = self._bring(), self._here()
        if place is not None:
            page.expect()
            self._read(place)

    def search(self, text: str) -> None:
        """The graph around what a search finds."""
        self._bring().expect()
        self._window.show_page("graph")
        self._read(_search(text))

    def entities(self, entities: Entities, words: str = "") -> None:
        """The graph around some entities: of a category, say."""
        self._last = self._reading = None
        self._bring().open_about(entities, words)
        self._window.show_page("graph")

    def view(self, view: SavedViewId) -> None:
        """A view that was kept, and nothing that would come after it."""
        self._last = self._reading = None
        page = self._bring()
        page.expect()
        self._window.show_page("graph")
        page.saved.open(view)

    def _here(self) -> Place | None:
        window = self._window
        if window.page == "notes" and window.notes.note is not None:
            return Place("note", window.notes.note, _around(window.notes.title.text(), tr("Around this note")))
        if window.page == "search" and (text := window.search.field.text().strip()):  # type: ignore[union-attr]
            return _search(text)
        chat = window.chat.conversation
        if chat is not None and (window.page == "chat" or not self._bring().begun):
            return Place("chat", chat.id, _around(chat.title, tr("Around this chat")))
        return None

    def _read(self, place: Place) -> None:
        self._reading = place
        self._core.lanes.read(partial(_about, place), partial(self._show, place), partial(self._fail, place))

    def _fail(self, place: Place, error: Exception) -> None:
        """Said, and never a blank page."""
        self._core.lanes.failed.emit(error)
        if self._reading is place and not self._bring().view.opened:
            self._bring().open_overview()
        self._reading = None if self._reading is place else self._reading

    def _show(self, place: Place, found: Entities) -> None:
        """Coming again from the same place finds the graph as it was left; without anything, what is named most."""
        if self._reading is not place:
            return
        page, self._reading = self._bring(), None
        if place.kind == "search" and not found:
            page.told.emit(tr("Nobody and nothing in the graph fits this search."))
        if found and self._last != (place, found):
            self._last = (place, found)
            page.open_about(found, place.words)
        elif not page.view.opened:
            page.open_overview()


def _search(text: str) -> Place:
    return Place("search", text, tr("Around the search “{text}”", text=text))


def _around(title: str, nameless: str) -> str:
    return tr("Around “{text}”", text=title.strip()) if title.strip() else nameless


def _about(place: Place, desk: "ReadDesk") -> Entities:
    from app.services import explorer

    read: dict[str, Callable[[ReadDesk, Any], Entities]] = {
        "chat": explorer.around_conversation,
        "note": explorer.around_note,
        "search": explorer.around_search,
    }
    return read[place.kind](desk, place.thing)
