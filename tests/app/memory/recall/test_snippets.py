from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.text import tokens
from app.memory.recall.snippets import SNIPPET, _folded, _joins, _piece, marks, snippet


def marked(text, query):
    return [text[mark.start : mark.end] for mark in marks(text, tokens(query))]


@pytest.mark.parametrize(
    ("text", "query", "wanted"),
    [
        ("今日は成語しりとりをした", "しりとり", ["しりとり"]),
        ("開始ﾕｰｻﾞｰ認証完了", "ユーザー", ["ﾕｰｻﾞｰ"]),
        ("重跑gen-itgc后50条", "itgc", ["itgc"]),
        ("C++ and C# and C", "C++", ["C++"]),
        ("don't feed it, I don’t", "don't", ["don't", "don’t"]),
        ("The plugins were orphaned", "orphaned plugin", ["plugins", "orphaned"]),
        ("maintain AI", "AI", ["AI"]),
        ("「東京」へ", "東京", ["東京"]),
        ("ＭｉｚＥｙｅ", "mizeye", ["ＭｉｚＥｙｅ"]),
        ("nothing here", "kiln", []),
        ("", "a", []),
    ],
)
def test_marks_stand_on_the_words_as_written(text, query, wanted):
    assert marked(text, query) == wanted


def test_a_snippet_shows_the_part_that_fits_on_one_line():
    text = "padding words " * 40 + "\nthe kiln\nis hot " + "more padding " * 40
    shown = snippet(text, ["kiln"])
    assert "the kiln is hot" in shown.text
    assert shown.text.startswith("…")
    assert shown.text.endswith("…")
    assert [shown.text[mark.start : mark.end] for mark in shown.marks] == ["kiln"]
    assert len(shown.text) <= SNIPPET + 2


@given(st.text(max_size=400), st.text(max_size=20))
def test_marks_lie_inside_the_snippet_in_order(text, query):
    shown = snippet(text, tokens(query), 60)
    ends = [place for mark in shown.marks for place in (mark.start, mark.end)]
    assert ends == sorted(ends)
    assert all(0 <= place <= len(shown.text) for place in ends)
    assert 0 <= shown.span.start <= shown.span.end <= len(text)


def test_a_million_characters_are_cut_quickly():
    assert len(snippet("x" * 1_000_000, ["y"]).text) <= SNIPPET + 2


_LETTERS = st.sampled_from("aZ '\t\n\x1c\x00\x7f’éßİがか\u3099\u0301ｶﾞ、。「々ー・ヿ京都\u3000Ａ①ﬁ🎉\u200d\u202e")


@given(st.text(_LETTERS | st.characters(), max_size=40))
def test_what_is_folded_at_once_is_what_each_character_would_be(text: str):
    folded, places = _folded(text)
    assert len(places) == len(folded) + 1
    clusters = [(start, text[start:end]) for start, end in pairwise(sorted({*places}))]
    assert "".join(one for _, one in clusters) == text[min(places) :]
    assert folded == "".join(_piece(one) for _, one in clusters)
    assert not any(_joins(one[0]) for start, one in clusters if start)
