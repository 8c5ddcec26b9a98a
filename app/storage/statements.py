"""The SQL that writes and reads one row of any noun, put together once from what `tables` says of it."""

from functools import cache

from app.domain.plan import Noun
from app.storage.tables import BY_NOUN


@cache
def insert_sql(noun: Noun) -> str:
    """Insert one row; SQLite gives the number when it is null. A row that already stands in a set stays as it is."""
    table = BY_NOUN[noun]
    columns = [column for one in table.fields for column in one.columns]
    words = ["INSERT INTO", table.name, "(", ", ".join(columns), ") VALUES (", ", ".join("?" for _ in columns), ")"]
    return " ".join([*words, "ON CONFLICT DO NOTHING"] if table.set_like else words)


@cache
def update_sql(noun: Noun, names: tuple[str, ...]) -> str:
    """Set the columns of the named fields of the row whose number comes last."""
    table = BY_NOUN[noun]
    columns = [column for name in names for column in table.by_name[name].columns]
    return " ".join(["UPDATE", table.name, "SET", ", ".join(f"{column} = ?" for column in columns), "WHERE id = ?"])


@cache
def delete_sql(noun: Noun) -> str:
    return " ".join(["DELETE FROM", BY_NOUN[noun].name, "WHERE id = ?"])


@cache
def select_sql(noun: Noun) -> str:
    """One row by number, whatever its scope: the write door checks expectations, it shows nobody anything."""
    table = BY_NOUN[noun]
    return " ".join(["SELECT", table.select("r"), "FROM", table.name, "r WHERE r.id = ?"])
