"""The table beside the graph: its order, and that it selects and marks what the graph does."""

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.domain.graph import GraphEdge, GraphNode, Neighbourhood
from app.domain.ids import EntityId, FactId
from tests.builders import entity
from tests.ui.graph.conftest import wheel
from ui.graph.page import GraphPage
from ui.graph.picture import Filters, Picture
from ui.graph.rows import KIND, NAME, NAMED, NEAR, WORDS
from ui.graph.twin import Twin

UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


def drawn():
    """Zoe knows everybody, Ben likes tea, Ada is alone; tea is a thing."""
    nodes = (
        GraphNode(entity("Zoe", id=1, mention_count=1), 0, 3),
        GraphNode(entity("Ben", id=2, mention_count=9), 1, 2),
        GraphNode(entity("tea", "thing", id=3, mention_count=4), 1, 2),
        GraphNode(entity("Ada", id=4, mention_count=2), 2, 0),
    )
    edges = (
        GraphEdge(FactId(1), EntityId(1), EntityId(2), "knows", ""),
        GraphEdge(FactId(2), EntityId(2), EntityId(3), "likes", "", state="ended"),
    )
    picture = Picture(Neighbourhood(EntityId(1), nodes, edges))
    picture.places = np.arange(8, dtype=float).reshape(4, 2)
    return picture


@pytest.fixture
def twin(qtbot):
    made = Twin()
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show_picture(drawn(), None)
    made.show()
    return made


def names(twin):
    return [twin.rows.data(twin.rows.index(row, NAME)) for row in range(twin.rows.rowCount())]


@pytest.mark.parametrize(
    ("column", "order", "wanted"),
    [
        (-1, UP, ["Zoe", "Ben", "tea", "Ada"]),
        (NAME, UP, ["Ada", "Ben", "tea", "Zoe"]),
        (NAME, DOWN, ["Zoe", "tea", "Ben", "Ada"]),
        (KIND, DOWN, ["tea", "Zoe", "Ben", "Ada"]),
        (NAMED, UP, ["Ben", "tea", "Ada", "Zoe"]),
        (NEAR, DOWN, ["Ada", "Ben", "tea", "Zoe"]),
        (WORDS, UP, ["Zoe", "Ben", "tea", "Ada"]),
    ],
)
def test_every_column_sorts(twin, column, order, wanted):
    twin.sortByColumn(column, order)
    assert names(twin) == wanted


def test_a_click_on_the_header_sorts_and_a_third_one_goes_back(twin):
    header = twin.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(NAME) + 20, header.height() // 2)
    seen = []
    for _ in range(3):
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        seen.append(names(twin)[0])
    assert seen == ["Ada", "Zoe", "Zoe"]
    assert names(twin) == ["Zoe", "Ben", "tea", "Ada"]


def test_what_was_selected_and_marked_stays_so_in_another_order(twin):
    twin.choose(EntityId(2))
    twin.mark(frozenset({EntityId(1), EntityId(4)}))
    told = []
    twin.selected.connect(told.append)
    twin.marked.connect(told.append)
    twin.sortByColumn(NAME, UP)
    assert [index.row() for index in twin.selectionModel().selectedRows()] == [0, 3]
    assert twin.currentIndex().row() == 1
    assert told == []


def test_several_rows_are_marked_with_the_keyboard(twin):
    told = []
    twin.marked.connect(told.append)
    twin.choose(EntityId(1))
    QTest.keyClick(twin, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert told == [{1, 2}]
    QTest.keyClick(twin, Qt.Key.Key_Down)
    assert told[-1] == frozenset()


def test_a_fact_that_does_not_hold_says_so(twin):
    assert twin.rows.data(twin.rows.index(2, WORDS)) == "liked by Ben (ended)"


def test_filters_are_obeyed(twin):
    picture = drawn()
    picture.filter(Filters(kinds=frozenset({"thing"})))
    twin.show_picture(picture, None)
    assert names(twin) == ["Zoe", "Ben", "Ada"]


# ── beside the graph ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def page(qtbot, open_lanes, changes):
    made = GraphPage(open_lanes(wheel(6)), changes)
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    made.open(EntityId(1))
    qtbot.waitUntil(lambda: len(made.view.canvas.picture.nodes) == 7 and not made.view.feed.running, timeout=10_000)
    made.head.list.click()
    return made


def test_marks_go_both_ways(page):
    canvas, twin = page.view.canvas, page.twin
    canvas.mark([EntityId(2), EntityId(3)])
    assert {twin.rows.entity(index.row()) for index in twin.selectionModel().selectedRows()} == {2, 3}
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    twin.selectionModel().select(twin.rows.index(twin.rows.row_of(EntityId(5)), 0), flags)
    assert canvas.marked == {2, 3, 5}
    canvas.mark(())
    assert len(twin.selectionModel().selectedRows()) <= 1


def test_the_table_has_the_menu_of_the_graph(page):
    page.twin.setFocus()
    page.twin.selectRow(page.twin.rows.row_of(EntityId(3)))
    QTest.keyClick(page.twin, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    menu = next(one for one in page.view.canvas.findChildren(QMenu) if one.isVisible())
    assert "Rename…\tF2" in [action.text() for action in menu.actions()]
    menu.close()
    QTest.keyClick(page.twin, Qt.Key.Key_F2)
    assert page.hands.name_field.text() == "Name 2"
    QTest.keyClick(page.hands.name_field, Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is None
