"""The notes and chats that name an entity, the latest first. A click opens one where it is named last."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ui.icons import icon
from ui.lanes import Lanes
from ui.memories import lifejobs
from ui.memories.marked import MarkedLine, Piece
from ui.memories.part import Part
from ui.when import day_name, exact
from ui.widgets.flow import clear
from ui.widgets.labels import as_tip
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.biography import Place, Places


_ICONS = {"chat": "chat", "note": "note", "records": "list"}


class Appearances(Part):
    """`source_opened(episode, 0, 0)`: the latest turn or passage of the place that was chosen."""

    source_opened = Signal(object, int, int)

    def __init__(self, lanes: Lanes, size: int) -> None:
        super().__init__(lanes, tr("notes and chats about it"), size)
        self._size = size

    def job(self) -> "Callable[..., Places]":
        return partial(lifejobs.read_places, self.entity, self.start, self._size)

    def show_found(self, found: "Places") -> bool:
        clear(self.body)
        for place in found.places:
            self.body.addWidget(self._line(place))
        self.pager.show_place(found.start, len(found.places), found.total)
        return found.total > 0

    def _line(self, place: "Place") -> QWidget:
        title, last = title_of(place), place.last.astimezone()
        times = trn("{count} time", "{count} times", place.count)
        when = f"{times} · {day_name(last.date())}"
        tip = as_tip(f"{title}\n{exact(place.first)} – {exact(place.last)}")
        pieces = Piece(title, "text"), Piece(f"  {when}")
        call = partial(self.source_opened.emit, place.episode, 0, 0)
        made = MarkedLine(pieces, tip, call, icon(_ICONS[place.kind]), small=False)
        made.setAccessibleName(f"{title}, {when}")
        return made


def title_of(place: "Place") -> str:
    """The title of a note or a chat, or what it is where it has none."""
    if place.title:
        return place.title
    return {
        "chat": tr("A chat without a title"),
        "note": tr("A note without a title"),
        "records": tr("Stored by programs"),
    }[place.kind]
