"""Whether a profile is in order: the file of memory and what is derived from it. `surroundings.py` looks around it.

What is derived can be made anew at any time, so that is what `repair` does; it never changes what was written.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from app.domain.episode import Episode
from app.domain.ids import EpisodeId
from app.domain.scope import EVERYONE
from app.services.workspace import ReadDesk, WriteDesk
from app.storage.backup import backups
from app.storage.indexing import Progress
from app.storage.soundness import Soundness
from app.storage.wording import searchable

State = Literal["ok", "warn", "fail"]
_CHUNK = 1000
_REPAIR = "Run “tsumugi doctor --repair”."


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `advice`: what to do about it, empty where there is nothing to do."""

    name: str
    state: State
    message: str
    advice: str = ""


def check(desk: ReadDesk) -> list[Finding]:
    """Look through the database and the indexes. Seconds for a large memory; nothing is changed."""
    found = desk.view.soundness()
    kept = _searchable(desk)
    return [
        _database(desk, found),
        _references(found),
        _schema(found),
        _names(found),
        _words(desk, kept),
        _vectors(desk, kept),
        _queue(desk),
        _forgotten(desk),
    ]


def repair(desk: WriteDesk) -> Iterator[Progress]:
    """Make anew what `check` finds out of step, and bring all indexes along."""
    bad = {one.name for one in check(desk) if one.state != "ok"}
    if "names" in bad:
        desk.store.mend()
    if "words" in bad:
        desk.workspace.text.clear()
    if "vectors" in bad and not desk.workspace.vectors.damaged:
        desk.workspace.vectors.commit(0)  # walks through all again and keeps the vectors that are there
    yield from desk.catch_up()


def _searchable(desk: ReadDesk) -> set[EpisodeId]:
    kept: set[EpisodeId] = set()
    last = EpisodeId(0)
    while page := desk.view.episodes.after(last, EVERYONE, _CHUNK):
        kept.update(episode.id for episode in page if searchable(episode))
        last = page[-1].id
    return kept


def _database(desk: ReadDesk, found: Soundness) -> Finding:
    if found.faults:
        newest = next(iter(backups(desk.workspace.profile.backups)), None)
        advice = f"Close Tsumugi and put {newest} in the place of memory.db." if newest else "Export what can be read."
        return Finding("database", "fail", f"memory.db is damaged: {found.faults[0]}", advice)
    count = desk.view.episodes.count(EVERYONE)
    return Finding("database", "ok", f"memory.db is sound and holds {count:,} records")


def _references(found: Soundness) -> Finding:
    if found.dangling:
        words = f"{found.dangling:,} rows point to rows that are gone"
        return Finding("references", "fail", words, "Export everything and import it into a new profile.")
    return Finding("references", "ok", "every row points to rows that are there")


def _schema(found: Soundness) -> Finding:
    if found.version != found.newest:
        words = f"memory.db has version {found.version}, this program writes {found.newest}"
        return Finding("schema", "fail", words, "Update Tsumugi.")
    return Finding("schema", "ok", f"version {found.version}, the newest that this program knows")


def _names(found: Soundness) -> Finding:
    if found.out_of_step:
        return Finding("names", "fail", f"{found.out_of_step:,} names or counts are out of step", _REPAIR)
    return Finding("names", "ok", "the index of names is in step")


def _words(desk: ReadDesk, kept: set[EpisodeId]) -> Finding:
    index = desk.workspace.text
    if index.damaged or (kept and not index.applied_seq):
        return Finding("words", "fail", "the index of words is damaged or not there", _REPAIR)
    behind = desk.view.journal.latest_seq() - index.applied_seq
    if behind > 0:
        return _behind("words", behind)
    if len(index) != len(kept):
        return Finding("words", "fail", f"the index of words holds {len(index):,} of {len(kept):,} records", _REPAIR)
    return Finding("words", "ok", f"the index of words holds {len(kept):,} records")


def _vectors(desk: ReadDesk, kept: set[EpisodeId]) -> Finding:
    index = desk.workspace.vectors
    if index.damaged or (kept and not index.applied_seq):
        return Finding("vectors", "fail", "the vectors are damaged or not there", _REPAIR)
    behind = desk.view.journal.latest_seq() - index.applied_seq
    if behind > 0:
        return _behind("vectors", behind)
    known = index.ids()
    if known != kept:
        words = f"{len(kept - known):,} records have no vector and {len(known - kept):,} vectors no record"
        return Finding("vectors", "fail", words, _REPAIR)
    return Finding("vectors", "ok", f"{len(kept):,} records have vectors")


def _behind(name: str, steps: int) -> Finding:
    words = f"{steps:,} changes behind"
    return Finding(name, "warn", words, f"It catches up when Tsumugi runs. {_REPAIR}")


def _queue(desk: ReadDesk) -> Finding:
    waiting: Sequence[Episode] = desk.view.episodes.waiting(EVERYONE, _CHUNK)
    count = f"{len(waiting):,}{'+' if len(waiting) == _CHUNK else ''}"
    return Finding("learning", "ok", f"{count} records wait to be learned" if waiting else "all records are learned")


def _forgotten(desk: ReadDesk) -> Finding:
    if desk.view.journal.owes_rewrite():
        words = "something was forgotten, and the files are not all written anew yet"
        return Finding("forgetting", "warn", words, "It is done when Tsumugi has a quiet moment.")
    return Finding("forgetting", "ok", "nothing lingers of what was forgotten")
