"""Long work for a caller beside the window: told step by step on the caller's thread, ended when the caller goes."""

import threading
from pathlib import Path
from typing import Any

import pytest

from app.services.request import Request
from app.services.workspace import Workspace
from ui.hosting import Hosting
from ui.lanes import Lanes


@pytest.fixture
def lanes(qtbot: Any, profile: Path) -> Any:
    opened = Lanes(lambda: Workspace(profile))
    opened.start()
    yield opened
    opened.shutdown()


def steps(count: int, ended: threading.Event) -> Any:
    def job(desk: Any) -> Any:
        try:
            for number in range(count):
                yield {"done": number}
            return "all"
        finally:
            ended.set()

    return job


def ask(hosting: Hosting, job: Any, progress: Any, came: list[Any]) -> threading.Thread:
    def work() -> None:
        try:
            came.append(hosting._wait(hosting._lanes.read, job, progress))
        except OSError as error:
            came.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_steps_are_told_in_order_on_the_callers_thread(qtbot: Any, lanes: Lanes):
    told: list[tuple[int, int]] = []
    came: list[Any] = []
    hosting = Hosting(lanes)
    tell = lambda step: told.append((step["done"], threading.get_ident()))  # noqa: E731
    thread = ask(hosting, steps(20, threading.Event()), tell, came)
    qtbot.waitUntil(lambda: bool(came), timeout=10_000)
    thread.join()
    assert came == ["all"] and [number for number, _ in told] == list(range(20))
    assert {ident for _, ident in told} == {thread.ident}


def test_work_ends_when_the_caller_has_gone(qtbot: Any, lanes: Lanes):
    def gone(step: Any) -> None:
        raise BrokenPipeError

    ended, came = threading.Event(), []
    hosting = Hosting(lanes)
    thread = ask(hosting, steps(1_000_000, ended), gone, came)
    qtbot.waitUntil(lambda: bool(came) and ended.is_set(), timeout=10_000)
    thread.join()
    assert isinstance(came[0], BrokenPipeError)


def test_a_caller_that_does_not_listen_holds_up_nobody(qtbot: Any, lanes: Lanes):
    listening, came, other = threading.Event(), [], []
    hosting = Hosting(lanes)
    slow = ask(hosting, steps(5, threading.Event()), lambda step: listening.wait(10), came)
    lanes.read(lambda desk: "shown", other.append)
    qtbot.waitUntil(lambda: bool(other), timeout=10_000)
    assert other == ["shown"] and came == []
    listening.set()
    qtbot.waitUntil(lambda: bool(came), timeout=10_000)
    slow.join()


def test_requests_travel_with_where_to_read(qtbot: Any, lanes: Lanes):
    hosting, came = Hosting(lanes), []
    requests = [
        Request("store", {"text": "The heron of the north."}, project="north"),
        Request("get_contents", {"refs": ["ep:1"]}, project="south"),
        Request("get_contents", {"refs": ["ep:1"]}, project="north"),
    ]

    def work() -> None:
        came.extend([hosting.perform(request, lambda step: None) for request in requests])

    thread = threading.Thread(target=work)
    thread.start()
    qtbot.waitUntil(lambda: len(came) == 3, timeout=20_000)
    thread.join()
    assert came[1]["records"] == [] and came[2]["records"][0]["ref"] == "ep:1"
