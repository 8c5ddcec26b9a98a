"""Undo, redo and the list of what was done."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.domain.change import Change
from app.domain.errors import UndoConflict
from app.domain.ids import EpisodeId
from app.domain.secret import mask
from app.memory.revise import takeback
from app.services.turns import RECORD, cut
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
    """Take back the newest edit of memory; None when there is none. Raises `UndoConflict`.

    What a program stored or declared can be taken back also after it was learned from: only the learner came after it,
    since later edits are undone first.
    """
    try:
        return desk.store.undo()
    except UndoConflict:
        change = _taken_back(desk, desk.view.journal.undoable())
        if change is None:
            raise
        return change


def redo(desk: WriteDesk) -> Change | None:
    """Do again what was undone last; None when there is nothing. Raises `UndoConflict`."""
    return desk.store.redo()


def undo_one(desk: WriteDesk, seq: int) -> StepUndone:
    """Take back one step and leave what came after it. Raises `BadInput` when it cannot be undone any more."""
    try:
        return StepUndone(desk.store.undo_one(seq))
    except UndoConflict:
        entry = desk.view.journal.one(seq)
        blocking = [one for one in desk.store.blocking(seq) if not _side_by_side(one, entry)]
        return StepUndone(None if blocking else _taken_back(desk, entry), tuple(_worded(desk, blocking)))


def _side_by_side(one: JournalEntry, other: JournalEntry | None) -> bool:
    """Records of one session share nothing but its end."""
    return other is not None and one.label == other.label == "store"


def _taken_back(desk: WriteDesk, entry: JournalEntry | None) -> Change | None:
    if entry is None or entry.label not in takeback.LABELS:
        return None
    return desk.store.undo_by(entry, takeback.take_back(desk.view, entry.touched, desk.scope, entry.author))


def entries(desk: ReadDesk, limit: int = 200) -> list[JournalEntry]:
    """What was done lately, newest first; secrets in what it was done to are covered."""
    return _worded(desk, desk.view.journal.listed(limit))


def _worded(desk: ReadDesk, found: Sequence[JournalEntry]) -> list[JournalEntry]:
    """With what each was done to: of a record that was stored, while it is there, its first words."""
    stored = {one.seq: _record(one) for one in found if one.label == "store"}
    records = desk.view.episodes.get({id for id in stored.values() if id is not None}, desk.scope)
    words = {seq: " ".join(records[id].text.split()) for seq, id in stored.items() if id in records}
    return [
        replace(one, subject=cut(mask(words[one.seq]), RECORD) if one.seq in words else mask(one.subject))
        for one in found
    ]


def _record(entry: JournalEntry) -> EpisodeId | None:
    return next((EpisodeId(row.id) for row in entry.touched if row.noun == "episode"), None)
