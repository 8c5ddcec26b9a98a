"""The composition root: one profile, opened once, and the desks from which each thread works on it.

A `ReadDesk` belongs to one reader thread and has a read-only connection of its own. The one `WriteDesk` belongs to the
writer thread and adds the store's door. Indexes and models are shared: they lock themselves.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from copy import copy
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Self

from app.domain.ids import EpisodeId
from app.domain.scope import OWNER, Scope
from app.inference.embedder import OnDeviceEncoder
from app.inference.protocols import Encoder
from app.memory.learn.extract import OnDeviceExtractor
from app.memory.learn.learner import Learner, Reading
from app.memory.recall.recaller import Aids, Recaller
from app.memory.tend.ondevice import OnDeviceCategoriser
from app.services import settings as settings_service
from app.services.settings import Settings
from app.storage.indexing import Indexer, Progress
from app.storage.labelindex import LabelIndex
from app.storage.nodeindex import NodeIndex, NodeIndexer
from app.storage.profile import Profile, open_store, open_view
from app.storage.store import Store
from app.storage.textindex import TextIndex
from app.storage.vectorindex import VectorIndex
from app.storage.view import View


class ReadDesk:
    """What a reader thread works with. `scope` is what the person at the screen may see: all of the profile."""

    def __init__(self, workspace: "Workspace", view: View) -> None:
        self.workspace = workspace
        self.view = view
        self.stopped: Callable[[], bool] = lambda: False
        """Whether whoever asked no longer wants the work: set by a lane for each job, asked by calls to models."""
        self.scope: Scope = OWNER
        self.home: Scope | None = None
        """Where something newly made belongs: the project and channel that are looked at. None: nothing was chosen."""

    @property
    def settings(self) -> Settings:
        return self.workspace.settings

    def recaller(self, aids: Aids | None = None) -> Recaller:
        """Recall on this device, or with the models of `aids` (`services/recalling.py`)."""
        room = self.workspace
        return Recaller(self.view, room.text, room.vectors, room.encoder, aids=aids or Aids(room.nodes))

    def learner(self) -> Learner:
        least = self.settings.least_importance / 100
        return Learner(self.view, self.workspace.extractor(), self.workspace.encoder, least=least)

    def within(self, scope: Scope) -> Self:
        """This desk for somebody who may read only `scope`; it works on the same thread and closes with this one."""
        desk = copy(self)
        desk.scope = scope
        return desk

    def close(self) -> None:
        self.view.close()


class WriteDesk(ReadDesk):
    """What the writer thread works with: all of a reader's, and the door."""

    def __init__(self, workspace: "Workspace", store: Store) -> None:
        super().__init__(workspace, store.view)
        self.store = store
        self.indexer = Indexer(store.view, workspace.text, workspace.vectors)
        self.node_indexer = NodeIndexer(store.view, workspace.nodes)

    def catch_up(self) -> Iterator[Progress]:
        """Bring the derived indexes to the journal's end, and let the journal forget what they no longer need.

        The encoder is loaded only if a text needs it.
        """
        yield from self.indexer.catch_up(self.workspace.encoder.encode)
        yield from self.node_indexer.catch_up(self.workspace.encoder.encode)
        if self.workspace.labels.filled:
            self.workspace.labels.catch_up(self.view)
        self.store.prune(self.indexer.applied_seq)

    def close(self) -> None:
        self.store.tidy()
        self.store.close()


class Workspace:
    """One opened profile. Raises `ProfileBusy`, `NewerFile` or `DamagedFile` when it cannot be opened."""

    def __init__(self, folder: Path) -> None:
        self.profile = Profile(folder)
        self.profile.acquire()
        with ExitStack() as on_failure:
            on_failure.callback(self.profile.release)
            self.settings = settings_service.load(folder)
            self.text = TextIndex(self.profile.text)
            self.encoder: Encoder = OnDeviceEncoder()  # opens its files at first use
            self.vectors = VectorIndex(self.profile.vectors, self.encoder.fingerprint)
            self.nodes = NodeIndex(self.profile.nodes, self.encoder.fingerprint)
            self.labels = LabelIndex()
            on_failure.pop_all()
        self._lock = Lock()
        self.readings: dict[EpisodeId, Reading] = {}
        """What was read of episodes that are being learned, so that thinking again calls no model twice."""
        self.model_failures: list[datetime] = []
        """When the model for memory work failed, since it last answered or the person asked for it again."""
        self.sorted_batches = 0
        """Batches that a model has sorted in this run, see `services/categories.py`."""
        self._extractor: OnDeviceExtractor | None = None
        self._categoriser: OnDeviceCategoriser | None = None

    def categoriser(self) -> OnDeviceCategoriser:
        """The on-device categoriser, made on first use; it remembers what it has read."""
        with self._lock:
            if self._categoriser is None:
                self._categoriser = OnDeviceCategoriser(self.encoder)
            return self._categoriser

    def extractor(self) -> OnDeviceExtractor:
        """The on-device extractor, made on first use."""
        with self._lock:
            if self._extractor is None:
                self._extractor = OnDeviceExtractor()
            return self._extractor

    def change_settings(self, settings: Settings) -> None:
        """Keep new settings. Raises `StorageFull`."""
        settings_service.save(self.profile.folder, settings)
        self.settings = settings

    def write_desk(self) -> WriteDesk:
        """To be called once, on the writer thread, before any `read_desk`: it makes and migrates the database."""
        return WriteDesk(self, open_store(self.profile))

    def read_desk(self) -> ReadDesk:
        """To be called on each reader thread."""
        return ReadDesk(self, open_view(self.profile))

    def close(self) -> None:
        """Let the profile go; desks are closed by their own threads before."""
        self.text.close()
        self.vectors.close()
        self.nodes.close()
        self.profile.release()
