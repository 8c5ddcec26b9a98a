"""The deeds of the journal that changed one entity, its names, its facts or where it is sorted."""

import json
from collections.abc import Iterator

import apsw

from app.domain.ids import EntityId
from app.storage.changeset import Recorder, RowChange
from app.storage.connection import told
from app.storage.journal import COLUMNS, JournalEntry, entry_of

_BACK = f"{COLUMNS}, changeset FROM journal WHERE played = 'commit' AND author_kind IN ('user', 'agent')"
_LATEST = f"{_BACK} AND seq < ? ORDER BY seq DESC LIMIT 50"
_OWN = {
    "alias": "SELECT id FROM aliases WHERE entity = ?",
    "membership": "SELECT id FROM memberships WHERE entity = ?",
    "fact": "SELECT id FROM facts WHERE subject_entity = ?1 OR object_entity = ?1",
}
_POINTS = ("entity", "subject_entity", "object_entity")
_PASSING = frozenset({"mention", "episode", "anchor"})
"""Nouns whose rows make no deed of an entity's own: words that name twenty were stored for none of them."""


class Deeds:
    """Reads of the journal by what was changed. It says which rows changed, so it needs no scope."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def touching(self, entity: EntityId, limit: int) -> list[JournalEntry]:
        """The newest deeds that touched the entity or what is its own, newest first; undone ones too.

        A row that is gone by now is known by the copy that the deed kept; a deed whose copy is let go is known by the
        rows that are still there.
        """
        known, found = self._rows_of(entity), list[JournalEntry]()
        with told():
            for entry, changes in self._back():
                if self._concerns(entry, changes, entity, known):
                    found.append(entry)
                    if len(found) == limit:
                        break
        return found

    def _rows_of(self, entity: EntityId) -> set[tuple[str, int]]:
        rows = {("entity", int(entity))}
        with told():
            for noun, query in _OWN.items():
                rows |= {(noun, int(str(row[0]))) for row in self._connection.execute(query, (entity,))}
        return rows

    def _back(self) -> Iterator[tuple[JournalEntry, list[RowChange]]]:
        """All deeds, newest first, with what they changed where that is still kept."""
        recorder, last = Recorder(self._connection), 2**62
        while rows := list(self._connection.execute(_LATEST, (last,))):
            for row in rows:
                entry = entry_of(row[:-1])
                last, copy = entry.seq, row[-1]
                yield entry, recorder.read(copy) if isinstance(copy, bytes) else []

    def _concerns(
        self, entry: JournalEntry, changes: list[RowChange], entity: EntityId, known: set[tuple[str, int]]
    ) -> bool:
        """Whether a deed is about the entity. What it removed is known from then on, for the deeds before it."""
        mine = {(row.table.noun, row.id) for row in changes if _points_to(row, entity)}
        known |= mine
        return bool(mine) or any((one.noun, one.id) in known for one in entry.touched)


def _points_to(row: RowChange, entity: EntityId) -> bool:
    if row.table.noun in _PASSING:
        return False
    if row.table.noun == "suggestion":
        return any(_named(values.get("payload"), entity) for values in (row.old, row.new))
    return any(values.get(column) == entity for values in (row.old, row.new) for column in _POINTS)


def _named(payload: object, entity: EntityId) -> bool:
    """Whether a question of who is who is about it; the payload is ours, and an amended row need not hold it."""
    if not isinstance(payload, str):
        return False
    asked = json.loads(payload)
    return entity in (asked.get("entity"), *(asked.get("candidates") or ())) if isinstance(asked, dict) else False
