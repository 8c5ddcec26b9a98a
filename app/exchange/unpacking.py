"""Reading an archive: nothing in it is trusted. Every file is counted, hashed and checked while it is read.

It fills a new database beside the memory; what goes wrong there is thrown away with it. Nothing is unpacked to a path
that the archive names.
"""

import hashlib
import json
import shutil
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

from app.domain.errors import Outdated, StorageFull, Told
from app.exchange.archive import FORMAT, MANIFEST, VERSION, Progress, member
from app.storage.migrations import newest
from app.storage.tablerows import JOURNAL, TableWriter
from app.storage.tables import TABLES

_MOST_MANIFEST = 64_000_000
_MOST_LINE = 32_000_000
_MOST_TIMES = 200
"""How many times larger than the archive its contents may be: rows of text shrink ten to thirty times."""
_ALWAYS = 16_000_000
_ROWS_A_STEP = 2_000
_MOST_NUMBER = 2**62
_LATER = {"saved_views": 3}
"""Tables that came with a later schema: an archive written before has no file for them."""


class ForeignArchive(Told):
    message_id = "This is no archive of Tsumugi."


class NewerArchive(Told):
    message_id = "This archive was written by a newer version of Tsumugi. Please update the app to import it."


class DamagedArchive(Told):
    """`file` is the part that is not as it was written."""

    message_id = "The archive is damaged: {file} is not as it was written. Nothing was imported."

    def __init__(self, file: str) -> None:
        super().__init__(file=file)


@dataclass(frozen=True, slots=True)
class Listed:
    """What the manifest says of one file."""

    bytes: int
    sha256: str
    rows: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """`tables` are those that the archive has to hold."""

    files: Mapping[str, Listed]
    numbers: Mapping[str, int]
    tables: tuple[str, ...]

    def rows(self) -> int:
        return sum(self.files[member(name)].rows for name in self.tables)


def _tables(schema: int) -> tuple[str, ...]:
    """Those of an archive that was written with this schema."""
    names = (*(table.name for table in TABLES), JOURNAL)
    return tuple(name for name in names if _LATER.get(name, 1) <= schema)


def unpack(source: Path, database: Path) -> Iterator[Progress]:
    """Fill a new database from the archive. Raises the errors of this module, or `StorageFull`."""
    try:
        with zipfile.ZipFile(source) as archive:
            manifest = _manifest(archive)
            _check_sizes(archive, manifest, source, database)
            yield from _fill(archive, manifest, database)
    except (zipfile.BadZipFile, FileNotFoundError, IsADirectoryError, NotImplementedError) as error:
        raise ForeignArchive from error
    except OSError as error:
        raise StorageFull from error


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    if any(_leads_out(name) for name in archive.namelist()) or MANIFEST not in archive.namelist():
        raise ForeignArchive
    if archive.getinfo(MANIFEST).file_size > _MOST_MANIFEST:
        raise ForeignArchive
    try:
        with archive.open(MANIFEST) as file:
            found = json.loads(file.read(_MOST_MANIFEST))
        if found["format"] != FORMAT:
            raise ForeignArchive
        if _whole(found["version"]) > VERSION or _whole(found["schema"]) > newest():
            raise NewerArchive
        files = {
            str(name): Listed(_whole(one["bytes"]), str(one["sha256"]), _whole(one["rows"]))
            for name, one in found["files"].items()
        }
        tables = _tables(_whole(found["schema"]))
        numbers = {str(name): _whole(one) for name, one in found["numbers"].items() if str(name) in tables}
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError, zlib.error, RuntimeError) as error:
        raise ForeignArchive from error
    if missing := [member(name) for name in tables if member(name) not in files]:
        raise DamagedArchive(missing[0])
    return Manifest(files, numbers, tables)


def _leads_out(name: str) -> bool:
    """Whether a name points out of the folder that somebody might unpack it in."""
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or ":" in name


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST_NUMBER:
        raise ValueError
    return value


def _check_sizes(archive: zipfile.ZipFile, manifest: Manifest, source: Path, database: Path) -> None:
    """No part may be larger than it says, nor all together than a memory can be that fits in so small a file."""
    held = {info.filename: info.file_size for info in archive.infolist()}
    for name, listed in manifest.files.items():
        if held.get(name) != listed.bytes:
            raise DamagedArchive(name)
    total = sum(manifest.files[member(name)].bytes for name in manifest.tables)
    if total > _ALWAYS + _MOST_TIMES * source.stat().st_size:
        raise ForeignArchive
    if total * 4 > shutil.disk_usage(database.parent).free:
        raise StorageFull


def _fill(archive: zipfile.ZipFile, manifest: Manifest, database: Path) -> Iterator[Progress]:
    writer = TableWriter(database)
    done, total = 0, max(1, manifest.rows())
    try:
        for name in manifest.tables:
            for count, row in enumerate(_rows(archive, member(name), manifest.files[member(name)]), start=1):
                _put(writer, name, row)
                if count % _ROWS_A_STEP == 0:
                    yield Progress(done + count, total)
            done += manifest.files[member(name)].rows
            if writer.count(name) != manifest.files[member(name)].rows:
                raise DamagedArchive(member(name))
            yield Progress(done, total)
        if not writer.finish(manifest.numbers):
            raise DamagedArchive("tables")
    finally:
        writer.close()


def _put(writer: TableWriter, name: str, row: dict[str, Any]) -> None:
    try:
        if name == JOURNAL:
            writer.put_journal(row)
        else:
            writer.put(next(table for table in TABLES if table.name == name), row)
    except StorageFull:
        raise
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError, Outdated, Told) as error:
        raise DamagedArchive(member(name)) from error


def _rows(archive: zipfile.ZipFile, name: str, listed: Listed) -> Iterator[dict[str, Any]]:
    """The objects of a file, one a line. It is as it was written, or `DamagedArchive` is raised at its end."""
    seen, hashed = 0, hashlib.sha256()
    try:
        with archive.open(name) as file:
            while line := _line(file, listed.bytes - seen):
                seen += len(line)
                hashed.update(line)
                found = json.loads(line)
                if not isinstance(found, dict):
                    raise DamagedArchive(name)
                yield found
    except (ValueError, RecursionError, zlib.error, RuntimeError, EOFError, zipfile.BadZipFile) as error:
        raise DamagedArchive(name) from error
    if seen != listed.bytes or hashed.hexdigest() != listed.sha256:
        raise DamagedArchive(name)


def _line(file: IO[bytes], left: int) -> bytes:
    line = file.readline(_MOST_LINE + 1)
    if len(line) > min(_MOST_LINE, left):
        raise ValueError
    return line
