"""A memory in a temporary folder, filled by hand, with real indexes and an encoder that hashes words."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from app.domain.category import Category, CategoryLink, Membership
from app.domain.clock import WorldTime
from app.domain.entity import Alias, Entity, Mention, Span
from app.domain.episode import Conversation, Episode, Session
from app.domain.fact import Anchor, Fact, Value
from app.domain.ids import (
    AliasId,
    AnchorId,
    CategoryId,
    CategoryLinkId,
    ConversationId,
    EntityId,
    EpisodeId,
    FactId,
    MembershipId,
    MentionId,
    SessionId,
)
from app.domain.plan import USER, Add, Amend, Plan, Remove
from app.domain.question import Question, Recollection
from app.domain.scope import OWNER, Scope
from app.memory.recall.recaller import Aids, Recaller
from app.storage.indexing import Indexer
from app.storage.nodeindex import NodeIndex, NodeIndexer
from app.storage.profile import Profile, open_store
from app.storage.textindex import TextIndex
from app.storage.vectorindex import VectorIndex
from tests.builders import NOON, moment
from tests.fakes import HashingEncoder

NOW = moment("2026-06-01")


class Filled:
    """Each method writes one thing through the store's door and returns its number."""

    def __init__(self, folder: Path) -> None:
        self.profile = Profile(folder)
        self.profile.acquire()
        self.encoder = HashingEncoder()
        self.store = open_store(self.profile)
        self.view = self.store.view
        self.text = TextIndex(self.profile.text)
        self.vectors = VectorIndex(self.profile.vectors, self.encoder.fingerprint)
        self.nodes = NodeIndex(self.profile.nodes, self.encoder.fingerprint)
        self.recaller = self.with_aids()
        self.conversation, self.session = self.talk()

    def with_aids(self, **aids) -> Recaller:
        return Recaller(self.view, self.text, self.vectors, self.encoder, aids=Aids(self.nodes, **aids))

    def talk(self, scope: Scope = Scope()) -> tuple[ConversationId, SessionId]:
        home, stretch = ConversationId(-1), SessionId(-2)
        rows = (Add(Conversation(home, "", NOON, scope)), Add(Session(stretch, home, None, NOON, NOON)))
        change = self.store.commit(Plan(rows, USER, "start"))
        return ConversationId(change.ids[home]), SessionId(change.ids[stretch])

    def _add(self, row) -> int:
        return self.store.commit(Plan((Add(row),), USER, "test")).ids[row.id]

    def say(self, text: str, at: str | datetime = NOON, **rest) -> EpisodeId:
        said_at = moment(at) if isinstance(at, str) else at
        values = {"role": "user", "conversation": self.conversation, **rest}
        return EpisodeId(
            self._add(
                Episode(EpisodeId(-1), values.pop("session", self.session), values.pop("role"), text, said_at, **values)
            )
        )

    def entity(self, name: str, kind: str = "person", *aliases: str) -> EntityId:
        made = EntityId(self._add(Entity(EntityId(-1), name, kind, NOON)))
        for alias in aliases:
            self._add(Alias(AliasId(-1), made, alias, "user", NOON))
        return made

    def mention(self, entity: int, episode: int) -> None:
        self._add(Mention(MentionId(-1), EntityId(entity), EpisodeId(episode), Span(0, 1), "extractor"))

    def fact(self, subject: int, predicate: str, far: int | str, episode: int, **rest) -> FactId:
        """`since` and `until` are plain dates; the whole episode is the anchor, which `ends` it where told."""
        said = self.view.episodes.one(EpisodeId(episode), OWNER)
        since, until, ends = rest.pop("since", None), rest.pop("until", None), rest.pop("ends", False)
        row = Fact(
            FactId(-1),
            EntityId(subject),
            predicate,
            Value(far) if isinstance(far, str) else EntityId(far),
            said.text,
            said.said_at,
            NOON,
            valid_at=WorldTime(since) if since else None,
            invalid_at=WorldTime(until) if until else None,
            **rest,
        )
        made = FactId(self._add(row))
        self._add(Anchor(AnchorId(-1), made, EpisodeId(episode), Span(0, len(said.text)), ends))
        return made

    def category(self, name: str, *below: int, layer: int = 1, tag: str = "", summary: str = "") -> CategoryId:
        """Under it entities for layer 1, categories above that."""
        made = CategoryId(self._add(Category(CategoryId(-1), name, layer, NOON, tag, summary)))
        for one in below:
            if layer == 1:
                self._add(Membership(MembershipId(-1), made, EntityId(one), "extractor"))
            else:
                self._add(CategoryLink(CategoryLinkId(-1), made, CategoryId(one), "extractor"))
        return made

    def amend(self, noun: str, id: int, **changes) -> None:
        self.store.commit(Plan((Amend(noun, id, changes),), USER, "test"))

    def remove(self, noun: str, id: int) -> None:
        self.store.commit(Plan((Remove(noun, id),), USER, "test"))

    def index(self) -> None:
        for _ in Indexer(self.view, self.text, self.vectors).catch_up(self.encoder.encode):
            pass
        for _ in NodeIndexer(self.view, self.nodes).catch_up(self.encoder.encode):
            pass

    def ask(self, text: str, at: datetime = NOW, **rest) -> Recollection:
        self.index()
        return self.recaller.recall(Question(text, at, **rest))

    def found(self, text: str, **rest) -> list[EpisodeId]:
        return [hit.episode.id for hit in self.ask(text, **rest).episodes]

    def close(self) -> None:
        self.text.close()
        self.vectors.close()
        self.nodes.close()
        self.store.close()
        self.profile.release()


@pytest.fixture
def memory(profile: Path) -> Iterator[Filled]:
    made = Filled(profile)
    yield made
    made.close()
