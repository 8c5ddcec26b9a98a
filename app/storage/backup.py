"""Whole copies of the database, made while it is in use.

A copy holds everything that was in memory then, also what is erased later: `prune_backups` lets old ones go, and
whoever forgets something for good should offer to remove them all.
"""

import os
import re
from pathlib import Path

import apsw

from app.domain.clock import now
from app.storage.connection import told

KEPT_BACKUPS = 5
_PAGES_A_STEP = 512
_NAME = re.compile(r"memory-\d{8}T\d{6}\d*-[\w-]+\.db")


def make_backup(connection: apsw.Connection, folder: Path, why: str, keep: int = KEPT_BACKUPS) -> Path:
    """Copy the database into `folder`, appearing only when it is complete, and let the oldest copies go.

    Raises `StorageFull` when there is no room.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"memory-{now():%Y%m%dT%H%M%S%f}-{why}.db"
    unfinished = target.with_suffix(".part")
    try:
        with told():
            copy = apsw.Connection(str(unfinished))
            try:
                with copy.backup("main", connection, "main") as backup:
                    while not backup.done:
                        backup.step(_PAGES_A_STEP)
                # One file that can be moved about: no write-ahead log beside it.
                copy.pragma("journal_mode", "delete")
            finally:
                copy.close()
        os.replace(unfinished, target)  # noqa: PTH105
    finally:
        unfinished.unlink(missing_ok=True)
    prune_backups(folder, keep)
    return target


def backups(folder: Path) -> list[Path]:
    """The copies in `folder`, newest first."""
    if not folder.is_dir():
        return []
    return sorted((file for file in folder.iterdir() if _NAME.fullmatch(file.name)), reverse=True)


def prune_backups(folder: Path, keep: int = KEPT_BACKUPS) -> None:
    """Remove all but the newest `keep` copies."""
    for old in backups(folder)[keep:]:
        old.unlink(missing_ok=True)
