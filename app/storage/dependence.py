"""Which deeds rest on an earlier one: they changed what it changed, or point to rows that it made."""

from collections.abc import Iterable

import apsw

from app.storage.changeset import RowChange
from app.storage.tables import TABLES

_POINTS = 'SELECT "from", "table" FROM pragma_foreign_key_list(?)'


class Dependence:
    """Made of the rows of one deed; `on` says whether another one rests on it."""

    def __init__(self, connection: apsw.Connection, rows: Iterable[RowChange]) -> None:
        self._points = {
            table.name: [(str(column), str(target)) for column, target in connection.execute(_POINTS, (table.name,))]
            for table in TABLES
        }
        self._rows = {(row.table.name, row.id): row for row in rows}

    def on(self, later: Iterable[RowChange]) -> bool:
        """Whether taking the deed back would take something from under the later one."""
        return any(self._changed_again(row) or self._pointed_to(row) for row in later)

    def _changed_again(self, row: RowChange) -> bool:
        mine = self._rows.get((row.table.name, row.id))
        if mine is None:
            return False
        if not mine.act == row.act == "amend":
            return True
        return bool(mine.new.keys() & row.new.keys() - {"id"})

    def _pointed_to(self, row: RowChange) -> bool:
        for column, target in self._points[row.table.name]:
            number = row.new.get(column)
            mine = self._rows.get((target, number)) if isinstance(number, int) else None
            if mine is not None and mine.act == "add":
                return True
        return False
