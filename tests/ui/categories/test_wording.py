"""The category that holds the user says so; every other one is called as it is stored."""

import pytest

from ui import words
from ui.categories.wording import category_words


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
