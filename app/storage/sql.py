"""Reading: one way to put a query together, and the one place that turns a `Scope` into SQL.

Queries are constants written with two marks: `{episode:e}` stands for the columns of a noun under an alias, and
`{readable:e}` for "this row may be read in the scope". `Group` fills in the scope's parameters on every read.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, cast

import apsw

from app.domain.plan import Noun
from app.domain.scope import Scope
from app.storage.connection import told
from app.storage.rows import SQLite
from app.storage.tables import BY_NOUN

_MARK = re.compile(r"\{(\w+):(\w+)\}")

_READABLE = (
    "(@.agent = :agent OR (:everything AND :agent = ''))"
    " AND (:everything OR (@.project IN ('', :project) AND @.channel IN ('', :channel)))"
)


def compose(query: str) -> str:
    """Replace the marks of a query by SQL."""

    def fill(match: re.Match[str]) -> str:
        what, alias = match[1], match[2]
        if what == "readable":
            return _READABLE.replace("@", alias)
        return BY_NOUN[cast(Noun, what)].select(alias)

    return _MARK.sub(fill, " ".join(query.split()))


def scope_parameters(scope: Scope) -> dict[str, SQLite]:
    """What `{readable:x}` compares with."""
    return {
        "agent": scope.agent,
        "project": scope.project,
        "channel": scope.channel,
        "everything": int(scope.everything),
    }


def listed(values: Iterable[int | str]) -> str:
    """Values as one parameter, to be read with `json_each`: a query has one shape however many there are."""
    return json.dumps(list(values), ensure_ascii=False)


class Group:
    """The reads of one group of tables over one connection. Every query takes a scope."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def _rows(self, query: str, scope: Scope, **parameters: SQLite) -> list[tuple[SQLite, ...]]:
        with told():
            return list(self._connection.execute(query, scope_parameters(scope) | parameters))

    def _all(self, noun: Noun, query: str, scope: Scope, **parameters: SQLite) -> list[Any]:
        """The rows of a query that selects `{noun:x}` and nothing else."""
        decode = BY_NOUN[noun].decode
        return [decode(row) for row in self._rows(query, scope, **parameters)]

    def _first(self, noun: Noun, query: str, scope: Scope, **parameters: SQLite) -> Any | None:
        found = self._all(noun, query, scope, **parameters)
        return found[0] if found else None

    def _by_id(self, noun: Noun, query: str, ids: Collection[int], scope: Scope) -> Mapping[Any, Any]:
        """The readable rows among `ids`, by number. The query takes them as `:ids`."""
        if not ids:
            return {}
        return {row.id: row for row in self._all(noun, query, scope, ids=listed(ids))}

    def _grouped(self, query: str, ids: Collection[int], scope: Scope, **parameters: SQLite) -> dict[Any, list[Any]]:
        """For a query that selects two numbers: the second ones by the first, in the query's order."""
        found: dict[Any, list[Any]] = {}
        if ids:
            for key, value in self._rows(query, scope, ids=listed(ids), **parameters):
                found.setdefault(key, []).append(value)
        return found

    def _grouped_rows(self, noun: Noun, query: str, ids: Collection[int], scope: Scope) -> dict[Any, list[Any]]:
        """For a query that selects a number and `{noun:x}`: the rows by that number, in the query's order."""
        found: dict[Any, list[Any]] = {}
        decode = BY_NOUN[noun].decode
        if ids:
            for row in self._rows(query, scope, ids=listed(ids)):
                found.setdefault(row[0], []).append(decode(row, 1))
        return found

    def _count(self, query: str, scope: Scope, **parameters: SQLite) -> int:
        return cast(int, self._rows(query, scope, **parameters)[0][0])
