"""Brings a database to the newest schema. Numbered SQL files, never edited after a release; a backup is made first.

A migration that rebuilds a table must end with `UPDATE journal SET changeset = NULL`: recorded changes no longer fit.
"""

from importlib import resources
from pathlib import Path

import apsw

from app.domain.errors import DamagedFile, NewerFile
from app.storage.backup import make_backup
from app.storage.connection import told
from app.storage.values import number

APPLICATION_ID = 0x5453554D
"""`TSUM`: tells the file apart from any other SQLite database."""


def _scripts() -> list[str]:
    folder = resources.files("app.storage").joinpath("schema")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return [file.read_text(encoding="utf-8") for file in files]


def newest() -> int:
    """The schema version that this program writes."""
    return len(_scripts())


def migrate(connection: apsw.Connection, backups: Path) -> None:
    """Apply what is missing, each step in a transaction of its own.

    Raises `NewerFile` when the file is ahead of the program, `DamagedFile` when it is another program's.
    """
    with told():
        version = int(connection.pragma("user_version"))
        _check_owner(connection, version)
        scripts = _scripts()
        if version > len(scripts):
            raise NewerFile
        if 0 < version < len(scripts):
            make_backup(connection, backups, f"before-v{len(scripts)}")
        for step, script in enumerate(scripts[version:], start=version + 1):
            _apply(connection, script, step)


def _check_owner(connection: apsw.Connection, version: int) -> None:
    owner = int(connection.pragma("application_id"))
    empty = number(connection, "SELECT count(*) FROM sqlite_schema") == 0
    if owner != APPLICATION_ID and not (version == 0 and empty):
        raise DamagedFile


def _apply(connection: apsw.Connection, script: str, version: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(script)
        connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("user_version", version)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
