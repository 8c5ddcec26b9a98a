"""Memory as of a day, playing through it, and what changed between two days."""

from datetime import date

import pytest
from PySide6.QtCore import Qt

from app.domain.graph import FactChange
from tests.builders import entity, fact
from tests.ui.graph.conftest import ListView
from tests.ui.graph.test_page import settle, show  # noqa: F401
from ui.graph import timebar

ENDED = {"valid_at": "2020-01-10", "invalid_at": "2022-05-01"}
CHANGES = (
    FactChange("ended", date(2022, 5, 1), 1, 1, 2, "Alice", "Initech", "works_at", "Alice worked at Initech"),
    FactChange("began", date(2022, 5, 1), 2, 1, 3, "Alice", "Acme", "works_at", ""),
    FactChange("began", date(2022, 6, 1), 9, 7, None, "Me", "Leeds", "lives_in", "I live in Leeds."),
)


@pytest.fixture
def page(show):  # noqa: F811
    rows = [entity("Alice", id=1), entity("Initech", "organization", id=2), entity("Acme", "organization", id=3)]
    facts = [fact(1, "works_at", 2, id=1, **ENDED), fact(1, "works_at", 3, id=2, valid_at="2022-05-01")]
    return show(ListView(rows, facts, changes=CHANGES), 1)


def day(page):
    return page.view.lens.filters.as_of


def test_the_bar_shows_memory_as_of_a_day_and_lets_go_when_it_is_closed(page, qtbot):
    page.head.time.click()
    bar = page.moments.bar
    assert bar.isVisible()
    assert bar.slider.hasFocus()
    assert bar._day.text() == "As it is now"
    bar._before.click()
    assert day(page) == date(2022, 5, 1)
    assert bar._held.text() == "1 relation holds"
    bar._before.click()
    assert day(page) == date(2020, 1, 10)
    assert bar._day.text() == "As of 10 January 2020"
    assert not bar._before.isEnabled()
    assert page.view.canvas.picture.faded.tolist() == [False, False, True]
    bar._after.click()
    assert day(page) == date(2022, 5, 1)
    page.head.time.click()
    assert bar.isHidden()
    assert day(page) is None


def test_the_slider_moves_by_keys_and_its_end_is_now(page, qtbot):
    page.moments.open_bar()
    slider = page.moments.bar.slider
    qtbot.keyClick(slider, Qt.Key.Key_Home)
    assert day(page) == date(2020, 1, 10)
    qtbot.keyClick(slider, Qt.Key.Key_End)
    assert day(page) is None


def test_a_day_can_be_typed_and_taken_back(page):
    page.moments.open_bar()
    bar = page.moments.bar
    bar._ask_day()
    form = next(iter(bar.findChildren(timebar.DateForm)))
    form.field.setText("2021-03")
    form.accept()
    assert day(page) == date(2021, 3, 1)
    bar._now.click()
    assert day(page) is None


def test_play_goes_through_the_days_of_change_and_ends_now(page, qtbot, monkeypatch):
    bar = page.moments.bar
    bar._timer.setInterval(1)
    shown = []
    bar.day_wanted.connect(shown.append)
    page.moments.open_bar()
    bar._play.click()
    assert bar._play.toolTip() == "Pause"
    qtbot.waitUntil(lambda: not bar.playing, timeout=5000)
    assert shown == [date(2020, 1, 10), date(2022, 5, 1), None]
    assert bar._play.toolTip() == "Play"


def test_play_on_the_last_day_of_change_begins_anew(page):
    page.moments.open_bar()
    page.moments.show_day(date(2022, 5, 1))
    page.moments.bar.play()
    assert page.moments.bar.playing
    assert day(page) == date(2020, 1, 10)


def test_a_closed_bar_does_not_play_on(page):
    page.moments.open_bar()
    page.moments.bar.play()
    page.moments.close_bar()
    assert not page.moments.bar.playing


def test_what_changed_is_listed_in_words_and_marked(page, qtbot):
    page.moments.open_changes()
    between = page.moments.between
    qtbot.waitUntil(lambda: between.list.count() == 3, timeout=5000)
    said = [between.list.item(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert said == [
        "1 May 2022, ended: Alice worked at Initech",
        "1 May 2022, began: Alice works at Acme",
        "1 June 2022, began: I live in Leeds",
    ]
    assert between._told.text() == "3 changes"
    assert page.view.canvas.attention.facts == {1: "ended", 2: "began", 9: "began"}
    between.list.setFocus()
    between.list.setCurrentRow(1)
    assert page.view.canvas.choice_id() == 1
    between.closed.emit()
    assert between.isHidden()
    assert page.view.canvas.attention.facts == {}


def test_the_list_begins_at_the_day_that_is_shown(page):
    page.moments.open_bar()
    page.moments.show_day(date(2021, 3, 1))
    page.moments.bar.changes_wanted.emit()
    assert page.moments.between.days()[0] == date(2021, 3, 1)


def test_a_wrong_day_of_the_list_is_said(page):
    page.moments.open_changes()
    between = page.moments.between
    between._from.setText("soon")
    between.read()
    assert "is not a date" in between._told.text()


@pytest.mark.parametrize(("last", "first"), [("0001-01-05", date(1, 1, 1)), ("2022", date(2022, 12, 1))])
def test_without_a_first_day_it_is_a_month_before_or_the_first_of_all(page, last, first):
    page.moments.open_changes()
    between = page.moments.between
    between._from.clear()
    between._to.setText(last)
    assert between.days()[0] == first


def test_escape_closes_the_list_then_the_bar(page, qtbot):
    page.moments.open_bar()
    page.moments.open_changes()
    qtbot.keyClick(page.moments.between._from, Qt.Key.Key_Escape)
    assert page.moments.between.isHidden()
    assert page.moments.bar.isVisible()
    page.view.canvas.setFocus()
    page.view.canvas.choose(None)
    qtbot.keyClick(page.view.canvas, Qt.Key.Key_Escape)
    assert page.moments.bar.isHidden()
