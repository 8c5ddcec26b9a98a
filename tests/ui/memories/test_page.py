"""An entity with the window's whole width: its columns, its trail, and what is left when it goes."""

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QComboBox, QLineEdit, QPlainTextEdit

from app.domain.fact import Value
from app.services import edits, history
from tests.builders import fact
from ui.memories.choosing import Chooser
from ui.memories.intervals import Axis, Bar
from ui.memories.merging import MergeDialog
from ui.memories.page import EntityPage


@pytest.fixture
def life(qtbot, lanes, changes, ids):
    """The page of Alice, opened from the notes."""
    made = EntityPage(lanes, changes)
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    made.open_from("notes", ids["Alice Moreau"])
    qtbot.waitUntil(lambda: len(made.view.facts.rows) == 5, timeout=5000)
    return made


def shown(page, qtbot, name):
    qtbot.waitUntil(lambda: page.view.heading._name.text() == name, timeout=5000)


def test_there_are_two_columns_where_there_is_room_and_one_where_not(life, qtbot):
    assert life.view._columns.direction() == QBoxLayout.Direction.LeftToRight
    life.resize(780, 560)
    qtbot.waitUntil(lambda: life.view._columns.direction() == QBoxLayout.Direction.TopToBottom)
    assert life.view.widget().width() <= life.view.viewport().width()


def test_facts_lie_in_columns_with_a_bar_each_and_say_their_relation_once(life):
    looks = [row.seat for row in life.view.facts.rows.values()]
    assert {seat.look for seat in looks} == {"sheet"}
    works = [seat.first for seat in looks if seat.view.fact.predicate == "works_at"]
    assert works == [True, False]
    assert len(life.view.facts.findChildren(Bar)) == 5


def test_its_history_is_open(life, stored, ids, qtbot):
    stored(lambda desk: edits.add_alias(desk, ids["Alice Moreau"], "Alys"))
    annals = life.view.annals
    qtbot.waitUntil(lambda: annals._shown is not None and len(annals._shown.entries) == 1, timeout=5000)
    assert annals.isVisible()


def test_back_and_on_go_through_what_was_looked_at_and_back_to_where_one_came_from(life, ids, qtbot):
    left = []
    life.left.connect(left.append)
    life.view.entity_chosen.emit(ids["Acme"])
    shown(life, qtbot, "Acme")
    qtbot.keyClick(life, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    shown(life, qtbot, "Alice Moreau")
    qtbot.keyClick(life, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    shown(life, qtbot, "Acme")
    assert not life.on.isEnabled()
    qtbot.keyClick(life, Qt.Key.Key_Escape)
    shown(life, qtbot, "Alice Moreau")
    assert left == []
    life.back.click()
    assert left == ["notes"]


def test_one_that_is_deleted_is_said_to_be_gone_and_an_undo_brings_it_back(life, ids, stored, qtbot):
    stored(lambda desk: edits.delete_entity(desk, ids["Alice Moreau"]))
    qtbot.waitUntil(life.nobody.isVisible, timeout=5000)
    assert life.view.heading._name.text() == ""
    stored(history.undo)
    qtbot.waitUntil(lambda: life.view.isVisible() and len(life.view.facts.rows) == 5, timeout=5000)
    assert not life.nobody.isVisible()


def test_the_same_as_asks_whom_and_shows_both_side_by_side(life, ids, qtbot):
    life.view.heading.merge_wanted.emit()
    chooser = life.findChild(Chooser)
    chooser.entities.chosen.emit(ids["Acorn"])
    dialog = life.findChild(MergeDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.merge.isEnabled, timeout=5000)
    dialog.merge.click()
    qtbot.waitUntil(lambda: any(one.text == "Acorn" for one in life.view.aliases._shown or ()), timeout=5000)


def test_not_the_same_as_is_kept_at_once(life, ids, qtbot):
    told = []
    life.said.connect(told.append)
    life.view.heading.apart_wanted.emit()
    life.findChild(Chooser).entities.chosen.emit(ids["Acorn"])
    qtbot.waitUntil(lambda: len(told) == 1, timeout=5000)


# ── the axis ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_an_axis_is_neither_too_short_nor_too_long_to_read():
    today = date(2026, 6, 1)
    assert Axis.over(today, today).first == date(2025, 12, 1)
    assert Axis.over(date(1950, 1, 1), today).first.year == 2014
    half = Axis.over(date(2024, 6, 1), today)
    assert half.place(date(2025, 6, 1)) == pytest.approx(0.5)
    assert (half.place(date(2000, 1, 1)), half.place(date(2030, 1, 1))) == (0.0, 1.0)


@pytest.mark.parametrize("dates", [{}, {"valid_at": "2020"}, {"valid_at": "2020", "invalid_at": "2021"}])
def test_every_interval_can_be_drawn(qtbot, dates):
    row = fact(1, "job_title", "welder", **dates)
    assert row.object == Value("welder")
    bar = Bar(row, Axis.over(date(2019, 1, 1), date(2026, 6, 1)), date(2026, 6, 1))
    qtbot.addWidget(bar)
    bar.resize(bar.sizeHint())
    picture = bar.grab().toImage()
    assert len({picture.pixel(x, picture.height() // 2) for x in range(picture.width())}) > 1


def test_everything_on_the_page_has_a_name_for_the_screen_reader(life, qtbot):
    life.view.facts.edit(next(iter(life.view.facts.rows)))
    life.view.summary.open_field()
    life.view.categories.open_field()
    parts = [*life.findChildren(QAbstractButton), *life.findChildren(QLineEdit), *life.findChildren(QPlainTextEdit)]
    parts = [one for one in parts if one.isVisibleTo(life) and one.objectName() != "qt_spinbox_lineedit"]
    nameless = [one for one in parts if not one.accessibleName() and not getattr(one, "text", str)()]
    assert [one for one in nameless if not isinstance(one.parent(), QComboBox | QLineEdit)] == []
