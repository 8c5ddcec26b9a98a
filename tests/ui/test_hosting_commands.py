"""The command line beside the open window: no lock stands in the way, and the window shows what it did."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.app.frontends.terminal import Terminal


@pytest.fixture
def typed(qtbot: Any, profile: Path) -> Any:
    """Type a command at a terminal while the window goes on; what it prints."""
    terminal = Terminal(profile.parent)

    def type_in(*words: str) -> str:
        came: list[tuple[int, bytes, bytes]] = []
        thread = threading.Thread(target=lambda: came.append(terminal.pipes("--profile", profile.name, *words)))
        thread.start()
        qtbot.waitUntil(lambda: bool(came), timeout=90_000)
        thread.join()
        code, out, err = came[0]
        assert code == 0, err.decode()
        return out.decode()

    return type_in


def test_words_from_a_terminal_are_learned_answered_and_forgotten(running: Any, typed: Any, qtbot: Any):
    assert typed("add", "Alice works at Acme in Berlin.", "--learn").startswith("ep:1\nlearned: Alice works at Acme")
    assert "Acme" in typed("ask", "Where does Alice work?")
    page = running.shell.window.chat
    page.open(1)
    qtbot.waitUntil(lambda: page.conversation is not None and page.conversation.id == 1, timeout=10_000)
    assert "Forgotten." in typed("forget", "--conversation", "1", "--yes")
    qtbot.waitUntil(lambda: page.conversation is None, timeout=10_000)


def test_an_archive_comes_in_and_all_of_it_goes(running: Any, typed: Any, qtbot: Any, tmp_path: Path):
    renewed: list[str] = []
    running.shell.keeper.renewed.connect(renewed.append)
    typed("add", "The heron is at the pond.")
    typed("export", str(tmp_path / "memory.zip"))
    typed("forget", "--everything", "--yes")
    qtbot.waitUntil(lambda: len(renewed) == 1, timeout=10_000)
    running.shell.keeper.renewed.connect(renewed.append)  # the window was made anew, its keeper too
    assert json.loads(typed("import", str(tmp_path / "memory.zip"), "--json"))["records"] == 1
    qtbot.waitUntil(lambda: len(renewed) == 2, timeout=10_000)
    assert "The heron is at the pond." in typed("recall", "heron")
    assert "fail" not in typed("doctor")
