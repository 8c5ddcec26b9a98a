"""The write door: every change to memory passes `commit`, `undo`, `redo` or `erase`, and comes back as a `Change`.

A commit runs inside one transaction and one session over the named tables. The session's changeset is the undo record;
read row by row it is `Change.touched`. Undo plays the inverse, redo the original, through the same door.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import apsw

from app.domain.change import Change
from app.domain.errors import BadInput, Outdated
from app.domain.plan import USER, Author, Plan
from app.storage import derived
from app.storage.changeset import Recorder, RowChange
from app.storage.connection import keep_power_loss_safe, told
from app.storage.dependence import Dependence
from app.storage.journal import JournalEntry, JournalWriter, NewEntry, Played
from app.storage.playing import play, plays
from app.storage.steps import Steps, check
from app.storage.tables import TABLES
from app.storage.values import number
from app.storage.view import View

_PERSONS = ("user", "agent")
_TRIED = 100
"""Later acts that are tried one by one where no row tells which of them stands in the way of an undo."""
_SAMPLES = "SELECT name FROM sqlite_schema WHERE name IN ('sqlite_stat3', 'sqlite_stat4')"


def _nothing(text: str) -> bool:
    return False


class Store:
    """Owns the only writing connection, and stays on the thread that made it.

    An acknowledged commit survives a killed process. What a person or an agent wrote also survives a power cut; what
    was learned may then be missing its last commits, and is learned again, because its episode is still waiting.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._recorder = Recorder(connection)
        self._journal = JournalWriter(connection)
        self._power_safe: bool | None = None
        self.view = View(connection)

    def commit(self, plan: Plan) -> Change:
        """Write a plan, wholly or not at all. A plan that changes nothing leaves no entry.

        Raises `Outdated` when an expectation fails or a row it points to is gone, `StorageFull` when the disk refuses,
        `BadInput` when a value breaks a rule of the schema.
        """
        return self._commit(plan, erase=None)

    def commit_each(self, makers: Sequence[Callable[[], Plan]], author: Author, label: str) -> tuple[Change, int]:
        """Several plans as one act and one step of undo, each thought upon what those before it wrote.

        One that is refused, with `BadInput` or `Outdated`, is left out; says how many were written. Never call a model
        in a maker: it runs inside the transaction.
        """
        with self._transaction(power_safe=True):
            session = self._recorder.session()
            try:
                subjects = [subject for make in makers if (subject := self._tried(make)) is not None]
                changeset = session.changeset()
            finally:
                session.close()
            rows = self._recorder.read(changeset)
            subject = ", ".join(one for one in subjects if one)
            if not rows:
                return Change(self._journal.latest_seq(), author, label, subject), 0
            derived.refresh(self._connection, rows)
            self._journal.cut_redo()
            seq = self._journal.append(NewEntry(author, label, subject, rows, changeset=changeset))
        return Change(seq, author, label, subject, tuple(row.touched() for row in rows)), len(subjects)

    def _tried(self, make: Callable[[], Plan]) -> str | None:
        """Write one plan inside the transaction and give its subject; None, and nothing written, when it is refused."""
        self._connection.execute("SAVEPOINT one")
        try:
            with told():
                plan = make()
                check(self._connection, plan.expects)
                Steps(self._connection, plan.steps).run()
        except (BadInput, Outdated):
            self._connection.execute("ROLLBACK TO one")
            return None
        finally:
            self._connection.execute("RELEASE one")
        return plan.subject

    def erase(self, plan: Plan, holds: Callable[[str], bool] = _nothing) -> Change:
        """Write a plan that cannot be undone, and take what it removes out of the undo records and the write-ahead log.

        For "forget this for good". `holds` tells texts of undo records that must go as well. Bytes may linger in slack
        of pages until `rewrite`; backups made before still hold it, see `app.storage.backup`.
        """
        change = self._commit(plan, erase=holds)
        self.shorten_log()
        return change

    def _commit(self, plan: Plan, *, erase: Callable[[str], bool] | None) -> Change:
        by_person = plan.author.kind in _PERSONS
        undoable = by_person and plan.undoable and erase is None
        with self._transaction(power_safe=by_person):
            steps, changeset = self._carried_out(plan)
            rows = self._recorder.read(changeset)
            if not rows:
                return Change(self._journal.latest_seq(), plan.author, plan.label, plan.subject, (), dict(steps.ids))
            derived.refresh(self._connection, rows)
            if undoable:
                self._journal.cut_redo()
            if erase is not None:
                removed = {(str(row.table.noun), row.id) for row in rows if row.act == "remove"}
                self._journal.scrub(removed, erase)
                self._journal.owe(True)
            kept = changeset if undoable else None
            subject = plan.subject if erase is None else ""
            seq = self._journal.append(NewEntry(plan.author, plan.label, subject, rows, changeset=kept))
        touched = tuple(row.touched() for row in rows)
        return Change(seq, plan.author, plan.label, plan.subject, touched, dict(steps.ids))

    def _carried_out(self, plan: Plan) -> tuple[Steps, bytes]:
        check(self._connection, plan.expects)
        steps = Steps(self._connection, plan.steps)
        session = self._recorder.session()
        try:
            steps.run()
            return steps, session.changeset()
        finally:
            session.close()

    def undo(self) -> Change | None:
        """Take back the newest act of a person or an agent; `None` when there is none. Raises `UndoConflict`."""
        entry = self._journal.undoable()
        if entry is None:
            return None
        return self._play(entry, self._undoing(entry.seq), "undo")

    def redo(self) -> Change | None:
        """Do again what was undone last; `None` when there is nothing. Raises `UndoConflict`."""
        entry = self._journal.redoable()
        return None if entry is None else self._play(entry, self._journal.changeset(entry.seq), "redo")

    def undo_one(self, seq: int) -> Change:
        """Take back one act whatever came after it. Raises `UndoConflict` when something rests on it (`blocking`),
        `BadInput` when it is undone already or its copy is gone."""
        entry = self._journal.one(seq)
        if entry is None or entry.undone or not entry.copied:
            raise BadInput("This step cannot be undone any more.")
        return self._play(entry, self._undoing(seq), "undo")

    def blocking(self, seq: int) -> list[JournalEntry]:
        """The later acts of people and agents that rest on that one, newest first."""
        rests = Dependence(self._connection, self._recorder.read(self._journal.changeset(seq)))
        later = self._journal.later(seq)
        found = [one for one in later if rests.on(self._recorder.read(self._journal.changeset(one.seq)))]
        mine = self._undoing(seq)
        return found or [one for one in later[:_TRIED] if plays(self._connection, self._undoing(one.seq), mine)][:1]

    def undo_by(self, entry: JournalEntry, plan: Plan) -> Change:
        """Take back an act by a plan, where the plain undo is refused. Redo then brings back all that it took.

        Raises what `commit` raises.
        """
        with self._transaction(power_safe=True):
            _, changeset = self._carried_out(plan)
            rows = self._recorder.read(changeset)
            derived.refresh(self._connection, rows)
            self._journal.mark(entry.seq, undone=True)
            self._journal.keep(entry.seq, apsw.Changeset.invert(changeset))
            return self._noted(entry, rows, "undo")

    def _undoing(self, seq: int) -> bytes:
        return apsw.Changeset.invert(self._journal.changeset(seq))

    def _play(self, entry: JournalEntry, changeset: bytes, played: Played) -> Change:
        with self._transaction(power_safe=True):
            play(self._connection, changeset)
            rows: list[RowChange] = self._recorder.read(changeset)
            derived.refresh(self._connection, rows)
            self._journal.mark(entry.seq, undone=played == "undo")
            return self._noted(entry, rows, played)

    def _noted(self, entry: JournalEntry, rows: list[RowChange], played: Played) -> Change:
        seq = self._journal.append(NewEntry(entry.author, entry.label, entry.subject, rows, played, entry.seq))
        touched = tuple(row.touched() for row in rows)
        return Change(seq, entry.author, entry.label, entry.subject, touched, played=played)

    def prune(self, applied: int) -> None:
        """Let go of journal entries up to `applied`, the number that every index has come to. Undo stays possible."""
        with self._transaction(power_safe=False):
            self._journal.prune(applied)

    def mark(self, name: str, number: int) -> None:
        """Remember a number under a name: when upkeep ran last, say. Read with `view.journal.marked`."""
        with self._transaction(power_safe=False):
            self._journal.keep_mark(name, number)

    def mend(self) -> None:
        """Make what is derived inside the database anew from the tables: part of the rebuild command."""
        with self._transaction(power_safe=False):
            derived.rebuild(self._connection)

    def tidy(self) -> None:
        """Upkeep for quiet moments: refresh the query planner's statistics and shorten the write-ahead log."""
        with told():
            self._connection.pragma("optimize")
        self.shorten_log()

    def empty(self) -> Change:
        """Remove every row of every table and the whole journal; numbers go on, so that none comes to mean another.

        Settings are files of their own and stay. The caller empties the indexes before, and calls `rewrite` after.
        """
        with self._transaction(power_safe=True):
            for table in reversed(TABLES):
                self._connection.execute(" ".join(["DELETE FROM", table.name]))
            derived.rebuild(self._connection)
            self._journal.empty()
            self._journal.owe(True)
            seq = self._journal.append(NewEntry(USER, "forget_everything", "", []))
        return Change(seq, USER, "forget_everything")

    def is_empty(self) -> bool:
        """Whether no table holds a row."""
        queries = (" ".join(["SELECT EXISTS (SELECT 1 FROM", table.name, ")"]) for table in TABLES)
        return not any(number(self._connection, query) for query in queries)

    def take_over(self, path: Path) -> None:
        """Become a copy of another database of the same schema, in one step that readers see whole or not at all.

        Raises `BadInput` when memory holds anything.
        """
        if not self.is_empty():
            raise BadInput("An archive can only be imported into an empty memory.")
        with told():
            source = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
            try:
                with self._connection.backup("main", source, "main") as copy:
                    copy.step(-1)
            finally:
                source.close()
        self.shorten_log()

    def rewrite(self) -> bool:
        """Write the file anew, because SQLite leaves bytes of moved rows in the slack of its pages.

        (Measured: `secure_delete` alone left a deleted word behind in half of twenty random tables.) Statistics for the
        query planner may hold samples of names and are made again. False while a reader holds the log; ask again.
        """
        with told():
            for (name,) in self._connection.execute(_SAMPLES).fetchall():
                self._connection.execute(" ".join(["DELETE FROM", str(name)]))
            self._connection.execute("VACUUM")
            self._connection.pragma("optimize", 0x10002)
        done = self.shorten_log()
        if done:
            with self._transaction(power_safe=True):
                self._journal.owe(False)
        return done

    def forget_undo(self) -> int:
        """Nothing done so far can be undone any more: the copies are gone. Says how many there were."""
        with self._transaction(power_safe=True):
            return self._journal.forget_undo()

    def shorten_log(self) -> bool:
        """Bring the write-ahead log into the file and empty it; False while somebody reads: the next call does it."""
        try:
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError:
            return False
        return True

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _transaction(self, *, power_safe: bool) -> Iterator[None]:
        with told():
            if power_safe != self._power_safe:
                keep_power_loss_safe(self._connection, power_safe)
                self._power_safe = power_safe
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
