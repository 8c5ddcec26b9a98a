"""Bullets stand in the middle of the small letters of their line, one shape for each depth."""

from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QRegion
from PySide6.QtWidgets import QWidget

from ui import theme
from ui.chat.body import Body


def _inked(image: QImage, left: int, right: int) -> list[int]:
    """Rows of the picture that have dark pixels between two columns."""
    rows = range(image.height())
    return [y for y in rows if any(QColor(image.pixel(x, y)).lightness() < 140 for x in range(left, right))]


def test_a_bullet_is_level_with_its_words(qtbot: Any) -> None:
    body = Body()
    qtbot.addWidget(body)
    body.resize(300, 200)
    body.show_markdown("- xxxx", frozenset())
    body.show()
    image = QImage(body.viewport().size(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    body.viewport().render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    line = body.document().firstBlock().layout().lineAt(0)
    words = round(body.document().firstBlock().layout().position().x() + line.x())
    bullet, letters = _inked(image, 0, words - 1), _inked(image, words, image.width())
    assert bullet and letters
    assert abs(sum(bullet) / len(bullet) - sum(letters) / len(letters)) <= 1.5
    assert len(bullet) <= QFontMetricsF(theme.font("reading")).xHeight() + 1


def test_words_without_a_list_have_none(qtbot: Any) -> None:
    body = Body()
    qtbot.addWidget(body)
    body.resize(300, 200)
    body.show_markdown("- one\n  - two\n    - three\n\n1. first", frozenset())
    styles = []
    block = body.document().firstBlock()
    while block.isValid():
        items = block.textList()
        styles.append((items.format().indent(), items.format().style().name) if items else None)
        block = block.next()
    own, number = "ListStyleUndefined", "ListDecimal"
    assert styles == [(1, own), (2, own), (3, own), (1, number)]


def test_where_a_part_is_painted_its_bullets_are_as_in_the_whole(qtbot: Any) -> None:
    body = Body()
    qtbot.addWidget(body)
    body.resize(300, 600)
    body.show_markdown("\n".join(f"- line {number}" for number in range(12)), frozenset())
    body.show()
    ink, half = [], body.viewport().height() // 4
    for top in (0, half):
        image = QImage(body.viewport().size(), QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        part = QRegion(0, top, image.width(), image.height() - top)
        body.viewport().render(image, QPoint(0, top), part, QWidget.RenderFlag.DrawChildren)
        line = body.document().firstBlock().layout().lineAt(0)
        words = round(body.document().firstBlock().layout().position().x() + line.x())
        ink.append([row for row in _inked(image, 0, words - 1) if row >= half])
    assert ink[0] and ink[0] == ink[1]
