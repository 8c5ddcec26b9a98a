"""Carrying in the tree, several at a time too, and what a person did marked there."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QMenu

from app.domain.scope import OWNER
from app.services import categories
from tests.ui.categories.dragging import CTRL, carry
from tests.ui.categories.test_page import SPOKEN, _below, _index, _open
from ui.categories.model import BY_HAND
from ui.categories.page import CategoriesPage
from ui.categories.splitting import SplitDialog

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def opened(qtbot: Any, page: CategoriesPage) -> CategoriesPage:
    """Everyone › Family (Ann, Bea, Dan), Work (Acme, Cid, Dan), all unfolded."""
    _open(qtbot, page, 0)
    _open(qtbot, page, 0, 0)
    _open(qtbot, page, 0, 1)
    return page


def _choose(page: CategoriesPage, *rows: tuple[int, ...]) -> None:
    page.tree.setCurrentIndex(_index(page, *rows[0]))
    for row in rows[1:]:
        page.tree.selectionModel().select(_index(page, *row), QItemSelectionModel.SelectionFlag.Select)
    page.tree.setFocus()


def _drop(page: CategoriesPage, onto: tuple[int, ...], held: Any = Qt.KeyboardModifier.NoModifier) -> bool:
    data = page.tree.rows.mimeData(page.tree.selectedIndexes())
    return carry(page.tree.viewport(), data, page.tree.visualRect(_index(page, *onto)).center(), held)


def test_several_are_carried_as_one_act(qtbot: Any, opened: CategoriesPage, stored: Callable[..., Any]) -> None:
    _choose(opened, (0, 1, 0), (0, 1, 1))
    with qtbot.waitSignal(opened.said) as said:
        assert _drop(opened, (0, 0))
    assert said.args == ["They are moved."]
    qtbot.waitUntil(lambda: _below(opened, 0, 0) == ["Acme", "Ann", "Bea", "Cid", "Dan"], timeout=5000)
    assert _below(opened, 0, 1) == ["Dan"]
    stored(lambda desk: desk.store.undo())
    qtbot.waitUntil(lambda: _below(opened, 0, 1) == ["Acme", "Cid", "Dan"], timeout=5000)


def test_what_a_person_put_somewhere_is_marked(qtbot: Any, opened: CategoriesPage) -> None:
    _choose(opened, (0, 1, 1))
    with qtbot.waitSignal(opened.said):
        _drop(opened, (0, 0), CTRL)
    qtbot.waitUntil(lambda: _below(opened, 0, 0) == ["Ann", "Bea", "Cid", "Dan"], timeout=5000)
    cid, ann = _index(opened, 0, 0, 2), _index(opened, 0, 0, 0)
    assert (cid.data(BY_HAND), ann.data(BY_HAND)) == ("put here by you", "")
    assert (cid.data(SPOKEN), ann.data(SPOKEN)) == ("Cid, put here by you", "Ann")


def test_nothing_is_dropped_where_it_is_already(opened: CategoriesPage) -> None:
    _choose(opened, (0, 1, 1))
    assert not _drop(opened, (0, 1))


def test_two_categories_of_one_layer_ask_what_is_meant(
    qtbot: Any, opened: CategoriesPage, stored: Callable[..., Any]
) -> None:
    _choose(opened, (0, 1))
    assert _drop(opened, (0, 0))
    menu = next(one for one in opened.findChildren(QMenu) if one.isVisible())
    one, above = menu.actions()
    assert (one.text(), above.text()) == ("Make them one: “Work” goes into “Family”", "New category above both…")
    with qtbot.waitSignal(opened.said):
        one.trigger()
    menu.close()
    assert [row.name for row in stored(lambda desk: desk.view.categories.listed(OWNER))] == ["Everyone", "Family"]


def test_a_category_goes_under_another(qtbot: Any, opened: CategoriesPage, stored: Callable[..., Any]) -> None:
    numbers = {row.name: row.id for row in stored(lambda desk: desk.view.categories.listed(OWNER))}
    stored(lambda desk: categories.gather(desk, "Trades", [numbers["Work"]]))
    qtbot.waitUntil(lambda: _below(opened) == ["Everyone", "Trades"], timeout=5000)
    _choose(opened, (0, 0))
    with qtbot.waitSignal(opened.said):
        assert _drop(opened, (1,))
    qtbot.waitUntil(
        lambda: (
            _below(opened, _below(opened).index("Trades"))[:1] == ["Family"]
            or bool(opened.tree.expand(_index(opened, _below(opened).index("Trades"))))
        ),
        timeout=5000,
    )
    links = stored(lambda desk: [one for one in desk.view.categories.links(OWNER) if not one.excluded])
    above = {one.parent for one in links if one.child == numbers["Family"]}
    assert numbers["Everyone"] not in above and len(above) == 1


def test_one_is_made_two_by_ticking(qtbot: Any, opened: CategoriesPage) -> None:
    _choose(opened, (0, 1))
    qtbot.keyClick(opened.tree, Qt.Key.Key_S, CTRL_SHIFT)
    qtbot.waitUntil(lambda: bool(opened.findChildren(SplitDialog)), timeout=5000)
    (dialog,) = opened.findChildren(SplitDialog)
    assert not dialog.split.isEnabled()
    dialog.name.setText("Makers")
    dialog.ticks.setFocus()
    qtbot.keyClick(dialog.ticks, Qt.Key.Key_Space)
    assert dialog.split.isEnabled()
    with qtbot.waitSignal(opened.said) as said:
        dialog.split.click()
    assert said.args == ["The category is two now."]
    qtbot.waitUntil(lambda: _below(opened, 0) == ["Family", "Makers", "Work"], timeout=5000)


def test_several_are_taken_out_by_one_key(qtbot: Any, opened: CategoriesPage) -> None:
    _choose(opened, (0, 1, 0), (0, 1, 1))
    with qtbot.waitSignal(opened.said):
        qtbot.keyClick(opened.tree, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: _below(opened, 0, 1) == ["Dan"], timeout=5000)
    opened.tree.setCurrentIndex(_index(opened, 0, 1))
    qtbot.waitUntil(lambda: opened.card._out.text() == "You took out: Acme, Cid", timeout=5000)


def test_a_category_is_shown_in_the_graph(qtbot: Any, opened: CategoriesPage) -> None:
    _choose(opened, (0, 1))
    with qtbot.waitSignal(opened.graph_wanted) as wanted:
        qtbot.keyClick(opened.tree, Qt.Key.Key_G, CTRL_SHIFT)
    entities, words = wanted.args
    assert (len(entities), words) == (3, "Work")
