"""What can be done with nodes, links and the ground: by menu, by key, with several at once."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.scope import OWNER
from app.services import categories, hierarchy, history
from tests.ui.graph.byhand.doing import CTRL, LEFT, NONE, SHIFT, at, drag, facts, menu_words, top
from ui.categories.asking import CategoryForm
from ui.graph.relating import RelateDialog
from ui.memories.dates import DateForm
from ui.memories.merging import MergeDialog


def right_click(hands, where):
    canvas = hands.canvas
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, where, canvas.mapToGlobal(where))
    QApplication.sendEvent(canvas, event)


def key(hands, pressed, held=NONE):
    QTest.keyClick(hands.canvas, pressed, held)


def choose(hands, ids, *names):
    """Select one, or mark several."""
    if len(names) == 1:
        hands.canvas.choose_entity(ids[names[0]])
    else:
        hands.canvas.mark([ids[name] for name in names])


# ── several ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_shift_and_a_drag_of_the_ground_mark_what_lies_in_the_band(hands, ids):
    drag(hands, at(hands, "Acme") + QPoint(-30, -40), at(hands, "Acorn") + QPoint(30, 40), SHIFT)
    assert hands.canvas.marked == {ids["Acme"], ids["Acorn"]}
    drag(hands, at(hands, "Kyoto") + QPoint(-30, -40), at(hands, "Kyoto") + QPoint(30, 40), SHIFT | CTRL)
    assert hands.canvas.marked == {ids["Acme"], ids["Acorn"], ids["Kyoto"]}
    QTest.mouseClick(hands.canvas, LEFT, CTRL, at(hands, "Acme"))
    assert hands.canvas.marked == {ids["Acorn"], ids["Kyoto"]}
    key(hands, Qt.Key.Key_Escape)
    assert hands.canvas.marked == frozenset()


def test_s_makes_a_plain_drag_mark_and_move_again(hands, ids):
    start, end = at(hands, "Acme") + QPoint(-30, -40), at(hands, "Acorn") + QPoint(30, 40)
    key(hands, Qt.Key.Key_S)
    drag(hands, start, end)
    assert hands.canvas.marked == {ids["Acme"], ids["Acorn"]}
    key(hands, Qt.Key.Key_S)
    drag(hands, QPoint(400, 60), QPoint(420, 60))
    assert at(hands, "Acme").x() == start.x() + 30 + 20


def test_several_are_marked_by_keyboard_and_two_made_one(qtbot, hands, ids):
    choose(hands, ids, "Acme")
    key(hands, Qt.Key.Key_M)
    choose(hands, ids, "Initech")
    key(hands, Qt.Key.Key_M)
    assert hands.canvas.marked == {ids["Acme"], ids["Initech"]}
    key(hands, Qt.Key.Key_G)
    qtbot.waitUntil(lambda: top(MergeDialog) is not None and top(MergeDialog).merge.isEnabled(), timeout=5000)
    top(MergeDialog).apart.click()
    qtbot.waitUntil(lambda: hands.words == ["Kept apart: “Acme” and “Initech”."], timeout=5000)
    key(hands, Qt.Key.Key_R)
    assert top(RelateDialog)._head.text() == "How is “Acme” related to “Initech”?"


def test_several_go_into_a_category_as_one_step(qtbot, hands, ids, stored):
    made = stored(lambda desk: categories.make(desk, "Firms"))
    assert made
    choose(hands, ids, "Acme", "Initech")
    key(hands, Qt.Key.Key_T)
    qtbot.waitUntil(lambda: top(CategoryForm) is not None, timeout=5000)
    QTest.keyClick(top(CategoryForm).field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(hands.words), timeout=5000)
    both = [ids["Acme"], ids["Initech"]]
    assert all(stored(lambda desk: [hierarchy.of_entity(desk, one) for one in both]))
    stored(history.undo)
    assert not any(stored(lambda desk: [hierarchy.of_entity(desk, one) for one in both]))


def test_everything_marked_is_hidden_pinned_and_focused_at_once(qtbot, hands, ids):
    choose(hands, ids, "Acme", "Acorn")
    key(hands, Qt.Key.Key_P)
    assert hands.canvas.pinned >= {ids["Acme"], ids["Acorn"]}
    key(hands, Qt.Key.Key_F)
    assert hands.view.focus_of >= {ids["Acme"], ids["Acorn"]}
    key(hands, Qt.Key.Key_H)
    assert hands.view.lens.hidden == {ids["Acme"], ids["Acorn"]}
    qtbot.waitUntil(lambda: len(hands.canvas.picture.nodes) == 4, timeout=5000)
    assert hands.canvas.marked == frozenset()


# ── one ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("pressed", "field"), [(Qt.Key.Key_E, "opened"), (Qt.Key.Key_X, "closed"), (Qt.Key.Key_H, "hidden")]
)
def test_keys_of_the_selected_node(hands, ids, pressed, field):
    choose(hands, ids, "Acme")
    key(hands, pressed)
    assert getattr(hands.view.lens, field) == {ids["Acme"]}


def test_delete_takes_the_selected_one_out_of_memory_and_can_be_undone(qtbot, hands, ids, stored):
    choose(hands, ids, "Acorn")
    key(hands, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: bool(hands.words), timeout=5000)
    assert hands.words[0].startswith("Deleted from memory")
    assert stored(lambda desk: desk.view.entities.one(ids["Acorn"], OWNER)) is None
    stored(history.undo)
    assert stored(lambda desk: desk.view.entities.one(ids["Acorn"], OWNER)) is not None


@pytest.mark.parametrize("by", ["mouse", "Menu", "Shift+F10"])
def test_the_menu_of_a_node_is_the_same_by_mouse_and_by_key(hands, ids, by):
    choose(hands, ids, "Acme")
    if by == "mouse":
        right_click(hands, at(hands, "Acme"))
    elif by == "Menu":
        key(hands, Qt.Key.Key_Menu)
    else:
        key(hands, Qt.Key.Key_F10, SHIFT)
    words = menu_words(hands)
    for wanted in ("Stop expanding here\tX", "Hide\tH", "Rename…\tF2", "Make a relation…\tR", "Focus on it\tF"):
        assert wanted in words


def test_the_ground_has_a_menu(hands):
    right_click(hands, QPoint(450, 40))
    words = menu_words(hands)
    assert "Arrange anew\tA" in words
    assert "Rename…\tF2" not in words


# ── what joins two ────────────────────────────────────────────────────────────────────────────────────────────────


def between(hands, one, other):
    return (at(hands, one) + at(hands, other)) / 2


def on_link(hands, ids, one, other):
    """Step with the keyboard to the link between two."""
    choose(hands, ids, one)
    far = hands.canvas.picture.number(ids[other])
    for _ in range(12):
        key(hands, Qt.Key.Key_L)
        if far in (hands.canvas.link.a, hands.canvas.link.b):
            return
    raise AssertionError("no such link")


def test_a_link_says_its_fact_and_can_be_ended_by_keyboard(qtbot, hands, ids, stored):
    on_link(hands, ids, "Alice Moreau", "Acme")
    key(hands, Qt.Key.Key_Menu)
    assert "It has ended…\tD" in menu_words(hands)
    key(hands, Qt.Key.Key_D)
    form = top(DateForm)
    form.field.setText("2026-03-05")
    QTest.keyClick(form.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(hands.words), timeout=5000)
    row = facts(stored, ids["Acme"])[ids["Alice Moreau"], "works_at", ids["Acme"]]
    assert row.invalid_at.text == "2026-03-05"
    assert hands.words[0].startswith("Ended a relation")


def test_a_link_is_taken_back_and_its_words_are_opened(qtbot, hands, ids, stored, words_of):
    opened = []
    hands.deeds.source_opened.connect(lambda *place: opened.append(place))
    on_link(hands, ids, "Alice Moreau", "Acme")
    key(hands, Qt.Key.Key_O)
    qtbot.waitUntil(lambda: bool(opened), timeout=5000)
    episode, start, end = opened[0]
    assert words_of(episode)[start:end] == "she moved to Acme in March"
    on_link(hands, ids, "Alice Moreau", "Acme")
    key(hands, Qt.Key.Key_Delete)
    key_of = (ids["Alice Moreau"], "works_at", ids["Acme"])
    qtbot.waitUntil(lambda: key_of not in facts(stored, ids["Acme"]), timeout=5000)


@pytest.fixture
def words_of(stored):
    return lambda episode: stored(lambda desk: desk.view.episodes.one(episode, OWNER)).text


def test_what_was_added_by_hand_says_that_no_words_stand_behind_it(qtbot, hands, ids):
    choose(hands, ids, "Acorn", "Acme")
    key(hands, Qt.Key.Key_R)
    dialog = top(RelateDialog)
    QTest.keyClicks(dialog.kind.field, "part of")
    with qtbot.waitSignal(dialog.related, timeout=5000):
        QTest.keyClick(dialog.kind.field, Qt.Key.Key_Return)
    both = {ids["Acorn"], ids["Acme"]}
    qtbot.waitUntil(lambda: both in [{e.subject, e.object} for e in hands.canvas.picture.graph.edges], timeout=5000)
    hands.canvas.mark(())
    on_link(hands, ids, "Acorn", "Acme")
    key(hands, Qt.Key.Key_O)
    qtbot.waitUntil(lambda: hands.words == ["No words stand behind it: it was added by hand."], timeout=5000)


def test_arrows_walk_along_links(hands, ids):
    choose(hands, ids, "Alice Moreau")
    key(hands, Qt.Key.Key_Left)
    assert hands.canvas.choice_id() == ids["Acme"]
    key(hands, Qt.Key.Key_Right)
    assert hands.canvas.choice_id() == ids["Alice Moreau"]


def test_a_band_around_one_selects_it(hands, ids):
    drag(hands, at(hands, "Acme") + QPoint(-30, -40), at(hands, "Acme") + QPoint(30, 40), SHIFT)
    assert (hands.canvas.marked, hands.canvas.choice_id()) == (frozenset(), ids["Acme"])


def test_a_stepped_link_is_told_to_the_screen_reader(hands, ids):
    on_link(hands, ids, "Alice Moreau", "Initech")
    assert hands.canvas.accessibleDescription() == "Alice worked at Initech (ended)"
