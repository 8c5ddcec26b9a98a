"""Reads of notes as they stand."""

from typing import Any

from app.domain.episode import Note
from app.domain.ids import NoteId
from app.domain.scope import Scope
from app.domain.text import name_key
from app.storage.sql import Group, compose

_ONE = compose("SELECT {note:n} FROM notes n WHERE n.id = :id AND {readable:n}")
_DAILY = compose("""
    SELECT {note:n} FROM notes n WHERE n.daily = :day AND n.daily <> '' AND {readable:n}
    ORDER BY n.project = :project DESC, n.channel = :channel DESC, n.id
""")
_TITLED = compose("SELECT {note:n} FROM notes n WHERE n.title_key = :key AND {readable:n} ORDER BY n.id")
_LISTED = compose(
    "SELECT {note:n} FROM notes n WHERE {readable:n} ORDER BY n.updated_at DESC, n.id DESC LIMIT :limit OFFSET :offset"
)
_TITLES = compose("SELECT n.id, n.title FROM notes n WHERE n.title <> '' AND {readable:n} ORDER BY n.updated_at DESC")


class Notes(Group):
    def one(self, id: NoteId, scope: Scope) -> Note | None:
        found: Note | None = self._first("note", _ONE, scope, id=id)
        return found

    def daily(self, day: str, scope: Scope) -> Note | None:
        """The note of a day written `2026-03-07`; that of the project and channel before one of the global pool."""
        found: Note | None = self._first("note", _DAILY, scope, day=day)
        return found

    def titled(self, title: str, scope: Scope) -> list[Note]:
        """Notes whose title is the same when folded: what `[[title]]` points to."""
        return self._all("note", _TITLED, scope, key=name_key(title))

    def titles(self, scope: Scope) -> list[tuple[NoteId, str]]:
        """Of all that have one, the one edited last first."""
        rows: list[Any] = self._rows(_TITLES, scope)
        return [(NoteId(id), title) for id, title in rows]

    def listed(self, scope: Scope, limit: int = 1000, offset: int = 0) -> list[Note]:
        """The one edited last first."""
        return self._all("note", _LISTED, scope, limit=limit, offset=offset)
