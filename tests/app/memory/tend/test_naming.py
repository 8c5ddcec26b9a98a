"""Names that a category may bear."""

import pytest

from app.memory.tend.naming import brief, usable


@pytest.mark.parametrize(
    "name",
    [
        "Family",
        "Jazz musicians",
        "料理",
        "おとな",
        "ことば",
        "引っ越し",
        "コーヒー豆",
        "Rap",
        "Whole-grain bread",
    ],
)
def test_one_concept(name):
    assert usable(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "x" * 61, "!!!", "things", "Other stuff", "MISC", "その他", "そのほかの本", "もの", "いろいろな本"),
        *(
            "Food and Drink",
            "Food & Drink",
            "cats or dogs",
            "tea, coffee",
            "red/blue",
            "本と映画",
            "本や映画",
            "本・映画",
            "猫および犬",
        ),
        *("引っ越しと旅行", "a name of far too many words for a label", "the password is hunter2hunter2"),
    ],
)
def test_none_or_two(name):
    assert usable(name) == ""


def test_white_space_and_what_cannot_be_stored():
    assert usable("  Jazz \n musicians\x00 ") == "Jazz musicians"


def test_free_words_are_cut_and_keep_no_secret():
    assert brief("one  two", 80) == "one two"
    assert brief("x" * 100, 10) == "x" * 9 + "…"
    assert brief("my password is hunter2hunter2", 80) == ""
