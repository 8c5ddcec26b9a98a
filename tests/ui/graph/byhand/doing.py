"""The hand of the tests: where nodes are, drags, and what is open."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.domain.scope import OWNER

LEFT, NONE, SHIFT, CTRL = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


def spread(hands):
    """The entities on a row, in the order of their names, 130 pixels apart."""
    canvas = hands.canvas
    names = sorted(node.entity.name for node in canvas.picture.nodes)
    canvas.camera.scale, canvas.follows = 90.0, False
    canvas.camera.middle = canvas.camera.middle * 0
    places = canvas.picture.places.copy()
    for number, node in enumerate(canvas.picture.nodes):
        places[number] = canvas.camera.to_plane(100 + 130 * names.index(node.entity.name), 300, canvas.area)
    canvas.moved(places)
    canvas.settle()


def heard(hands):
    said = []
    hands.deeds.said.connect(said.append)
    hands.deeds.told.connect(said.append)
    return said


def at(hands, name):
    canvas = hands.canvas
    number = next(n for n, node in enumerate(canvas.picture.nodes) if node.entity.name == name)
    return canvas.spot(number).at.toPoint()


def drag(hands, start, end, held=NONE):
    canvas = hands.canvas
    QTest.mousePress(canvas, LEFT, held, start)
    for share in (0.3, 0.7, 1.0):
        QTest.mouseMove(canvas, start + (end - start) * share)
    QTest.mouseRelease(canvas, LEFT, held, end)


def top(kind):
    """The open dialog of a kind."""
    return next((one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible()), None)


def menu_words(hands):
    menu = next(one for one in hands.canvas.findChildren(QMenu) if one.isVisible())
    words = [action.text() for action in menu.actions() if action.text()]
    menu.close()
    return words


def facts(stored, entity):
    return {(row.subject, row.predicate, row.object): row for row in stored(of(entity))}


def of(entity):
    return lambda desk: desk.view.facts.of_entities([entity], OWNER)
