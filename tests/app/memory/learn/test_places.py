"""Where the words of a model stand in the turn."""

import pytest

from app.memory.learn.places import places


def shown(text, words):
    return [text[span.start : span.end] for span in places(text).of(words)]


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("Ａｃｍｅ and acme", "Acme", ["Ａｃｍｅ", "acme"]),
        ("ﾐｽﾞｱｲの件", "ミズアイ", ["ﾐｽﾞｱｲ"]),
        ("cafe\u0301 Straße", "CAFÉ", ["cafe\u0301"]),
        ("cafe\u0301 Straße", "strasse", ["Straße"]),
        ("スコープ ラボ", "スコープラボ", ["スコープ ラボ"]),
        ("Bob's dogs", "dog", ["dogs"]),
        ("O’Brien", "O'Brien", ["O’Brien"]),
        ("New\n  York", "New York", ["New\n  York"]),
        ("acmeist", "Acme", []),
        ("x", "", []),
        ("", "x", []),
        ("C++ (fast)", "C++", ["C++"]),
    ],
)
def test_names_are_found_as_they_are_typed(text, words, found):
    assert shown(text, words) == found


def stretch(text, words, *ends):
    span = places(text).stretch(words, *ends)
    return span and text[span.start : span.end]


TEXT = "Ann came. Ann met Bob in Rye! Later Cy left"


@pytest.mark.parametrize(
    ("words", "ends", "found"),
    [
        ("met Bob", ("Ann", "Bob"), "met Bob"),
        ("", ("Ann", "Bob"), "Ann met Bob in Rye!"),
        ("Bob", ("Ann", "Bob"), "Ann met Bob in Rye!"),
        ("made up", ("Ann", "Cy"), "Ann came. Ann met Bob in Rye! Later Cy"),
        ("", ("he", "Rye"), "Ann met Bob in Rye!"),
        ("Later Cy left", ("Ann", "Bob"), "Ann met Bob in Rye!"),
        ("", ("Zed", ""), None),
        ("made up", (), None),
    ],
)
def test_the_words_that_say_it(words, ends, found):
    assert stretch(TEXT, words, *ends) == found


def test_lines_of_a_list_are_thoughts_of_their_own():
    assert stretch("- Ann: Rye\n- Bob: Deal", "", "Bob") == "- Bob: Deal"
