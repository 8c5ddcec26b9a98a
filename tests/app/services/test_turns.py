"""What hangs on a turn: what models were asked because of it, and what that cost."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.ids import EpisodeId, ModelUseId
from app.domain.plan import EXTRACTOR, Add, Plan
from app.domain.usage import ModelUse, Usage
from app.services import chat
from app.services.settings import Settings
from app.services.turns import Spent
from app.services.workspace import Workspace, WriteDesk
from tests.builders import NOON


@pytest.fixture
def desk(profile: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(profile)
    made = workspace.write_desk()
    yield made
    made.close()
    workspace.close()


@pytest.fixture
def said(desk: WriteDesk) -> EpisodeId:
    return chat.say(desk, chat.start(desk).id, "Mia works at Orbit.", NOON).id


def _use(desk: WriteDesk, episode: EpisodeId, number: int, local: bool = False) -> None:
    row = ModelUse(ModelUseId(-number), episode, "learn", f"m{number}", local, number, 1000 * number, 10, NOON)
    desk.store.commit(Plan((Add(row),), EXTRACTOR, "learn", undoable=False))


def _spent(desk: WriteDesk, episode: EpisodeId) -> Spent | None:
    turn = chat.turn(desk, episode)
    assert turn is not None
    return turn.spent


def test_a_turn_that_no_model_has_seen_cost_nothing(desk: WriteDesk, said: EpisodeId) -> None:
    assert _spent(desk, said) is None


def test_calls_of_all_models_are_added_up(desk: WriteDesk, said: EpisodeId) -> None:
    _use(desk, said, 1)
    _use(desk, said, 2)
    assert _spent(desk, said) == Spent(Usage(3, 3000, 20), None, ("m1", "m2"))


def test_only_words_that_left_the_machine_have_a_price(desk: WriteDesk, said: EpisodeId) -> None:
    desk.workspace.change_settings(Settings(price_sent=100, price_received=1000))
    _use(desk, said, 1, local=True)
    assert _spent(desk, said) == Spent(Usage(1, 1000, 10), None, ("m1",))
    _use(desk, said, 2)
    spent = _spent(desk, said)
    assert spent is not None
    assert spent.cents == pytest.approx(0.21)
