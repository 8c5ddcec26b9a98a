"""All rows of every table, one after the other, and back: what an archive is written from and read into.

A row is a mapping of column names to what SQLite holds. Columns that are worked out from others (folded keys, hashes,
counts) are left out and made again, so that an archive cannot bring in keys that do not fit.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import apsw

from app.domain.category import MOST_LAYERS
from app.domain.clock import from_utc_text
from app.domain.episode import Episode
from app.storage import derived
from app.storage.connection import open_connection, told
from app.storage.migrations import migrate
from app.storage.rows import SQLite
from app.storage.sql import compose
from app.storage.statements import insert_sql
from app.storage.tables import TABLES, Table
from app.storage.values import number

JOURNAL = "journal"
_COLUMN = re.compile(r"@\.(\w+)")
_JOURNAL = (
    "seq",
    "at",
    "author_kind",
    "author_name",
    "label",
    "subject",
    "played",
    "origin",
    "undone",
    "touched",
    "reindex",
)
_ENTRIES = " ".join(["SELECT", ", ".join(_JOURNAL), "FROM journal ORDER BY seq"])
_PUT_ENTRY = " ".join(["INSERT INTO journal (", ", ".join(_JOURNAL), ") VALUES (", ", ".join("?" * len(_JOURNAL)), ")"])
_TURNS = compose("SELECT {episode:e} FROM episodes e WHERE e.conversation = ? ORDER BY e.said_at, e.id")
_FACTS_BY_ENTITY = """
    WITH ends AS (
        SELECT subject_entity AS entity, id FROM facts WHERE subject_entity IS NOT NULL
        UNION SELECT object_entity, id FROM facts WHERE object_entity IS NOT NULL)
    SELECT ends.entity, fact, valid_at, invalid_at, expired_at, predicate,
        coalesce(near.name, 'ep:' || subject_episode, 'ses:' || subject_session),
        coalesce(object_text, far.name, 'ep:' || object_episode, 'ses:' || object_session)
    FROM ends JOIN facts ON facts.id = ends.id
    LEFT JOIN entities AS near ON near.id = subject_entity LEFT JOIN entities AS far ON far.id = object_entity
    ORDER BY ends.entity, facts.id
"""
_ALIASES_BY_ENTITY = "SELECT entity, text FROM aliases ORDER BY entity, id"
_TOO_HIGH = "SELECT 1 FROM categories WHERE layer > ? LIMIT 1"
"""Whoever walks the layers would walk for ever."""
Row = Mapping[str, SQLite]


def columns(table: Table) -> tuple[str, ...]:
    """The columns of an archived row, in the order in which the table reads them."""
    return tuple(match[1] for read in _reads(table) if (match := _COLUMN.fullmatch(read)))


def _reads(table: Table) -> list[str]:
    return [read for field in table.fields for read in field.reads]


class TableReader:
    """Reads of one moment, on a connection of its own, whatever is written meanwhile."""

    def __init__(self, path: Path) -> None:
        self._connection = open_connection(path, writing=False)
        self._connection.execute("BEGIN")

    def rows(self, table: Table) -> Iterator[Row]:
        """All rows by number."""
        names = columns(table)
        yield from self._rows(names, " ".join(["SELECT", ", ".join(names), "FROM", table.name, "ORDER BY id"]))

    def journal(self) -> Iterator[Row]:
        """What was done, when and by whom; not the copies that undo needs."""
        yield from self._rows(_JOURNAL, _ENTRIES)

    def _rows(self, names: Sequence[str], query: str) -> Iterator[Row]:
        with told():
            for row in self._connection.execute(query):
                yield dict(zip(names, row, strict=True))

    def turns(self, conversation: int) -> Iterator[Episode]:
        """A conversation's turns in the order they were said."""
        decode = next(table for table in TABLES if table.noun == "episode").decode
        with told():
            for row in self._connection.execute(_TURNS, (conversation,)):
                yield decode(row)

    def facts_by_entity(self) -> Iterator[tuple[SQLite, ...]]:
        """Entity, sentence, since, until, when it was taken back, predicate and both ends, in order of entities.

        The sentence is empty where a person or an agent said it without one.
        """
        with told():
            yield from self._connection.execute(_FACTS_BY_ENTITY)

    def aliases_by_entity(self) -> Iterator[tuple[SQLite, ...]]:
        """Entity and alias, in order of entities."""
        with told():
            yield from self._connection.execute(_ALIASES_BY_ENTITY)

    def count(self, table: str) -> int:
        """Rows of a table."""
        return number(self._connection, " ".join(["SELECT count(*) FROM", table]))

    def numbers(self) -> dict[str, int]:
        """The last number that each table has given out."""
        rows: Any = self._connection.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name")
        return {str(name): int(seq) for name, seq in rows}

    def close(self) -> None:
        self._connection.close()


class TableWriter:
    """Fills a new database beside the memory. Nothing of it counts until `Store.take_over`."""

    def __init__(self, path: Path) -> None:
        self._connection = open_connection(path, writing=True)
        with told():
            # Thrown away when anything goes wrong, so nothing in it has to survive.
            self._connection.pragma("synchronous", "off")
            migrate(self._connection, path.parent)
            self._connection.pragma("foreign_keys", False)
            self._connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
            self._connection.execute("BEGIN IMMEDIATE")

    def put(self, table: Table, row: Row) -> None:
        """Raises `KeyError`, `TypeError`, `ValueError` or `Told` where it does not fit the table."""
        named = iter([row[name] for name in columns(table)])
        found = table.decode([next(named) if _COLUMN.fullmatch(read) else 0 for read in _reads(table)])
        values: list[SQLite] = [found.id]
        for field in table.fields[1:]:
            values += field.encode(getattr(found, field.name))
        with told():
            self._connection.execute(insert_sql(table.noun), values)

    def put_journal(self, row: Row) -> None:
        """Like `put`, of an entry of the journal."""
        from_utc_text(str(row["at"]))
        for _noun, _act, id in json.loads(str(row["touched"])):
            int(id)
        for id in json.loads(str(row["reindex"])):
            int(id)
        with told():
            self._connection.execute(_PUT_ENTRY, [row[name] for name in _JOURNAL])

    def count(self, table: str) -> int:
        """Rows of a table."""
        return number(self._connection, " ".join(["SELECT count(*) FROM", table]))

    def finish(self, numbers: Mapping[str, int]) -> bool:
        """Make what is derived, set the numbers, and check. False when rows do not fit together."""
        with told():
            derived.rebuild(self._connection)
            for name, seq in numbers.items():
                query = "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1"
                self._connection.execute(query, (name, seq))
                if not self._connection.changes():
                    self._connection.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (name, seq))
            # Every index has to be filled from the rows: none has applied the entries that came, if any were kept.
            query = "SELECT max(1, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'journal'), 0))"
            latest = number(self._connection, query)
            self._connection.execute("UPDATE marks SET number = ? WHERE name = 'pruned'", (latest,))
            self._connection.execute("COMMIT")
            broken = self._connection.execute("PRAGMA foreign_key_check").fetchone()
            broken = broken or self._connection.execute(_TOO_HIGH, (MOST_LAYERS,)).fetchone()
            return broken is None and self._connection.pragma("integrity_check") == "ok"

    def close(self) -> None:
        self._connection.close()
