"""The journal: what was written, in order, by whom. It feeds history, undo and the indexes.

Only what a person or an agent did keeps its changeset, which can undo it. What the extractor wrote keeps the list of
touched rows, and only until every index has applied it (`prune`); otherwise the journal would outgrow the memory.
"""

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import apsw

from app.domain.change import Touched
from app.domain.clock import from_utc_text, now, to_utc_text
from app.domain.ids import EpisodeId
from app.domain.plan import Author
from app.domain.text import clean
from app.storage.changeset import Recorder, RowChange, to_reindex
from app.storage.connection import told
from app.storage.values import number, value

_MARK = "when "
"""Before the names of marks that are not the journal's own: `pruned` stays its alone."""
Played = Literal["commit", "undo", "redo"]
KEPT_UNDO_STEPS = 1000
"""Changesets kept for undo. They hold copies of what was changed, so they do not pile up for ever."""

COLUMNS = (
    "SELECT seq, author_kind, author_name, label, subject, at, touched, undone, played, reindex, changeset IS NOT NULL"
)
_COLUMNS = f"{COLUMNS} FROM journal"
_ONE = f"{_COLUMNS} WHERE seq = ?"
_UNDOABLE = f"{_COLUMNS} WHERE undone = 0 AND changeset IS NOT NULL ORDER BY seq DESC LIMIT 1"
_REDOABLE = " ".join(
    (
        _COLUMNS,
        "LEFT JOIN (SELECT origin AS back, max(seq) AS latest FROM journal WHERE played = 'undo' GROUP BY origin)",
        "ON back = seq WHERE undone = 1 AND changeset IS NOT NULL ORDER BY latest DESC, seq LIMIT 1",
    )
)
"""What was undone last comes back first, also where a step was undone out of its turn."""
_LATER = f"{_COLUMNS} WHERE seq > ? AND undone = 0 AND changeset IS NOT NULL ORDER BY seq DESC"
_WHOLE = "SELECT seq, touched, subject, changeset FROM journal WHERE seq > ? ORDER BY seq LIMIT 1"
_AFTER = f"{_COLUMNS} WHERE seq > ? ORDER BY seq LIMIT ?"
_PRUNED = """
    DELETE FROM journal WHERE seq <= ? AND changeset IS NULL AND NOT (played = 'undo' AND origin IN (
        SELECT seq FROM journal WHERE undone = 1 AND changeset IS NOT NULL))
"""
"""An undo stays while its deed can be done again: it says in which order."""
_LISTED = f"{_COLUMNS} WHERE played = 'commit' AND author_kind IN ('user', 'agent') ORDER BY seq DESC LIMIT ?"


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One entry. `reindex` names the episodes whose searchable form changed; `undone` is for history.

    `copied`: what it changed is kept, so that it can be undone or done again.
    """

    seq: int
    author: Author
    label: str
    subject: str
    at: datetime
    touched: tuple[Touched, ...]
    undone: bool = False
    played: Played = "commit"
    reindex: tuple[EpisodeId, ...] = ()
    copied: bool = False


def entry_of(row: Sequence[Any]) -> JournalEntry:
    """The entry in a row of `COLUMNS`."""
    seq, kind, name, label, subject, at, touched, undone, played, reindex, copied = row
    rows = tuple(Touched(noun, act, row_id) for noun, act, row_id in json.loads(touched))
    episodes = tuple(EpisodeId(row_id) for row_id in json.loads(reindex))
    return JournalEntry(
        seq, Author(kind, name), label, subject, from_utc_text(at), rows, bool(undone), played, episodes, bool(copied)
    )


class Journal:
    """Reads the journal. It says which rows changed, not what they hold, so it needs no scope."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def _one(self, query: str, parameters: tuple[int, ...] = ()) -> JournalEntry | None:
        found = self._all(query, parameters)
        return found[0] if found else None

    def _all(self, query: str, parameters: tuple[int, ...] = ()) -> list[JournalEntry]:
        with told():
            return [entry_of(row) for row in self._connection.execute(query, parameters)]

    def latest_seq(self) -> int:
        """The number of the last entry, 0 for none."""
        return number(
            self._connection,
            "SELECT max((SELECT coalesce(max(seq), 0) FROM journal), (SELECT number FROM marks WHERE name = 'pruned'))",
        )

    def pruned(self) -> int:
        """Entries up to this number may be gone: an index that lies further behind has to be rebuilt."""
        return number(self._connection, "SELECT number FROM marks WHERE name = 'pruned'")

    def marked(self, name: str) -> int:
        """The number kept under a name by `Store.mark`, 0 for none. Upkeep keeps seconds since 1970 there."""
        return number(
            self._connection, "SELECT coalesce((SELECT number FROM marks WHERE name = ?), 0)", (_MARK + name,)
        )

    def copies(self) -> int:
        """How many deeds can be undone or done again: each keeps a copy of what it changed."""
        return number(self._connection, "SELECT count(*) FROM journal WHERE changeset IS NOT NULL")

    def owes_rewrite(self) -> bool:
        """Whether files have yet to be written anew after something was forgotten."""
        return bool(number(self._connection, "SELECT coalesce(max(number), 0) FROM marks WHERE name = 'rewrite'"))

    def after(self, seq: int, limit: int) -> list[JournalEntry]:
        """Entries with a higher number, oldest first."""
        return self._all(_AFTER, (seq, limit))

    def one(self, seq: int) -> JournalEntry | None:
        """The entry of that number, if it is still kept."""
        return self._one(_ONE, (seq,))

    def later(self, seq: int) -> list[JournalEntry]:
        """What people and agents did after it and could still be undone, newest first."""
        return self._all(_LATER, (seq,))

    def telling(self, removed: Collection[tuple[str, int]], holds: Callable[[str], bool]) -> Iterator[tuple[int, bool]]:
        """Entries that touch one of the rows or hold a text that `holds` knows, and whether they have a copy."""
        recorder, last = Recorder(self._connection), 0
        while row := self._connection.execute(_WHOLE, (last,)).fetchone():
            last, touched, subject, changeset = int(str(row[0])), str(row[1]), str(row[2]), row[3]
            if (
                any((noun, number) in removed for noun, _, number in json.loads(touched))
                or holds(subject)
                or (isinstance(changeset, bytes) and any(map(holds, recorder.texts(changeset))))
            ):
                yield last, changeset is not None

    def undoable(self) -> JournalEntry | None:
        """What an undo would take back: the newest act of a person or an agent that is not undone yet."""
        return self._one(_UNDOABLE)

    def redoable(self) -> JournalEntry | None:
        """What a redo would bring back."""
        return self._one(_REDOABLE)

    def listed(self, limit: int) -> list[JournalEntry]:
        """What people and agents did, newest first."""
        return self._all(_LISTED, (limit,))


@dataclass(frozen=True, slots=True)
class NewEntry:
    author: Author
    label: str
    subject: str
    rows: list[RowChange]
    played: Played = "commit"
    origin: int | None = None
    changeset: bytes | None = None


class JournalWriter(Journal):
    """What the store does to the journal, inside its transactions."""

    def append(self, entry: NewEntry) -> int:
        """Write an entry and give its number."""
        touched = [(one.noun, one.act, one.id) for one in (row.touched() for row in entry.rows)]
        self._connection.execute(
            "INSERT INTO journal (at, author_kind, author_name, label, subject, played, origin, undone, touched,"
            " reindex, changeset) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)",
            (
                to_utc_text(now()),
                entry.author.kind,
                clean(entry.author.name),
                entry.label,
                clean(entry.subject),
                entry.played,
                entry.origin,
                json.dumps(touched, separators=(",", ":")),
                json.dumps(to_reindex(entry.rows), separators=(",", ":")),
                entry.changeset,
            ),
        )
        return self._connection.last_insert_rowid()

    def changeset(self, seq: int) -> bytes:
        return bytes(value(self._connection, "SELECT changeset FROM journal WHERE seq = ?", (seq,)))

    def mark(self, seq: int, *, undone: bool) -> None:
        self._connection.execute("UPDATE journal SET undone = ? WHERE seq = ?", (int(undone), seq))

    def keep(self, seq: int, changeset: bytes) -> None:
        """From now on this is what a redo of the entry plays."""
        self._connection.execute("UPDATE journal SET changeset = ? WHERE seq = ?", (changeset, seq))

    def keep_mark(self, name: str, number: int) -> None:
        self._connection.execute(
            "INSERT INTO marks VALUES (?1, ?2) ON CONFLICT DO UPDATE SET number = ?2", (_MARK + name, number)
        )

    def cut_redo(self) -> None:
        """After something new was done, what had been undone cannot come back."""
        self._connection.execute("UPDATE journal SET changeset = NULL WHERE undone = 1 AND changeset IS NOT NULL")

    def scrub(self, removed: Collection[tuple[str, int]], holds: Callable[[str], bool]) -> None:
        """Take every copy and name of the removed rows out of earlier entries, and every text that `holds` knows.

        A deed whose copy is gone stays in history and cannot be undone.
        """
        for seq, _ in self.telling(removed, holds):
            self._connection.execute("UPDATE journal SET changeset = NULL, subject = '' WHERE seq = ?", (seq,))

    def forget_undo(self) -> int:
        """Let go of all copies that undo could bring back, and of what they are called. Says how many there were."""
        count = self.copies()
        self._connection.execute("UPDATE journal SET changeset = NULL, subject = ''")
        self.owe(True)
        return count

    def owe(self, owed: bool) -> None:
        """Note that erased words may linger in slack of files until they are written anew, or that this is done."""
        self._connection.execute("INSERT OR REPLACE INTO marks VALUES ('rewrite', ?)", (int(owed),))

    def empty(self) -> None:
        """Let go of all entries. Numbers go on from where they were, so that no index takes new for old."""
        latest = self.latest_seq()
        self._connection.execute("DELETE FROM journal")
        self._connection.execute("UPDATE marks SET number = ? WHERE name = 'pruned'", (latest,))

    def prune(self, applied: int) -> None:
        """Drop changesets beyond `KEPT_UNDO_STEPS`, and entries that only fed indexes which have applied them."""
        self._connection.execute(
            "UPDATE journal SET changeset = NULL WHERE changeset IS NOT NULL AND seq <= coalesce((SELECT seq"
            " FROM journal WHERE changeset IS NOT NULL ORDER BY seq DESC LIMIT 1 OFFSET ?), 0)",
            (KEPT_UNDO_STEPS,),
        )
        self._connection.execute(_PRUNED, (applied,))
        self._connection.execute("UPDATE marks SET number = max(number, ?) WHERE name = 'pruned'", (applied,))
