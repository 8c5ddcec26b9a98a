"""What the dialog has done on the lanes. Services are imported by the lanes, not before the window is shown."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.domain.entity import Entity
from app.domain.episode import Episode
from app.domain.ids import EpisodeId, NoteId

if TYPE_CHECKING:
    from app.services.associations import Declared
    from app.services.workspace import ReadDesk, WriteDesk

FOUND = 8
"""Names, and records, that a search for an end offers."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where the words stand: a turn, or a passage of a note, which is found when the declaration is kept."""

    words: str
    episode: EpisodeId | None = None
    note: NoteId | None = None


@dataclass(frozen=True, slots=True)
class Ends:
    """What fits a search: entities by name, records by their words."""

    entities: tuple[Entity, ...] = ()
    records: tuple[Episode, ...] = ()


def find(text: str, records: bool, desk: "ReadDesk") -> Ends:
    """Names that begin so; with `records` also what was said in such words."""
    from app.services import explorer, search

    if not text.strip():
        return Ends()
    entities = tuple(explorer.starting(desk, text, FOUND))
    found = search.search(desk, text, FOUND).episodes if records else ()
    return Ends(entities, tuple(one.episode for one in found))


def declare(anchor: Anchor, given: dict[str, Any], desk: "WriteDesk") -> "Declared":
    """Keep all that is given, or nothing. It lives where its words do, or in the project that is being looked at."""
    from app.domain.plan import USER
    from app.services import associations
    from app.services.associations import Caller

    record = _record(anchor, desk)
    scope = desk.home or (record.scope if record else desk.scope)
    ref = f"ep:{record.id}" if record else ""
    return associations.declare(desk, given, Caller(USER, scope), ref, whole=True)


def _record(anchor: Anchor, desk: "WriteDesk") -> Episode | None:
    """The turn; or of a note, whose passages are first brought in line with its text, the one that holds the words."""
    from app.services import notes

    if anchor.episode is not None:
        return desk.view.episodes.one(anchor.episode, desk.scope)
    if anchor.note is None:
        return None
    notes.settle(desk, anchor.note)
    passages = desk.view.episodes.of_note(anchor.note, desk.scope)
    return next((one for one in passages if anchor.words and anchor.words in one.text), None)
