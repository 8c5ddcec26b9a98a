"""The loop: in order, one at a time, again when outdated, at rest when told to."""

from typing import Any

import pytest

from app.domain.change import Change, Touched
from app.domain.errors import BadInput, Outdated
from app.domain.plan import EXTRACTOR, USER
from ui.changes import Changes
from ui.learning import INDEX_EVERY, LearningLoop


class Lane:
    """Runs the loop's jobs by their names, on the spot unless it is held."""

    def __init__(self, waiting: list[int]) -> None:
        self.waiting = waiting
        self.kept: list[int] = []
        self.failed_ids: list[tuple[int, str]] = []
        self.indexed = 0
        self.outdated: set[int] = set()
        self.broken: set[int] = set()
        self.log: list[str] = []
        self.failed = self

    def emit(self, error: object) -> None:
        self.log.append(f"told {error}")

    def read(self, job: Any, done: Any, failed: Any = None, **rest: Any) -> None:
        name, args = _named(job)
        self.log.append(name)
        if name == "_pending":
            done(list(self.waiting))
        elif args[0] in self.broken:
            failed(BadInput("This note is gone."))
        else:
            done(args[0] if args[0] in self.waiting else None)

    def write(self, job: Any, done: Any, failed: Any = None, **rest: Any) -> None:
        name, args = _named(job)
        self.log.append(name)
        if name == "_catch_up":
            self.indexed += 1
            done(None)
        elif name == "_fail":
            self.failed_ids.append((args[0], args[1].sentence))
            self.waiting.remove(args[0])
            done(None)
        elif args[0] in self.outdated:
            self.outdated.remove(args[0])
            failed(Outdated())
        else:
            self.waiting.remove(args[0])
            self.kept.append(args[0])
            done(Change(1, EXTRACTOR, "learn", touched=(Touched("episode", "amend", args[0]),)))


def _named(job: Any) -> tuple[str, tuple[Any, ...]]:
    return getattr(job, "func", job).__name__, getattr(job, "args", ())


def _loop(lane: Lane) -> LearningLoop:
    return LearningLoop(lane, Changes())  # type: ignore[arg-type]


def _begin(qtbot: Any, lane: Lane) -> LearningLoop:
    loop = _loop(lane)
    loop.start()
    qtbot.waitUntil(lambda: loop.idle and "_pending" in lane.log)
    loop.stop()
    return loop


def test_all_are_learned_in_order(qtbot: Any) -> None:
    lane = Lane(list(range(1, 70)))
    _begin(qtbot, lane)
    assert lane.kept == list(range(1, 70))
    assert lane.indexed == -(-69 // INDEX_EVERY)


def test_what_is_outdated_is_thought_again(qtbot: Any) -> None:
    lane = Lane([1, 2, 3])
    lane.outdated = {2}
    _begin(qtbot, lane)
    assert lane.kept == [1, 2, 3]
    assert lane.log.count("_think") == 4


def test_a_failure_is_noted_in_words_and_the_others_go_on(qtbot: Any) -> None:
    lane = Lane([1, 2, 3])
    lane.broken = {2}
    _begin(qtbot, lane)
    assert lane.kept == [1, 3]
    assert lane.failed_ids == [(2, "This note is gone.")]


def test_progress_is_told_and_ends_at_rest(qtbot: Any) -> None:
    lane, seen, active = Lane([5, 6]), [], []
    loop = _loop(lane)
    loop.progressed.connect(lambda done, total: seen.append((done, total)))
    loop.active.connect(active.append)
    loop.start()
    qtbot.waitUntil(lambda: lane.kept == [5, 6] and loop.idle)
    loop.stop()
    assert seen[:2] == [(1, 2), (2, 2)]
    assert seen[-1] == (0, 0)
    assert active[:2] == [5, 6]
    assert active[-1] is None


def test_a_pause_holds_until_it_is_ended(qtbot: Any) -> None:
    lane = Lane([1])
    loop = _loop(lane)
    loop.pause()
    loop._look()
    assert lane.kept == []
    loop.start()
    qtbot.waitUntil(lambda: lane.kept == [1])
    loop.stop()


@pytest.mark.parametrize(("label", "wakes"), [("say", True), ("learn", False)])
def test_a_new_turn_wakes_the_loop(qtbot: Any, label: str, wakes: bool) -> None:
    lane, changes = Lane([]), Changes()
    loop = LearningLoop(lane, changes)  # type: ignore[arg-type]
    changes.announce(Change(1, USER, label, touched=(Touched("episode", "add", 1),)))
    assert loop.idle is not wakes
    loop.stop()


def test_after_stop_nothing_is_begun(qtbot: Any) -> None:
    lane = Lane([1])
    loop = _loop(lane)
    loop.start()
    loop.stop()
    qtbot.wait(250)
    assert lane.log == []
