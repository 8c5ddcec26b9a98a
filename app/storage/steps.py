"""Carries out the steps of a plan inside the transaction that the store has open."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import apsw

from app.domain.errors import BadInput, Outdated
from app.domain.ids import Ref
from app.domain.plan import Add, Amend, Expect, ExpectNoName, Noun, Remove, Row, Step
from app.domain.text import name_key
from app.storage.sql import compose, scope_parameters
from app.storage.statements import delete_sql, insert_sql, select_sql, update_sql
from app.storage.tables import BY_NOUN, Table, table_of
from app.storage.values import number, reason

_NAMED = compose("""
    SELECT 1 FROM entities e
    WHERE e.kind = :kind AND {readable:e} AND (
        e.name_key = :key OR e.id IN (SELECT entity FROM aliases WHERE text_key = :key))
    LIMIT 1
""")


class Steps:
    """Runs steps in order, except that a row comes before the rows that point to it.

    `ids` maps the plan's placeholders to real numbers as they become known.
    """

    def __init__(self, connection: apsw.Connection, steps: Sequence[Step]) -> None:
        self._connection = connection
        self._steps = steps
        self._waiting: dict[int, Row] = {}
        self.ids: dict[int, int] = {}

    def run(self) -> None:
        """Raises `Outdated` when a row to amend is gone, `BadInput` when a placeholder stands for nothing."""
        for step in self._steps:
            if isinstance(step, Add) and step.row.id < 0:
                if step.row.id in self._waiting:
                    raise BadInput("The placeholder {id} is used twice.", id=str(step.row.id))
                self._waiting[step.row.id] = step.row
        for step in self._steps:
            self._carry_out(step)

    def _carry_out(self, step: Step) -> None:
        match step:
            case Add(row) if row.id < 0:
                if row.id in self._waiting:
                    self._real(row.id)
            case Add(row):
                self._insert(table_of(row), row)
            case Amend(noun, row_id, changes):
                self._amend(BY_NOUN[noun], self._real(row_id), changes)
            case Remove(noun, row_id):
                self._connection.execute(delete_sql(noun), (self._real(row_id),))

    def _real(self, given: int) -> int:
        """The number itself, or what a placeholder stands for: its row is inserted now if it is not there yet."""
        if given >= 0:
            return given
        if given not in self.ids:
            row = self._waiting.pop(given, None)
            if row is None:
                raise BadInput("The placeholder {id} stands for no row.", id=str(given))
            self.ids[given] = self._insert(table_of(row), row)
        return self.ids[given]

    def _insert(self, table: Table, row: Row) -> int:
        values: list[Any] = [None if row.id <= 0 else row.id]
        for field in table.fields[1:]:
            values += field.encode(self._resolved(table, field.name, getattr(row, field.name)))
        self._connection.execute(insert_sql(table.noun), values)
        if self._connection.changes() == 0:
            return self._standing(table, row)
        return self._connection.last_insert_rowid()

    def _amend(self, table: Table, row_id: int, changes: Mapping[str, Any]) -> None:
        names = tuple(changes)
        values: list[Any] = []
        for name in names:
            if name == "id" or name not in table.by_name or not table.by_name[name].columns:
                raise BadInput("The field {name} cannot be set.", name=name)
            values += table.by_name[name].encode(self._resolved(table, name, changes[name]))
        if not names:
            return
        try:
            self._connection.execute(update_sql(table.noun, names), (*values, row_id))
        except apsw.ConstraintError as error:
            if not (table.set_like and reason(error) == apsw.SQLITE_CONSTRAINT_UNIQUE):
                raise
            # The row would become the double of one that stands: fold them into that one.
            self._connection.execute(delete_sql(table.noun), (row_id,))
            return
        if self._connection.changes() == 0:
            raise Outdated(f"{table.noun} {row_id} is gone")

    def _resolved(self, table: Table, name: str, value: Any) -> Any:
        if name not in table.points or value is None:
            return value
        if name == "payload":
            return self._resolved_payload(value)
        if isinstance(value, Ref):
            return replace(value, id=self._real(value.id))
        return self._real(value) if isinstance(value, int) and not isinstance(value, bool) else value

    def _resolved_payload(self, payload: str) -> str:
        """A suggestion names rows inside JSON: placeholders of this plan are replaced there too."""
        try:
            value = json.loads(payload)
        except ValueError as error:
            raise BadInput("The payload of a suggestion is not JSON.") from error
        known = self._waiting.keys() | self.ids.keys()
        resolved = _mapped(value, lambda one: self._real(one) if one in known else one)
        return payload if resolved == value else json.dumps(resolved, ensure_ascii=False)

    def _standing(self, table: Table, row: Row) -> int:
        """The number of the row that is already in the set."""
        return number(self._connection, _SAME[table.noun], self._key(table, row))

    def _key(self, table: Table, row: Row) -> dict[str, Any]:
        return {
            column: value
            for field in table.fields[1:]
            for column, value in zip(
                field.columns, field.encode(self._resolved(table, field.name, getattr(row, field.name))), strict=True
            )
        }


_SAME: Mapping[Noun, str] = {
    "alias": "SELECT id FROM aliases WHERE entity = :entity AND text_key = :text_key",
    "mention": "SELECT id FROM mentions WHERE entity = :entity AND episode = :episode"
    " AND start_at = :start_at AND end_at = :end_at",
    "anchor": "SELECT id FROM anchors WHERE fact = :fact AND episode = :episode"
    " AND start_at = :start_at AND end_at = :end_at AND ends = :ends",
    "membership": "SELECT id FROM memberships WHERE category = :category AND entity = :entity",
    "category_link": "SELECT id FROM category_links WHERE parent = :parent AND child = :child",
}


def _mapped(value: Any, change: Callable[[int], int]) -> Any:
    """JSON with every whole number passed through `change`."""
    if isinstance(value, dict):
        return {key: _mapped(one, change) for key, one in value.items()}
    if isinstance(value, list):
        return [_mapped(one, change) for one in value]
    return change(value) if isinstance(value, int) and not isinstance(value, bool) else value


def check(connection: apsw.Connection, expects: Sequence[Expect | ExpectNoName]) -> None:
    """Raises `Outdated` when something that a plan assumed no longer holds."""
    for expect in expects:
        if isinstance(expect, ExpectNoName):
            parameters = scope_parameters(expect.scope) | {"kind": expect.kind, "key": name_key(expect.folded)}
            if connection.execute(_NAMED, parameters).fetchone():
                raise Outdated(f"a {expect.kind} of that name has come")
        else:
            _check_row(connection, expect)


def _check_row(connection: apsw.Connection, expect: Expect) -> None:
    row = connection.execute(select_sql(expect.noun), (expect.id,)).fetchone()
    if row is None:
        raise Outdated(f"{expect.noun} {expect.id} is gone")
    found = BY_NOUN[expect.noun].decode(row)
    for name, value in expect.fields.items():
        if getattr(found, name) != value:
            raise Outdated(f"{expect.noun} {expect.id}: {name} has changed")
