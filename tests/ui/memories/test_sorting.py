"""Under which categories an entity stands, and who else is there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.domain.category import Category, Membership
from app.domain.ids import CategoryId, MembershipId
from app.domain.plan import EXTRACTOR, Add, Plan, Remove
from tests.builders import NOON
from ui.widgets.controls import WordsButton


@pytest.fixture
def climbers(alice, ids, stored) -> CategoryId:
    """A category of Alice and Acorn, added while Alice's page is open."""
    rows = [
        Category(CategoryId(-1), "Climbing", 1, NOON, summary="Who climbs, and with what."),
        *(
            Membership(MembershipId(-2 - n), CategoryId(-1), ids[name], "extractor")
            for n, name in enumerate(("Alice Moreau", "Acorn"))
        ),
    ]
    change = stored(lambda desk: desk.store.commit(Plan(tuple(Add(row) for row in rows), EXTRACTOR, "sort")))
    return CategoryId(change.ids[-1])


def _chips(panel) -> list[WordsButton]:
    return [chip for chip in panel.entity.categories.findChildren(WordsButton) if not chip.isHidden()]


def _shown(panel) -> list[str]:
    model = panel.members.list.model()
    return [model.index(n, 0).data() for n in range(model.rowCount())]


def test_an_entity_in_no_category_has_no_chips_but_a_way_to_one(alice):
    assert _chips(alice) == []
    assert alice.entity.categories.add.isVisible()


def test_a_chip_lists_who_is_there_and_back_leads_back(qtbot, alice, climbers):
    qtbot.waitUntil(lambda: len(_chips(alice)) == 1, timeout=5000)
    assert _chips(alice)[0].accessibleName() == "Category: Climbing"
    _chips(alice)[0].click()
    qtbot.waitUntil(lambda: _shown(alice) == ["Alice Moreau · climber", "Acorn"], timeout=5000)
    alice.members.list.setCurrentIndex(alice.members.list.model().index(1, 0))
    qtbot.keyClick(alice.members.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: alice.entity.heading.accessibleName().startswith("Acorn"), timeout=5000)
    qtbot.keyClick(alice, Qt.Key.Key_Escape)
    assert alice._stack.currentWidget() is alice.members


def test_the_tree_can_be_asked_for(qtbot, alice, climbers):
    alice.show_category(climbers)
    tree = next(b for b in alice.members.findChildren(QPushButton) if b.text() == "Show among the categories")
    with qtbot.waitSignal(alice.category_requested) as asked:
        tree.click()
    assert asked.args == [climbers]


def test_a_category_that_is_deleted_meanwhile_is_left(qtbot, alice, climbers, stored):
    alice.show_category(climbers)
    qtbot.waitUntil(lambda: len(_shown(alice)) == 2, timeout=5000)
    stored(lambda desk: desk.store.commit(Plan((Remove("category", climbers),), EXTRACTOR, "sort")))
    qtbot.waitUntil(lambda: alice._stack.currentWidget() is alice.entity, timeout=5000)
