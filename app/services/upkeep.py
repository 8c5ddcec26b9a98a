"""Care of the profile itself: making derived indexes anew, and what to warn of."""

from collections.abc import Iterator

from app.services.workspace import ReadDesk, WriteDesk
from app.storage.indexing import Progress


def rebuild(desk: WriteDesk) -> Iterator[Progress]:
    """Make everything that is derived anew from the tables: name index, counts, word index and vectors."""
    desk.store.mend()
    yield from desk.indexer.rebuild(desk.workspace.encoder.encode)
    desk.store.prune(desk.indexer.applied_seq)


def lies_in_synced_folder(desk: ReadDesk) -> bool:
    """Whether a sync service seems to hold the profile: two machines writing at once would damage it."""
    return desk.workspace.profile.looks_synced()
