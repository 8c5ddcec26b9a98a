"""The tree of categories: read as it is opened, searched, kept open, and used from the keyboard."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, Qt

from app.domain.category import Category
from app.domain.ids import CategoryId
from app.domain.plan import EXTRACTOR, Add, Plan
from tests.builders import NOON
from ui import words
from ui.categories.page import CategoriesPage
from ui.changes import Changes
from ui.lanes import Lanes
from ui.widgets.lines import ASIDE, DETAIL

SPOKEN = Qt.ItemDataRole.AccessibleTextRole


def _index(page: CategoriesPage, *places: int) -> QModelIndex:
    found = QModelIndex()
    for place in places:
        found = page.tree.rows.index(place, 0, found)
    return found


def _below(page: CategoriesPage, *places: int) -> list[str]:
    above = _index(page, *places)
    return [page.tree.rows.index(n, 0, above).data() for n in range(page.tree.rows.rowCount(above))]


def _open(qtbot: Any, page: CategoriesPage, *places: int) -> list[str]:
    page.tree.expand(_index(page, *places))
    qtbot.waitUntil(lambda: bool(_below(page, *places)), timeout=5000)
    return _below(page, *places)


def test_the_top_stands_there_with_its_count_and_its_summary(page: CategoriesPage) -> None:
    top = _index(page, 0)
    assert (top.data(), top.data(ASIDE), top.data(DETAIL)) == ("Everyone", "5", "All people and firms.")
    assert top.data(SPOKEN) == "Everyone, layer 2, 5 entities"
    assert page.tree.rows.rowCount() == 1
    assert page._count.text() == "3 categories · 1 not sorted yet"


def test_what_lies_below_comes_as_it_is_opened(qtbot: Any, page: CategoriesPage) -> None:
    assert _below(page, 0) == []
    assert _open(qtbot, page, 0) == ["Family", "Work"]
    assert _below(page, 0, 1) == []
    assert _open(qtbot, page, 0, 1) == ["Acme", "Cid", "Dan"]


def test_a_click_opens_an_entity_and_unfolds_a_category(qtbot: Any, page: CategoriesPage) -> None:
    page.tree._on_click(_index(page, 0))
    assert page.tree.isExpanded(_index(page, 0))
    _open(qtbot, page, 0, 0)
    with qtbot.waitSignal(page.entity_wanted) as chosen:
        page.tree._on_click(_index(page, 0, 0, 1))
    assert chosen.args == [page.tree.rows.row_at(_index(page, 0, 0, 1)).entity.id]


def test_the_keyboard_goes_down_and_opens(qtbot: Any, page: CategoriesPage) -> None:
    page.activateWindow()
    page.field.setFocus()
    qtbot.keyClick(page.field, Qt.Key.Key_Down)
    tree = page.tree
    tree.setCurrentIndex(_index(page, 0))
    qtbot.keyClick(tree, Qt.Key.Key_Right)
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(_below(page, 0, 0)), timeout=5000)
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    with qtbot.waitSignal(page.entity_wanted):
        qtbot.keyClick(tree, Qt.Key.Key_Return)


def test_a_search_finds_categories_and_who_is_in_them(qtbot: Any, page: CategoriesPage) -> None:
    page.field.setText("fam")
    qtbot.waitUntil(lambda: _below(page) == ["Family"], timeout=5000)
    assert _open(qtbot, page, 0) == ["Ann", "Bea", "Dan"]
    page.field.setText("Acme")
    qtbot.waitUntil(lambda: _below(page) == ["Acme"], timeout=5000)
    page.field.setText("qqqqqq")
    qtbot.waitUntil(lambda: page._stack.currentIndex() == 2, timeout=5000)
    qtbot.keyClick(page.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: _below(page) == ["Everyone"], timeout=5000)


def test_what_is_open_stays_open_when_memory_changes(
    qtbot: Any, page: CategoriesPage, stored: Callable[..., Any]
) -> None:
    _open(qtbot, page, 0)
    _open(qtbot, page, 0, 1)
    page.tree.setCurrentIndex(_index(page, 0, 1))
    row = Category(CategoryId(-1), "Alone", 2, NOON)
    stored(lambda desk: desk.store.commit(Plan((Add(row),), EXTRACTOR, "sort")))
    qtbot.waitUntil(lambda: _below(page) == ["Alone", "Everyone"], timeout=5000)
    qtbot.waitUntil(lambda: _below(page, 1, 1) == ["Acme", "Cid", "Dan"], timeout=5000)
    assert page.tree.currentIndex().data() == "Work"


def test_it_can_be_shown_where_a_category_stands(qtbot: Any, page: CategoriesPage) -> None:
    work = next(one for one in page._known.branches.values() if one.category.name == "Work")
    page.show_category(work.category.id)
    qtbot.waitUntil(lambda: page.tree.currentIndex().data() == "Work", timeout=5000)


def test_it_can_be_shown_before_anything_was_read_and_what_is_gone_is_said(
    qtbot: Any, lanes: Lanes, changes: Changes
) -> None:
    told: list[str] = []
    lanes.failed.connect(lambda error: told.append(str(error)))
    fresh = CategoriesPage(lanes, changes)
    qtbot.addWidget(fresh)
    fresh.show()
    fresh.show_category(CategoryId(3))
    qtbot.waitUntil(lambda: fresh.tree.currentIndex().data() == "Work", timeout=5000)
    fresh.show_category(CategoryId(99))
    qtbot.waitUntil(lambda: told == ["This category is gone."], timeout=5000)


def test_the_menu_speaks_japanese_and_shows_its_keys(qtbot: Any, page: CategoriesPage) -> None:
    words.speak("ja")
    menu = page.sorting.menu([page.tree.rows.row_at(_index(page, 0)).carried()])
    shown = {action.text(): action.shortcut().toString() for action in menu.actions() if action.text()}
    assert shown == {
        "名前を変更": "F2",
        "説明を書く…": "",
        "別の分類の下に入れる…": "Ctrl+Shift+U",
        "ほかと統合…": "Ctrl+Shift+M",
        "二つに分ける…": "Ctrl+Shift+S",
        "この分類を削除": "Del",
        "この中に新しい分類…": "Ins",
        "この上に新しい分類…": "",
        "グラフで表示": "Ctrl+Shift+G",
    }


def test_who_is_not_sorted_yet_can_be_sorted_now(qtbot: Any, page: CategoriesPage) -> None:
    assert page._sort.isVisible()
    with qtbot.waitSignal(page.sort_wanted):
        page._sort.click()
