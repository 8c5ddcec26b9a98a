"""The search field: what fits is lit, Enter steps, whom the picture has not is offered to be looked around."""

import pytest
from PySide6.QtCore import Qt

from tests.builders import entity, fact
from tests.ui.graph.conftest import ListView
from tests.ui.graph.test_page import settle, show  # noqa: F401
from ui.graph import lookup


@pytest.fixture
def page(show):  # noqa: F811
    people = [entity("Alice", id=1), entity("Alina", id=2), entity("Bob & Co", id=3), entity("Zoë", id=4)]
    memory = ListView(people, [fact(1, "knows", 2, id=1), fact(1, "knows", 3, id=2)])
    page = show(memory, 1)
    page.memory = memory
    return page


def lit(page):
    return page.view.canvas.attention.hits


def test_what_is_typed_is_lit_and_nothing_is_hidden(page):
    page.field.setText("ALI")
    assert lit(page) == {1, 2}
    assert page.view.canvas.picture.shown.all()
    assert page.head._found.text() == "2 found"
    page.field.clear()
    assert lit(page) is None
    assert page.head._found.isHidden()


def test_enter_steps_through_the_finds_and_around(page, qtbot):
    page.field.setText("ali")
    for expected in (1, 2, 1):
        qtbot.keyClick(page.field, Qt.Key.Key_Return)
        assert page.view.canvas.choice_id() == expected
    assert page.head._found.text() == "1 of 2"
    qtbot.keyClick(page.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert page.view.canvas.choice_id() == 2


def test_whom_the_picture_has_not_can_be_looked_around(page, qtbot):
    page.field.setText("Zoë")
    qtbot.waitUntil(lambda: page.head.elsewhere.isVisible(), timeout=5000)
    assert page.head.elsewhere.text() == "Look around Zoë"
    assert lit(page) is None
    page.head.elsewhere.click()
    settle(qtbot, page)
    assert page.head.title.text() == "Zoë"
    assert lit(page) == {4}


def test_nobody_by_that_name_is_said(page, qtbot):
    page.field.setText("Xaver")
    qtbot.waitUntil(lambda: page.head._found.text() == "Nothing by that name", timeout=5000)
    assert page.head.elsewhere.isHidden()


def test_one_that_is_gone_by_now_is_not_offered(page, qtbot):
    page.field.setText("Zoë")
    qtbot.waitUntil(lambda: page.head.elsewhere.isVisible(), timeout=5000)
    page.memory.rows.pop(4)
    page.view.reload()
    qtbot.waitUntil(lambda: page.head._found.text() == "Nothing by that name", timeout=5000)
    assert page.head.elsewhere.isHidden()


def test_slash_leads_to_the_field_and_escape_back(page, qtbot):
    page.activateWindow()
    page.view.canvas.setFocus()
    qtbot.keyClick(page.view.canvas, Qt.Key.Key_Slash)
    assert page.field.hasFocus()
    page.field.setText("ali")
    qtbot.keyClick(page.field, Qt.Key.Key_Escape)
    assert page.field.text() == ""
    qtbot.keyClick(page.field, Qt.Key.Key_Escape)
    assert page.view.canvas.hasFocus()


def test_a_digit_in_the_field_is_no_depth(page, qtbot):
    page.field.setFocus()
    qtbot.keyClicks(page.field, "3")
    assert page.field.text() == "3"
    assert page.view.lens.depth == 1


def test_a_large_picture_is_searched_as_well(page, qtbot, monkeypatch):
    monkeypatch.setattr(lookup, "MANY", 1)
    page.field.setText("ali")
    qtbot.waitUntil(lambda: lit(page) == {1, 2}, timeout=5000)
