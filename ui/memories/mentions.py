"""Where an entity is named: the words around its name, by day, newest first. A click opens them where they stand."""

from collections.abc import Callable
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ui.lanes import Lanes
from ui.memories import lifejobs, wording
from ui.memories.marked import MarkedLine, Piece
from ui.memories.part import Part
from ui.saying import on_whose_word
from ui.when import day_name, exact
from ui.widgets import label
from ui.widgets.flow import clear
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.biography import Mentions
    from app.services.memories import MentionView


class NamedIn(Part):
    """`source_opened(episode, start, end)`."""

    source_opened = Signal(object, int, int)

    def __init__(self, lanes: Lanes, size: int, before: int) -> None:
        """`before`: characters shown in front of a name."""
        super().__init__(lanes, tr("named in"), size)
        self._size, self._before = size, before

    def job(self) -> Callable[..., "Mentions"]:
        return partial(lifejobs.read_mentions, self.entity, self.start, self._size)

    def show_found(self, found: "Mentions") -> bool:
        clear(self.body)
        day: Any = None
        for view in found.views:
            if (said := view.episode.said_at.astimezone().date()) != day:
                day = said
                self.body.addWidget(_day(day_name(day), first=self.body.count() == 0))
            self.body.addWidget(self._line(view))
        self.head.setText(trn("named in {count} place", "named in {count} places", found.total))
        self.pager.show_place(found.start, len(found.views), found.total)
        return found.total > 0

    def _line(self, view: "MentionView") -> QWidget:
        episode, span = view.episode, view.mention.span
        whose = on_whose_word(view.mention.declared_by, view.agent)
        tip = f"<qt>{escape(episode.text[:400])}<br>{escape(exact(episode.said_at))}<br>{escape(whose)}</qt>"
        before, name, after = wording.marked(episode, span.start, span.end, self._before)
        agent = f" · {view.agent}" if view.agent else ""
        call = partial(self.source_opened.emit, episode.id, span.start, span.end)
        pieces = Piece(before), Piece(name, "text", bold=True), Piece(after + agent)
        return MarkedLine(pieces, tip, call)


def _day(words: str, first: bool) -> QWidget:
    made = label(words, "small")
    made.setContentsMargins(4, 0 if first else 4, 0, 0)
    return made
