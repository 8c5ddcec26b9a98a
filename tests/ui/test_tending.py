"""The night shift: only when nothing is learned, one chore after the other, and never in anybody's way."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal

from app.domain.errors import ModelUnavailable, Outdated
from ui.tending import TendingLoop


class Learning(QObject):
    paused = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.idle, self.is_paused = True, False
        self.woken = 0

    def start(self) -> None:
        self.woken += 1


class Job:
    cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Lane:
    """Does chores by their names, on the spot unless it is held. `left`: rounds that each still has to do."""

    def __init__(self, **left: int) -> None:
        self.left = dict(left)
        self.unread = False
        self.errors: dict[str, Exception] = {}
        self.log: list[str] = []
        self.told: list[Exception] = []
        self.held: Any = None
        self.hold = ""
        self.failed = self

    def emit(self, error: Exception) -> None:
        self.told.append(error)

    def read(self, job: Any, done: Any, failed: Any, urgency: Any) -> Job:
        name, args = job.func.__name__, job.args
        if name == "_next":
            by_hand, finished = args
            found = [one for one, rounds in self.left.items() if (rounds or by_hand) and one not in finished]
            return self._give("next", done, (found[0] if found else None, self.unread))
        if args[0] in self.errors:
            failed(self.errors[args[0]])
            return Job()
        return self._give(f"think {args[0]}", done, "thought" if self.left[args[0]] else None)

    def write(self, job: Any, done: Any, failed: Any, urgency: Any) -> Job:
        self.left[job.args[0]] -= 1
        return self._give(f"keep {job.args[0]}", done, self.left[job.args[0]] > 0)

    def _give(self, what: str, done: Any, value: Any) -> Job:
        self.log.append(what)
        job = Job()
        if what == self.hold:
            self.held = (job, done, value)
        else:
            done(value)
        return job

    def release(self) -> None:
        (job, done, value), self.held, self.hold = self.held, None, ""
        if not job.cancelled:
            done(value)


@pytest.fixture
def made(qtbot: Any) -> Iterator[Any]:
    loops = []

    def make(lane: Lane, learning: Learning | None = None) -> TendingLoop:
        loops.append(TendingLoop(lane, learning or Learning()))  # type: ignore[arg-type]
        return loops[-1]

    yield make
    for loop in loops:
        loop.stop()


def test_each_chore_is_done_until_nothing_is_left_of_it(made: Any) -> None:
    lane = Lane(keeping=1, categories=3)
    words: list[str] = []
    loop = made(lane)
    loop.told.connect(words.append)
    loop._look()
    assert lane.left == {"keeping": 0, "categories": 0}
    assert [entry for entry in lane.log if entry != "next"] == [
        "think keeping", "keep keeping", *["think categories", "keep categories"] * 3,
    ]  # fmt: skip
    assert words == ["Putting memory in order…", "Sorting what I know…", ""]
    assert loop.idle


def test_nothing_begins_while_something_is_learned(made: Any) -> None:
    lane, learning = Lane(keeping=1), Learning()
    learning.idle = False
    made(lane, learning)._look()
    assert lane.log == []


def test_between_two_rounds_a_turn_goes_first(made: Any) -> None:
    lane, learning = Lane(categories=2), Learning()
    lane.hold = "keep categories"
    loop = made(lane, learning)
    loop._look()
    learning.idle = False
    lane.release()
    assert (lane.left, loop.idle) == ({"categories": 1}, True)
    learning.idle = True
    loop._look()
    assert lane.left == {"categories": 0}


def test_a_pause_of_learning_stops_it_too(made: Any) -> None:
    lane, learning = Lane(keeping=1), Learning()
    lane.hold = "next"
    loop = made(lane, learning)
    loop._look()
    learning.is_paused = True
    learning.paused.emit(True)
    assert loop.idle
    lane.release()
    loop._look()
    assert lane.log == ["next"]


def test_by_hand_all_is_done_even_in_a_pause_and_then_told(made: Any, qtbot: Any) -> None:
    lane, learning = Lane(keeping=1, categories=0), Learning()
    learning.is_paused = True
    loop = made(lane, learning)
    with qtbot.waitSignal(loop.tidied, timeout=1000):
        loop.tidy()
    assert "think categories" in lane.log
    assert lane.left["keeping"] == 0


def test_a_model_that_is_away_is_nobodys_trouble(made: Any) -> None:
    lane = Lane(categories=1, keeping=1)
    lane.errors = {"categories": ModelUnavailable("The model does not answer.")}
    loop = made(lane)
    loop._look()
    assert (lane.told, lane.left["keeping"], loop.idle) == ([], 0, True)
    loop.tidy()
    assert lane.told == [lane.errors["categories"]]


@pytest.mark.parametrize(("error", "told"), [(Outdated(), False), (ValueError(), True)])
def test_a_bug_is_told_and_what_moved_on_is_not(made: Any, error: Exception, told: bool) -> None:
    lane = Lane(keeping=1)
    lane.errors = {"keeping": error}
    made(lane)._look()
    assert bool(lane.told) is told


def test_turns_that_a_model_still_owes_wake_the_learning_loop(made: Any) -> None:
    lane, learning = Lane(), Learning()
    lane.unread = True
    made(lane, learning)._look()
    assert learning.woken == 1


def test_after_stop_nothing_is_begun(made: Any) -> None:
    lane = Lane(keeping=1)
    loop = made(lane)
    loop.stop()
    loop._look()
    loop.tidy()
    assert lane.log == []
