"""A memory on disk that is told turns and asked what it holds: for tests and benchmarks on the real store."""

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

from app.domain.draft import Draft
from app.domain.entity import Entity
from app.domain.episode import Conversation, Episode, Session
from app.domain.fact import Fact, Value
from app.domain.ids import ConversationId, EntityId, EpisodeId, SessionId
from app.domain.plan import USER, Add, Plan
from app.domain.scope import OWNER, Scope
from app.domain.text import name_key
from app.memory.learn.learner import Learner
from app.memory.learn.reading.relations import relations
from app.services.settings import Settings
from app.storage.profile import Profile, open_store
from tests.builders import NOON, moment
from tests.fakes import HashingEncoder, ScriptedExtractor

LEAST = Settings().least_importance / 100
"""What the app learns from unless the user says otherwise."""
TABLES = (
    "entities",
    "aliases",
    "mentions",
    "facts",
    "anchors",
    "suggestions",
    "drops",
    "episodes",
    "sessions",
    "conversations",
)


class Memory:
    """One profile, one conversation. `tell` stores a turn and learns it at once."""

    def __init__(self, folder: Path, extractor=None, encoder=None, now=lambda: NOON) -> None:
        self.profile = Profile(folder)
        self.profile.acquire()
        self.store = open_store(self.profile)
        self.view = self.store.view
        self.extractor = extractor or ScriptedExtractor()
        self.learner = Learner(self.view, self.extractor, encoder or HashingEncoder(), now, LEAST)
        self.conversation = ConversationId(self._talk(NOON))

    def close(self) -> None:
        self.store.close()
        self.profile.release()

    def _talk(self, at: datetime) -> int:
        talk, stretch = ConversationId(-1), SessionId(-2)
        steps = (Add(Conversation(talk, "", at)), Add(Session(stretch, talk, None, at, at)))
        change = self.store.commit(Plan(steps, USER, "start", undoable=False))
        self.session = SessionId(change.ids[-2])
        return change.ids[-1]

    def say(
        self, text: str, at: str | datetime = NOON, role: str = "user", speaker: str = "", scope: Scope = Scope()
    ) -> Episode:
        """Store a turn; nothing is learned yet."""
        said_at = moment(at) if isinstance(at, str) else at
        turn = Episode(EpisodeId(-1), self.session, role, text, said_at, speaker, self.conversation, scope=scope)
        change = self.store.commit(Plan((Add(turn),), USER, "say", undoable=False))
        return self.episode(change.ids[-1])

    def tell(self, text: str, at: str | datetime = NOON, reading: Draft | None = None, **rest) -> Episode:
        """Store a turn and learn it; `reading` is what a scripted extractor makes of it."""
        if reading is not None:
            self.extractor.script[text] = reading
        return self.learn(self.say(text, at, **rest))

    def learn(self, episode: Episode) -> Episode:
        lesson = self.learner.learn(episode)
        self.store.commit(lesson.plan)
        return self.episode(episode.id)

    def episode(self, number: int) -> Episode:
        found = self.view.episodes.one(EpisodeId(number), OWNER)
        assert found is not None
        return found

    def named(self, name: str) -> list[Entity]:
        """Entities of that name or alias; `ME` is the user."""
        return [match.entity for match in self.view.entities.by_key([name_key(name)], OWNER).get(name_key(name), [])]

    def facts(self, subject: str, predicate: str) -> list[tuple[Fact, str]]:
        """Facts of a subject read in the direction of the predicate, with the far end's name; retracted ones not."""
        relation = relations().of(predicate)
        ids = [entity.id for entity in self.named(subject)]
        rows = self.view.facts.under(ids, {predicate, relation.inverse} - {""}, OWNER)
        found = []
        for fact in rows:
            turned = fact.predicate != predicate
            near, far = (fact.object, fact.subject) if turned else (fact.subject, fact.object)
            if near not in ids and relation.symmetric:
                near, far = far, near
            if near in ids:
                found.append((fact, self._name(far)))
        return found

    def _name(self, end) -> str:
        if isinstance(end, Value):
            return end.text
        found = self.view.entities.one(EntityId(end), OWNER) if isinstance(end, int) else None
        return found.name if found else str(end)

    def ask(self, subject: str, predicate: str, on: str | date | None = None) -> list[str]:
        """Names at the far end of what held on a day, or ever; sorted."""
        day = date.fromisoformat(on) if isinstance(on, str) else on
        return sorted({name for fact, name in self.facts(subject, predicate) if day is None or fact.holds_on(day)})

    def tables(self) -> dict[str, list[tuple]]:
        """Every row of every table that undo must bring back, to compare two moments."""
        cursor = self.store._connection.cursor()
        return {name: sorted(cursor.execute(f"SELECT * FROM {name}"), key=repr) for name in TABLES}


def retold(turns: Sequence[tuple[str, str, Draft]], memory: Memory) -> None:
    """Tell turns in the order of the list: moment, text, reading."""
    for at, text, reading in turns:
        memory.tell(text, at, reading)
