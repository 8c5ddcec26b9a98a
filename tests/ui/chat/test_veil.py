"""A person's Markdown that holds a secret: laid out all the same, the secret under dots that a click uncovers."""

from typing import Any

import pytest

from ui.chat import veil
from ui.chat.body import SECRET, Body

KEY = "ghp_abcdefghijklmnopqrstuvwx"


@pytest.fixture
def body(qtbot: Any) -> Body:
    made = Body()
    qtbot.addWidget(made)
    made.resize(500, 100)
    return made


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"**Bold** and token: `{KEY}` here", f"Bold and token: {KEY} here"),
        (f"# Keys\n\n```\nexport TOKEN={KEY}\n```", f"Keys\nexport TOKEN={KEY}"),
        (f"- milk\n- token: {KEY}\n- *two* token: {KEY}", f"milk\ntoken: {KEY}\ntwo token: {KEY}"),
        (f"**• own dots ••** token: {KEY}", f"• own dots •• token: {KEY}"),
    ],
)
def test_it_is_laid_out_covered_and_uncovered(body: Body, text: str, shown: str) -> None:
    veil.show(body, text, reveal=False)
    dots = "•" * len(KEY)
    assert body.toPlainText().strip() == shown.replace(KEY, dots)
    found = body.document().find(dots)
    assert found.charFormat().anchorHref() == SECRET
    assert body.document().find("own dots ••").charFormat().anchorHref() != SECRET
    veil.show(body, text, reveal=True)
    assert body.toPlainText().strip() == shown


def test_a_table_is_a_table(body: Body) -> None:
    veil.show(body, f"| site | token |\n|---|---|\n| a | token: {KEY} |", reveal=False)
    assert "|" not in body.toPlainText() and KEY not in body.toPlainText() and "•" * len(KEY) in body.toPlainText()


def test_where_the_dots_cannot_be_told_apart_the_very_words_are_shown(body: Body) -> None:
    text = f"**See** [the site](https://a.example/{KEY}) please"
    veil.show(body, text, reveal=False)
    assert "hidden" not in body.toPlainText() and KEY not in body.toPlainText()
    veil.show(body, text, reveal=True)
    assert body.toPlainText() == text
