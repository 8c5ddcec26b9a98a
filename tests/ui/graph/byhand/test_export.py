"""What is shown as a file: pictures that look like it, graphs that hold it, and plain words where it cannot be put."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest

from app.domain.errors import BadInput
from app.domain.lens import Filters
from tests.ui.graph.byhand.doing import CTRL, at, top
from ui import theme
from ui.graph.export import FORMS, ExportDialog, file_name, png, svg
from ui.graph.picture import Picture


@pytest.fixture
def dialog(hands):
    QTest.keyClick(hands.canvas, Qt.Key.Key_E, CTRL)
    made = top(ExportDialog)
    yield made
    made.close()


def write(qtbot, dialog, form, path):
    dialog.forms.button(FORMS.index(form)).click()
    dialog.write(path)
    qtbot.waitUntil(lambda: dialog.task is None, timeout=10_000)
    return dialog.said.text()


def colours(image, spot, scale=1.0, reach=14):
    """Colours around a spot of a picture."""
    x, y = round(spot.x() * scale), round(spot.y() * scale)
    near = range(-reach, reach + 1)
    return {image.pixelColor(x + dx, y + dy).name() for dx in near for dy in near}


def test_a_png_shows_what_is_on_screen_twice_as_sharp(qtbot, hands, dialog, tmp_path):
    dialog.extents.button(1).click()
    said = write(qtbot, dialog, "png", tmp_path / "out.png")
    assert said == f"It is in out.png, in the folder {tmp_path}."
    image = QImage(str(tmp_path / "out.png"))
    assert image.width() == 2 * hands.canvas.width()
    assert theme.current().kind("organization") in colours(image, at(hands, "Acme"), 2)
    assert image.pixelColor(3, 3).name() == theme.color("page").name()


def test_a_larger_picture_of_the_whole_has_the_width_that_was_asked_for(qtbot, dialog, tmp_path):
    dialog.width_box.setCurrentIndex(dialog.width_box.findData(2_000))
    write(qtbot, dialog, "png", tmp_path / "out.png")
    assert QImage(str(tmp_path / "out.png")).width() == 2_000


def test_an_svg_holds_shapes_and_names_as_text(qtbot, hands, dialog, tmp_path):
    dialog.extents.button(1).click()
    write(qtbot, dialog, "svg", tmp_path / "out")
    data = (tmp_path / "out.svg").read_bytes()
    tree = ElementTree.fromstring(data)
    texts = {"".join(one.itertext()).strip() for one in tree.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Acme", "Kyoto", "You"} <= texts
    assert b"<image" not in data
    image = QImage(hands.canvas.size(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(data)).render(painter, QRectF(image.rect()))
    painter.end()
    assert theme.current().kind("organization") in colours(image, at(hands, "Acme"))


def test_graphml_and_json_hold_what_the_filters_leave(qtbot, hands, dialog, tmp_path):
    hands.view.filter(Filters(states=frozenset({"retracted", "ended"}), kinds=frozenset({"place"})))
    write(qtbot, dialog, "graphml", tmp_path / "out.graphml")
    tree = ElementTree.parse(tmp_path / "out.graphml").getroot()
    space = "{http://graphml.graphdrawing.org/xmlns}"
    labels = {data.text for data in tree.iter(f"{space}data") if data.get("key") == "node_label"}
    assert "Acme" in labels
    assert "Kyoto" not in labels
    write(qtbot, dialog, "json", tmp_path / "out.json")
    read = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert {edge["state"] for edge in read["edges"]} == {"current"}


def test_where_nothing_can_be_written_it_says_so_and_can_be_tried_again(qtbot, dialog, tmp_path):
    said = write(qtbot, dialog, "png", tmp_path / "gone" / "out.png")
    assert said == "There is no place for a file of the name out.png. Please choose another."
    assert dialog.choose.isEnabled()
    write(qtbot, dialog, "json", tmp_path / "out.json")
    assert (tmp_path / "out.json").exists()


def test_a_file_that_nobody_was_asked_about_stays_as_it_is(qtbot, dialog, tmp_path):
    (tmp_path / "out.png").write_bytes(b"mine")
    said = write(qtbot, dialog, "png", tmp_path / "out")
    assert said == "There is a file out.png already. Please choose another name."
    assert (tmp_path / "out.png").read_bytes() == b"mine"
    assert "out.png" in write(qtbot, dialog, "png", tmp_path / "out.png")
    assert "Dr. No.png" in write(qtbot, dialog, "png", tmp_path / "Dr. No")
    assert not QImage(str(tmp_path / "Dr. No.png")).isNull()


def test_a_picture_too_large_for_memory_is_refused_in_words(dialog):
    dialog.forms.button(FORMS.index("png")).click()
    with pytest.raises(BadInput, match="would be too large"):
        png(replace(dialog.sheet(), size=(6_000.0, 40_000.0), scale=1.0))


def test_a_drawing_of_names_with_unseen_characters_is_a_whole_file(hands, dialog):
    picture = hands.canvas.picture
    odd = replace(picture.nodes[1].entity, name="Bell\x07\x01\uffff\nAnn")
    nodes = (picture.nodes[0], replace(picture.nodes[1], entity=odd), *picture.nodes[2:])
    hands.canvas.show_picture(Picture(replace(picture.graph, nodes=nodes)))
    data = svg(replace(dialog.sheet(), form="svg", title="<b>\x00&"))
    assert "Bell Ann" in {"".join(one.itertext()).strip() for one in ElementTree.fromstring(data).iter()}


def test_size_and_extent_are_asked_for_pictures_only(dialog):
    dialog.forms.button(FORMS.index("json")).click()
    assert not dialog.width_box.isEnabled()
    dialog.forms.button(FORMS.index("svg")).click()
    assert dialog.width_box.isEnabled()


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Alice", "Alice"),
        ("a/b: c?", "a b c"),
        ("森田 さくら", "森田 さくら"),
        ("../..", "graph"),
        ("x" * 90, "x" * 60),
    ],
)
def test_a_title_becomes_a_name_of_a_file(title, name):
    assert file_name(title) == name
