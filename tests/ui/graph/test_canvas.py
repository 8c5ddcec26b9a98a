"""The canvas: every gesture and key, and what it paints."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from app.domain.graph import GraphEdge, GraphNode, Neighbourhood
from app.domain.ids import EntityId, FactId
from tests.builders import entity
from ui import theme
from ui.graph.canvas import Canvas
from ui.graph.picture import Filters, Picture


def star(leaves):
    nodes = [GraphNode(entity(f"E{n}", "thing", id=n), int(n > 1), 1) for n in range(1, leaves + 2)]
    edges = [GraphEdge(FactId(n), EntityId(1), EntityId(n + 1), "knows", "fact") for n in range(1, leaves + 1)]
    picture = Picture(Neighbourhood(EntityId(1), tuple(nodes), tuple(edges)))
    turn = np.arange(leaves) / max(leaves, 1) * 2 * np.pi
    ring = np.column_stack([np.cos(turn), np.sin(turn)]) * 4
    picture.places = np.vstack([np.zeros((1, 2)), ring])
    return picture


@pytest.fixture
def canvas(qtbot):
    made = Canvas()
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show_picture(star(4))
    made.show()
    return made


def spot(canvas, number):
    return QPointF(*canvas.camera.to_screen(canvas.picture.places[number], canvas.area))


def mouse(canvas, kind, at, button=Qt.MouseButton.LeftButton):
    held = button if kind != QEvent.Type.MouseButtonRelease else Qt.MouseButton.NoButton
    QApplication.sendEvent(canvas, QMouseEvent(kind, at, at, button, held, Qt.KeyboardModifier.NoModifier))


def click(canvas, at):
    mouse(canvas, QEvent.Type.MouseButtonPress, at)
    mouse(canvas, QEvent.Type.MouseButtonRelease, at)


def drag(canvas, start, end):
    mouse(canvas, QEvent.Type.MouseButtonPress, start)
    for share in (0.5, 1.0):
        mouse(canvas, QEvent.Type.MouseMove, start + (end - start) * share)
    mouse(canvas, QEvent.Type.MouseButtonRelease, end)


def press(canvas, key, held=Qt.KeyboardModifier.NoModifier):
    event = QKeyEvent(QEvent.Type.KeyPress, key, held)
    QApplication.sendEvent(canvas, event)
    return event


def heard(signal):
    said = []
    signal.connect(said.append)
    return said


def test_a_click_selects_and_opens(canvas):
    selected, activated = heard(canvas.selected), heard(canvas.activated)
    click(canvas, spot(canvas, 2))
    assert selected == [3]
    assert activated == [3]
    assert canvas.accessibleDescription() == "E3, Thing, 1 neighbour"
    click(canvas, QPointF(3, 3))
    assert selected == [3, None]
    assert activated == [3]


def test_a_double_click_looks_around(canvas):
    centred = heard(canvas.centred)
    mouse(canvas, QEvent.Type.MouseButtonDblClick, spot(canvas, 1))
    mouse(canvas, QEvent.Type.MouseButtonDblClick, QPointF(2, 2))
    assert centred == [2]


def test_a_drag_moves_a_node_and_pins_it_without_selecting(canvas):
    selected, dragged = heard(canvas.selected), heard(canvas.dragged)
    drag(canvas, spot(canvas, 1), QPointF(77, 66))
    assert np.allclose(canvas.camera.to_screen(canvas.picture.places[1], canvas.area), (77, 66))
    assert dragged == [2]
    assert canvas.pinned == {2}
    assert selected == []


def test_a_drag_of_the_ground_pans(canvas):
    before = spot(canvas, 0)
    drag(canvas, QPointF(5, 5), QPointF(45, 25))
    moved = spot(canvas, 0) - before
    assert (moved.x(), moved.y()) == pytest.approx((40, 20))
    assert not canvas.follows


def test_the_wheel_zooms_at_the_pointer(canvas):
    at, scale = spot(canvas, 3), canvas.camera.scale
    event = QWheelEvent(
        at, at, QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(canvas, event)
    assert canvas.camera.scale > scale * 1.3
    assert (spot(canvas, 3) - at).manhattanLength() < 0.01


def test_two_fingers_pan(canvas):
    before = spot(canvas, 0)
    event = QWheelEvent(
        before, before, QPoint(12, -7), QPoint(12, -7), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.ScrollUpdate, False,
    )  # fmt: skip
    QApplication.sendEvent(canvas, event)
    moved = spot(canvas, 0) - before
    assert (moved.x(), moved.y()) == pytest.approx((12, -7))


def test_arrows_walk_along_links(canvas):
    press(canvas, Qt.Key.Key_Right)
    assert canvas.choice_id() == 1, "the first arrow takes the centre"
    press(canvas, Qt.Key.Key_Right)
    assert canvas.choice_id() == 2
    press(canvas, Qt.Key.Key_Right)
    assert canvas.choice_id() == 2, "nothing lies further right"
    press(canvas, Qt.Key.Key_Left)
    press(canvas, Qt.Key.Key_Down)
    assert canvas.choice_id() == 3


def test_enter_opens_and_space_looks_around(canvas):
    activated, centred = heard(canvas.activated), heard(canvas.centred)
    press(canvas, Qt.Key.Key_Return)
    assert activated == []
    press(canvas, Qt.Key.Key_Home)
    press(canvas, Qt.Key.Key_Return)
    press(canvas, Qt.Key.Key_Space)
    assert activated == [1]
    assert centred == [1]


def test_keys_zoom_fit_and_pan(canvas):
    scale = canvas.camera.scale
    press(canvas, Qt.Key.Key_Plus)
    assert canvas.camera.scale > scale
    press(canvas, Qt.Key.Key_Minus)
    assert canvas.camera.scale == pytest.approx(scale)
    press(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert not canvas.follows
    press(canvas, Qt.Key.Key_0)
    assert canvas.follows
    assert canvas.camera.scale == pytest.approx(scale)


def test_escape_lets_go_and_then_is_for_others(canvas):
    press(canvas, Qt.Key.Key_Home)
    assert canvas.choice is not None
    press(canvas, Qt.Key.Key_Escape)
    assert canvas.choice is None
    assert not press(canvas, Qt.Key.Key_Escape).isAccepted()


def test_what_a_filter_hides_is_not_selected_any_more(canvas):
    canvas.choose(2)
    selected = heard(canvas.selected)
    canvas.filter(Filters(frozenset({"thing"})))
    assert selected == [None]


def test_the_selection_stays_with_its_entity_in_another_picture(canvas):
    canvas.choose(3)
    canvas.show_picture(star(9))
    assert canvas.choice_id() == 4
    canvas.show_picture(star(2))
    assert canvas.choice is None


def test_hovering_finds_nodes_and_links_without_moving_anything(canvas):
    before = canvas.camera.scale, canvas.camera.middle.tolist()
    canvas.point_at(spot(canvas, 1).x(), spot(canvas, 1).y())
    assert canvas.hovered == 1
    middle = (spot(canvas, 0) + spot(canvas, 2)) / 2
    canvas.point_at(middle.x(), middle.y())
    assert canvas.hovered is None
    assert canvas.link is canvas.picture.links[1]
    assert (canvas.camera.scale, canvas.camera.middle.tolist()) == before
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert canvas.link is None


def inked(canvas):
    """Pixels that differ from the ground."""
    image, ground = canvas.grab().toImage(), theme.color("page").rgb()
    return sum(image.pixel(x, y) != ground for x in range(0, image.width(), 2) for y in range(0, image.height(), 2))


def test_something_is_painted_for_any_number_of_nodes(canvas):
    for leaves in (0, 1, 400):
        canvas.show_picture(star(leaves))
        assert inked(canvas) > 10
    canvas.show_picture(Picture())
    assert inked(canvas) == 0


def test_the_ground_is_a_pixmap_while_a_hand_moves_it_and_sharp_when_still(canvas, qtbot):
    canvas.show_picture(star(300))
    canvas.settle()
    canvas.grab()
    ground = canvas._ground.plate
    canvas.zoom(1.1)
    moving = inked(canvas)
    assert canvas._ground.plate is ground
    qtbot.waitUntil(lambda: not canvas._still.isActive())
    still = inked(canvas)
    assert canvas._ground.plate is not ground
    assert abs(moving - still) < 0.2 * still


def test_a_far_gesture_paints_anew_instead_of_showing_blank_ground(canvas):
    canvas.show_picture(star(300))
    canvas.settle()
    canvas.grab()
    first = canvas._ground.plate
    for _ in range(40):
        canvas.pan(6, 0)
    canvas.grab()
    assert canvas._ground.plate is not first


def test_a_sharp_ground_lies_pixel_on_pixel(canvas):
    canvas.settle()
    through_pixmap = canvas.grab().toImage()
    canvas._moving = True
    direct = canvas.grab().toImage()
    spots = [canvas.camera.to_screen(place, canvas.area) for place in canvas.picture.places]
    for x, y in (spot.round().astype(int).tolist() for spot in spots):
        assert through_pixmap.pixelColor(x, y) == direct.pixelColor(x, y)


def test_another_theme_is_painted_in_its_colours(canvas, qapp):
    theme.wear(qapp, "dark")
    try:
        assert canvas.grab().toImage().pixelColor(1, 1) == theme.color("page")
    finally:
        theme.wear(qapp, "light")
