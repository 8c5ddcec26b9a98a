"""What models were asked, read back by the turn that it was for."""

from app.domain.ids import ModelUseId
from app.domain.scope import OWNER, Scope
from app.domain.usage import ModelUse
from app.storage.store import Store
from app.storage.view import View
from tests import builders as build
from tests.app.storage.acts import talk, write


def _write(store: Store) -> None:
    talk(store, "one", "two")
    write(
        store,
        *(
            ModelUse(ModelUseId(number), episode, "learn", "m", True, number, 0, 0, build.NOON)
            for number, episode in enumerate((2, None, 1, 2), 1)
        ),
    )


def test_calls_come_by_turn_in_the_order_they_were_made(store: Store, view: View):
    _write(store)
    found = view.uses.of_episodes([1, 2, 9], OWNER)
    assert {episode: [use.calls for use in rows] for episode, rows in found.items()} == {1: [3], 2: [1, 4]}


def test_calls_for_turns_that_may_not_be_read_are_not_told(store: Store, view: View):
    _write(store)
    assert view.uses.of_episodes([1, 2], Scope(agent="other")) == {}
