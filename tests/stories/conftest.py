"""A whole Tsumugi without a window: one profile in a temporary folder, real database, real indexes, real encoder."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from app.domain.episode import Episode
from app.domain.ids import ConversationId
from app.services import chat, learning
from app.services.chat import Answered
from app.services.turns import TurnView
from app.services.workspace import Workspace, WriteDesk

NOON = datetime.fromisoformat("2026-03-10T12:00:00+09:00")


class Person:
    """Somebody who uses the app: says things, waits until they are learned, asks."""

    def __init__(self, folder: Path) -> None:
        self.workspace = Workspace(folder)
        self.desk: WriteDesk = self.workspace.write_desk()
        self.clock = NOON
        self.home: ConversationId = chat.start(self.desk).id

    def says(self, text: str, at: datetime | None = None) -> TurnView:
        """Say it, let it be learned, and give back the turn with its chips."""
        self.clock = at or self.clock + timedelta(minutes=1)
        episode = chat.say(self.desk, self.home, text, self.clock)
        self.waits()
        turn = chat.turn(self.desk, episode.id)
        assert turn is not None
        return turn

    def waits(self) -> None:
        """Until all that waits is learned and found by search."""
        for episode in learning.pending(self.desk):
            learning.learn_now(self.desk, episode)
        for _ in self.desk.catch_up():
            pass

    def asks(self, text: str, at: datetime | None = None) -> Answered:
        """Ask in a new conversation, so that nothing is answered from the turns on screen."""
        self.clock = at or self.clock + timedelta(minutes=1)
        episode: Episode = chat.say(self.desk, chat.start(self.desk).id, text, self.clock)
        answered = list(chat.answer(self.desk, episode))[-1]
        assert isinstance(answered, Answered)
        return answered

    def leaves(self) -> None:
        self.desk.close()
        self.workspace.close()


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    someone = Person(tmp_path / "profile")
    yield someone
    someone.leaves()
