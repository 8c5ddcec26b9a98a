"""The hand on the graph, with a real memory: relations drawn, nodes merged and renamed in place."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from app.domain.scope import OWNER
from app.services import history
from tests.ui.graph.byhand.doing import LEFT, NONE, SHIFT, at, drag, facts, top
from ui import theme
from ui.graph.layer import Drawn, HandLayer, Spot
from ui.graph.relating import RelateDialog
from ui.memories.merging import MergeDialog

# ── relations ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_shift_and_a_drag_from_node_to_node_make_a_relation(qtbot, hands, ids, stored):
    drag(hands, at(hands, "Alice Moreau"), at(hands, "Acorn"), SHIFT)
    dialog = top(RelateDialog)
    assert dialog._head.text() == "How is “Alice Moreau” related to “Acorn”?"
    QTest.keyClicks(dialog.kind.field, "owns")
    QTest.keyClicks(dialog.since, "2019")
    QTest.keyClicks(dialog.note, "a gift")
    assert dialog._preview.text() == "Alice Moreau owns Acorn (a gift)"
    with qtbot.waitSignal(dialog.related, timeout=5000):
        QTest.keyClick(dialog.note, Qt.Key.Key_Return)
    made = facts(stored, ids["Acorn"])[ids["Alice Moreau"], "owns", ids["Acorn"]]
    assert (made.fact, made.valid_at.text) == ("Alice Moreau owns Acorn (a gift)", "2019")
    assert made.declared_by == "user"
    stored(history.undo)
    assert not facts(stored, ids["Acorn"])


def test_the_handle_of_the_node_under_the_pointer_draws_one_too(hands):
    canvas, start = hands.canvas, at(hands, "Alice Moreau")
    QTest.mouseMove(canvas, start)
    assert canvas.gestures.layer.drawn.handle is not None
    drag(hands, canvas.gestures.layer.drawn.handle.handle().toPoint(), at(hands, "Kyoto"))
    assert top(RelateDialog)._head.text() == "How is “Alice Moreau” related to “Kyoto”?"


def test_a_thread_that_ends_on_nothing_asks_with_whom(qtbot, hands, ids, stored):
    drag(hands, at(hands, "Alice Moreau"), QPoint(450, 80), SHIFT)
    dialog = top(RelateDialog)
    assert dialog._head.text() == "What does “Alice Moreau” relate to?"
    QTest.keyClicks(dialog.far.field, "Juggling")
    QTest.keyClicks(dialog.kind.field, "likes")
    dialog.far.kind_box.setCurrentIndex(dialog.far.kind_box.findData("concept"))
    with qtbot.waitSignal(dialog.related, timeout=5000):
        dialog.add.click()
    names = [row.name for row in stored(lambda desk: desk.view.entities.listed(OWNER))]
    assert "Juggling" in names


def test_esc_lets_go_of_the_thread(hands):
    canvas, start = hands.canvas, at(hands, "Alice Moreau")
    QTest.mousePress(canvas, LEFT, SHIFT, start)
    QTest.mouseMove(canvas, start + QPoint(60, 90))
    assert canvas.gestures.layer.drawn.thread is not None
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    QTest.mouseRelease(canvas, LEFT, SHIFT, at(hands, "Acorn"))
    assert canvas.gestures.layer.isHidden()
    assert top(RelateDialog) is None


# ── merging, renaming ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_node_dropped_on_another_proposes_to_make_them_one(qtbot, hands, ids, stored):
    before = at(hands, "Acorn")
    drag(hands, before, at(hands, "Acme"))
    assert at(hands, "Acorn") == before, "it goes back: nothing is decided yet"
    assert ids["Acorn"] not in hands.canvas.pinned
    dialog = top(MergeDialog)
    qtbot.waitUntil(dialog.merge.isEnabled, timeout=5000)
    assert dialog._head.text() == "Are “Acme” and “Acorn” one?"
    dialog.merge.click()
    qtbot.waitUntil(lambda: hands.words == ["“Acme” and “Acorn” are one now."], timeout=5000)
    assert stored(lambda desk: desk.view.entities.one(ids["Acorn"], OWNER)) is None
    stored(history.undo)
    assert stored(lambda desk: desk.view.entities.one(ids["Acorn"], OWNER)).name == "Acorn"


def test_the_user_stays_whichever_way_the_drop_goes(qtbot, hands):
    drag(hands, at(hands, "Me"), at(hands, "Alice Moreau"))
    assert hands.canvas.isVisible()
    dialog = top(MergeDialog)
    assert dialog._kept == hands.entity(dialog._kept).id
    assert hands.entity(dialog._kept).name == "Me"


def test_a_node_laid_beside_another_only_moves(hands, ids):
    drag(hands, at(hands, "Acorn"), at(hands, "Acme") + QPoint(0, 60))
    assert top(MergeDialog) is None
    assert ids["Acorn"] in hands.canvas.pinned


def test_a_double_click_changes_the_name_in_place(qtbot, hands, ids, stored):
    spot = at(hands, "Acorn")
    QTest.mouseDClick(hands.canvas, LEFT, NONE, spot)
    field = hands.name_field
    assert (field.isVisible(), field.text(), field.selectedText()) == (True, "Acorn", "Acorn")
    QTest.keyClicks(field, "Oak")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(hands.words), timeout=5000)
    assert stored(lambda desk: desk.view.entities.one(ids["Acorn"], OWNER)).name == "Oak"
    assert hands.words[0].startswith("Renamed")
    assert field.isHidden()


def test_esc_leaves_the_name_and_the_user_keeps_theirs(hands, ids, stored):
    hands.canvas.choose_entity(ids["Acorn"])
    QTest.keyClick(hands.canvas, Qt.Key.Key_F2)
    QTest.keyClicks(hands.name_field, "x")
    QTest.keyClick(hands.name_field, Qt.Key.Key_Escape)
    assert hands.name_field.isHidden()
    assert stored(lambda desk: desk.view.entities.one(ids["Acorn"], OWNER)).name == "Acorn"
    QTest.mouseDClick(hands.canvas, LEFT, NONE, at(hands, "Me"))
    assert hands.name_field.isHidden()
    assert hands.words == ["This stands for you and keeps its name."]


def test_a_double_click_means_what_the_first_click_was_on(hands, ids):
    spot = at(hands, "Acorn")
    hands.canvas.activated.connect(lambda _: hands.canvas.pan(65, 0))  # as when the memory panel opens
    QTest.mouseClick(hands.canvas, LEFT, NONE, spot)
    QTest.mouseDClick(hands.canvas, LEFT, NONE, spot + QPoint(0, 1))
    assert hands.name_field.isVisible()
    assert hands.name_field.text() == "Acorn"


def test_the_graph_around_one_that_becomes_another_is_around_that_one(hands, ids, qtbot):
    hands.view.open(ids["Initech"])
    qtbot.waitUntil(lambda: hands.view.canvas.picture.graph.about == (ids["Initech"],), timeout=5000)
    hands.view.expand(ids["Alice Moreau"])
    qtbot.waitUntil(lambda: hands.canvas.shows(ids["Acme"]) and not hands.view.feed.running, timeout=5000)
    hands.merge(ids["Initech"], ids["Acme"])
    qtbot.waitUntil(lambda: top(MergeDialog) is not None and top(MergeDialog).merge.isEnabled(), timeout=5000)
    top(MergeDialog).merge.click()
    qtbot.waitUntil(lambda: hands.view.canvas.picture.graph.about == (ids["Acme"],), timeout=5000)


def test_what_a_drop_would_do_is_said_within_the_graph_however_long_the_names(hands):
    layer = HandLayer(hands.canvas)
    layer.draw(Drawn(ring=Spot(QPointF(450, 300), 9.0), words=f"Make “{'W' * 256}” and “{'漢' * 256}” one…"))
    image = layer.grab().toImage()
    accent = theme.color("accent").name()
    along = [image.pixelColor(x, 268).name() == accent for x in range(image.width())]
    assert any(along)
    assert not any(along[-4:])


def test_enter_twice_makes_a_relation_once(qtbot, hands, ids, stored):
    hands.relate(ids["Acme"], ids["Kyoto"])
    dialog = top(RelateDialog)
    QTest.keyClicks(dialog.kind.field, "is in")
    with qtbot.waitSignal(dialog.related, timeout=5000):
        for _ in range(2):
            QTest.keyClick(dialog.kind.field, Qt.Key.Key_Return)
    assert [row.label for row in stored(lambda desk: history.entries(desk, 9))].count("add_fact") == 1


def test_what_is_asked_for_one_that_went_meanwhile_is_refused_in_words(hands, ids):
    gone = max(ids.values()) + 1
    for call in (
        hands.rename,
        hands.relate,
        lambda one: hands.relate(ids["Acme"], one),
        lambda one: hands.merge(one, 1),
    ):
        call(gone)
    assert hands.words == ["This entity is gone."] * 4
    assert (top(RelateDialog), top(MergeDialog)) == (None, None)
