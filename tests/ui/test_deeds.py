"""What a person does to a fact is said with its undo; what others do, and undo itself, is said elsewhere."""

from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel, QToolButton

from app.domain.change import Change, Touched
from app.domain.plan import USER, Author
from tests.ui.test_window import TEXT, _say
from ui.changes import Changes
from ui.deeds import Deeds
from ui.statusline import StatusLine

ROWS = (Touched("fact", "add", 1),)


class Loop(QObject):
    progressed = Signal(int, int)
    paused = Signal(bool)
    is_paused = False


@pytest.fixture
def told(qtbot: Any) -> tuple[Changes, StatusLine, list[bool]]:
    changes, undone = Changes(), list[bool]()
    status = StatusLine(Loop())  # type: ignore[arg-type]
    qtbot.addWidget(status)
    Deeds(changes, status, lambda: undone.append(True))
    return changes, status, undone


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("add_fact", "Added: Mia works at Orbit"),
        ("retract_fact", "Taken back: Mia works at Orbit"),
        ("forget_lesson", "Taken back: Mia works at Orbit"),
    ],
)
def test_a_deed_is_told_with_its_undo(told: tuple[Changes, StatusLine, list[bool]], label: str, words: str) -> None:
    changes, status, undone = told
    changes.announce(Change(1, USER, label, "Mia works_at Orbit", ROWS))
    assert status._message.text() == words
    assert (status._step.text(), status._step.isHidden()) == ("Undo", False)
    status._step.click()
    assert undone == [True]


@pytest.mark.parametrize(
    "change",
    [
        Change(1, Author("extractor", ""), "learn", "", ROWS),
        Change(1, Author("agent", "Claude"), "add_fact", "Mia works_at Orbit", ROWS),
        Change(1, USER, "add_fact", "Mia works_at Orbit", ROWS, played="undo"),
        Change(1, USER, "rename", "Mia", ROWS),
    ],
)
def test_what_is_told_elsewhere_is_not_told_here(told: tuple[Changes, StatusLine, list[bool]], change: Change) -> None:
    changes, status, _ = told
    changes.announce(change)
    assert status._message.text() == ""


def test_a_fact_that_is_taken_back_below_its_turn_is_told(qtbot: Any, running: Any) -> None:
    turn = _say(qtbot, running, TEXT)
    fact = turn.view.chips[0].fact
    next(b for b in turn.learned.findChildren(QToolButton) if b.accessibleName() == f"Forget: {fact.fact}").click()
    said = lambda: [one.text() for one in running.shell.window.status.findChildren(QLabel)]  # noqa: E731
    qtbot.waitUntil(lambda: f"Taken back: {fact.fact}" in said(), timeout=10_000)
