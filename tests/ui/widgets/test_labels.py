"""Words that other people and programs wrote are never taken for markup: a tool tip would read the files it names."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QWidget

from tests.builders import alias
from ui.memories.aliases import AliasChip
from ui.widgets import Elided, icon_button, wrapped
from ui.widgets.controls import WordsButton
from ui.widgets.labels import as_tip
from ui.widgets.lines import Line, LineView
from ui.widgets.title import TitleField

HOSTILE = '<img src="//host/share/x.png"> 佐藤さんのメモ'


def _line_tip() -> str:
    view = LineView()
    view.show_lines([Line(1, "words", tip=HOSTILE)])
    return str(view.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole))


def _narrow(made: QWidget) -> str:
    """Its tip where there is no room for all of its words."""
    made.resize(40, 20)
    made.grab()
    return made.toolTip()


def _title() -> TitleField:
    made = TitleField()
    made.setText(HOSTILE)
    return made


def _button() -> WordsButton:
    made = WordsButton("words")
    made.set_tip(HOSTILE)
    return made


def _cross(chip: AliasChip) -> str:
    return chip.cross.toolTip()


TIPS: dict[str, Callable[[], str]] = {
    "elided": lambda: _narrow(Elided(HOSTILE)),
    "title": lambda: _narrow(_title()),
    "words": lambda: _narrow(WordsButton(HOSTILE)),
    "more words": lambda: _button().toolTip(),
    "icon": lambda: icon_button("close", HOSTILE).toolTip(),
    "line": _line_tip,
    "agent": lambda: AliasChip(alias("Bob", declared_by="agent"), lambda: None, HOSTILE).toolTip(),
    "alias": lambda: _cross(AliasChip(alias(HOSTILE), lambda: None)),
}


@pytest.mark.parametrize("where", TIPS)
def test_a_tip_names_no_file_that_it_would_read(qapp: Any, where: str) -> None:
    tip = TIPS[where]()
    assert "佐藤さんのメモ" in tip
    assert "<img" not in tip


@pytest.mark.parametrize("words", ["", "Alice · by you", "1 &2", "二行\nある"])
def test_a_tip_without_markup_stays_as_it_is(words: str) -> None:
    assert as_tip(words) == words


def test_a_tip_of_two_lines_keeps_them() -> None:
    assert as_tip("<b>太字</b>\nmore") == "<qt>&lt;b&gt;太字&lt;/b&gt;<br>more</qt>"


@pytest.mark.parametrize("words", ["W" * 256, f"{'W' * 256} <b>"])
def test_a_tip_of_one_long_word_is_no_wider_than_a_screen(qapp: Any, words: str) -> None:
    document = QTextDocument()
    document.setHtml(as_tip(words))
    document.setTextWidth(600)
    assert as_tip(words).startswith("<qt>")
    assert document.idealWidth() <= 600


def test_one_long_word_does_not_make_its_window_as_wide(qapp: Any) -> None:
    assert wrapped("W" * 256).minimumSizeHint().width() < 700
    assert wrapped("Nothing to draw yet").minimumSizeHint().width() < 200
