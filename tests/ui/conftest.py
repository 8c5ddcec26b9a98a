"""A running program on a profile of its own, ended cleanly after each test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    return ["tsumugi"]


@pytest.fixture(autouse=True)
def _plain_look(request: pytest.FixtureRequest) -> Iterator[None]:
    """English, light, 100 % before and after each test of the window."""
    from ui import theme, words

    if "qapp" in request.fixturenames or "qtbot" in request.fixturenames:
        theme.wear(request.getfixturevalue("qapp"), "light", 100)
    words.speak("en")
    yield
    words.speak("en")


@pytest.fixture
def start(qtbot: Any, qapp: Any, profile: Path) -> Iterator[Callable[..., Any]]:
    """Start the program on the test's profile; may be called again after `stop`."""
    from ui.application import Running

    begun: list[Any] = []

    def begin(wait: bool = True) -> Any:
        running = Running(qapp, profile)
        begun.append(running)
        running.start()
        if wait:
            with qtbot.waitSignal(running.core.lanes.opened, timeout=20_000):
                pass
            qtbot.waitUntil(lambda: running.shell.window.memory is not None)
        return running

    yield begin
    for running in begun:
        end(running)


def end(running: Any) -> None:
    """Close the window and wait for the threads; a second time does nothing."""
    from shiboken6 import isValid

    if isValid(running.shell.window):
        running.shell.window.close()
        running.stop()
        running.shell.window.deleteLater()


@pytest.fixture
def running(start: Callable[..., Any]) -> Any:
    """A started program with its profile open."""
    return start()
