"""Puts made-up turns into a store as learning would: episodes, entities, mentions and facts with their anchors."""

from collections.abc import Iterator
from itertools import count, islice

from app.domain.entity import Entity, Mention
from app.domain.episode import Conversation, Episode, Session
from app.domain.fact import Anchor, Fact
from app.domain.ids import AnchorId, ConversationId, EntityId, EpisodeId, FactId, MentionId, SessionId
from app.domain.plan import EXTRACTOR, Add, Plan, Row
from app.storage.store import Store
from tests.benchmarks.synthetic import MadeTurn, turns

_BATCH = 500
_PREDICATES = {"organization": "works_at", "place": "lives_in", "person": "knows"}


class Filler:
    """Writes turns in large plans, for measuring what comes after; numbers of rows are remembered in between."""

    def __init__(self, store: Store, relations: int = 1_000_000_000) -> None:
        """At most so many relations are made."""
        self._store = store
        self._relations = relations
        self._places = count(-1, -1)
        self._homes: dict[tuple[str, int], int] = {}
        self._entities: dict[tuple[str, str], int] = {}

    def fill(self, number: int, seed: int = 1) -> None:
        """Add `number` turns, learned already."""
        made = turns(number, seed)
        while batch := list(islice(made, _BATCH)):
            rows = [row for turn in batch for row in self._rows(turn)]
            change = self._store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "fill"))
            for known in (self._homes, self._entities):
                for key, value in known.items():
                    known[key] = change.ids.get(value, value)

    def _rows(self, turn: MadeTurn) -> Iterator[Row]:
        yield from self._home(turn)
        home, session = self._homes["conversation", turn.conversation], self._homes["session", turn.session]
        episode = EpisodeId(next(self._places))
        yield Episode(
            episode,
            SessionId(session),
            "user",
            turn.text,
            turn.said_at,
            conversation=ConversationId(home),
            state="learned",
            learned_at=turn.said_at,
        )
        first: int | None = None
        for named in turn.names:
            key = (named.name, named.kind)
            if key not in self._entities:
                self._entities[key] = next(self._places)
                yield Entity(EntityId(self._entities[key]), named.name, named.kind, turn.said_at)
            entity = EntityId(self._entities[key])
            yield Mention(MentionId(next(self._places)), entity, episode, named.span, "extractor")
            if first is None:
                first = entity
                continue
            if self._relations <= 0:
                continue
            self._relations -= 1
            fact = FactId(next(self._places))
            predicate = _PREDICATES[named.kind]
            yield Fact(fact, EntityId(first), predicate, entity, turn.text, turn.said_at, turn.said_at)
            yield Anchor(AnchorId(next(self._places)), fact, episode, named.span)

    def _home(self, turn: MadeTurn) -> Iterator[Row]:
        if ("conversation", turn.conversation) not in self._homes:
            made = self._homes["conversation", turn.conversation] = next(self._places)
            yield Conversation(ConversationId(made), f"Conversation {turn.conversation}", turn.said_at)
        if ("session", turn.session) not in self._homes:
            home = ConversationId(self._homes["conversation", turn.conversation])
            made = self._homes["session", turn.session] = next(self._places)
            yield Session(SessionId(made), home, None, turn.said_at, turn.said_at)
