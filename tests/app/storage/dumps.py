"""All that a database holds, to compare one moment with another, and whether what is derived fits the tables."""

import apsw

from app.storage.nameindex import grams
from app.storage.tables import TABLES

Dump = dict[str, list[tuple]]


def dump(connection: apsw.Connection) -> Dump:
    """Every row of every table of the domain, and of what is derived from them."""
    found = {table.name: list(connection.execute(f"SELECT * FROM {table.name} ORDER BY id")) for table in TABLES}
    found["mention_counts"] = list(connection.execute("SELECT * FROM mention_counts ORDER BY entity"))
    found["name_grams"] = list(connection.execute("SELECT rowid, grams FROM name_grams ORDER BY rowid"))
    return found


def faults(connection: apsw.Connection) -> list[str]:
    """What does not fit together; empty when all is well."""
    found = [f"foreign key: {row}" for row in connection.execute("PRAGMA foreign_key_check")]
    found += [f"integrity: {row[0]}" for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
    counts = dict(connection.execute("SELECT entity, count(*) FROM mentions GROUP BY entity"))
    if counts != dict(connection.execute("SELECT entity, mentions FROM mention_counts")):
        found.append("mention counts differ from the mentions")
    names = {2 * row: key for row, key in connection.execute("SELECT id, name_key FROM entities")}
    names |= {2 * row + 1: key for row, key in connection.execute("SELECT id, text_key FROM aliases")}
    indexed = {row: set(words.split()) for row, words in connection.execute("SELECT rowid, grams FROM name_grams")}
    if indexed != {row: set(grams(key)) for row, key in names.items()}:
        found.append("the name index differs from the names")
    return found
