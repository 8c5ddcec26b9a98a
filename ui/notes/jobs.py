"""What the notes page has done on the lanes."""

from datetime import date
from typing import TYPE_CHECKING

from app.domain.entity import Entity
from app.domain.episode import Note
from app.domain.ids import NoteId

if TYPE_CHECKING:
    from app.services.turns import TurnView
    from app.services.workspace import ReadDesk, WriteDesk


def read_list(desk: "ReadDesk") -> list[Note]:
    """All notes, the one edited last first."""
    from app.services import notes

    return notes.listed(desk)


def read(note: NoteId, desk: "ReadDesk") -> Note:
    """One note. Raises `BadInput` when it is gone."""
    from app.services import notes

    return notes.opened(desk, note)


def lessons(note: NoteId, desk: "ReadDesk") -> "list[TurnView]":
    """What each passage taught."""
    from app.services import notes

    return notes.lessons(desk, note)


def read_link(name: str, desk: "ReadDesk") -> NoteId | Entity | None:
    """Where a wikilink leads: a note of that title, else the entity of that name, the most named one."""
    from app.services import notes

    return notes.linked(desk, name)


def create(desk: "WriteDesk") -> Note:
    """An empty note."""
    from app.services import notes

    return notes.create(desk)


def daily(day: date | None, desk: "WriteDesk") -> Note:
    """The note of a day; today's when None."""
    from app.services import notes

    return notes.daily(desk, day)


def save(note: NoteId, title: str, text: str, desk: "WriteDesk") -> Note:
    """Keep the words."""
    from app.services import notes

    return notes.save(desk, note, title, text)


def settle(note: NoteId, desk: "WriteDesk") -> object:
    """Bring the note's passages in line with its words."""
    from app.services import notes

    return notes.settle(desk, note)


def delete(note: NoteId, desk: "WriteDesk") -> None:
    """Remove a note; undoable."""
    from app.services import notes

    notes.delete(desk, note)
