"""Sorting by hand: from the menu and by keys, each asked for plainly, each undoable, each refusal said."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication

from app.domain.scope import OWNER
from app.services import categories
from tests.ui.categories.test_page import _below, _index, _open
from ui.categories.asking import CategoryForm, NameForm
from ui.categories.page import CategoriesPage
from ui.categories.splitting import SplitDialog

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def _form(qtbot: Any, kind: type) -> Any:
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), kind), timeout=5000)
    return QApplication.activePopupWidget()


def _mark(page: CategoriesPage, *places: int) -> QModelIndex:
    index = _index(page, *places)
    page.tree.setCurrentIndex(index)
    page.tree.setFocus()
    return index


def _names(stored: Callable[..., Any]) -> list[str]:
    return [row.name for row in stored(lambda desk: desk.view.categories.listed(OWNER))]


def test_a_category_is_renamed_in_place(qtbot: Any, page: CategoriesPage, stored: Callable[..., Any]) -> None:
    _open(qtbot, page, 0)
    with qtbot.waitSignal(page.said):
        page.tree.rows.setData(_index(page, 0, 1), "  Colleagues ")
    assert _names(stored) == ["Everyone", "Colleagues", "Family"]
    qtbot.waitUntil(lambda: _below(page, 0) == ["Colleagues", "Family"], timeout=5000)


def test_a_name_that_is_taken_is_refused_in_words(qtbot: Any, page: CategoriesPage, stored: Callable[..., Any]) -> None:
    _open(qtbot, page, 0)
    with qtbot.waitSignal(page.sorting.refused):
        page.tree.rows.setData(_index(page, 0, 1), "Family")
    assert page._problem.text() == "There is a category “Family” already."
    assert not page._problem.isHidden()


def test_delete_takes_an_entity_out(qtbot: Any, page: CategoriesPage) -> None:
    _open(qtbot, page, 0)
    _open(qtbot, page, 0, 1)
    _mark(page, 0, 1, 1)
    with qtbot.waitSignal(page.said) as said:
        qtbot.keyClick(page.tree, Qt.Key.Key_Delete)
    assert said.args == ["It is taken out."]
    qtbot.waitUntil(lambda: _below(page, 0, 1) == ["Acme", "Dan"], timeout=5000)


def test_an_entity_is_moved_to_a_category_that_is_found_by_typing(
    qtbot: Any, page: CategoriesPage, stored: Callable[..., Any]
) -> None:
    _open(qtbot, page, 0)
    _open(qtbot, page, 0, 1)
    _mark(page, 0, 1, 1)
    qtbot.keyClick(page.tree, Qt.Key.Key_M, CTRL_SHIFT)
    form = _form(qtbot, CategoryForm)
    assert form.accessibleName() == "Where does Cid belong?"
    assert [form.list.model().index(n, 0).data() for n in range(form.list.model().rowCount())] == ["Family"]
    form.field.setText("fam")
    with qtbot.waitSignal(page.said):
        qtbot.keyClick(form.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: _below(page, 0, 1) == ["Acme", "Dan"], timeout=5000)
    assert _open(qtbot, page, 0, 0) == ["Ann", "Bea", "Cid", "Dan"]


def test_a_new_category_with_an_entity_in_it(qtbot: Any, page: CategoriesPage, stored: Callable[..., Any]) -> None:
    _open(qtbot, page, 0)
    _open(qtbot, page, 0, 1)
    _mark(page, 0, 1, 0)
    qtbot.keyClick(page.tree, Qt.Key.Key_Insert)
    form = _form(qtbot, NameForm)
    form.field.setText("Firms")
    with qtbot.waitSignal(page.said):
        qtbot.keyClick(form.field, Qt.Key.Key_Return)
    assert "Firms" in _names(stored)
    qtbot.waitUntil(lambda: "Firms" in _below(page), timeout=5000)
    assert _open(qtbot, page, _below(page).index("Firms")) == ["Acme"]


def test_two_categories_become_one(qtbot: Any, page: CategoriesPage, stored: Callable[..., Any]) -> None:
    _open(qtbot, page, 0)
    _mark(page, 0, 1)
    qtbot.keyClick(page.tree, Qt.Key.Key_M, CTRL_SHIFT)
    form = _form(qtbot, CategoryForm)
    with qtbot.waitSignal(page.said):
        qtbot.keyClick(form.field, Qt.Key.Key_Return)
    assert _names(stored) == ["Everyone", "Family"]


def test_a_category_is_deleted_and_comes_back_with_undo(
    qtbot: Any, page: CategoriesPage, stored: Callable[..., Any]
) -> None:
    _open(qtbot, page, 0)
    _mark(page, 0, 1)
    with qtbot.waitSignal(page.said):
        qtbot.keyClick(page.tree, Qt.Key.Key_Delete)
    assert _names(stored) == ["Everyone", "Family"]
    stored(lambda desk: desk.store.undo())
    assert _names(stored) == ["Everyone", "Family", "Work"]


def test_a_summary_is_written_by_hand(qtbot: Any, page: CategoriesPage, stored: Callable[..., Any]) -> None:
    page.sorting.do("describe", [page.tree.rows.row_at(_index(page, 0)).carried()])
    form = _form(qtbot, NameForm)
    assert form.field.text() == "All people and firms."
    form.field.setText("Whom I know.")
    with qtbot.waitSignal(page.said):
        form.accept()
    top = stored(lambda desk: desk.view.categories.listed(OWNER))[0]
    assert top.summary == "Whom I know."


def test_a_menu_offers_what_fits_the_row(qtbot: Any, page: CategoriesPage) -> None:
    _open(qtbot, page, 0)
    _open(qtbot, page, 0, 1)

    def offered(*places: int) -> list[str]:
        menu = page.sorting.menu([page.tree.rows.row_at(_index(page, *places)).carried()])
        return [action.text() for action in menu.actions() if action.text()]

    assert offered(0, 1, 0) == [
        "Open",
        "Move to another category…",
        "Put into one more category…",
        "Take out of this category",
        "New category with it…",
        "Show in the graph",
    ]
    page.field.setText("Acme")
    qtbot.waitUntil(lambda: _below(page) == ["Acme"], timeout=5000)
    assert offered(0) == ["Open", "Put into one more category…", "New category with it…", "Show in the graph"]


def test_a_name_that_cannot_be_had_stays_in_its_form(
    qtbot: Any, page: CategoriesPage, stored: Callable[..., Any]
) -> None:
    page.sorting.do("new", [page.tree.rows.row_at(_index(page, 0)).carried()])
    form = _form(qtbot, NameForm)
    form.field.setText("Family")
    form.accept()
    qtbot.waitUntil(lambda: not form._problem.isHidden(), timeout=5000)
    assert form._problem.text() == "There is a category “Family” already."
    assert (form.isVisible(), form.field.text()) == (True, "Family")
    form.field.setText("Kin")
    with qtbot.waitSignal(page.said):
        form.accept()
    assert "Kin" in _names(stored)


def test_what_goes_into_a_new_category_stays_ticked_where_its_name_is_taken(qtbot: Any, page: CategoriesPage) -> None:
    _open(qtbot, page, 0)
    page.sorting.do("split", [page.tree.rows.row_at(_index(page, 0, 1)).carried()])
    qtbot.waitUntil(lambda: bool(page.findChildren(SplitDialog)), timeout=5000)
    (dialog,) = page.findChildren(SplitDialog)
    dialog.name.setText("Family")
    qtbot.keyClick(dialog.ticks, Qt.Key.Key_Space)
    dialog.split.click()
    qtbot.waitUntil(lambda: not dialog._problem.isHidden(), timeout=5000)
    assert (dialog.isVisible(), len(dialog.ticks.ticked())) == (True, 1)


def test_a_long_summary_is_shown_whole_and_can_be_taken_away(
    qtbot: Any, page: CategoriesPage, stored: Callable[..., Any]
) -> None:
    long = "Whom I know. " * 30
    top = stored(lambda desk: desk.view.categories.listed(OWNER))[0]
    stored(lambda desk: categories.describe(desk, top.id, long))
    qtbot.waitUntil(lambda: page.sorting.known.branches[top.id].category.summary == long.strip(), timeout=5000)
    page.sorting.do("describe", [page.tree.rows.row_at(_index(page, 0)).carried()])
    form = _form(qtbot, NameForm)
    assert form.field.text() == long.strip()
    form.field.clear()
    with qtbot.waitSignal(page.said):
        form.accept()
    assert stored(lambda desk: desk.view.categories.listed(OWNER))[0].summary == ""
