"""Views reload when what they show has changed, and only while they can be seen."""

from typing import Any

from PySide6.QtWidgets import QWidget

from app.domain.change import Change, Touched
from app.domain.plan import USER
from ui.changes import Changes, Freshness


def change(noun: str, id: int = 1) -> Change:
    return Change(1, USER, "x", touched=(Touched(noun, "amend", id),))  # type: ignore[arg-type]


def test_a_view_in_sight_reloads_once_for_many_changes(qtbot: Any) -> None:
    view, changes, loads = QWidget(), Changes(), []
    qtbot.addWidget(view)
    view.show()
    Freshness(view, changes, {"note"}, lambda: loads.append(1))
    for _ in range(20):
        changes.announce(change("note"))
    qtbot.waitUntil(lambda: loads == [1])
    qtbot.wait(300)
    assert loads == [1]
    view.hide()


def test_a_hidden_view_waits_until_it_is_shown(qtbot: Any) -> None:
    view, changes, loads = QWidget(), Changes(), []
    qtbot.addWidget(view)
    Freshness(view, changes, {"note"}, lambda: loads.append(1))
    changes.announce(change("note"))
    qtbot.wait(300)
    assert loads == []
    view.show()
    qtbot.waitUntil(lambda: loads == [1])
    view.hide()


def test_other_rows_do_not_matter(qtbot: Any) -> None:
    view, changes, loads = QWidget(), Changes(), []
    qtbot.addWidget(view)
    view.show()
    Freshness(view, changes, {"note"}, lambda: loads.append(1))
    changes.announce(change("fact"))
    qtbot.wait(300)
    assert loads == []
    view.hide()


def test_a_job_that_wrote_nothing_is_not_announced(qtbot: Any) -> None:
    changes, seen = Changes(), []
    changes.changed.connect(lambda *told: seen.append(told))
    changes.announce(None)
    changes.announce(Change(1, USER, "x"))
    changes.announce("a result")
    assert seen == []
