"""Keeps what is computed from the tables in step with them, inside the same transaction.

By code from the list of changed rows, for commits, undo and redo alike: triggers are off while a changeset is played
back, and what is derived is in no changeset, so that an undo never stumbles over a count that moved on since.
"""

from collections import Counter
from collections.abc import Sequence

import apsw

from app.storage import nameindex
from app.storage.changeset import RowChange


def refresh(connection: apsw.Connection, rows: Sequence[RowChange]) -> None:
    """Bring counts of mentions and the name index up to date with `rows`."""
    _refresh_counts(connection, rows)
    for row in rows:
        if row.table.noun == "entity" and (row.act != "amend" or "name_key" in row.new):
            nameindex.index_entity(connection, row.id)
        elif row.table.noun == "alias" and (row.act != "amend" or "text_key" in row.new):
            nameindex.index_alias(connection, row.id)


def rebuild(connection: apsw.Connection) -> None:
    """Make counts and names anew from the tables. The caller holds the transaction."""
    connection.execute("DELETE FROM mention_counts")
    connection.execute("INSERT INTO mention_counts SELECT entity, count(*) FROM mentions GROUP BY entity")
    nameindex.rebuild(connection)


def _refresh_counts(connection: apsw.Connection, rows: Sequence[RowChange]) -> None:
    moves: Counter[int] = Counter()
    for row in rows:
        if row.table.noun == "mention":
            for columns, step in ((row.old, -1), (row.new, 1)):
                entity = columns.get("entity")
                if isinstance(entity, int):
                    moves[entity] += step
    for entity, step in moves.items():
        if step:
            connection.execute(
                "INSERT INTO mention_counts VALUES (?1, ?2) ON CONFLICT DO UPDATE SET mentions = mentions + ?2",
                (entity, step),
            )
            connection.execute("DELETE FROM mention_counts WHERE entity = ? AND mentions = 0", (entity,))
