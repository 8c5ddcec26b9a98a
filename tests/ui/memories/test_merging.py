"""Both sides before a merge, what it does, and the answer that they are not the same."""

import pytest

from app.domain.errors import BadInput
from app.domain.scope import OWNER
from app.memory.learn.apart import apart_from
from ui.memories.merging import MergeDialog


@pytest.fixture
def compared(qtbot, lanes, ids, host):
    """Acme and Initech, where Alice works and worked, read."""
    dialog = MergeDialog(lanes, ids["Acme"], ids["Initech"], host)
    dialog.show()
    qtbot.waitUntil(dialog.merge.isEnabled, timeout=5000)
    return dialog


def _texts(lines):
    model = lines.model()
    return [model.index(place, 0).data() for place in range(model.rowCount())]


def test_both_sides_are_shown_with_what_is_known_of_them(compared, ids):
    assert compared._head.text() == "Are “Acme” and “Initech” one?"
    assert "Alice Moreau works at Acme" in _texts(compared.left.lines)
    assert "Alice Moreau worked at Initech" in _texts(compared.right.lines)
    assert compared.left.lines.accessibleName().startswith("Acme, Organization")
    assert _texts(compared.effects)[0] == "“Initech” stays findable as another name of “Acme”."


def test_the_other_name_can_stay(qtbot, compared, ids, stored):
    compared.swap.click()
    qtbot.waitUntil(lambda: compared._head.text() == "Are “Initech” and “Acme” one?", timeout=5000)
    qtbot.waitUntil(compared.merge.isEnabled, timeout=5000)
    with qtbot.waitSignal(compared.merged, timeout=5000) as told:
        compared.merge.click()
    assert told.args == [ids["Initech"]]
    assert stored(lambda desk: desk.view.entities.one(ids["Acme"], OWNER)) is None


def test_not_the_same_is_remembered_and_said_the_next_time(qtbot, lanes, compared, ids, stored, host):
    with qtbot.waitSignal(compared.kept_apart, timeout=5000):
        compared.apart.click()
    assert stored(lambda desk: apart_from(desk.view, ids["Initech"], OWNER)) == {ids["Acme"]}
    again = MergeDialog(lanes, ids["Acme"], ids["Initech"], host)
    qtbot.waitUntil(again.merge.isEnabled, timeout=5000)
    assert (again._warning.isHidden(), again.apart.isEnabled()) == (False, False)


def test_what_cannot_be_merged_says_why(qtbot, lanes, ids, host):
    dialog = MergeDialog(lanes, ids["Acme"], ids["Me"], host)
    qtbot.waitUntil(lambda: bool(dialog._problem.text()), timeout=5000)
    assert dialog._problem.text() == str(BadInput("This entity stands for you and stays as it is."))
    assert (dialog.merge.isEnabled(), dialog.swap.isEnabled()) == (False, True)
