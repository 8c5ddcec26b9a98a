"""Thoughts are left out wherever a stream cuts them, and nothing else is."""

import pytest

from app.inference.providers.thinking import Thinking


def read(*pieces: str) -> str:
    thinking = Thinking()
    return "".join([*map(thinking.said, pieces), thinking.rest()])


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("<think>secret plan</think>Hello", "Hello"),
        ("<think>\nplan\n</think>\n\nHello", "Hello"),
        ("Well. <think>plan</think>Hello", "Well. Hello"),
        ("<THINKING>plan < more</THINKING> Hello <think>again</think>you", "Hello you"),
        ("<think>cut off in the mid", ""),
        ("a < b and <thin air> and <th", "a < b and <thin air> and <th"),
        ("Write `<think>` before it.", "Write `<think>` before it."),
        ("code `x`", "code `x`"),
        ("ends with <", "ends with <"),
        ("", ""),
    ],
)
def test_wherever_the_stream_is_cut(text: str, answer: str):
    assert read(text) == answer
    assert read(*text) == answer
    for cut in range(len(text)):
        assert read(text[:cut], text[cut:]) == answer


def test_what_is_certain_is_shown_at_once():
    thinking = Thinking()
    assert thinking.said("Hello there, ") == "Hello there, "
    assert thinking.said("<b>you</b>") == "<b>you</b>"
