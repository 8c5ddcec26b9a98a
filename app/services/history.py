"""Undo, redo and the list of what was done."""

from app.domain.change import Change
from app.services.workspace import ReadDesk, WriteDesk
from app.storage.journal import JournalEntry


def undo(desk: WriteDesk) -> Change | None:
    """Take back the newest edit of memory; None when there is none. Raises `UndoConflict`."""
    return desk.store.undo()


def redo(desk: WriteDesk) -> Change | None:
    """Do again what was undone last; None when there is nothing. Raises `UndoConflict`."""
    return desk.store.redo()


def entries(desk: ReadDesk, limit: int = 200) -> list[JournalEntry]:
    """What was done lately, newest first."""
    return desk.view.journal.listed(limit)
