"""Corrections through the panel, down to the database and back by undo."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.domain.clock import WorldTime
from app.domain.scope import OWNER
from app.services import history
from ui.memories.dates import DateForm
from ui.memories.merging import MergeDialog


def fact_of(panel, predicate):
    """The row of the fact that still holds."""
    rows = panel.entity.facts.rows.values()
    return next(line for line in rows if line.view.fact.predicate == predicate and not line._over)


def page(panel, qtbot, happened):
    """Wait until the page shows it."""
    qtbot.waitUntil(happened, timeout=5000)


def pick(menu, words):
    next(action for action in menu.actions() if action.text() == words).trigger()


def answer(text):
    """Type into the date form that stands open, and take it."""
    form = QApplication.activePopupWidget()
    assert isinstance(form, DateForm)
    form.field.setText(text)
    form.accept()


def everybody(stored):
    return [row.name for row in stored(lambda desk: desk.view.entities.listed(OWNER))]


def undo(stored):
    stored(history.undo)


def test_an_alias_is_added_and_removed_and_comes_back(alice, stored, ids, qtbot):
    def names():
        return [one.text for one in stored(lambda desk: desk.view.entities.aliases([ids["Alice Moreau"]], OWNER))[
            ids["Alice Moreau"]
        ]]  # fmt: skip

    alice.entity.aliases._open()
    qtbot.keyClicks(alice.entity.aliases.field, "Alys")
    qtbot.keyClick(alice.entity.aliases.field, Qt.Key.Key_Return)
    page(alice, qtbot, lambda: len(alice.entity.aliases._shown) == 2)
    assert names() == ["Ali", "Alys"]
    assert not alice.entity.aliases.field.isVisible()
    alice.entity.aliases._flow.itemAt(0).widget().cross.click()
    page(alice, qtbot, lambda: len(alice.entity.aliases._shown) == 1)
    assert names() == ["Alys"]
    undo(stored)
    page(alice, qtbot, lambda: len(alice.entity.aliases._shown) == 2)


def test_an_alias_of_somebody_else_is_refused_in_words_and_the_field_stays(alice, qtbot):
    alice.entity.aliases._open()
    qtbot.keyClicks(alice.entity.aliases.field, "Kyoto")
    qtbot.keyClick(alice.entity.aliases.field, Qt.Key.Key_Return)
    page(alice, qtbot, lambda: alice.entity._problem.isVisible())
    assert alice.entity._problem.text()
    assert alice.entity.aliases.field.text() == "Kyoto"
    assert len(alice.entity.aliases._shown) == 1


def test_a_fact_is_ended_on_a_day_and_undone(alice, stored, qtbot):
    line = fact_of(alice, "works_at")
    pick(line.menu(), "It has ended…")
    answer("2026-05")
    page(alice, qtbot, lambda: not any(one.predicate == "works_at" for one in holding(alice)))
    assert ended(alice, "Alice Moreau works at Acme").invalid_at == WorldTime("2026-05")
    undo(stored)
    page(alice, qtbot, lambda: any(one.predicate == "works_at" for one in holding(alice)))


def holding(panel):
    return [line.view.fact for line in panel.entity.facts.rows.values() if line.view.fact.invalid_at is None]


def ended(panel, words):
    return next(line.view.fact for line in panel.entity.facts.rows.values() if line.view.fact.fact == words)


def test_what_ended_can_hold_again(alice, qtbot):
    line = next(line for line in alice.entity.facts.rows.values() if line._over)
    fact = line.view.fact.id
    pick(line.menu(), "It still holds")
    page(alice, qtbot, lambda: alice.entity.facts.rows[fact].view.fact.invalid_at != WorldTime("2026-03"))


def test_since_when_is_changed_and_cleared(alice, qtbot):
    fact = fact_of(alice, "lives_in").view.fact.id
    pick(fact_of(alice, "lives_in").menu(), "Change since when…")
    answer("2021")
    page(alice, qtbot, lambda: alice.entity.facts.rows[fact].view.fact.valid_at == WorldTime("2021"))
    pick(fact_of(alice, "lives_in").menu(), "Change since when…")
    answer("")
    page(alice, qtbot, lambda: alice.entity.facts.rows[fact].view.fact.valid_at is None)


def test_what_was_never_true_goes_and_comes_back_by_undo(alice, stored, qtbot):
    pick(fact_of(alice, "birthday").menu(), "This was never true")
    page(alice, qtbot, lambda: len(alice.entity.facts.rows) == 4)
    undo(stored)
    page(alice, qtbot, lambda: len(alice.entity.facts.rows) == 5)


@pytest.mark.parametrize("far, kind", [("Kyoto", "place"), ("Osaka", "place")])
def test_a_relation_is_added_to_somebody_known_or_new(alice, stored, qtbot, far, kind):
    alice.entity._open_form()
    form = alice.entity.form
    form.kind.setEditText("from")
    form.far.setText(far)
    if (row := form.what.findData(kind)) >= 0:
        form.what.setCurrentIndex(row)
    form.since.setText("1999")
    form.accept()
    page(alice, qtbot, lambda: len(alice.entity.facts.rows) == 6)
    fact = fact_of(alice, "from_place").view
    assert fact.object == far
    assert fact.fact.valid_at == WorldTime("1999")
    assert fact.fact.declared_by == "user"
    assert not form.isVisible()
    kept = [one.name for one in stored(lambda desk: desk.view.entities.listed(OWNER, kind="place"))]
    assert kept.count(far) == 1


def test_a_name_is_changed_and_refused_where_it_is_taken(alice, stored, ids, qtbot):
    alice.entity.heading.renamed.emit("Alice M.")
    page(alice, qtbot, lambda: alice.entity.heading._name.text() == "Alice M.")
    undo(stored)
    page(alice, qtbot, lambda: alice.entity.heading._name.text() == "Alice Moreau")


def test_the_type_is_changed(alice, qtbot):
    alice.entity.heading.retyped.emit("concept")
    page(alice, qtbot, lambda: alice.entity.heading._about.text().startswith("Concept"))


def test_two_that_are_one_are_merged_and_parted_by_undo(alice, stored, ids, qtbot):
    alice.show_entity(ids["Initech"])
    page(alice, qtbot, lambda: alice.entity.heading._name.text() == "Initech")
    alice.entity.heading.merge_wanted.emit()
    assert alice._stack.currentWidget() is alice.entities
    alice.entities.chosen.emit(ids["Acme"])
    (dialog,) = alice.findChildren(MergeDialog)
    qtbot.waitUntil(dialog.merge.isEnabled, timeout=5000)
    dialog.merge.click()
    page(alice, qtbot, lambda: len(alice.entity.facts.rows) >= 1 and alice.entity.entity == ids["Initech"])
    page(
        alice, qtbot, lambda: ids["Acme"] not in stored(lambda desk: desk.view.entities.get(list(ids.values()), OWNER))
    )
    undo(stored)
    assert ids["Acme"] in stored(lambda desk: desk.view.entities.get(list(ids.values()), OWNER))


def test_somebody_is_forgotten_the_panel_goes_back_and_undo_brings_them_back(alice, stored, ids, qtbot):
    alice.show_entity(ids["Kyoto"])
    page(alice, qtbot, lambda: alice.entity.heading._name.text() == "Kyoto")
    alice.entity.heading.deleted.emit()
    page(alice, qtbot, lambda: alice.entity.heading._name.text() == "Alice Moreau")
    page(alice, qtbot, lambda: len(alice.entity.facts.rows) == 4)
    undo(stored)
    page(alice, qtbot, lambda: len(alice.entity.facts.rows) == 5)


def test_what_a_turn_taught_is_forgotten_at_once(alice, words_episode, stored, qtbot):
    alice.show_episode(words_episode)
    page(alice, qtbot, lambda: len(alice.lesson.facts.rows) == 2)
    alice.lesson._forget.click()
    page(alice, qtbot, lambda: alice.lesson._none.isVisible())
    undo(stored)
    page(alice, qtbot, lambda: len(alice.lesson.facts.rows) == 2)


def test_what_is_learned_meanwhile_appears_and_a_half_filled_form_stays(alice, stored, ids, qtbot):
    from app.domain.plan import EXTRACTOR, Add, Plan
    from tests.builders import fact

    alice.entity._open_form()
    alice.entity.form.far.setText("half")
    row = fact(ids["Alice Moreau"], "speaks", ids["Acorn"], id=-1)
    stored(lambda desk: desk.store.commit(Plan((Add(row),), EXTRACTOR, "learn")))
    page(alice, qtbot, lambda: len(alice.entity.facts.rows) == 6)
    assert alice.entity.form.isVisible()
    assert alice.entity.form.far.text() == "half"
