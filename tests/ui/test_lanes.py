"""Jobs: their order, steps, errors, cancelling, and a clean end."""

import threading
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from app.domain.change import Change
from app.domain.errors import BadInput
from tests.ui.desks import Inbox, Workspace
from ui.changes import Changes
from ui.lanes import Lanes, Urgency


@pytest.fixture
def workspace() -> Workspace:
    return Workspace()


@pytest.fixture
def lanes(qapp: Any, workspace: Workspace) -> Iterator[Lanes]:
    made = Lanes(lambda: workspace, readers=2)  # type: ignore[arg-type,return-value]
    yield made
    assert made.shutdown()


def test_jobs_run_elsewhere_and_results_come_home(qtbot: Any, lanes: Lanes) -> None:
    inbox, ran = Inbox(), []
    lanes.start()
    lanes.read(lambda desk: ran.append(threading.get_ident()) or "read", inbox.take)
    lanes.write(lambda desk: ran.append(threading.get_ident()) or "written", inbox.take)
    qtbot.waitUntil(lambda: sorted(inbox.got) == ["read", "written"])
    assert inbox.threads == {threading.get_ident()}
    assert threading.get_ident() not in ran


def test_each_lane_makes_and_closes_its_own_desk(qtbot: Any, workspace: Workspace) -> None:
    lanes = Lanes(lambda: workspace, readers=2)  # type: ignore[arg-type,return-value]
    lanes.start()
    qtbot.waitUntil(lambda: len(workspace.desks) == 3)
    assert lanes.shutdown()
    assert len({desk.made_on for desk in workspace.desks}) == 3
    assert all(desk.made_on == desk.closed_on for desk in workspace.desks)
    assert workspace.closed


def test_a_persons_edit_goes_before_a_turn_before_an_import_before_tending(qtbot: Any, lanes: Lanes) -> None:
    inbox, gate = Inbox(), threading.Event()
    lanes.start()
    lanes.write(lambda desk: gate.wait(5))
    for urgency in (Urgency.TENDING, Urgency.IMPORT, Urgency.LEARN, Urgency.TURN, Urgency.EDIT):
        lanes.write(lambda desk, urgency=urgency: urgency, inbox.take, urgency=urgency)
    gate.set()
    qtbot.waitUntil(lambda: len(inbox.got) == 5)
    assert inbox.got == sorted(inbox.got)


def test_jobs_of_one_urgency_keep_their_order(qtbot: Any, lanes: Lanes) -> None:
    inbox = Inbox()
    lanes.start()
    for number in range(50):
        lanes.write(lambda desk, number=number: number, inbox.take)
    qtbot.waitUntil(lambda: len(inbox.got) == 50)
    assert inbox.got == list(range(50))


def test_jobs_may_be_given_before_the_profile_is_open(qtbot: Any, lanes: Lanes) -> None:
    inbox = Inbox()
    lanes.read(lambda desk: 1, inbox.take)
    lanes.start()
    qtbot.waitUntil(lambda: inbox.got == [1])


def test_a_generator_gives_steps_and_a_result(qtbot: Any, lanes: Lanes) -> None:
    steps, done = Inbox(), Inbox()

    def count(desk: object) -> Iterator[int]:
        yield 1
        yield 2
        return "end"

    lanes.start()
    lanes.read(count, done.take, step=steps.take)
    qtbot.waitUntil(lambda: bool(done.got))
    assert (steps.got, done.got) == ([1, 2], ["end"])


def test_cancel_closes_the_generator_and_delivers_nothing_more(qtbot: Any, lanes: Lanes) -> None:
    steps, done, closed = Inbox(), Inbox(), threading.Event()

    def forever(desk: object) -> Iterator[int]:
        try:
            while True:
                time.sleep(0.001)
                yield 1
        finally:
            closed.set()

    lanes.start()
    task = lanes.read(forever, done.take, step=steps.take)
    qtbot.waitUntil(lambda: len(steps.got) > 2)
    task.cancel()
    qtbot.waitUntil(closed.is_set)
    count = len(steps.got)
    qtbot.wait(50)
    assert len(steps.got) == count
    assert done.got == []


def test_a_job_cancelled_in_the_queue_never_runs(qtbot: Any, lanes: Lanes) -> None:
    ran, after = [], Inbox()
    task = lanes.write(lambda desk: ran.append(1))
    task.cancel()
    lanes.write(lambda desk: 2, after.take)
    lanes.start()
    qtbot.waitUntil(lambda: after.got == [2])
    assert ran == []


def test_an_error_goes_to_its_callback_or_to_everybody(qtbot: Any, lanes: Lanes) -> None:
    mine, all_others = Inbox(), Inbox()
    lanes.failed.connect(all_others.take)

    def refuse(desk: object) -> None:
        raise BadInput("There is nothing to send yet.")

    lanes.start()
    lanes.write(refuse, failed=mine.take)
    lanes.write(refuse)
    qtbot.waitUntil(lambda: len(mine.got) == 1 and len(all_others.got) == 1)
    assert isinstance(mine.got[0], BadInput)


def test_a_lane_outlives_its_errors(qtbot: Any, lanes: Lanes) -> None:
    inbox = Inbox()
    lanes.start()
    lanes.write(lambda desk: 1 / 0, failed=inbox.take)
    lanes.write(lambda desk: "fine", inbox.take)
    qtbot.waitUntil(lambda: inbox.got[1:] == ["fine"])


def test_urgent_work_is_done_between_the_steps_of_long_work(qtbot: Any, lanes: Lanes) -> None:
    order: list[str] = []
    started, go_on = threading.Event(), threading.Event()

    def long(desk: object) -> Iterator[int]:
        started.set()
        go_on.wait(5)
        yield 1
        order.append("long")

    inbox = Inbox()
    lanes.start()
    lanes.write(long, inbox.take, urgency=Urgency.IMPORT)
    qtbot.waitUntil(started.is_set)
    lanes.write(lambda desk: order.append("edit"), urgency=Urgency.EDIT)
    go_on.set()
    qtbot.waitUntil(lambda: len(order) == 2)
    assert order == ["edit", "long"]


def test_what_was_typed_is_written_before_the_end(qtbot: Any, workspace: Workspace) -> None:
    lanes, written = Lanes(lambda: workspace, readers=1), []  # type: ignore[arg-type,return-value]
    lanes.start()
    lanes.write(lambda desk: time.sleep(0.05), urgency=Urgency.EDIT)
    lanes.write(lambda desk: written.append("import"), urgency=Urgency.IMPORT)
    lanes.write(lambda desk: written.append("note"), urgency=Urgency.EDIT)
    lanes.write(lambda desk: written.append("turn"), urgency=Urgency.TURN)
    assert lanes.shutdown()
    assert written == ["note", "turn"]


def test_long_reading_does_not_hold_up_the_end(qtbot: Any, workspace: Workspace) -> None:
    lanes, steps = Lanes(lambda: workspace, readers=1), Inbox()  # type: ignore[arg-type,return-value]

    def forever(desk: object) -> Iterator[int]:
        while True:
            time.sleep(0.001)
            yield 1

    lanes.start()
    lanes.read(forever, step=steps.take)
    qtbot.waitUntil(lambda: bool(steps.got))
    begun = time.monotonic()
    assert lanes.shutdown()
    assert time.monotonic() - begun < 2


def test_a_profile_that_cannot_be_opened_is_told_once(qtbot: Any) -> None:
    def refuse() -> Any:
        raise BadInput("This note is gone.")

    lanes, inbox = Lanes(refuse), Inbox()
    lanes.refused.connect(inbox.take)
    lanes.start()
    qtbot.waitUntil(lambda: len(inbox.got) == 1)
    assert lanes.shutdown()
    assert isinstance(inbox.got[0], BadInput)


def test_jobs_on_a_profile_that_cannot_be_opened_fail_with_the_reason(qtbot: Any) -> None:
    def refuse() -> Any:
        raise BadInput("This note is gone.")

    lanes, inbox = Lanes(refuse), Inbox()
    lanes.write(lambda desk: "never", failed=inbox.take)
    lanes.start()
    qtbot.waitUntil(lambda: len(inbox.got) == 1)
    lanes.write(lambda desk: "never", failed=inbox.take)
    qtbot.waitUntil(lambda: len(inbox.got) == 2)
    assert lanes.shutdown()
    assert all(isinstance(error, BadInput) for error in inbox.got)


@pytest.mark.parametrize("wrap", [lambda take: take, lambda take: partial(take), lambda take: partial(partial(take))])
def test_a_widget_that_is_gone_gets_nothing(qtbot: Any, lanes: Lanes, wrap: Any) -> None:
    gone, after = Inbox(), Inbox()
    lanes.start()
    gate = threading.Event()
    lanes.write(lambda desk: gate.wait(5), wrap(gone.take))
    import shiboken6

    shiboken6.delete(gone)
    gate.set()
    lanes.write(lambda desk: 1, after.take)
    qtbot.waitUntil(lambda: after.got == [1])
    assert gone.got == []


def test_changes_are_announced_after_the_result(qtbot: Any, lanes: Lanes, workspace: Workspace) -> None:
    inbox, changes = Inbox(), Changes(lanes)
    changes.changed.connect(lambda change, initiator: inbox.take(change))
    lanes.start()
    lanes.write(lambda desk: workspace.journal.write("note", 7) or "done", inbox.take)
    qtbot.waitUntil(lambda: len(inbox.got) == 2)
    result, change = inbox.got
    assert result == "done"
    assert isinstance(change, Change)
    assert [(row.noun, row.id) for row in change.touched] == [("note", 7)]


def test_threads_end_with_the_program(qtbot: Any, workspace: Workspace) -> None:
    lanes = Lanes(lambda: workspace, readers=3)  # type: ignore[arg-type,return-value]
    lanes.start()
    begun = {thread for thread in threading.enumerate() if thread.name == "writer" or thread.name.startswith("reader")}
    assert len(begun) == 4
    assert lanes.shutdown()
    assert not begun & set(threading.enumerate())


class Receiver:
    """Held by nothing but the job that it takes the result of."""

    def __init__(self, ends: list[int]) -> None:
        self._ends = ends

    def take(self, result: object) -> None:
        pass

    def __del__(self) -> None:
        self._ends.append(threading.get_ident())


@pytest.mark.parametrize("cancelled", [False, True])
def test_who_takes_a_result_ends_on_the_windows_thread(qtbot: Any, lanes: Lanes, cancelled: bool) -> None:
    ends: list[int] = []
    lanes.start()
    for _ in range(40):
        task = lanes.write(lambda desk: iter(range(3)), Receiver(ends).take, step=lambda step: None)
        if cancelled:
            task.cancel()
        del task
    qtbot.waitUntil(lambda: len(ends) == 40)
    assert set(ends) == {threading.get_ident()}
