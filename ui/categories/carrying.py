"""What a hand carries from place to place, in the tree, in the map and between them; and what letting go means."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from PySide6.QtCore import QMimeData

from app.domain.ids import CategoryId, EntityId
from ui.words import tr, trn

FORMAT = "application/x-tsumugi-categories"
Meaning = Literal["move", "put", "nest", "choose", "new_under", "new_with"]


@dataclass(frozen=True, slots=True)
class Carried:
    """A place: a category (`layer` ≥ 1), or an entity (`layer` 0). `home`: the category that it is seen under, None at
    the top or where a search has found it. `alone`: an entity in a category that only bears its name."""

    name: str
    layer: int
    category: CategoryId | None = None
    entity: EntityId | None = None
    home: CategoryId | None = None
    alone: bool = False
    speaks: bool = False


@dataclass(frozen=True, slots=True)
class Drop:
    """What letting go means, in words that the hand sees before."""

    meaning: Meaning
    words: str


def packed(places: Sequence[Carried]) -> QMimeData:
    """The places as a drag takes them along."""
    data = QMimeData()
    data.setData(FORMAT, json.dumps([asdict(one) for one in places]).encode())
    data.setText(", ".join(one.name for one in places))
    return data


def unpacked(data: QMimeData) -> tuple[Carried, ...]:
    """The places of a drag; none when it carries something else."""
    if not data.hasFormat(FORMAT):
        return ()
    return tuple(Carried(**one) for one in json.loads(bytes(data.data(FORMAT).data())))


def meaning(carried: Sequence[Carried], onto: Carried | None, further: bool = False) -> Drop | None:
    """What letting go of these over a place means; None where it means nothing. `further`: they stay where they are
    too (Ctrl)."""
    if onto is None or not carried or any(one.speaks for one in (*carried, onto)):
        return None
    if all(one.layer == 0 for one in carried):
        return _entities(carried, onto, further)
    return _category(carried[0], onto) if len(carried) == 1 else None


def _entities(carried: Sequence[Carried], onto: Carried, further: bool) -> Drop | None:
    what = carried[0].name if len(carried) == 1 else trn("{count} entity", "{count} entities", len(carried))
    if onto.layer == 0:
        return _beside(carried, onto, what, further)
    if onto.layer > 1:
        return Drop("new_under", tr("New category in “{name}” with {what}…", name=onto.name, what=what))
    if all(one.home == onto.category for one in carried):
        return None
    if further:
        return Drop("put", tr("{what} into “{name}” too", what=what, name=onto.name))
    return Drop("move", tr("{what} into “{name}”", what=what, name=onto.name))


def _beside(carried: Sequence[Carried], onto: Carried, what: str, further: bool) -> Drop | None:
    """Onto another entity: into its category, or into a new one with it where it stands alone."""
    if onto.entity in [one.entity for one in carried]:
        return None
    if onto.alone:
        return Drop("new_with", tr("New category with {what} and {name}…", what=what, name=onto.name))
    if onto.home is None or all(one.home == onto.home for one in carried):
        return None
    return Drop("put" if further else "move", tr("{what} to {name}", what=what, name=onto.name))


def _category(carried: Carried, onto: Carried) -> Drop | None:
    if onto.layer == carried.layer and onto.category != carried.category:
        return Drop("choose", tr("Put “{what}” and “{name}” together…", what=carried.name, name=onto.name))
    if onto.layer > carried.layer and onto.category != carried.home:
        return Drop("nest", tr("“{what}” under “{name}”", what=carried.name, name=onto.name))
    return None


def told(carried: Sequence[Carried], onto: Carried | None, further: bool) -> str:
    """What letting go here would mean, for the hand that is still holding on; empty where it means nothing."""
    drop = meaning(carried, onto, further)
    if drop is None:
        return ""
    more = tr("Ctrl: leave it where it is, too") if drop.meaning == "move" else ""
    return " · ".join(one for one in (drop.words, more) if one)
