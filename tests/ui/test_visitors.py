"""What other programs write is told in one quiet line; what the person does is not."""

import pytest
from PySide6.QtCore import QObject, Signal

from app.domain.change import Change, Touched
from app.domain.plan import USER, Author
from ui.changes import Changes
from ui.statusline import StatusLine
from ui.visitors import Visitors, visit_words

CLAUDE = Author("agent", "Claude")
ROWS = (Touched("episode", "add", 1),)


class Loop(QObject):
    progressed = Signal(int, int)
    paused = Signal(bool)
    is_paused = False


@pytest.fixture
def told(qtbot):
    """The broadcast, the line, and how often the history was wanted."""
    changes, status, shown = Changes(), StatusLine(Loop()), []
    qtbot.addWidget(status)
    Visitors(changes, status, lambda: shown.append(True))
    return changes, status, shown


def test_an_agents_deed_is_told_with_the_way_to_the_history(told):
    changes, status, shown = told
    changes.announce(Change(1, CLAUDE, "store", "A record", ROWS))
    assert status._message.text() == "Claude stored a record"
    assert (status._step.text(), status._step.isHidden()) == ("Show", False)
    status._step.click()
    assert shown == [True]


@pytest.mark.parametrize(
    "change",
    [
        Change(1, USER, "store", "", ROWS),
        Change(1, Author("extractor", ""), "learn", "", ROWS),
        Change(1, CLAUDE, "store", "", ROWS, played="undo"),
    ],
)
def test_nobody_elses_is(told, change):
    changes, status, _ = told
    changes.announce(change)
    assert status._message.text() == ""


def test_words_for_each_deed():
    deeds = {label: visit_words(Change(1, CLAUDE, label)) for label in ("declare", "withdraw", "merge")}
    assert deeds == {
        "declare": "Claude declared names and relations",
        "withdraw": "Claude took back what was declared",
        "merge": "Claude changed memory",
    }
    assert visit_words(Change(1, Author("agent", ""), "store")) == "An agent stored a record"
