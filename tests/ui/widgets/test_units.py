"""Letters that Qt counts twice move no mark and no cover off its words."""

from typing import Any

import pytest
from PySide6.QtGui import QImage, QPainter, QTextDocument, QTextLayout

from app.domain.entity import Span
from ui import theme
from ui.search.painting import laid_out
from ui.widgets import units
from ui.widgets.lines import _bold

SECRET = "ghp_0123456789abcdefghijABCDEFGHIJ012345"


@pytest.mark.parametrize("text", ["", "plain", "🎉 party", "a🎉b𠮷c", "\ud800x🎉", "👩‍👩‍👧‍👦"])
def test_each_place_has_one_of_qt_and_back(text: str):
    places = [units.place(text, at) for at in range(len(text) + 1)]
    assert [units.letters(text, at) for at in places] == list(range(len(text) + 1))
    assert places[-1] == len(text) + sum(letter > "\uffff" for letter in text)


def test_a_mark_stands_on_its_word_behind_an_emoji(qapp: Any):
    text = "🎉🎉 𠮷野 and Alice"
    at = text.index("Alice")
    layout = laid_out(text, [Span(at, at + 5)], theme.font("interface"), 400)
    assert [_words(layout, one) for one in layout.formats()] == ["Alice"]
    assert (_bold(text, Span(at, at + 5)).start, _bold(text, Span(at, at + 5)).length) == (at + 3, 5)


def test_a_line_of_emoji_breaks_where_it_was_laid_out(qapp: Any, monkeypatch: pytest.MonkeyPatch):
    from PySide6.QtCore import QPoint

    from ui.search import painting

    text = "🎉🎉 " + "word " * 12
    drawn: list[str] = []
    whole = painting.laid_out

    def noted(text: str, *rest: Any) -> QTextLayout:
        drawn.append(text)
        return whole(text, *rest)

    monkeypatch.setattr(painting, "laid_out", noted)
    paper = QImage(200, 60, QImage.Format.Format_RGB32)
    painter = QPainter(paper)
    painting.draw_marked(painter, QPoint(0, 0), text, [], 200)
    painter.end()
    assert text.startswith("".join(drawn[1:])[:-1])
    assert drawn[1].endswith(" word "), "it breaks between words"


def test_a_secret_of_a_note_is_covered_whole_behind_an_emoji(qapp: Any):
    from ui.notes.highlight import Highlighter

    document = QTextDocument(f"first\n🎉🎉 key {SECRET} end")
    styled = Highlighter(document)
    block = document.findBlockByNumber(1)
    covered = [one for one in block.layout().formats() if one.format.background().color() == theme.color("faint")]
    words = block.text().encode("utf-16-le")
    shown = ["".join(words[2 * one.start : 2 * (one.start + one.length)].decode("utf-16-le")) for one in covered]
    assert shown == [SECRET] and styled.document() is document


def _words(layout: QTextLayout, one: QTextLayout.FormatRange) -> str:
    return layout.text().encode("utf-16-le")[2 * one.start : 2 * (one.start + one.length)].decode("utf-16-le")
