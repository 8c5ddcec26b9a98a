"""Who and what is near an entity, each with why: by which relations, and how often both are named together."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.services import vocabulary
from ui.icons import kind_icon
from ui.lanes import Lanes
from ui.memories import lifejobs
from ui.memories.marked import MarkedLine, Piece
from ui.memories.part import Part
from ui.saying import entity_name, kind_word
from ui.widgets.flow import clear
from ui.words import spoken, tr, trn

if TYPE_CHECKING:
    from app.services.biography import Relative


class Relatives(Part):
    """`entity_chosen(EntityId)`."""

    entity_chosen = Signal(object)

    def __init__(self, lanes: Lanes, size: int) -> None:
        super().__init__(lanes, tr("close to"), size)
        self._size = size

    def job(self) -> "Callable[..., tuple[Relative, ...]]":
        return partial(lifejobs.read_relatives, self.entity, self._size)

    def show_found(self, found: "tuple[Relative, ...]") -> bool:
        clear(self.body)
        for one in found:
            self.body.addWidget(self._line(one))
        return bool(found)

    def _line(self, one: "Relative") -> QWidget:
        name, why = entity_name(one.entity), reasons(one)
        pieces = [Piece(name, "text"), Piece(f"  {why}" if why else "")]
        call = partial(self.entity_chosen.emit, one.entity.id)
        made = MarkedLine(
            pieces, f"{kind_word(one.entity.kind)} · {why}", call, kind_icon(one.entity.kind), small=False
        )
        made.setAccessibleName(f"{name}, {kind_word(one.entity.kind)}, {why}")
        return made


def reasons(one: "Relative") -> str:
    """`knows, reports to · 12 turns together`."""
    relations = dict.fromkeys(vocabulary.label(name, spoken(), back=not outgoing) for name, outgoing in one.groups)
    together = trn("{count} time together", "{count} times together", one.together) if one.together else ""
    return " · ".join(part for part in (tr(", ").join(relations), together) if part)
