"""Undo, redo and the list of what was done."""

from dataclasses import dataclass

from app.domain.change import Change
from app.domain.errors import UndoConflict
from app.services.workspace import ReadDesk, WriteDesk
from app.storage.journal import JournalEntry


@dataclass(frozen=True, slots=True)
class StepUndone:
    """What came of taking back one step: the change, or None and what rests on it (`blocked_by`, newest first).

    Nothing in `blocked_by` means that something was learned since that rests on it.
    """

    change: Change | None
    blocked_by: tuple[JournalEntry, ...] = ()


def undo(desk: WriteDesk) -> Change | None:
    """Take back the newest edit of memory; None when there is none. Raises `UndoConflict`."""
    return desk.store.undo()


def redo(desk: WriteDesk) -> Change | None:
    """Do again what was undone last; None when there is nothing. Raises `UndoConflict`."""
    return desk.store.redo()


def undo_one(desk: WriteDesk, seq: int) -> StepUndone:
    """Take back one step and leave what came after it. Raises `BadInput` when it cannot be undone any more."""
    try:
        return StepUndone(desk.store.undo_one(seq))
    except UndoConflict:
        return StepUndone(None, tuple(desk.store.blocking(seq)))


def entries(desk: ReadDesk, limit: int = 200) -> list[JournalEntry]:
    """What was done lately, newest first."""
    return desk.view.journal.listed(limit)
