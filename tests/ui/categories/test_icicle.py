"""The map: what it shows, how one goes into it and out, by mouse and by keys, and that tree and card are in step."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from app.domain.ids import EntityId
from tests.ui.categories.dragging import CTRL, carry
from tests.ui.categories.test_page import _below, _index
from ui.categories.asking import NameForm
from ui.categories.boxes import Box
from ui.categories.carrying import packed
from ui.categories.icicle import Icicle
from ui.categories.page import CategoriesPage
from ui.saying import entity_name


def _name(box: Box | None) -> str:
    if box is None:
        return ""
    return entity_name(box.entity) if box.entity is not None else box.branch.category.name if box.branch else "all"


def _find(map_: Icicle, *names: str) -> Box:
    at = map_.boxes.root
    for name in names:
        at = next(one for one in map_.boxes.under(at) if _name(one) == name)
    return at


def _middle(map_: Icicle, *names: str) -> QPoint:
    return map_.rect_of(_find(map_, *names)).center().toPoint()


@pytest.fixture
def map_(qtbot: Any, page: CategoriesPage) -> Icicle:
    page.resize(1100, 700)
    qtbot.waitUntil(lambda: bool(page.map.boxes.under(page.map.boxes.root)), timeout=5000)
    page.map.look(page.map.view, at_once=True)
    for names in (("Everyone", "Family"), ("Everyone", "Work")):
        qtbot.waitUntil(lambda names=names: bool(page.map.boxes.under(_find(page.map, *names))), timeout=5000)
    return page.map


def _still(qtbot: Any, map_: Icicle) -> None:
    qtbot.waitUntil(lambda: map_.view == map_._aim, timeout=5000)


def test_each_entity_is_under_each_of_its_categories(map_: Icicle) -> None:
    assert [_name(one) for one in map_.boxes.under(_find(map_, "Everyone", "Family"))] == ["Ann", "Bea", "Dan"]
    assert [_name(one) for one in map_.boxes.under(_find(map_, "Everyone", "Work"))] == ["Acme", "Cid", "Dan"]


def test_a_click_goes_in_and_a_click_on_what_fills_it_goes_out(qtbot: Any, page: CategoriesPage, map_: Icicle) -> None:
    qtbot.mouseClick(map_, Qt.MouseButton.LeftButton, pos=_middle(map_, "Everyone", "Work"))
    _still(qtbot, map_)
    assert (_name(map_.focus), _name(map_.mark)) == ("Work", "Work")
    assert page.tree.currentIndex().data() == "Work"
    assert page.card._name.text() == "Work"
    qtbot.mouseClick(map_, Qt.MouseButton.LeftButton, pos=_middle(map_, "Everyone", "Work"))
    _still(qtbot, map_)
    assert _name(map_.focus) == "Everyone"


def test_a_click_on_an_entity_opens_it(qtbot: Any, page: CategoriesPage, map_: Icicle) -> None:
    with qtbot.waitSignal(page.entity_wanted) as chosen:
        qtbot.mouseClick(map_, Qt.MouseButton.LeftButton, pos=_middle(map_, "Everyone", "Work", "Cid"))
    assert chosen.args == [_find(map_, "Everyone", "Work", "Cid").entity.id]
    assert page.tree.currentIndex().data() == "Cid"


def test_keys_go_everywhere(qtbot: Any, page: CategoriesPage, map_: Icicle) -> None:
    def press(*keys: Qt.Key) -> str:
        for key in keys:
            qtbot.keyClick(map_, key)
        return _name(map_.mark)

    assert press(Qt.Key.Key_Down) == "Everyone"
    assert press(Qt.Key.Key_Right, Qt.Key.Key_Down) == "Work"
    assert press(Qt.Key.Key_Right, Qt.Key.Key_End) == "Dan"
    assert press(Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up) == "Dan"
    assert map_.mark is not None and _name(map_.mark.parent) == "Family"
    assert press(Qt.Key.Key_Home) == "Ann"
    assert press(Qt.Key.Key_Left) == "Family"
    qtbot.keyClick(map_, Qt.Key.Key_Return)
    _still(qtbot, map_)
    assert _name(map_.focus) == "Family"
    qtbot.keyClick(map_, Qt.Key.Key_Backspace)
    _still(qtbot, map_)
    qtbot.keyClick(map_, Qt.Key.Key_Escape)
    _still(qtbot, map_)
    assert map_.focus is map_.boxes.root
    assert not map_.zoom_out()
    assert map_.accessibleDescription() == "Family, layer 1, 3 entities, Everyone"


def test_the_wheel_shows_less_of_the_height_and_never_more_than_all(map_: Icicle) -> None:
    def turn(steps: int) -> None:
        point = QPointF(200, 100)
        none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
        QApplication.sendEvent(map_, QWheelEvent(point, point, QPoint(), QPoint(0, 120 * steps), *none, False))

    whole = map_.view
    turn(3)
    assert map_.view.bottom - map_.view.top < whole.bottom - whole.top
    turn(-20)
    assert map_.view == whole


def test_the_tree_leads_the_map(qtbot: Any, page: CategoriesPage, map_: Icicle) -> None:
    page.tree.expand(_index(page, 0))
    page.tree.setCurrentIndex(_index(page, 0, 1))
    assert _name(map_.mark) == "Work"
    page.tree.expand(_index(page, 0, 1))
    qtbot.waitUntil(lambda: _below(page, 0, 1) == ["Acme", "Cid", "Dan"], timeout=5000)
    page.tree.setCurrentIndex(_index(page, 0, 1, 2))
    assert (_name(map_.mark), map_.twins()) == ("Dan", _find(map_, "Everyone", "Family", "Dan").entity.id)
    qtbot.waitUntil(lambda: not page.card._holder.isHidden(), timeout=5000)


def test_an_entity_is_carried_to_another_category(
    qtbot: Any, page: CategoriesPage, map_: Icicle, stored: Callable[..., Any]
) -> None:
    data = packed([_find(map_, "Everyone", "Work", "Cid").carried()])
    with qtbot.waitSignal(page.said) as said:
        assert carry(map_, data, _middle(map_, "Everyone", "Family"))
    assert said.args == ["It is moved."]
    qtbot.waitUntil(lambda: not map_.boxes.lacks(_find(map_, "Everyone", "Family")), timeout=5000)
    qtbot.waitUntil(
        lambda: (
            [_name(one) for one in map_.boxes.under(_find(map_, "Everyone", "Family"))] == ["Ann", "Bea", "Cid", "Dan"]
        ),
        timeout=5000,
    )
    assert _find(map_, "Everyone", "Family", "Cid").placed


def test_with_ctrl_it_stays_where_it_was_too(qtbot: Any, page: CategoriesPage, map_: Icicle, stored: Any) -> None:
    cid = _find(map_, "Everyone", "Work", "Cid")
    with qtbot.waitSignal(page.said):
        carry(map_, packed([cid.carried()]), _middle(map_, "Everyone", "Family"), CTRL)
    homes = stored(lambda desk: desk.view.categories.memberships([cid.entity.id], desk.scope))
    assert len(homes[EntityId(cid.entity.id)]) == 2


def test_what_a_drop_would_mean_is_said_and_shown_before(page: CategoriesPage, map_: Icicle) -> None:
    data = packed([_find(map_, "Everyone", "Work", "Cid").carried()])
    assert carry(map_, data, _middle(map_, "Everyone", "Family"), drop=False)
    assert page.card._hint.text() == "Cid into “Family” · Ctrl: leave it where it is, too"
    assert _name(map_.target) == "Family"
    assert not carry(map_, data, _middle(map_, "Everyone", "Work"), drop=False)
    assert (page.card._hint.text(), map_.target) == ("", None)


def test_onto_a_higher_category_a_name_is_asked_for(
    qtbot: Any, page: CategoriesPage, map_: Icicle, stored: Callable[..., Any]
) -> None:
    data = packed([_find(map_, "Everyone", "Work", "Cid").carried()])
    carry(map_, data, _middle(map_, "Everyone"))
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), NameForm), timeout=5000)
    form = QApplication.activePopupWidget()
    form.field.setText("Pilots")
    with qtbot.waitSignal(page.said):
        form.accept()
    qtbot.waitUntil(lambda: "Pilots" in [_name(one) for one in map_.boxes.under(_find(map_, "Everyone"))], timeout=5000)
    assert _find(map_, "Everyone", "Pilots").branch.by_hand


def test_a_press_that_moves_takes_the_box_along(qtbot: Any, map_: Icicle, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []
    monkeypatch.setattr("ui.categories.hand.QDrag.exec", lambda drag, *_: taken.append(drag.mimeData().text()))
    start = _middle(map_, "Everyone", "Work", "Cid")
    qtbot.mousePress(map_, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(map_, start + QPoint(3, 60))
    assert taken == ["Cid"]
    assert map_.focus is map_.boxes.root
