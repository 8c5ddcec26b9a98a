"""Which relations are offered for two, how they are found by typing, and what is kept of one's own words."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ui import words
from ui.graph.predicates import PredicatePicker, in_own_words, offers


@pytest.fixture
def picker(qtbot):
    made = PredicatePicker()
    qtbot.addWidget(made)
    made.offer(offers("person", "organization"))
    made.show()
    return made


def shown(picker):
    model = picker.list.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_both_directions_are_offered_with_the_types_that_fit(picker):
    found = {(one.predicate, one.back) for one in offers("person", "organization")}
    assert ("works_at", False) in found
    assert ("works_on", True) in found, "an organization can work on something too"
    assert ("works_at", True) not in found, "no organization works at a person"
    assert ("works_at", True) in {(one.predicate, one.back) for one in offers("organization", "person")}


def test_what_reads_the_same_is_offered_once(picker):
    labels = [one.label for one in offers("person", "person")]
    assert len(labels) == len(set(labels))


def test_values_are_offered_only_while_the_other_end_is_open():
    assert any(one.value for one in offers("person", None))
    assert not any(one.value for one in offers("person", "person"))


def test_typing_finds_and_forward_readings_come_first(picker):
    QTest.keyClicks(picker.field, "work")
    assert shown(picker) == ["works at", "works on", "worked on by", "“work”, in your own words"]
    assert picker.offer_picked().predicate == "works_at"


def test_the_arrows_move_in_the_list_while_one_types(picker):
    QTest.keyClicks(picker.field, "work")
    QTest.keyClick(picker.field, Qt.Key.Key_Down)
    assert picker.offer_picked().predicate == "works_on"
    QTest.keyClick(picker.field, Qt.Key.Key_Up)
    QTest.keyClick(picker.field, Qt.Key.Key_Up)
    assert picker.offer_picked().predicate == "works_at"


def test_nothing_is_picked_before_something_is_typed_or_marked(picker):
    assert picker.offer_picked() is None


def test_own_words_are_kept_as_they_are_typed():
    assert in_own_words("  is proud  of ").predicate == "is proud of"
    assert in_own_words("favorite tea").predicate == "favorite_tea", "one of a family that memory knows"
    assert in_own_words("  ") is None


def test_a_relation_is_found_in_japanese(qtbot):
    words.speak("ja")
    made = PredicatePicker()
    qtbot.addWidget(made)
    made.offer(offers("person", "organization"))
    made.field.setText("勤")
    assert shown(made)[0] == "勤務先"
