"""The process that is killed: it says turns, learns, edits, undoes, deletes and indexes as fast as it can.

Whatever it has been told is safe it acknowledges in a file, one JSON object a line, written straight to the operating
system. Deletions, and undoing them, are announced before they are asked for.
"""

import json
import os
import random
import sys
from contextlib import suppress
from pathlib import Path

from app.domain.clock import now
from app.domain.entity import Entity, Mention, Span
from app.domain.episode import Conversation, Episode, Session
from app.domain.errors import UndoConflict
from app.domain.fact import Anchor, Fact
from app.domain.ids import AnchorId, ConversationId, EntityId, EpisodeId, FactId, MentionId, SessionId
from app.domain.plan import EXTRACTOR, USER, Add, Amend, Plan, Remove, Row
from app.domain.scope import EVERYONE, OWNER
from app.domain.text import name_key
from app.storage.backup import make_backup
from app.storage.indexing import Indexer
from app.storage.profile import Profile, open_store
from app.storage.textindex import TextIndex
from app.storage.vectorindex import VectorIndex
from tests.benchmarks.synthetic import MadeTurn, turns
from tests.fakes import HashingEncoder

_KEPT_BACK = 200
"""Turns older than these are never deleted, so that there is always something to lose."""


class Life:
    """One life of the process, on a profile that others have lived in before."""

    def __init__(self, folder: Path, acknowledged: Path, seed: int) -> None:
        self._dice = random.Random(seed)
        self._turns = turns(1_000_000, seed)
        self._file = os.open(acknowledged, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._profile = Profile(folder)
        self._profile.acquire()
        self._store = open_store(self._profile)
        self._text = TextIndex(self._profile.text)
        self._vectors = VectorIndex(self._profile.vectors, "hashing")
        self._indexer = Indexer(self._store.view, self._text, self._vectors)
        self._encoder = HashingEncoder()
        self._seed = seed

    def go_on(self) -> None:
        """Until killed."""
        home, session, *_ = self._new(
            Conversation(ConversationId(-1), "", now()),
            Session(SessionId(-2), ConversationId(-1), None, now(), now()),
        )
        acts = [self._learn] * 8 + [self._edit] * 2 + [self._index] * 2 + [self._delete, self._undo, self._keep_house]
        for turn in self._turns:
            self._say(turn, ConversationId(home), SessionId(session))
            self._dice.choice(acts)()

    def _acknowledge(self, **what: object) -> None:
        os.write(self._file, (json.dumps(what, ensure_ascii=False) + "\n").encode())

    def _new(self, *rows: Row) -> list[int]:
        change = self._store.commit(Plan(tuple(map(Add, rows)), USER, "new", undoable=False))
        return [change.ids[row.id] for row in rows]

    def _say(self, turn: MadeTurn, home: ConversationId, session: SessionId) -> None:
        word = f"w{self._seed}x{self._dice.randrange(10**9)}"
        text = f"{turn.text} {word}"
        (number,) = self._new(Episode(EpisodeId(-1), session, "user", text, now(), conversation=home))
        self._acknowledge(said=number, text=text, word=word)

    def _learn(self) -> None:
        """What the learner does with a waiting turn, in one plan: names, a fact, the books."""
        for episode in self._store.view.episodes.waiting(EVERYONE, 3):
            found = self._store.view.entities.names_in(episode.text, OWNER)
            name = found[0].text if found else " ".join(episode.text.split()[:2]) or "x"
            known = self._store.view.entities.by_key([name_key(name)], OWNER).get(name_key(name))
            rows: list[Row] = [] if known else [Entity(EntityId(-1), name[:99], "person", now())]
            entity = known[0].entity.id if known else EntityId(-1)
            span = Span(0, len(name))
            rows.append(Mention(MentionId(-2), entity, episode.id, span, "extractor"))
            rows.append(Fact(FactId(-3), entity, "says", entity, episode.text, episode.said_at, now()))
            rows.append(Anchor(AnchorId(-4), FactId(-3), episode.id, span))
            done = Amend("episode", episode.id, {"state": "learned", "learned_at": now()})
            self._store.commit(Plan((*map(Add, rows), done), EXTRACTOR, "learn"))
            self._acknowledge(learned=episode.id)

    def _edit(self) -> None:
        for entity in self._store.view.entities.listed(OWNER, limit=1, offset=self._dice.randrange(20)):
            tag = f"tag {self._dice.randrange(1000)}"
            self._store.commit(Plan((Amend("entity", entity.id, {"tag": tag}),), USER, "edit", entity.name))

    def _delete(self) -> None:
        last = self._store.view.episodes.count(OWNER)
        for episode in self._store.view.episodes.after(EpisodeId(max(0, last - _KEPT_BACK)), OWNER, 1):
            self._acknowledge(deleting=episode.id)
            self._store.commit(Plan((Remove("episode", episode.id),), USER, "delete"))
            self._acknowledge(deleted=episode.id)

    def _undo(self) -> None:
        entry = self._store.view.journal.undoable()
        if entry is not None and entry.label == "delete":
            self._acknowledge(restoring=[row.id for row in entry.touched if row.noun == "episode"])
        with suppress(UndoConflict):
            self._store.undo()

    def _index(self) -> None:
        work = self._indexer.catch_up(self._encoder.encode)
        for _ in work:
            if self._dice.random() < 0.1:
                work.close()

    def _keep_house(self) -> None:
        self._store.prune(self._indexer.applied_seq)
        if self._dice.random() < 0.05:
            make_backup(self._store._connection, self._profile.backups, "crash", keep=2)


if __name__ == "__main__":
    life = Life(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    life.go_on()
