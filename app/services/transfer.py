"""All of memory to one file and back: an archive that a person can read, and an empty memory made from one."""

from collections.abc import Iterator
from pathlib import Path

from app.domain.errors import BadInput
from app.exchange import archive, unpacking
from app.exchange.archive import Progress as Progress
from app.services import vocabulary
from app.services.workspace import ReadDesk, WriteDesk
from app.storage.vectorfile import discard

SUFFIX = ".tsumugi.zip"


def suggested_name() -> str:
    """What an archive made now is called."""
    from app.domain import clock

    return f"tsumugi-{clock.now():%Y-%m-%d}{SUFFIX}"


def export(desk: ReadDesk, path: Path) -> Iterator[Progress]:
    """Write everything to one archive, which appears at `path` when it is whole. Raises `StorageFull`.

    Chats off the record and words that look like secrets are in it: it is the person's own copy. Keys are not.
    """
    yield from archive.write_archive(desk.workspace.profile.database, path, _in_words)


def _in_words(predicate: str, subject: str, object_: str, ended: bool) -> str:
    return vocabulary.sentence(predicate, subject, object_, "en", ended)


def restore(desk: WriteDesk, path: Path) -> Iterator[Progress]:
    """Make this empty memory the one that the archive holds: the same rows with the same numbers and times.

    All of it or nothing: the archive is read into a database of its own first, and checked. Indexes catch up last.
    Raises `BadInput` when memory is not empty, the errors of `unpacking.unpack`, or `StorageFull`.
    """
    if not desk.store.is_empty():
        raise BadInput("An archive can only be imported into an empty memory.")
    beside = desk.workspace.profile.folder / "import.part"
    discard(beside)
    try:
        yield from unpacking.unpack(path, beside)
        # Emptied first: an index that was ahead of the imported journal would never look at the rows.
        desk.workspace.text.clear()
        desk.workspace.vectors.clear()
        desk.workspace.nodes.vectors.clear()
        desk.workspace.labels.clear()
        desk.store.take_over(beside)
    finally:
        discard(beside)
    for progress in desk.catch_up():
        yield Progress(progress.done, progress.total)
