"""What can be done with a place, with the words of the menu and the keys that do it too."""

from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

from ui.categories.carrying import Carried
from ui.words import tr


@dataclass(frozen=True, slots=True)
class Act:
    """`name` is what `Sorting` knows it by; `keys` is empty where only the menu has it. `ends`: a line follows it."""

    name: str
    words: str
    keys: str = ""
    ends: bool = False


def acts_of(place: Carried) -> list[Act]:
    """What can be done with one place, in the order of its menu."""
    return _of_entity(place) if place.layer == 0 else _of_category(place)


def act_for(place: Carried, keys: QKeySequence) -> str:
    """The act that a key does with a place; empty when it does none."""
    found = (act.name for act in acts_of(place) if act.keys and QKeySequence(act.keys) == keys)
    return next(found, "")


def _of_entity(place: Carried) -> list[Act]:
    seen = place.home is not None
    acts = [Act("open", tr("Open"), "", ends=True)]
    acts += [Act("move", tr("Move to another category…"), "Ctrl+Shift+M")] if seen else []
    acts.append(Act("put", tr("Put into one more category…"), "Ctrl+Shift+A"))
    acts += [Act("take_out", tr("Take out of this category"), "Del", ends=True)] if seen else []
    acts.append(Act("new", tr("New category with it…"), "Ins", ends=True))
    return [*acts, Act("graph", tr("Show in the graph"), "Ctrl+Shift+G")]


def _of_category(place: Carried) -> list[Act]:
    acts = [
        Act("rename", tr("Rename"), "F2"),
        Act("describe", tr("Say what it is…"), "", ends=True),
        Act("nest", tr("Put it under another…"), "Ctrl+Shift+U"),
        Act("merge", tr("It is the same as…"), "Ctrl+Shift+M"),
        Act("split", tr("Make it two…"), "Ctrl+Shift+S"),
        Act("delete", tr("Delete this category"), "Del", ends=True),
        Act("new", tr("New category…") if place.layer == 1 else tr("New category in it…"), "Ins"),
        Act("gather", tr("New category above it…"), "", ends=True),
    ]
    return [*acts, Act("graph", tr("Show in the graph"), "Ctrl+Shift+G")]
