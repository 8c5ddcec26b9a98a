"""Small answers of SQLite with their types: one value, one number, a column of numbers, an error's reason."""

from collections.abc import Mapping, Sequence
from typing import Any

import apsw


def value(connection: apsw.Connection, query: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> Any:
    """The first column of the first row, which the query always has."""
    row = connection.execute(query, parameters).fetchone()
    assert row is not None
    return row[0]


def number(connection: apsw.Connection, query: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> int:
    """Like `value`, for a whole number."""
    return int(value(connection, query, parameters))


def numbers(connection: apsw.Connection, query: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> list[int]:
    """The first column of all rows, whole numbers all."""
    rows: list[Any] = connection.execute(query, parameters).fetchall()
    return [row[0] for row in rows]


def reason(error: apsw.Error) -> int:
    """SQLite's extended result code, which tells one broken constraint from another."""
    return int(getattr(error, "extendedresult", 0))
