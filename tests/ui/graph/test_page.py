"""The page: reading, filters, the list twin, the trail of centres, and what it says when there is nothing."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QPushButton

from app.domain.change import Change, Touched
from app.domain.plan import USER
from tests.builders import entity, fact
from tests.ui.graph.conftest import ListView, wheel
from ui.graph.page import GraphPage
from ui.graph.picture import Filters
from ui.graph.rows import WORDS


@pytest.fixture
def show(qtbot, open_lanes, changes):
    def opened(view, center=None):
        page = GraphPage(open_lanes(view), changes)
        qtbot.addWidget(page)
        page.resize(900, 600)
        page.show()
        if center is not None:
            page.open(center)
        settle(qtbot, page)
        return page

    return opened


def settle(qtbot, page):
    qtbot.waitUntil(lambda: page.view.feed._task is None, timeout=10_000)


def ids(page):
    return [node.entity.id for node in page.view.canvas.picture.nodes]


def names(page):
    rows = page.twin.rows
    return [rows.data(rows.index(row, 0)) for row in range(rows.rowCount())]


def test_it_begins_with_the_whole_memory(show):
    page = show(wheel(5))
    assert ids(page) == [1, 2, 3, 4, 5, 6]
    assert page.head.title.text() == "The whole graph"


def test_nothing_is_a_sentence_not_a_blank_page(show):
    page = show(ListView())
    assert page.view.instead.empty.isVisible()
    assert not page.view.canvas.isVisible()


def test_one_node_says_that_nothing_is_connected(show):
    page = show(ListView([entity("Alice")]), 1)
    assert page.view._note.isVisible()
    assert page.view._note.text() == "Nothing is connected with it yet."


def test_a_hub_says_how_many_are_hidden_and_shows_more_on_request(show, qtbot):
    page = show(wheel(5000), 1)
    assert len(ids(page)) == 150
    assert page.view._note.text() == "Showing 150 of 5,001."
    page.view._more.click()
    settle(qtbot, page)
    assert len(ids(page)) == 500
    assert page.view._note.text() == "Showing 500 of 5,001."
    for count in (2000, 5001):
        page.view._more.click()
        qtbot.waitUntil(lambda count=count: len(ids(page)) == count, timeout=10_000)
    assert not page.view._more.isVisible()
    assert not page.view._note.isVisible()


def test_a_filter_that_hides_much_says_so_and_is_cleared_by_a_click(show):
    page = show(wheel(30), 1)
    clear = page.view.chips.clear
    assert not clear.isVisible()
    page.legend._kinds["place"].click()
    assert clear.isVisible()
    assert clear.text() == "filter on, 5 hidden — clear"
    assert "Name 2" not in names(page)
    clear.click()
    assert not clear.isVisible()
    assert page.legend._kinds["place"].isChecked()
    assert "Name 2" in names(page)


def test_the_filter_survives_another_centre(show, qtbot):
    page = show(wheel(30), 1)
    page.view.filter(Filters(states=frozenset({"ended"})))
    page.open(5)
    settle(qtbot, page)
    assert "ended" in page.view.canvas.picture.filters.states
    assert not page.legend._states["ended"].isChecked()


def test_the_twin_and_the_canvas_select_the_same(show, qtbot):
    page = show(wheel(6), 1)
    page.head.list.click()
    assert page.twin.isVisible()
    page.view.canvas.choose_entity(3)
    assert page.twin.rows.entity(page.twin.currentIndex().row()) == 3
    page.twin.selectRow(4)
    assert page.view.canvas.choice_id() == page.twin.rows.entity(4)
    opened = []
    page.entity_activated.connect(opened.append)
    qtbot.keyClick(page.twin, Qt.Key.Key_Return)
    assert opened == [page.twin.rows.entity(4)]


def test_the_twin_says_the_relations_in_words(show):
    page = show(ListView([entity("Alice"), entity("Acme", "organization", id=2)], [fact(1, "works_at", 2)]), 1)
    rows = page.twin.rows
    assert rows.data(rows.index(0, WORDS)) == "works at Acme"
    assert rows.data(rows.index(1, WORDS)) == "employs Alice"
    assert rows.data(rows.index(1, 0), Qt.ItemDataRole.AccessibleTextRole) == "Acme, Organization"


def test_looking_around_and_back(show, qtbot):
    page = show(wheel(6), 1)
    qtbot.keyClick(page.view.canvas, Qt.Key.Key_Home)
    page.view.canvas.centred.emit(4)
    settle(qtbot, page)
    assert page.head.title.text() == "Name 3"
    assert ids(page) == [4, 1]
    page.head.back.click()
    settle(qtbot, page)
    assert ids(page)[0] == 1
    page.head.back.click()
    settle(qtbot, page)
    assert page.head.title.text() == "The whole graph"
    assert not page.head.back.isEnabled()


def test_depth_reads_farther(show, qtbot):
    people = [entity(f"E{n}", id=n) for n in range(1, 6)]
    page = show(ListView(people, [fact(n, "knows", n + 1, id=n) for n in range(1, 5)]), 1)
    assert ids(page) == [1, 2]
    qtbot.keyClick(page.view.canvas, Qt.Key.Key_3)
    settle(qtbot, page)
    assert ids(page) == [1, 2, 3, 4]
    assert page.head.reach.text() == "Depth 3"


def test_a_change_is_read_again_and_what_is_on_screen_stays_where_it_was(show, qtbot, changes):
    view = wheel(3)
    page = show(view, 1)
    before = {node: page.view.canvas.picture.start(page.view.canvas.picture)[node] for node in (1, 2)}
    view.rows[9] = entity("New", id=9)
    view.kept.append(fact(1, "knows", 9, id=9))
    changes.announce(Change(1, USER, "add_fact", touched=(Touched("fact", "add", 9),)))
    qtbot.waitUntil(lambda: 9 in ids(page), timeout=5000)
    settle(qtbot, page)
    after = page.view.canvas.picture.start(page.view.canvas.picture)
    assert all(abs(after[node][0] - before[node][0]) < 3 for node in before)


def test_a_change_that_draws_the_same_moves_nothing(show, qtbot, changes):
    page = show(wheel(8), 1)
    before, camera = page.view.canvas.picture.places.copy(), page.view.canvas.camera
    page.view.canvas.pan(25, 0)
    middle = camera.middle.tolist()
    page.view.reload()
    settle(qtbot, page)
    assert (page.view.canvas.picture.places == before).all()
    assert camera.middle.tolist() == middle


def test_the_layout_can_be_stopped(show, qtbot):
    page = show(wheel(400), 1)
    page.view.show_more()
    qtbot.waitUntil(lambda: page.view.feed.running, timeout=5000)
    assert page.head.run.toolTip() == "Stop moving"
    page.head.run.click()
    assert not page.view.feed.running
    assert page.head.run.toolTip() == "Arrange anew"
    places = page.view.canvas.picture.places
    qtbot.wait(120)
    assert page.view.canvas.picture.places is places
    page.head.run.click()
    qtbot.waitUntil(lambda: page.view.feed.running, timeout=5000)
    settle(qtbot, page)


def test_every_control_has_a_name_for_the_screen_reader(show):
    page = show(wheel(6), 1)
    from PySide6.QtWidgets import QAbstractButton

    buttons = [button for button in page.findChildren(QAbstractButton) if button.isVisibleTo(page)]
    assert buttons
    assert not [button for button in buttons if not (button.accessibleName() or button.text())]
    assert page.view.canvas.accessibleName()
    assert page.twin.accessibleName()


def test_the_menu_of_a_node_offers_what_the_keys_do(show, qtbot):
    page = show(wheel(6), 1)
    canvas = page.view.canvas
    x, y = canvas.camera.to_screen(canvas.picture.places[2], canvas.area).round().astype(int).tolist()
    words = [action.text() for action in page.view.menu(QPoint(x, y)).actions() if action.text()]
    assert words == ["Open", "Look around from here", "Show everything", "Arrange anew"]
    canvas.drag(2, 30, 30)
    pinned = page.view.menu(QPoint(30, 30)).actions()
    next(action for action in pinned if action.text() == "Let it move again").trigger()
    assert canvas.pinned == set()
    assert [action.text() for action in page.view.menu(QPoint(2, 2)).actions()] == words[2:]


def test_a_drag_goes_on_with_its_node_when_something_is_learned_meanwhile(show, qtbot, changes):
    view = wheel(3)
    page = show(view, 1)
    canvas = page.view.canvas
    entity_id = canvas.picture.entity(2)
    spot = QPointF(*canvas.camera.to_screen(canvas.picture.places[2], canvas.area)).toPoint()
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=spot)
    view.rows[9] = entity("New", id=9)
    view.kept.insert(0, fact(1, "knows", 9, id=9))
    page.view.reload()
    settle(qtbot, page)
    qtbot.mouseMove(canvas, QPoint(50, 60))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(50, 60))
    assert canvas.pinned == {entity_id}


def test_a_narrow_page_breaks_the_legend_instead_of_growing(show, qtbot):
    page = show(wheel(12), 1)
    assert page.minimumSizeHint().width() <= 400
    wide = page.legend.height()
    page.resize(400, 500)
    qtbot.waitUntil(lambda: page.legend.height() > wide, timeout=2000)
    assert page.width() == 400


def test_a_centre_that_is_gone_is_told_from_an_empty_memory_and_left_by_a_step(show, qtbot, changes):
    view = wheel(5)
    page = show(view, 3)
    taken = view.rows.pop(3)
    changes.announce(Change(2, USER, "delete", "", (Touched("entity", "remove", 3),)))
    qtbot.waitUntil(lambda: page.view.instead.gone.isVisible(), timeout=5_000)
    assert page.head.title.text() == "No longer here"
    view.rows[3] = taken
    changes.announce(Change(3, USER, "delete", "", (Touched("entity", "add", 3),), played="undo"))
    qtbot.waitUntil(lambda: page.view.canvas.isVisible() and len(ids(page)) == 2, timeout=5_000)
    del view.rows[3]
    page.view.reload()
    qtbot.waitUntil(lambda: page.view.instead.gone.isVisible(), timeout=5_000)
    page.view.instead.gone.findChild(QPushButton).click()
    settle(qtbot, page)
    assert ids(page) == [1, 2, 4, 5, 6]


def test_one_that_is_not_looked_behind_is_not_said_to_stand_alone(show, qtbot):
    page = show(wheel(5), 1)
    page.close_off(1)
    settle(qtbot, page)
    assert (ids(page), page.view._note.text()) == ([1], "")


def test_a_category_that_is_called_otherwise_is_so_in_the_graph(show, qtbot, changes):
    view = wheel(5)
    view.names, view.within = {4: "Neighbors"}, {2: (4,)}
    page = show(view)
    qtbot.waitUntil(lambda: page.view.names == {4: "Neighbors"}, timeout=5_000)
    view.names[4] = "Neighbours"
    changes.announce(Change(2, USER, "rename_category", "", (Touched("category", "amend", 4),)))
    qtbot.waitUntil(lambda: page.view.names == {4: "Neighbours"}, timeout=5_000)


@pytest.mark.parametrize("noun", ["suggestion", "category_link"])
def test_an_answer_and_another_tree_of_categories_draw_it_anew(show, qtbot, changes, noun):
    page = show(wheel(5))
    with qtbot.waitSignal(page.view.pictured, timeout=5_000):
        changes.announce(Change(2, USER, "dismiss", "", (Touched(noun, "amend", 4),)))


def test_the_picture_fits_beside_the_table(show, qtbot):
    page = show(wheel(12), 1)
    canvas = page.view.canvas
    before = canvas.width()
    page.head.list.setChecked(True)
    qtbot.waitUntil(lambda: canvas.width() < before)
    seen = canvas.rect()
    qtbot.waitUntil(lambda: all(seen.contains(canvas.spot(number).at.toPoint()) for number in range(13)))
