"""Corrections in the whole window: a merge parted after a restart, one made two, five questions by keyboard."""

import json
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt

from app.domain.entity import Entity
from app.domain.ids import EntityId, SuggestionId
from app.domain.plan import EXTRACTOR, Add, Plan
from app.domain.scope import OWNER
from app.domain.suggestion import Suggestion
from tests.builders import NOON
from tests.ui.conftest import end, start  # noqa: F401
from ui.lanes import Urgency
from ui.memories.merging import MergeDialog
from ui.memories.splitting import SplitDialog

Ask = Callable[[Callable[[Any], Any]], Any]


def _asking(qtbot: Any, running: Any) -> Ask:
    def ask(read: Callable[[Any], Any]) -> Any:
        answers: list[Any] = []
        running.core.lanes.write(read, answers.append, urgency=Urgency.IMPORT)
        qtbot.waitUntil(lambda: bool(answers), timeout=10_000)
        return answers[0]

    return ask


def _pairs(desk: Any) -> None:
    """Ten people, two by two perhaps one, and five questions about them."""
    rows = [Entity(EntityId(-n), f"Name {n}", "person", NOON) for n in range(1, 11)]
    ids = desk.store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "learn")).ids
    for n in range(1, 6):
        payload = {"name": f"Name {n}", "entity": ids[-n], "candidates": [ids[-n - 5]], "how": "x"}
        row = Suggestion(SuggestionId(-1), "same_entity", "The names are alike.", json.dumps(payload), NOON)
        desk.store.commit(Plan((Add(row),), EXTRACTOR, "learn"))


def _names(desk: Any) -> dict[str, int]:
    return {one.name: one.id for one in desk.view.entities.listed(OWNER)}


def test_two_made_one_are_parted_again_after_a_restart(qtbot: Any, start: Any) -> None:  # noqa: F811
    running = start()
    ask = _asking(qtbot, running)
    ask(_pairs)
    before = ask(_names)
    panel = running.shell.window.memory
    panel.compare(before["Name 1"], before["Name 2"])
    (dialog,) = running.shell.window.findChildren(MergeDialog)
    qtbot.waitUntil(dialog.merge.isEnabled, timeout=10_000)
    with qtbot.waitSignal(dialog.merged, timeout=10_000):
        dialog.merge.click()
    assert "Name 2" not in ask(_names)
    end(running)
    running = start()
    ask = _asking(qtbot, running)
    running.shell.show_page("history")
    page = running.shell.window.history
    qtbot.waitUntil(lambda: len(page.view.keys()) == 1, timeout=10_000)
    page.view.choose_first()
    with qtbot.waitSignal(page.said, timeout=10_000):
        page.undo_marked()
    assert ask(_names) == before


def test_one_is_split_and_its_page_is_shown(qtbot: Any, start: Any) -> None:  # noqa: F811
    running = start()
    ask = _asking(qtbot, running)
    ask(_pairs)
    window, first = running.shell.window, ask(_names)["Name 1"]
    running.shell.ways.show_entity(first)
    ask(lambda desk: desk.store.commit(_named(first)))
    window.memory.part(first)
    (dialog,) = window.findChildren(SplitDialog)
    qtbot.waitUntil(lambda: dialog.names.count() == 1, timeout=10_000)
    dialog.name.setText("Somebody else")
    qtbot.keyClick(dialog.names, Qt.Key.Key_Space)
    dialog.split.click()
    qtbot.waitUntil(lambda: window.memory.entity.heading._name.text() == "Somebody else", timeout=10_000)


def _named(entity: int) -> Plan:
    from tests.builders import alias

    return Plan((Add(alias("Nobody", entity, -1)),), EXTRACTOR, "learn")


def test_five_questions_are_accepted_by_keyboard_and_taken_back_at_once(qtbot: Any, start: Any) -> None:  # noqa: F811
    running = start()
    ask = _asking(qtbot, running)
    ask(_pairs)
    running.shell.show_page("suggestions")
    page = running.shell.window.suggestions
    qtbot.waitUntil(lambda: len(page.inbox.keys()) == 5, timeout=10_000)
    assert "5" in running.shell.window.rail._buttons["suggestions"].text()
    page.inbox.setFocus()
    qtbot.keyClick(page.inbox, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(page.said, timeout=10_000) as told:
        qtbot.keyClick(page.inbox, Qt.Key.Key_A)
    assert told.args == ["5 answered."]
    qtbot.waitUntil(lambda: not page.inbox.keys(), timeout=10_000)
    assert len(ask(_names)) == 5
    running.shell.undo()
    qtbot.waitUntil(lambda: len(page.inbox.keys()) == 5, timeout=10_000)
