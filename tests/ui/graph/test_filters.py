"""Filters: said in chips, taken out one by one, set in the panel; never a blank page."""

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.domain.entity import ENTITY_KINDS
from app.domain.lens import Filters
from tests.ui.graph.conftest import wheel
from tests.ui.graph.test_page import ids, names, settle, show  # noqa: F401
from ui.graph.saidfilters import chips

CHOSEN = Filters(
    kinds=frozenset({"person", "place", "event"}),
    states=frozenset({"ended"}),
    predicates=frozenset({"works_at"}),
    sources=frozenset({"agent"}),
    declared_by=frozenset({"model"}),
    categories=frozenset({4}),
    least_confidence=0.6,
    since=date(2020, 1, 1),
    until=date(2020, 12, 31),
)


def words(page):
    return [chip.words for chip in page.view.chips._shown]


@pytest.fixture
def sorted_wheel():
    view = wheel(12)
    view.names = {4: "Neighbours", 5: "Homes"}
    view.within = {2: (4,), 3: (4,), 4: (5,)}
    return view


def test_each_part_of_the_filters_has_words():
    said = [chip.words for chip in chips(CHOSEN, {4: "Neighbours"})]
    assert said == [
        "without Person, Place and 1 more",
        "without what has ended",
        "with what was taken back",
        "without works at",
        "without other programs",
        "without read by the model",
        "only Neighbours",
        "at least 60 % sure",
        "held between 1 January 2020 and 31 December 2020",
    ]


def test_taking_every_chip_out_leaves_a_fresh_picture():
    left, count = CHOSEN, 0
    while found := chips(left, {}):
        left, count = found[0].without, count + 1
    assert left == Filters()
    assert count == 9


def test_the_day_that_is_looked_at_is_no_filter():
    assert chips(Filters(as_of=date(2020, 1, 1)), {}) == []


def test_a_chip_goes_by_its_cross_and_by_the_delete_key(show, qtbot):  # noqa: F811
    page = show(wheel(30), 1)
    page.view.filter(Filters(kinds=frozenset({"place"}), least_confidence=0.3))
    assert words(page) == ["without Place", "at least 30 % sure"]
    page.view.chips._chips[0].click()
    assert words(page) == ["at least 30 % sure"]
    page.view.chips._chips[0].setFocus()
    qtbot.keyClick(page.view.chips._chips[0], Qt.Key.Key_Delete)
    assert words(page) == []
    assert page.view.chips.isHidden()
    assert page.view.canvas.hasFocus()


def test_clearing_leaves_the_day_alone(show):  # noqa: F811
    page = show(wheel(30), 1)
    page.view.filter(Filters(kinds=frozenset({"place"}), as_of=date(2020, 6, 1)))
    page.view.chips.clear.click()
    assert page.view.lens.filters == Filters(as_of=date(2020, 6, 1))


def test_filters_that_hide_everything_say_so_and_offer_the_step_back(show):  # noqa: F811
    page = show(wheel(30))
    page.view.filter(Filters(kinds=frozenset(ENTITY_KINDS)))
    assert page.view.instead.sieved.isVisible()
    assert page.view.chips.clear.text() == "filter on, 31 hidden — clear"
    page.view.clear_filters()
    assert page.view.canvas.isVisible()


def test_what_was_hidden_by_hand_is_counted_and_comes_back(show, qtbot):  # noqa: F811
    page = show(wheel(6), 1)
    page.view.leave_out(3, 4)
    settle(qtbot, page)
    assert "Name 2" not in names(page)
    assert page.view.chips.back.text() == "2 hidden by hand — show"
    page.view.chips.back.click()
    settle(qtbot, page)
    assert "Name 2" in names(page)


def test_a_memory_that_was_hidden_whole_says_so_and_not_that_it_is_empty(show, qtbot):  # noqa: F811
    page = show(wheel(6))
    page.view.leave_out(*ids(page))
    settle(qtbot, page)
    assert page.view.instead.away.isVisible()
    page.view.unhide()
    settle(qtbot, page)
    assert page.view.canvas.isVisible()
    page.open(1)
    settle(qtbot, page)
    page.view.leave_out(*ids(page))
    settle(qtbot, page)
    assert (ids(page), page.view._note.text()) == ([1], "")


def test_the_panel_switches_at_once_and_says_how_many_are_hidden(show, sorted_wheel):  # noqa: F811
    page = show(sorted_wheel, 1)
    page.head.filter.click()
    panel = page.panel
    assert panel.isVisible()
    assert panel._kinds.boxes["person"].hasFocus() or QApplication.activePopupWidget() is panel
    panel._kinds.boxes["place"].click()
    assert page.view.lens.filters.kinds == {"place"}
    assert panel._count.text() == "2 hidden"
    panel._predicates.boxes["knows"].click()
    assert page.view.lens.filters.predicates == {"knows"}
    panel._states.boxes["retracted"].click()
    assert page.view.lens.filters.states == frozenset()
    panel._clear.click()
    assert page.view.lens.filters == Filters()
    assert panel._kinds.boxes["place"].isChecked()
    panel.close()


def test_the_button_is_lit_by_a_filter_and_not_by_a_click(show):  # noqa: F811
    page = show(wheel(6), 1)
    page.head.filter.click()
    assert not page.head.filter.isChecked()
    page.panel._kinds.boxes["person"].click()
    assert page.head.filter.isChecked()
    page.panel.close()


def test_the_panel_takes_days_and_says_what_is_none(show, qtbot):  # noqa: F811
    page = show(wheel(6), 1)
    page.open_filters()
    panel = page.panel
    panel._since.setText("2020")
    panel._until.setText("soon")
    panel._until.editingFinished.emit()
    assert panel._problem.isVisible()
    assert page.view.lens.filters.since is None
    panel._until.setText("2020-12")
    panel._until.editingFinished.emit()
    assert panel._problem.isHidden()
    assert (page.view.lens.filters.since, page.view.lens.filters.until) == (date(2020, 1, 1), date(2020, 12, 31))
    panel._until.setText("2019")
    panel._until.editingFinished.emit()
    assert panel._problem.text() == "The second day lies before the first."
    panel.close()


def test_categories_are_found_by_typing_and_only_they_stay(show, qtbot, sorted_wheel):  # noqa: F811
    page = show(sorted_wheel, 1)
    qtbot.waitUntil(lambda: bool(page.view.names), timeout=5000)
    page.open_filters()
    page.panel._find.setText("home")
    assert list(page.panel._categories.boxes) == [5]
    page.panel._categories.boxes[5].click()
    assert words(page) == ["only Homes"]
    assert names(page) == ["Name 0", "Name 3"]
    page.panel.close()


def test_colours_by_category_have_dots_that_switch(show, qtbot, sorted_wheel):  # noqa: F811
    page = show(sorted_wheel, 1)
    qtbot.waitUntil(lambda: bool(page.view.names), timeout=5000)
    page.legend._ways[1].trigger()
    assert [button.text() for button in page.legend._categories.values()] == ["Neighbours", "Homes"]
    page.legend._categories[5].click()
    assert page.view.lens.filters.categories == {5}
    assert not page.legend._categories[4].isChecked()
    page.legend._categories[5].click()
    assert not page.view.lens.filters.on
    page.legend._ways[0].trigger()
    assert not page.legend._categories


def test_names_of_categories_are_shown_as_they_are_written(show, qtbot):  # noqa: F811
    view = wheel(5)
    view.names, view.within = {4: "<b>R&D</b>"}, {2: (4,)}
    page = show(view)
    qtbot.waitUntil(lambda: page.view.names != {}, timeout=5_000)
    page.view.filter(Filters(categories=frozenset({4})))
    page._colour("category")
    switch = page.legend._categories[4]
    assert (switch.text(), switch.accessibleName()) == ("<b>R&&D</b>", "<b>R&D</b>")
    assert "&lt;b&gt;R&amp;D" in switch.toolTip()
    assert page.view.chips._chips[0].text() == "only <b>R&&D</b>"
    page.head.show_found("", "Look around R&D")
    assert page.head.elsewhere.text() == "Look around R&&D"


def test_a_relation_that_is_not_there_is_said(show):  # noqa: F811
    page = show(wheel(5))
    page.open_filters()
    page.panel._find.setText("zzz")
    assert not page.panel._nothing.isHidden()
    page.panel._find.setText("know")
    assert page.panel._nothing.isHidden()
    page.panel.close()
