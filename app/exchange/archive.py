"""An archive: everything that a memory holds, in one zip that a person can read and a memory can be made from again.

    README.md                 what is inside, for people and programs
    tables/<table>.jsonl      every row, one JSON object a line
    chats/, people/, …        the same as Markdown
    manifest.json             format, counts, and the SHA-256 of every file; written last

Not inside: settings, keys, indexes (made again), and the copies that undo needs.
"""

import hashlib
import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BufferedIOBase
from pathlib import Path
from typing import IO, Any

from app.domain import clock
from app.domain.errors import StorageFull
from app.exchange.pages import README, Say, pages, plainly
from app.storage.migrations import newest
from app.storage.tablerows import JOURNAL, Row, TableReader
from app.storage.tables import TABLES

FORMAT = "tsumugi-archive"
VERSION = 1
MANIFEST = "manifest.json"
_ROWS_A_STEP = 2_000
_PAGES_A_STEP = 50


@dataclass(frozen=True, slots=True)
class Progress:
    """Rows and pages written or read, of how many."""

    done: int
    total: int


def member(table: str) -> str:
    """Where a table's rows stand in the archive."""
    return f"tables/{table}.jsonl"


class _Member:
    """One file of the archive while it is written: counts and hashes what passes."""

    def __init__(self, file: IO[bytes] | BufferedIOBase) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self.bytes = self.rows = 0

    def write(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        self._file.write(data)
        self._hash.update(data)
        self.bytes += len(data)
        self.rows += 1

    def described(self) -> dict[str, Any]:
        return {"bytes": self.bytes, "sha256": self._hash.hexdigest(), "rows": self.rows}


def write_archive(database: Path, target: Path, say: Say = plainly) -> Iterator[Progress]:
    """Write the archive of a database, as it is at this moment, to `target`; it appears there only when it is whole.

    `say` puts relations in words that have no sentence of their own. Only the owner can read the file.

    Closing the generator leaves nothing behind. Raises `StorageFull`.
    """
    unfinished = target.with_name(target.name + ".part")
    reader = TableReader(database)
    try:
        with os.fdopen(_for_the_owner(unfinished), "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                yield from _write(reader, archive, say)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
    except OSError as error:
        raise StorageFull from error
    finally:
        reader.close()
        unfinished.unlink(missing_ok=True)


def _for_the_owner(path: Path) -> int:
    """A new file that nobody else on the machine may read, wherever it is put: all that somebody told goes into it."""
    path.unlink(missing_ok=True)
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)


def _write(reader: TableReader, archive: zipfile.ZipFile, say: Say) -> Iterator[Progress]:
    tables = [(table.name, reader.rows(table)) for table in TABLES]
    named = ("conversations", "notes", "entities")
    total = sum(reader.count(name) for name in (*(table.name for table in TABLES), JOURNAL, *named))
    files: dict[str, dict[str, Any]] = {}
    done = 0
    for name, rows in (*tables, (JOURNAL, reader.journal())):
        with archive.open(member(name), "w", force_zip64=True) as file:
            made = _Member(file)
            for count, line in enumerate(_lines(rows), start=1):
                made.write(line)
                if count % _ROWS_A_STEP == 0:
                    yield Progress(done + count, total)
        files[member(name)] = made.described()
        done += made.rows
        yield Progress(done, total)
    for count, (name, parts) in enumerate(pages(reader, say), start=1):
        files[name] = _put(archive, name, parts)
        if count % _PAGES_A_STEP == 0:
            yield Progress(done + count, total)
    files["README.md"] = _put(archive, "README.md", [README])
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "schema": newest(),
        "written_at": clock.to_utc_text(clock.now()),
        "numbers": reader.numbers(),
        "files": files,
    }
    archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
    yield Progress(total, total)


def _put(archive: zipfile.ZipFile, name: str, parts: Iterable[str]) -> dict[str, Any]:
    with archive.open(name, "w", force_zip64=True) as file:
        made = _Member(file)
        for part in parts:
            made.write(part)
    return made.described()


def _lines(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"
