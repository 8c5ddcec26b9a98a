"""What is half written on one page is there again when one comes back; what was forgotten for good is not."""

from types import SimpleNamespace

from PySide6.QtCore import Qt

from app.domain.ids import EntityId
from app.domain.plan import EXTRACTOR, Plan, Remove
from app.services import history


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
    assert "mountaineer" in view.heading.accessibleName()
    stored(history.undo)
