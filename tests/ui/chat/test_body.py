"""The words of a turn: growing without flicker, nothing fetched, secrets covered, marks in the right place."""

from typing import Any

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextCursor, QTextDocument

from app.domain.entity import Span
from tests.ui.chat.test_markdown import DOCUMENT
from ui import theme
from ui.chat.body import Body


@pytest.fixture
def body(qtbot: Any) -> Body:
    made = Body()
    qtbot.addWidget(made)
    made.resize(500, 100)
    return made


def _formats(body: Body, text: str) -> QTextCursor:
    cursor = body.document().find(text)
    assert not cursor.isNull(), text
    return cursor


def _shapes(body: Body) -> list[tuple[str, bool, float]]:
    """Of each block: its text, whether it is an item of a list, its left margin."""
    found, block = [], body.document().firstBlock()
    while block.isValid():
        found.append((block.text(), block.textList() is not None, block.blockFormat().leftMargin()))
        block = block.next()
    return found


def test_an_answer_that_grew_looks_like_one_that_came_at_once(body: Body, qtbot: Any) -> None:
    whole = Body()
    qtbot.addWidget(whole)
    whole.show_markdown(DOCUMENT, frozenset())
    for end in range(0, len(DOCUMENT) + 3, 3):
        body.grow(DOCUMENT[:end])
    body.grow(DOCUMENT)
    assert body.toPlainText() == whole.toPlainText()
    assert _shapes(body) == _shapes(whole)


def test_settled_blocks_are_not_written_again(body: Body) -> None:
    body.grow("First paragraph.\n\nSecond one.\n\nThird")
    changes: list[int] = []
    body.document().contentsChange.connect(lambda position, removed, added: changes.append(position))
    body.grow("First paragraph.\n\nSecond one.\n\nThird and more")
    assert changes
    assert min(changes) >= len("First paragraph.")


def test_every_prefix_of_a_fence_renders(body: Body) -> None:
    text = "Look:\n\n```python\ndef f():\n    return 1\n```\n\nDone."
    for end in range(len(text) + 1):
        body.grow(text[:end])
        assert body.height() >= 1
    assert "return 1" in body.toPlainText()


@pytest.mark.parametrize(
    "text", ["では:\n\n```python\nx = 1\n```\n\n以上", "> ~~~\n> a\n> ~~~\n\nEnd", "- a\n\n    ```\n    b\n    ```\n"]
)
def test_a_fence_that_is_being_closed_is_no_line_of_code_for_a_moment(body: Body, text: str) -> None:
    body.show()
    heights = []
    for end in range(1, len(text) + 1):
        body.grow(text[:end])
        heights.append(body.height())
    assert heights == sorted(heights)


@pytest.mark.parametrize(
    "address",
    ["https://evil.example/?leak=1", "file:///etc/passwd", "//host/share/x.png", "data:image/png;base64,AAAA", "x.png"],
)
def test_nothing_is_ever_fetched(body: Body, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    refuse = Body.loadResource
    monkeypatch.setattr(
        Body, "loadResource", lambda self, kind, url: (asked.append(str(url)), refuse(self, kind, url))[1]
    )
    body.show_markdown(f"![picture]({address}) and <img src='{address}'>", frozenset())
    body.grab()
    assert asked == []
    image = QTextDocument.ResourceType.ImageResource.value
    assert refuse(body, image, QUrl(address)) is None
    assert "<img" not in body.toHtml()


def test_a_link_is_only_told_never_opened(body: Body) -> None:
    followed: list[str] = []
    body.followed.connect(followed.append)
    body.show_markdown("[here](file:///etc/passwd)", frozenset())
    body.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert followed == ["file:///etc/passwd"]
    assert "here" in body.toPlainText()


def test_only_known_citations_are_links(body: Body) -> None:
    body.show_markdown("Known [1], unknown [7], and `x[1]`.", frozenset({1}))
    assert _formats(body, "[1]").charFormat().anchorHref() == "cite:1"
    assert _formats(body, "[7]").charFormat().anchorHref() == ""
    assert _formats(body, "x[1]").charFormat().anchorHref() == ""


def test_secrets_are_dots_until_they_are_revealed(body: Body) -> None:
    text = "The wifi password is hunter2-Correct9 ok"
    body.show_plain(text)
    assert "hunter2" not in body.toPlainText()
    assert "••••" in body.toPlainText()
    body.show_plain(text, reveal=True)
    assert body.toPlainText() == text


def test_an_answer_never_shows_a_secret(body: Body) -> None:
    body.show_markdown("Your password is hunter2-Correct9", frozenset())
    assert "hunter2" not in body.toPlainText()


def test_marks_stand_on_the_very_words_also_after_emoji(body: Body) -> None:
    text = "👩‍👩‍👧 met 田中さん in 京都"
    start = text.index("田中")
    body.show_plain(text, [Span(start, start + 4)])
    marked = _formats(body, "田中さん").charFormat()
    assert marked.background().color() == theme.color("mark")
    assert _formats(body, "京都").charFormat().background().color() != theme.color("mark")


def test_what_a_person_wrote_is_shown_as_it_was_written(body: Body) -> None:
    text = "# not a heading\n* not a list\n  <b>not bold</b> ![x](file:///y)"
    body.show_plain(text)
    assert body.toPlainText().replace("\u2028", "\n") == text


def test_one_long_unbroken_line_is_laid_out_in_time(body: Body) -> None:
    import time

    begun = time.process_time()
    body.show_plain("x" * 6_000)
    assert time.process_time() - begun < 1.0
