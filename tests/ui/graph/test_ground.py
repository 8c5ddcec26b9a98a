"""The ground: small pictures at once, large ones in slices; what stands in meanwhile; colours, strokes, names."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from app.domain.graph import GraphEdge, GraphNode, Neighbourhood, state_on
from app.domain.ids import CategoryId, EntityId, FactId
from app.domain.lens import Filters
from tests.builders import entity
from ui.graph import linework, shapes
from ui.graph.accents import changed_links
from ui.graph.canvas import Canvas
from ui.graph.ground import AT_ONCE
from ui.graph.inks import Inks
from ui.graph.picture import Picture
from ui.graph.sifting import STATES

KINDS = ("person", "organization", "place")


def node(number, categories=()):
    inside = tuple(map(CategoryId, categories))
    made = entity(f"E{number}", KINDS[number % 3], id=number, mention_count=number)
    return GraphNode(made, 1, 1, categories=inside)


def edge(number, a, b, state="current", **rest):
    return GraphEdge(FactId(number), EntityId(a), EntityId(b), "knows", "", state, **rest)


def ring(count):
    nodes = tuple(node(number) for number in range(1, count + 1))
    edges = tuple(edge(n, n, n % count + 1, STATES[n % 4]) for n in range(1, count + 1))
    made = Picture(Neighbourhood(EntityId(1), nodes, edges), Filters(states=frozenset()))
    turn = np.arange(count) / count * 2 * np.pi
    made.places = np.column_stack([np.cos(turn), np.sin(turn)]) * np.sqrt(count)
    return made


def crowd(count, side):
    made = ring(count)
    made.places = np.random.default_rng(1).random((count, 2)) * side
    return made


@pytest.fixture
def canvas(qtbot):
    made = Canvas()
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    return made


@pytest.fixture
def paint(canvas, qtbot):
    """Show a picture and wait until it is sharp."""

    def painted(picture=None):
        if picture is not None:
            canvas.show_picture(picture)
        canvas.settle()
        canvas.grab()
        qtbot.waitUntil(lambda: canvas._ground.ready(canvas.camera), timeout=10_000)
        return canvas._ground.plate

    return painted


def test_a_small_picture_is_there_with_the_first_frame(canvas):
    canvas.show_picture(ring(20))
    canvas.settle()
    canvas.grab()
    assert canvas._ground.ready(canvas.camera)
    assert not canvas._ground.busy


def test_a_large_picture_is_painted_between_events_and_is_sharp_in_the_end(canvas, paint):
    canvas.show_picture(ring(AT_ONCE))
    canvas.settle()
    canvas.grab()
    assert canvas._ground.busy
    assert canvas._ground.plate is None
    assert paint() is not None


def test_what_was_painted_stands_in_while_a_filter_is_painted(canvas, paint):
    plate = paint(ring(AT_ONCE))
    canvas.filter(Filters(kinds=frozenset({"place"})))
    canvas.grab()
    assert canvas._ground.plate is plate
    assert paint() is not plate


def test_another_picture_never_shows_the_one_before(canvas, paint):
    paint(ring(AT_ONCE))
    canvas.show_picture(ring(AT_ONCE + 1))
    assert canvas._ground.plate is None
    assert canvas._ground.whole is None


def test_a_hidden_canvas_leaves_off_painting(canvas):
    canvas.show_picture(ring(AT_ONCE))
    canvas.settle()
    canvas.grab()
    canvas.hide()
    assert not canvas._ground.busy


def test_a_hand_that_goes_far_finds_the_whole_picture_behind_the_near_one(canvas, paint):
    whole = paint(ring(AT_ONCE))
    assert canvas._ground.whole is whole
    canvas.zoom(8)
    assert paint() is not whole
    assert canvas._ground.whole is whole


def test_a_search_dims_all_others_and_hides_none(canvas):
    canvas.show_picture(ring(6))
    canvas.highlight([EntityId(2), EntityId(3)])
    assert canvas.picture.dimmed.tolist() == [True, False, False, True, True, True]
    assert canvas.picture.shown.all()
    canvas.focus_on([EntityId(3), EntityId(4)])
    assert canvas.picture.dimmed.tolist() == [True, True, False, True, True, True]
    canvas.show_picture(ring(5))
    assert canvas.picture.dimmed.tolist() == [True, True, False, True, True]
    canvas.highlight(None)
    canvas.focus_on(None)
    assert not canvas.picture.dimmed.any()


def test_only_what_is_shown_can_be_marked(canvas):
    canvas.show_picture(ring(6))
    said = []
    canvas.marked_changed.connect(said.append)
    canvas.mark([EntityId(2), EntityId(3), EntityId(99)])
    canvas.filter(Filters(kinds=frozenset({"person"})))
    assert said == [{2, 3}, {2}]


def test_names_of_hits_find_room_where_dimmed_nodes_stand(canvas, paint):
    canvas.show_picture(crowd(40, 1))
    canvas.highlight([EntityId(7)])
    assert list(paint().names) == [6]


def test_hubs_have_names_in_a_crowd(canvas, paint):
    named = {canvas.picture.entity(number) for number in paint(crowd(400, 9)).names}
    assert 1 in named, "what it was looked around"
    assert len(named & set(range(380, 401))) >= 6


def test_in_a_crowd_nodes_leave_some_ground_and_hubs_are_still_larger(canvas):
    picture = crowd(4000, 60)
    canvas.show_picture(picture)
    radii = canvas._surface.radii(picture, canvas.camera)
    assert np.pi * (radii**2).sum() < 0.5 * (60 * canvas.camera.scale) ** 2
    assert radii[-1] > radii[0]


def test_a_picture_of_any_extent_is_shown_whole(canvas):
    picture = crowd(2000, 300)
    canvas.show_picture(picture)
    at = canvas.camera.to_screen(picture.places, canvas.area)
    assert (at > 0).all()
    assert (at < np.array(canvas.area)).all()


def test_a_drawing_for_a_file_is_not_touched_by_what_comes_after(canvas):
    canvas.show_picture(ring(8))
    drawing = canvas.drawing()

    def drawn():
        image = QImage(200, 150, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        drawing.paint(painter, (200.0, 150.0))
        painter.end()
        return image

    before = drawn()
    canvas.filter(Filters(kinds=frozenset(KINDS)))
    canvas.moved(canvas.picture.places + 3)
    assert drawn() == before


def test_colours_tell_types_or_the_categories_that_part_best():
    nodes = (node(1, (5, 9)), node(2, (5, 9)), node(3, (6, 9)), node(4, (6, 9)), node(5))
    picture = Picture(Neighbourhood(EntityId(1), nodes))
    inks = Inks(picture, "category")
    assert [key for key, _ in inks.colours(picture.shown)] == [5, 6, None]
    assert inks.codes[0] == inks.codes[1] != inks.codes[2]
    assert inks.names[int(inks.codes[4])] == "faint"
    assert sorted(key for key, _ in Inks(picture).colours(picture.shown)) == sorted(KINDS)


def test_one_category_for_nearly_all_is_better_than_no_colour():
    picture = Picture(Neighbourhood(EntityId(1), (node(1, (9,)), node(2, (9,)))))
    assert [key for key, _ in Inks(picture, "category").colours(picture.shown)] == [9]


def test_no_two_states_share_their_stroke():
    assert len({stroke.style for stroke in linework.STROKES.values()}) == len(STATES)


def test_lines_as_a_path_are_the_same_lines():
    path = linework.path_of(np.array([[0.0, 1.5, 2.0, 3.0], [4.0, 5.0, 6.25, 7.0]]))
    found = [(path.elementAt(n).x, path.elementAt(n).y) for n in range(path.elementCount())]
    assert found == [(0.0, 1.5), (2.0, 3.0), (4.0, 5.0), (6.25, 7.0)]
    assert [path.elementAt(n).isMoveTo() for n in range(4)] == [True, False, True, False]


def test_points_come_to_qt_as_they_are():
    polygon = shapes.points(np.array([[1.0, 2.5], [3.0, 4.0]]))
    assert [polygon.at(n) for n in range(polygon.size())] == [QPointF(1, 2.5), QPointF(3, 4)]
    assert shapes.points(np.empty((0, 2))).size() == 0


def test_the_day_that_is_shown_says_the_same_as_each_edge():
    days = [None, date(2024, 1, 1), date(2024, 6, 1), date(2025, 1, 1)]
    cases = [(state, since, until) for state in STATES for since in days for until in days]
    edges = tuple(edge(n, 1, 2 + n, state, since=a, until=b) for n, (state, a, b) in enumerate(cases))
    nodes = tuple(node(number) for number in range(1, len(edges) + 3))
    for day in (date(2023, 1, 1), date(2024, 1, 1), date(2024, 12, 31), date(2026, 1, 1)):
        picture = Picture(Neighbourhood(EntityId(1), nodes, edges), Filters(states=frozenset(), as_of=day))
        assert [link.state for link in picture.links] == [state_on(one, day) for one in edges]


def test_what_changed_is_found_on_its_link_once():
    edges = (edge(1, 1, 2), edge(2, 2, 1, "ended"), edge(3, 2, 3, "retracted"))
    picture = Picture(Neighbourhood(EntityId(1), tuple(map(node, (1, 2, 3))), edges))
    assert changed_links(picture, {FactId(2): "ended", FactId(1): "began", FactId(3): "retracted"}) == [(0, "ended")]


def test_signs_of_change_are_painted_and_go(canvas):
    canvas.show_picture(ring(4))
    canvas.settle()
    before = canvas.grab().toImage()
    canvas.changed_marks({FactId(1): "began", FactId(2): "retracted"}, {EntityId(3): "ended"})
    assert canvas.grab().toImage() != before
    canvas.changed_marks({})
    assert canvas.grab().toImage() == before


def test_a_crowd_of_which_a_filter_hides_all_is_drawn_as_nothing(qtbot):
    known, alone = crowd(400, 20), Filters(kinds=frozenset(KINDS), states=frozenset())
    made = Picture(replace(known.graph, center=EntityId(0)), alone)  # around nobody, so nobody stays
    made.places = known.places
    canvas = Canvas()
    qtbot.addWidget(canvas)
    canvas.resize(400, 300)
    canvas.show_picture(made)
    canvas.grab()
    assert not made.shown.any()
    assert made.room > 0
