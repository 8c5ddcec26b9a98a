"""A whole memory in a temporary folder, filled through the real door, for benchmarks that ask it questions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.domain.episode import Conversation, Episode, Session
from app.domain.errors import Outdated
from app.domain.ids import ConversationId, EpisodeId, SessionId
from app.domain.plan import USER, Add, Plan
from app.domain.scope import EVERYONE
from app.inference.embedder import OnDeviceEncoder
from app.inference.protocols import Encoder
from app.memory.recall.recaller import Aids, Recaller
from app.storage.indexing import Encode, Indexer
from app.storage.nodeindex import NodeIndex, NodeIndexer
from app.storage.profile import Profile, open_store
from app.storage.textindex import TextIndex
from app.storage.vectorindex import VectorIndex


@dataclass(frozen=True, slots=True)
class Said:
    """One turn as a data file gives it."""

    text: str
    said_at: datetime
    speaker: str = ""
    role: str = "user"
    session: int = 1


class Memory:
    """Store, indexes, learner and recaller over one profile."""

    def __init__(self, folder: Path, encoder: Encoder | None = None) -> None:
        profile = Profile(folder)
        profile.acquire()
        self.profile = profile
        self.encoder: Encoder = encoder or OnDeviceEncoder()
        self.store = open_store(profile)
        self.text = TextIndex(profile.text)
        self.vectors = VectorIndex(profile.vectors, self.encoder.fingerprint)
        self.indexer = Indexer(self.store.view, self.text, self.vectors)
        self.nodes = NodeIndex(profile.nodes, self.encoder.fingerprint)
        aids = Aids(self.nodes)
        self.recaller = Recaller(self.store.view, self.text, self.vectors, self.encoder, aids=aids)

    def say(self, turns: Iterable[Said]) -> list[EpisodeId]:
        """Store the turns of one conversation, one plan for all of it."""
        turns = list(turns)
        home, sessions = ConversationId(-1), {}
        rows: list[Add] = [Add(Conversation(home, "", turns[0].said_at))]
        placeholders = []
        for at, turn in enumerate(turns):
            if turn.session not in sessions:
                same = [one.said_at for one in turns if one.session == turn.session]
                sessions[turn.session] = SessionId(-100_000 - turn.session)
                rows.append(Add(Session(sessions[turn.session], home, None, min(same), max(same))))
            id = EpisodeId(-10 - at)
            state = "not_ours" if turn.role == "assistant" else "waiting"
            session = sessions[turn.session]
            rows.append(
                Add(
                    Episode(
                        id, session, turn.role, turn.text, turn.said_at, turn.speaker, conversation=home, state=state
                    )
                )
            )
            placeholders.append(id)
        change = self.store.commit(Plan(tuple(rows), USER, "import"))
        return [EpisodeId(change.ids[id]) for id in placeholders]

    def learn(self, ids: Sequence[EpisodeId], done: Callable[[int], None] = lambda _: None) -> int:
        """Learn the episodes one by one, in the order given. Returns how many were read."""
        from app.memory.learn.extract import OnDeviceExtractor
        from app.memory.learn.learner import Learner

        learner = Learner(self.store.view, OnDeviceExtractor(), self.encoder)
        read = 0
        for at, id in enumerate(ids):
            for _ in range(3):
                episode = self.store.view.episodes.one(id, EVERYONE)
                if episode is None or episode.state != "waiting":
                    break
                try:
                    self.store.commit(learner.learn(episode).plan)
                    read += 1
                except Outdated:
                    continue
                break
            done(at + 1)
        return read

    def categorise(self) -> int:
        """Sort all entities by the rules of this device, plan after plan. Returns how many plans it took."""
        from app.memory.tend.building import Means, next_plan
        from app.memory.tend.ondevice import OnDeviceCategoriser

        device = OnDeviceCategoriser(self.encoder)
        done = 0
        while plan := next_plan(self.store.view, Means(device, device, "en")):
            self.store.commit(plan)
            done += 1
        return done

    def index(self, encode: Encode | None = None) -> None:
        """Bring words, vectors and those of nodes to the journal's end, reading texts with `encode` if it is given."""
        reading = encode or self.encoder.encode
        for indexer in (self.indexer, NodeIndexer(self.store.view, self.nodes)):
            for _ in indexer.catch_up(reading):
                pass

    def close(self) -> None:
        self.text.close()
        self.vectors.close()
        self.nodes.close()
        self.store.close()
        self.profile.release()
