"""Changesets played back: an undo plays the inverse of one, a redo the original."""

import apsw

from app.domain.errors import UndoConflict
from app.storage.connection import told


def play(connection: apsw.Connection, changeset: bytes) -> None:
    """Play a changeset with triggers and foreign key actions off: what they did is in it already.

    Raises `UndoConflict` when a row is not as it was, or something would be left dangling; nothing is played then.
    """
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    try:
        apsw.Changeset.apply(
            changeset,
            connection,
            conflict=lambda _reason, _change: apsw.SQLITE_CHANGESET_ABORT,
            flags=apsw.SQLITE_CHANGESETAPPLY_FKNOACTION,
        )
    except (apsw.AbortError, apsw.ConstraintError) as error:
        raise UndoConflict from error
    finally:
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 1)


def plays(connection: apsw.Connection, *changesets: bytes) -> bool:
    """Whether they could be played one after the other; tried, and nothing is kept of it."""
    with told():
        connection.execute("SAVEPOINT trial")
        try:
            for changeset in changesets:
                play(connection, changeset)
        except UndoConflict:
            return False
        finally:
            connection.execute("ROLLBACK TO trial")
            connection.execute("RELEASE trial")
    return True
