"""Looks as they are left and found again: back and forward, focus, what is opened and closed, saved views."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt

from app.domain.errors import BadInput
from app.domain.ids import SavedViewId
from app.domain.lens import Filters, Lens, SavedView
from tests.builders import NOON, entity, fact
from tests.ui.graph.conftest import ListView, wheel
from tests.ui.graph.test_page import ids, settle, show  # noqa: F401
from ui.graph import jobs
from ui.graph.saved import NameForm


@pytest.fixture
def chain():
    people = [entity(f"E{n}", id=n) for n in range(1, 7)]
    return ListView(people, [fact(n, "knows", n + 1, id=n) for n in range(1, 6)])


def test_going_back_finds_the_camera_the_places_and_the_choice(show, qtbot):  # noqa: F811
    page = show(wheel(6), 1)
    canvas = page.view.canvas
    canvas.choose_entity(3)
    canvas.drag(2, 40, 50)
    canvas.zoom(1.5)
    page.view.stop()
    camera, places = canvas.camera.copy(), canvas.picture.start(canvas.picture)
    page.open(4)
    settle(qtbot, page)
    assert ids(page) == [4, 1]
    qtbot.keyClick(canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    settle(qtbot, page)
    assert canvas.picture.start(canvas.picture) == places
    assert canvas.camera.scale == camera.scale
    assert canvas.choice_id() == 3
    assert canvas.pinned == {3}
    qtbot.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    settle(qtbot, page)
    assert ids(page) == [4, 1]
    assert not page.head.on.isEnabled()


def test_going_back_finds_the_filters_of_then(show, qtbot):  # noqa: F811
    page = show(wheel(12), 1)
    page.view.filter(Filters(kinds=frozenset({"place"})))
    page.open(4)
    settle(qtbot, page)
    page.view.clear_filters()
    page.go_back()
    settle(qtbot, page)
    assert page.view.canvas.picture.filters.kinds == {"place"}


def test_several_at_once_are_looked_around_under_words(show, qtbot, chain):  # noqa: F811
    page = show(chain, 1)
    page.open_about((2, 5), "Around “Trip”")
    settle(qtbot, page)
    assert sorted(ids(page)) == [1, 2, 3, 4, 5, 6]
    assert page.head.title.text() == "Around “Trip”"
    assert page.head.reach.isEnabled()
    page.open_overview()
    settle(qtbot, page)
    assert page.head.title.text() == "The whole graph"
    assert not page.head.reach.isEnabled()


def test_nodes_are_opened_closed_and_closed_off_as_steps(show, qtbot, chain):  # noqa: F811
    page = show(chain, 1)
    page.view.expand(2)
    settle(qtbot, page)
    assert ids(page) == [1, 2, 3]
    page.view.collapse(2)
    settle(qtbot, page)
    assert ids(page) == [1, 2]
    page.view.set_depth(4)
    settle(qtbot, page)
    page.view.close_off(3)
    settle(qtbot, page)
    assert ids(page) == [1, 2, 3]
    page.go_back()
    settle(qtbot, page)
    assert ids(page) == [1, 2, 3, 4, 5]


def test_a_focus_dims_the_rest_and_escape_restores_before_it_lets_go(show, qtbot, chain):  # noqa: F811
    page = show(chain, 1)
    page.view.set_depth(3)
    settle(qtbot, page)
    canvas = page.view.canvas
    canvas.choose_entity(1)
    page.view.focus(1)
    assert canvas.picture.dimmed.tolist() == [False, False, True, True]
    assert canvas.picture.shown.all()
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert not canvas.picture.dimmed.any()
    assert canvas.choice_id() == 1
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.choice_id() is None


def test_pins_are_put_and_taken_out(show):  # noqa: F811
    page = show(wheel(3), 1)
    page.view.pin(2, 3)
    assert page.view.canvas.pinned == {2, 3}
    page.view.pin(2)
    assert page.view.canvas.pinned == {3}


class Views:
    """Saved views in a list, behind the jobs of the page."""

    def __init__(self, monkeypatch):
        self.rows = []
        for name in ("saved_views", "saved_view", "save_view", "replace_view", "rename_view", "delete_view"):
            monkeypatch.setattr(jobs, name, getattr(self, name))

    def saved_views(self, desk):
        return tuple(self.rows)

    def saved_view(self, id, desk):
        return next(row for row in self.rows if row.id == id)

    def save_view(self, name, look, replaces, desk):
        if any(row.name == name for row in self.rows) and not replaces:
            return None
        made = SavedView(SavedViewId(len(self.rows) + 1), name, look.lens, NOON, dict(look.places), look.pinned)
        self.rows = [*(row for row in self.rows if row.name != name), made]
        return made

    def replace_view(self, id, look, desk):
        return self.saved_view(id, desk)

    def rename_view(self, id, name, desk):
        old = self.saved_view(id, desk)
        made = SavedView(id, name, old.lens, NOON)
        self.rows = [made if row.id == id else row for row in self.rows]
        return made

    def delete_view(self, id, desk):
        self.rows = [row for row in self.rows if row.id != id]


def words(page, views):
    return [action.text() for action in page.saved.menu(tuple(views.rows)).actions() if action.text()]


def pick(page, views, text):
    next(action for action in page.saved.menu(tuple(views.rows)).actions() if action.text() == text).trigger()


def typed(page, name):
    form = page.findChildren(NameForm)[-1]
    form.field.setText(name)
    form.accept()
    return form


@pytest.fixture
def views(monkeypatch):
    return Views(monkeypatch)


def test_a_view_is_saved_under_a_name_opened_renamed_and_deleted(show, qtbot, views):  # noqa: F811
    page = show(wheel(6), 1)
    told = []
    page.said.connect(told.append)
    assert words(page, views) == ["No views are saved yet", "Save this view…"]
    page.view.canvas.drag(2, 40, 50)
    page.view.stop()
    pick(page, views, "Save this view…")
    typed(page, "Team & friends")
    qtbot.waitUntil(lambda: len(told) == 1, timeout=5000)
    places = page.view.canvas.picture.start(page.view.canvas.picture)
    page.open(4)
    settle(qtbot, page)
    pick(page, views, "Team && friends")
    qtbot.waitUntil(lambda: len(ids(page)) == 7, timeout=5000)
    settle(qtbot, page)
    assert page.view.canvas.picture.start(page.view.canvas.picture) == places
    assert page.view.canvas.pinned == {3}
    assert page.head.title.text() == "Team & friends"
    pick(page, views, "Rename “Team && friends”…")
    typed(page, "Team")
    qtbot.waitUntil(lambda: len(told) == 2, timeout=5000)
    pick(page, views, "Delete “Team”")
    qtbot.waitUntil(lambda: len(told) == 3, timeout=5000)
    assert views.rows == []
    assert told == [
        "Saved the view “Team & friends”.",
        "The view is called “Team” now.",
        "Deleted the view “Team”.",
    ]
    page.go_back()
    settle(qtbot, page)
    assert ids(page) == [4, 1]


def test_a_name_that_is_taken_is_said_before_anything_is_replaced(show, qtbot, views):  # noqa: F811
    page = show(wheel(3), 1)
    views.rows.append(SavedView(SavedViewId(1), "Team", Lens(), NOON))
    page.saved.ask_save()
    form = typed(page, "Team")
    qtbot.waitUntil(lambda: form.offers_replacing == "Team", timeout=5000)
    assert views.rows[0].lens == Lens()
    form.accept()
    qtbot.waitUntil(lambda: views.rows[-1].lens.about == (1,), timeout=5000)


def test_an_open_view_is_one_no_more_once_one_has_gone_on(show, qtbot, views):  # noqa: F811
    page = show(wheel(3), 1)
    page.saved.present = SimpleNamespace(id=1, name="Team")
    page.open(2)
    settle(qtbot, page)
    assert page.saved.present is None


def test_a_view_is_offered_as_it_is_called_by_now(show, views):  # noqa: F811
    page = show(wheel(3), 1)
    page.saved.present = SavedView(SavedViewId(1), "Team", Lens(), NOON)
    views.rows.append(SavedView(SavedViewId(1), "Crew", Lens(), NOON))
    assert words(page, views)[-1] == "Delete “Crew”"


def test_an_empty_name_is_refused_in_words(show, views):  # noqa: F811
    page = show(wheel(3), 1)
    page.saved.ask_save()
    form = typed(page, "  ")
    assert form._problem.text() == "A name needs at least one character."
    assert form.isVisible()


def test_a_name_that_is_taken_is_said_though_the_form_was_closed(show, qtbot, views):  # noqa: F811
    page = show(wheel(3), 1)
    views.rows.append(SavedView(SavedViewId(1), "Team", Lens(), NOON))
    page.saved.ask_save()
    with qtbot.waitSignal(page.saved._lanes.failed, timeout=5000) as told:
        typed(page, "Team").close()
    assert isinstance(told.args[0], BadInput)
