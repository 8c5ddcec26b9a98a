"""A rebuild is gone through line by line before anything is written, and what is left stays as it is."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt

from app.domain.category import Category
from app.domain.errors import Outdated
from app.domain.ids import CategoryId, EntityId
from app.domain.plan import USER, Amend, Plan
from app.domain.rebuild import Move, Rebuild, Shift, Taken
from app.domain.scope import OWNER
from ui.categories import jobs
from ui.categories.diff import Diff
from ui.categories.page import CategoriesPage
from ui.categories.rebuilding import RebuildDialog

ON, OFF, SOME = Qt.CheckState.Checked, Qt.CheckState.Unchecked, Qt.CheckState.PartiallyChecked
MOVES = (
    Move(EntityId(1), "Ann", ("Old",), ("New",)),
    Move(EntityId(2), "Bea", ("Old",), ("New", "Family")),
    Move(EntityId(3), "Cid", (), ("Family",)),
    Move(EntityId(4), "Dan", ("Family",), ()),
)
SHOWN = Rebuild(
    Plan((Amend("category", 2, {"summary": "Seen."}),), USER, "rebuild_categories"),
    ("New",),
    ("Old",),
    MOVES,
    (Shift(CategoryId(2), "Family", ("Life",), ("Home",)),),
)


@pytest.fixture
def diff(qtbot: Any) -> Diff:
    made = Diff()
    qtbot.addWidget(made)
    made.show_rebuild(SHOWN)
    qtbot.waitUntil(lambda: made.complete, timeout=5000)
    return made


def _group(diff: Diff, words: str) -> Any:
    return next(
        item for n in range(diff.topLevelItemCount()) if (item := diff.topLevelItem(n)).text(0).startswith(words)
    )


def test_what_is_new_comes_first_and_what_goes_last(diff: Diff) -> None:
    shown = {}
    for number in range(diff.topLevelItemCount()):
        item = diff.topLevelItem(number)
        shown[item.text(0)] = [item.child(n).text(0) for n in range(item.childCount())]
    assert shown == {
        "New: New · 2": ["Ann (until now in Old)", "Bea (until now in Old)"],
        "Into Family · 1": ["Cid (on its own until now)"],
        "On their own · 1": ["Dan (until now in Family)"],
        "Under another category · 1": ["Family: under Home instead of Life"],
        "Go away · 1": ["Old"],
    }
    assert diff.taken() == Taken(frozenset({1, 2, 3, 4}), frozenset({2}))


def test_a_line_is_left_by_space_and_its_old_category_stays(qtbot: Any, diff: Diff) -> None:
    diff.setCurrentItem(_group(diff, "New: New").child(0))
    qtbot.keyClick(diff, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: _group(diff, "Go away").child(0).checkState(0) == OFF, timeout=5000)
    assert diff.taken().moves == {2, 3, 4}
    assert _group(diff, "New: New").checkState(0) == SOME


def test_to_keep_a_category_is_to_keep_what_is_in_it(qtbot: Any, diff: Diff) -> None:
    diff.setCurrentItem(_group(diff, "Go away").child(0))
    qtbot.keyClick(diff, Qt.Key.Key_Space)
    assert diff.taken().moves == {3, 4}
    qtbot.keyClick(diff, Qt.Key.Key_Space)
    assert diff.taken().moves == {1, 2, 3, 4}


def test_a_group_is_left_whole_and_all_is_taken_again(diff: Diff) -> None:
    _group(diff, "Into Family").setCheckState(0, OFF)
    _group(diff, "Under another").setCheckState(0, OFF)
    assert diff.taken() == Taken(frozenset({1, 2, 4}), frozenset())
    diff.tick_all(False)
    assert diff.taken() == Taken(frozenset(), frozenset())
    diff.tick_all(True)
    assert diff.taken() == Taken(frozenset({1, 2, 3, 4}), frozenset({2}))


def _dialog(qtbot: Any, page: CategoriesPage) -> RebuildDialog:
    page.show_rebuild()
    (dialog,) = page.findChildren(RebuildDialog)
    qtbot.waitUntil(lambda: dialog._shown is not None and dialog.diff.complete, timeout=10_000)
    return dialog


def _summaries(stored: Callable[..., Any]) -> list[str]:
    rows: list[Category] = stored(lambda desk: desk.view.categories.listed(OWNER))
    return [row.summary for row in rows]


def test_nothing_is_written_before_it_is_applied(
    qtbot: Any, page: CategoriesPage, stored: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "read_rebuild", lambda desk: SHOWN)
    dialog = _dialog(qtbot, page)
    assert dialog._count.text() == "5 of 5 changes"
    assert "Seen." not in _summaries(stored)
    with qtbot.waitSignal(page.said) as said:
        qtbot.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
    assert said.args == ["Sorted anew."]
    assert "Seen." in _summaries(stored)
    stored(lambda desk: desk.store.undo())
    assert "Seen." not in _summaries(stored)


def test_only_what_was_taken_is_thought_through(
    qtbot: Any, page: CategoriesPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Taken] = []

    def part(shown: Rebuild, taken: Taken, desk: Any) -> Rebuild:
        asked.append(taken)
        return shown

    monkeypatch.setattr(jobs, "read_rebuild", lambda desk: SHOWN)
    monkeypatch.setattr(jobs, "read_part", part)
    dialog = _dialog(qtbot, page)
    dialog.diff.tick_all(False)
    assert not dialog.apply.isEnabled()
    _group(dialog.diff, "Into Family").setCheckState(0, ON)
    qtbot.waitUntil(dialog.apply.isEnabled, timeout=5000)
    with qtbot.waitSignal(page.said):
        dialog.apply.click()
    assert asked == [Taken(frozenset({3}), frozenset())]


def test_where_memory_has_changed_it_is_shown_anew(
    qtbot: Any, page: CategoriesPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def part(shown: Rebuild, taken: Taken, desk: Any) -> Rebuild:
        raise Outdated("changed")

    monkeypatch.setattr(jobs, "read_rebuild", lambda desk: SHOWN)
    monkeypatch.setattr(jobs, "read_part", part)
    dialog = _dialog(qtbot, page)
    dialog.apply.click()
    qtbot.waitUntil(lambda: dialog._problem.text().startswith("Memory has changed"), timeout=5000)
    qtbot.waitUntil(dialog.apply.isEnabled, timeout=5000)
    dialog.reject()


def test_where_nothing_would_change_it_says_so(
    qtbot: Any, page: CategoriesPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "read_rebuild", lambda desk: Rebuild(None))
    dialog = _dialog(qtbot, page)
    assert (dialog._stack.currentIndex(), dialog.apply.isVisible()) == (2, False)
    dialog.reject()
