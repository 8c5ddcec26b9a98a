"""Whether the database is sound: its pages, what points where, and what is kept inside it for speed."""

from dataclasses import dataclass

import apsw

from app.storage.connection import told
from app.storage.migrations import newest
from app.storage.values import number

_CHECK = "PRAGMA integrity_check(10)"
"""The first ten faults: more tell no more."""
_MISCOUNTED = (
    "SELECT count(*) FROM (SELECT entity, count(*) AS named FROM mentions GROUP BY entity) AS real"
    " FULL JOIN mention_counts AS kept ON kept.entity = real.entity WHERE kept.mentions IS NOT real.named"
)
_NAMES = "SELECT (SELECT count(*) FROM entities) + (SELECT count(*) FROM aliases)"
_INDEXED = "SELECT count(*) FROM name_grams"
_FIRST_READ = "SELECT count(*) FROM name_grams WHERE name_grams MATCH ?"
"""Asked before the check: FTS5 notices here that another connection has written, but not in the check itself, which
would hold rows of now against an index remembered from before and call a sound file faulty."""


@dataclass(frozen=True, slots=True)
class Soundness:
    """`faults` are SQLite's own words; `dangling` rows point to rows that are not there.

    `out_of_step`: counts of mentions that are wrong, and names that the index of names lacks or has too many.
    """

    version: int
    newest: int
    faults: tuple[str, ...] = ()
    dangling: int = 0
    out_of_step: int = 0


def examined(connection: apsw.Connection) -> Soundness:
    """Look through the whole file: seconds where it is large. Raises `DamagedFile` where it cannot even be read."""
    with told(), connection:
        number(connection, _FIRST_READ, ('"a"',))
        rows = connection.execute(_CHECK).fetchall()
        faults = tuple(str(row[0]) for row in rows if row[0] != "ok")
    with told():
        return Soundness(
            int(connection.pragma("user_version")),
            newest(),
            faults,
            len(connection.execute("PRAGMA foreign_key_check").fetchall()),
            number(connection, _MISCOUNTED) + abs(number(connection, _NAMES) - number(connection, _INDEXED)),
        )
