"""The category that holds the user says so; every other one is called as it is stored."""

import pytest

from ui import words
from ui.categories.wording import category_words, summary_words


@pytest.mark.parametrize(
    ("name", "english", "japanese"),
    [
        ("Speaker", "You (speaker)", "あなた（話し手）"),
        ("話し手", "You (speaker)", "あなた（話し手）"),
        ("Work", "Work", "Work"),
    ],
)
def test_categories_in_words(name: str, english: str, japanese: str) -> None:
    assert category_words(name) == english
    words.speak("ja")
    assert category_words(name) == japanese


def test_summaries_of_categories_name_them_so_too() -> None:
    assert summary_words("Speaker, Family") == "You (speaker), Family"
    assert summary_words("家族、話し手") == "家族、You (speaker)"
    assert summary_words("A talk by the Speaker, in May.") == "A talk by the Speaker, in May."
