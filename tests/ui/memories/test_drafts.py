"""What is half written on one page is there again when one comes back; what was forgotten for good is not."""

from types import SimpleNamespace

from PySide6.QtCore import Qt

from app.domain.ids import EntityId
from app.domain.plan import EXTRACTOR, Plan, Remove
from app.services import edits, history


def write(view):
    """Something in each editor."""
    view.heading.open_field(True)
    view.heading.field.setText("who climbs")
    view.summary.open_field()
    view.summary.field.setPlainText("Half a sum")
    view.aliases._open()
    view.aliases.field.setText("Al")
    view.form.open_form("person")
    view.form.kind.setCurrentText("lives in")
    view.form.far.setText("Par")
    view.form.since.setText("202")


def written(view):
    form = view.form
    return (
        view.heading.field.text(),
        view.summary.field.toPlainText(),
        view.aliases.field.text(),
        (form.kind.currentText(), form.far.text(), form.since.text()),
    )


WRITTEN = ("who climbs", "Half a sum", "Al", ("lives in", "Par", "202"))
NOTHING = ("", "", "", ("", "", ""))


def open_ones(view):
    return [not one.isHidden() for one in (view.heading.field, view.summary._form, view.aliases.field, view.form)]


def test_it_waits_while_another_is_shown(alice, ids, qtbot):
    view = alice.entity
    write(view)
    alice.show_entity(ids["Acme"])
    qtbot.waitUntil(lambda: view.heading.accessibleName().startswith("Acme"), timeout=5000)
    assert (open_ones(view), written(view)) == ([False] * 4, NOTHING)
    alice.go_back()
    qtbot.waitUntil(lambda: open_ones(view) == [True] * 4, timeout=5000)
    assert written(view) == WRITTEN


def test_what_was_only_looked_at_opens_nothing(alice, ids, qtbot):
    view = alice.entity
    view.heading.open_field()
    view.aliases._open()
    alice.show_entity(ids["Acme"])
    alice.go_back()
    qtbot.waitUntil(lambda: view.heading.accessibleName().startswith("Alice"), timeout=5000)
    assert open_ones(view) == [False] * 4


def test_it_comes_back_with_who_was_deleted(alice, stored, ids, qtbot):
    view, number = alice.entity, ids["Alice Moreau"]
    write(view)
    stored(lambda desk: desk.store.commit(Plan((Remove("entity", EntityId(number)),), EXTRACTOR, "learn")))
    qtbot.waitUntil(lambda: view.entity == 0, timeout=5000)
    assert written(view) == NOTHING
    view._drafts.follow(SimpleNamespace(label="remove_entity"))
    assert view._drafts._kept


def test_what_is_forgotten_for_good_waits_nowhere(alice, ids, qtbot):
    view = alice.entity
    write(view)
    alice.show_entity(ids["Acme"])
    view._drafts.follow(SimpleNamespace(label="forget_entity"))
    alice.go_back()
    qtbot.waitUntil(lambda: view.heading.accessibleName().startswith("Alice"), timeout=5000)
    assert open_ones(view) == [False] * 4


def test_a_name_that_is_refused_stays_in_its_field(alice, stored, ids, qtbot):
    view = alice.entity
    view.heading.open_field(True)
    view.heading.field.setText("x" * 90)
    qtbot.keyClick(view.heading.field, Qt.Key.Key_Return)
    qtbot.waitUntil(view._problem.isVisible, timeout=5000)
    assert (view.heading.field.isVisible(), view.heading.field.text()) == (True, "x" * 90)
    view.heading.field.setText("mountaineer")
    qtbot.keyClick(view.heading.field, Qt.Key.Key_Return)
    qtbot.waitUntil(view.heading.field.isHidden, timeout=5000)
    qtbot.waitUntil(lambda: "mountaineer" in view.heading.accessibleName(), timeout=5000)
    stored(history.undo)


def _editing(alice):
    """The form below the fact of where Alice lives, with half a sentence in it."""
    facts = alice.entity.facts
    fact = next(one for one, line in facts.rows.items() if line.view.fact.predicate == "lives_in")
    facts.edit(fact)
    facts.form.sentence.setText("Half a sen")
    return facts, fact


def test_a_fact_that_is_half_said_otherwise_waits_too(alice, ids, qtbot):
    facts, fact = _editing(alice)
    alice.show_entity(ids["Acme"])
    qtbot.waitUntil(lambda: alice.entity.heading.accessibleName().startswith("Acme"), timeout=5000)
    assert (facts.form.isHidden(), facts.form.sentence.text()) == (True, "")
    alice.go_back()
    qtbot.waitUntil(lambda: fact in facts.rows and not facts.form.isHidden(), timeout=5000)
    assert facts.form.sentence.text() == "Half a sen"
    assert facts.rows[fact].isAncestorOf(facts.form)


def test_what_is_half_written_outlasts_the_row_that_it_stands_under(alice, stored, qtbot):
    facts, fact = _editing(alice)
    stored(lambda desk: edits.retract_fact(desk, fact))
    qtbot.waitUntil(lambda: fact not in facts.rows, timeout=5000)
    assert (facts.form.isVisible(), facts.form.sentence.text()) == (True, "Half a sen")
    facts.form.accept()
    qtbot.waitUntil(lambda: facts.form._problem.text() == "This fact is gone.", timeout=5000)
    stored(history.undo)
    qtbot.waitUntil(lambda: fact in facts.rows and facts.rows[fact].isAncestorOf(facts.form), timeout=5000)
    assert facts.form.sentence.text() == "Half a sen"
    facts.form.close_form()
    assert facts.form.isHidden()


def test_a_form_in_which_nothing_was_written_goes_with_its_row(alice, stored, qtbot):
    facts, fact = _editing(alice)
    facts.edit(fact)
    stored(lambda desk: edits.retract_fact(desk, fact))
    qtbot.waitUntil(lambda: fact not in facts.rows, timeout=5000)
    assert facts.form.isHidden()
