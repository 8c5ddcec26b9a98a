"""Parts ticked by mouse and keyboard, relations that go along with their words, and the new one afterwards."""

import pytest
from PySide6.QtCore import Qt

from app.domain.scope import OWNER
from tests.ui.desks import StoredDesk
from ui.memories.splitting import SplitDialog


@pytest.fixture
def dialog(qtbot, lanes, ids, host):
    """Alice, read. It goes by itself once it is closed."""
    made = SplitDialog(lanes, ids["Alice Moreau"], host)
    made.show()
    qtbot.waitUntil(lambda: made.facts.count() == 5, timeout=5000)
    return made


def _press(qtbot, view, place):
    view.setCurrentIndex(view.model().index(place, 0))
    qtbot.keyClick(view, Qt.Key.Key_Space)


def test_relations_told_in_the_ticked_words_go_along(qtbot, dialog):
    _press(qtbot, dialog.mentions, 0)
    assert (len(dialog.mentions.ticked()), len(dialog.facts.ticked())) == (1, 2)
    _press(qtbot, dialog.mentions, 0)
    assert dialog.facts.ticked() == set()


def test_a_click_ticks_and_the_preview_counts_both_sides(qtbot, dialog):
    dialog.name.setText("Alice Smith")
    assert not dialog.split.isEnabled()
    place = dialog.names.visualRect(dialog.names.model().index(0, 0)).center()
    qtbot.mouseClick(dialog.names.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert len(dialog.names.ticked()) == 1
    assert dialog.split.isEnabled()
    assert dialog._goes.text() == "Alice Smith gets: 0 mentions · 1 name · 0 relations"
    assert dialog._stays.text() == "Alice Moreau keeps: 1 mention · 0 names · 5 relations"


def test_the_new_one_has_what_was_ticked_and_undo_brings_all_back(qtbot, dialog, ids, stored):
    dialog.name.setText("Alice Smith")
    dialog.tag.setText("from Kyoto")
    _press(qtbot, dialog.facts, 0)
    with qtbot.waitSignal(dialog.parted, timeout=5000) as told:
        dialog.split.click()
    old, new = told.args
    assert old == ids["Alice Moreau"]

    def facts(desk: StoredDesk):
        return [len(desk.view.facts.of_entities([one], OWNER)) for one in (old, new)]

    assert stored(facts) == [4, 1]
    assert stored(lambda desk: desk.view.entities.one(new, OWNER)).tag == "from Kyoto"
    stored(lambda desk: desk.store.undo())
    assert stored(facts) == [5, 0]


def test_a_name_of_another_is_refused_in_words(qtbot, dialog):
    dialog.name.setText("Me")
    _press(qtbot, dialog.facts, 0)
    dialog.split.click()
    qtbot.waitUntil(lambda: bool(dialog._problem.text()), timeout=5000)
    assert dialog.isVisible()
    assert dialog.split.isEnabled()
