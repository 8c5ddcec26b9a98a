"""What a changeset says, row by row: the one list that the journal, the derived tables and the screens are fed from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import apsw

from app.domain.change import Touched
from app.domain.ids import EpisodeId
from app.storage.rows import SQLite
from app.storage.tables import BY_NAME, TABLES, Table

Act = Literal["add", "amend", "remove"]
_ACTS: Mapping[str, Act] = {"INSERT": "add", "UPDATE": "amend", "DELETE": "remove"}

# An episode's row also keeps the books of learning; only these columns change what a search can find.
_SEARCHED = frozenset(
    ("text", "speaker", "said_at", "said_offset", "replaced_at", "session", "agent", "project", "channel")
)


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row, with the columns that were (`old`) and are (`new`). An amended row holds the changed columns only."""

    table: Table
    act: Act
    id: int
    old: Mapping[str, SQLite]
    new: Mapping[str, SQLite]

    def touched(self) -> Touched:
        return Touched(self.table.noun, self.act, self.id)

    def changes_search(self) -> bool:
        """Whether an index of episodes has to look at this row."""
        if self.table.noun != "episode":
            return False
        if self.act != "amend" or _SEARCHED & self.new.keys():
            return True
        return "off_record" in (self.old.get("state"), self.new.get("state"))


_OURS = frozenset(("role", "state", "tier", "kind", "declared_by", "purpose"))


def _is_ours(column: str) -> bool:
    """Whether a text column holds a time or one of a few fixed words, and so nothing that anybody said."""
    return column in _OURS or column.endswith("_at")


class Recorder:
    """Knows the columns of the tables as they lie in the file, and records what is done to them."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._columns = {
            table.name: tuple(
                name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table.name,))
            )
            for table in TABLES
        }

    def session(self) -> apsw.Session:
        """A session over the named tables: attached one by one, or it would record shadow tables as well."""
        session = apsw.Session(self._connection, "main")
        for table in TABLES:
            session.attach(table.name)
        return session

    def read(self, changeset: bytes) -> list[RowChange]:
        return list(self._read(changeset))

    def texts(self, changeset: bytes) -> Iterator[str]:
        """Every text that a changeset holds, of rows as they were and as they became; times and states left out."""
        for row in self._read(changeset):
            for columns in (row.old, row.new):
                yield from (value for name, value in columns.items() if isinstance(value, str) and not _is_ours(name))

    def _read(self, changeset: bytes) -> Iterator[RowChange]:
        for change in apsw.Changeset.iter(changeset):
            names = self._columns[change.name]
            old, new = _known(names, change.old), _known(names, change.new)
            row_id = (old if "id" in old else new)["id"]
            yield RowChange(BY_NAME[change.name], _ACTS[change.op], int(row_id or 0), old, new)


def _known(names: tuple[str, ...], values: tuple[Any, ...] | None) -> dict[str, SQLite]:
    """By name. A change that was recorded before the table grew knows fewer columns than the table has."""
    if values is None:
        return {}
    return {name: value for name, value in zip(names, values, strict=False) if value is not apsw.no_change}


def to_reindex(rows: list[RowChange]) -> tuple[EpisodeId, ...]:
    """The episodes whose searchable form changed."""
    return tuple(EpisodeId(row.id) for row in rows if row.changes_search())
