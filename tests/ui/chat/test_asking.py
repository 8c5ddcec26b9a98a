"""What only a model can do is told from what is said about the world."""

import pytest

from ui.chat.asking import asks_a_model


@pytest.mark.parametrize(
    "text",
    [
        "write a python function that adds two numbers",
        "Please explain how tides work.",
        "Translate this into French:\nGood morning",
        "thanks!",
        "Thank you so much.",
        "hello",
        "give me three names for a cat",
        "俳句を書いてください。",
        "この文を英語に訳して",
        "ありがとうございます！",
    ],
)
def test_requests_and_greetings_are_for_a_model(text):
    assert asks_a_model(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n",
        "Alice works at Acme.",
        "I wrote a python function today.",
        "Buy milk.",
        "Call Bob tomorrow.",
        "Remember that Kit moved to Oslo.",
        "Thanks to Rosa we found the house.",
        "Write to the bank.",
        "田中さんが手紙を書いてくれた。",
        "母が作ってくれたカレーはおいしい。",
    ],
)
def test_what_is_told_is_not(text):
    assert not asks_a_model(text)
