"""Silence is a test condition, and nothing of the machine leaks in.

A stray warning, log record, Qt message, thread, timer or window fails the test that left it. Tests that use no Qt never
import it.
"""

import gc
import logging
import os
import sys
import threading
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

PATIENCE_MS = 30_000

os.environ["QT_QPA_PLATFORM"] = os.environ.get("TSUMUGI_TEST_PLATFORM", "offscreen")
os.environ["TZ"] = "Asia/Tokyo"
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
os.environ.pop("OLLAMA_HOST", None)


def pytest_configure(config: pytest.Config) -> None:
    """What the offscreen platform says about itself is no fault of the window's."""
    for message in ("propagateSizeHints", r"raise\(\)", "grabbing the keyboard", "setting window opacity"):
        config.addinivalue_line("qt_log_ignore", f"This plugin does not support {message}")
    for name in ("waitUntil", "waitSignal"):
        setattr(QtBot, name, _patient(getattr(QtBot, name)))


def _patient(wait: Callable[..., Any]) -> Callable[..., Any]:
    """A busy machine is no fault of what is tested: it may take half a minute, whatever a test allows."""

    @wraps(wait)
    def waiting(*args: Any, **rest: Any) -> Any:
        return wait(*args, **rest | {"timeout": max(rest.get("timeout", 0), PATIENCE_MS)})

    return waiting


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """A file at a time to whoever is free. When a worker dies, xdist 3.8 hands its finished files on as well, and the
    worker that gets one waits for ever: they are taken off its list first."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def remove_node(self, node: object) -> str | None:
            units = self.assigned_work[node]
            for done in [scope for scope, tests in units.items() if all(tests.values())]:
                del units[done]
            return super().remove_node(node)

    return Scheduling(config, log) if config.getoption("dist", "no") == "loadfile" else None


@pytest.fixture(autouse=True)
def _silence(caplog: pytest.LogCaptureFixture):
    """No log record of WARNING or above, unless the test has looked at it and called `caplog.clear()`."""
    yield
    stray = [r for when in ("setup", "call") for r in caplog.get_records(when) if r.levelno >= logging.WARNING]
    assert not stray, f"stray log lines: {[record.getMessage() for record in stray]}"


@pytest.fixture(autouse=True)
def _no_threads_left():
    """No thread outlives its test. Threads of libraries' own pools are not Python's and are not counted."""
    before = set(threading.enumerate())
    yield
    left = [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()]
    for thread in left:
        thread.join(timeout=2)
    assert not [thread for thread in left if thread.is_alive()], f"threads left over: {left}"


@pytest.fixture(autouse=True, scope="module")
def _swept_out():
    """What the tests of a file left in cycles goes here, before a thread of another file could meet it."""
    yield
    if "PySide6.QtWidgets" in sys.modules:
        gc.collect()


@pytest.fixture(autouse=True)
def _swept_here(request: pytest.FixtureRequest):
    """Garbage is collected on the window's thread alone, as in the program: a widget that is destroyed on another one
    makes Qt and the interpreter wait for each other's locks for ever."""
    if "qapp" not in request.fixturenames:
        yield
        return
    gc.disable()
    yield
    gc.collect(1)
    gc.enable()


@pytest.fixture(autouse=True)
def _no_windows_left(request: pytest.FixtureRequest):
    """No window is left on screen, and no timer runs in one."""
    yield
    if "PySide6.QtWidgets" not in sys.modules or "qapp" not in request.fixturenames:
        return
    from PySide6.QtCore import QCoreApplication, QEvent
    from PySide6.QtWidgets import QApplication

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    assert not shown, f"windows left over: {shown}"


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """An empty folder for a profile of its own."""
    folder = tmp_path / "profile"
    folder.mkdir()
    return folder
