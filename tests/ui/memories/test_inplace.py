"""Set right in place: a fact's relation, ends, dates and sentence; summary, few words, categories; not the same as."""

import pytest
from PySide6.QtCore import Qt

from app.domain.clock import WorldTime
from app.domain.plan import USER
from app.domain.scope import OWNER
from app.memory.learn.apart import apart_from
from app.services import categories, history
from tests.ui.memories.test_edits import fact_of, page, pick, undo
from ui.memories.chips import CategoryChip


@pytest.fixture
def editing(alice, qtbot):
    """The form open below where she works."""
    row = fact_of(alice, "works_at")
    pick(row.menu(), "Change this…")
    form = alice.entity.facts.form
    assert form.isVisible()
    return form


def test_the_form_opens_below_the_fact_with_what_it_says(alice, editing):
    assert fact_of(alice, "works_at").isAncestorOf(editing)
    assert (editing.kind.currentText(), editing.far.text()) == ("works at", "Acme · Organization")
    assert (editing.since.text(), editing.until.text()) == ("2026-03", "")
    assert editing.sentence.text() == "Alice Moreau works at Acme"


def test_another_far_end_and_dates_are_one_step_and_come_back(alice, editing, stored, qtbot):
    editing.far.setText("Globex")
    editing.since.setText("2026-04")
    editing.accept()
    page(alice, qtbot, lambda: any(row.view.object == "Globex" for row in alice.entity.facts.rows.values()))
    changed = next(row.view.fact for row in alice.entity.facts.rows.values() if row.view.object == "Globex")
    assert (changed.predicate, changed.valid_at, changed.fact) == ("works_at", WorldTime("2026-04"), "")
    assert not editing.isVisible()
    undo(stored)
    page(alice, qtbot, lambda: any(row.view.object == "Acme" for row in alice.entity.facts.rows.values()))
    assert all(one.name != "Globex" for one in stored(lambda desk: desk.view.entities.listed(OWNER)))


def test_only_the_sentence_is_changed_and_the_fact_stays_the_same(alice, editing, qtbot):
    fact = fact_of(alice, "works_at").view.fact.id
    editing.sentence.setText("Alice runs the lab at Acme")
    editing.accept()
    page(alice, qtbot, lambda: alice.entity.facts.rows[fact].view.fact.fact == "Alice runs the lab at Acme")
    assert alice.entity.facts.rows[fact].view.object == "Acme"


def test_a_wrong_date_is_refused_in_the_form_and_escape_leaves_it(alice, editing, qtbot):
    editing.until.setText("2020")
    editing.accept()
    page(alice, qtbot, lambda: editing._problem.isVisible())
    assert editing.isVisible()
    qtbot.keyClick(editing.until, Qt.Key.Key_Escape)
    assert not editing.isVisible()
    pick(fact_of(alice, "works_at").menu(), "Change this…")
    assert editing.until.text() == ""


def test_a_form_that_is_open_outlives_what_is_learned_meanwhile(alice, editing, ids, stored, qtbot):
    from app.domain.plan import Amend, Plan

    fact = fact_of(alice, "works_at").view.fact.id
    editing.far.setText("half")
    change = Amend("fact", fact, {"confidence": 0.5})
    stored(lambda desk: desk.store.commit(Plan((change,), USER, "learn")))
    page(alice, qtbot, lambda: alice.entity.facts.rows[fact].view.fact.confidence == 0.5)
    assert editing.isVisible()
    assert alice.entity.facts.rows[fact].isAncestorOf(editing)
    assert editing.far.text() == "half"


def test_a_fact_read_from_its_object_is_edited_from_there(panel, ids, stored, qtbot):
    panel.show_entity(ids["Acme"])
    page(panel, qtbot, lambda: len(panel.entity.facts.rows) == 1)
    (row,) = panel.entity.facts.rows.values()
    qtbot.keyClick(row, Qt.Key.Key_F2)
    form = panel.entity.facts.form
    assert (form.kind.currentText(), form.far.text()) == ("employs", "Alice Moreau · Person")
    form.far.setText("Zoe")
    form.what.setCurrentIndex(max(form.what.findData("person"), 0))
    form.accept()
    page(panel, qtbot, lambda: [one.view.subject for one in panel.entity.facts.rows.values()] == ["Zoe"])


def test_a_summary_is_written_kept_on_ctrl_enter_and_undone(alice, stored, ids, qtbot):
    pick(alice.entity.heading.menu(), "Write a summary…")
    field = alice.entity.summary.field
    assert field.isVisible()
    qtbot.keyClicks(field, "Climbs.")
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    page(alice, qtbot, lambda: alice.entity.summary._words.text() == "Climbs.")
    assert not field.isVisible()
    undo(stored)
    page(alice, qtbot, lambda: alice.entity.summary._words.text() == "")


def test_a_summary_left_with_escape_stays_as_it_was(alice, qtbot):
    alice.entity.summary.open_field()
    qtbot.keyClicks(alice.entity.summary.field, "x")
    qtbot.keyClick(alice.entity.summary.field, Qt.Key.Key_Escape)
    assert not alice.entity.summary.field.isVisible()
    assert alice.entity.summary._words.text() == ""


def test_the_few_words_beside_a_name_are_changed_in_place(alice, qtbot):
    pick(alice.entity.heading.menu(), "Change the few words beside the name…")
    field = alice.entity.heading.field
    assert field.text() == "climber"
    field.setText("boulderer")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    page(alice, qtbot, lambda: "boulderer" in alice.entity.heading._about.text())
    assert alice.entity.heading._name.text() == "Alice Moreau"


def test_f2_renames(alice, qtbot):
    qtbot.keyClick(alice.entity.heading, Qt.Key.Key_F2)
    assert alice.entity.heading.field.text() == "Alice Moreau"


def names(panel):
    return [chip.category.name for chip in panel.entity.categories.findChildren(CategoryChip) if not chip.isHidden()]


def test_a_category_is_made_joined_and_left(alice, ids, stored, qtbot):
    stored(lambda desk: categories.make(desk, "Climbers", [ids["Acorn"]]))
    chips = alice.entity.categories
    for typed in ("climbers", "Friends"):
        chips.open_field()
        page(alice, qtbot, lambda: "climbers" in chips._known)
        chips.field.setText(typed)
        chips.accept()
        page(alice, qtbot, lambda: not chips.field.isVisible())
    page(alice, qtbot, lambda: names(alice) == ["Climbers", "Friends"])
    next(chip for chip in chips.findChildren(CategoryChip) if chip.category.name == "Climbers").out.click()
    page(alice, qtbot, lambda: names(alice) == ["Friends"])
    stored(history.undo)
    page(alice, qtbot, lambda: names(alice) == ["Climbers", "Friends"])


def test_two_are_said_not_to_be_the_same_and_it_can_be_undone(alice, ids, stored, qtbot):
    told = []
    alice.said.connect(told.append)
    pick(alice.entity.heading.menu(), "It is not the same as…")
    assert alice._title.text() == "Not the same as whom? Choose below."
    alice.entities.chosen.emit(ids["Kyoto"])
    page(alice, qtbot, lambda: told == ["They are kept apart and not asked about again."])
    assert alice._stack.currentWidget() is alice.entity

    def apart():
        return stored(lambda desk: apart_from(desk.view, ids["Alice Moreau"], OWNER))

    assert ids["Kyoto"] in apart()
    undo(stored)
    assert ids["Kyoto"] not in apart()


def test_who_gave_a_name_stands_beside_it(alice):
    chip = alice.entity.aliases._flow.itemAt(0).widget()
    assert chip.layout().itemAt(0).widget().text() == "Ali · by you"
    assert chip.toolTip().startswith("Added by you")
