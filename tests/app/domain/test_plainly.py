"""What is written in several ways is one; what is another name stays another."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.plainly import plainly
from app.domain.text import fold


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Żółkiewski", "zolkiewski"),
        ("Ærø", "aero"),
        ("髙橋", "高橋"),
        ("渡邉", "渡辺"),
        ("ﾌﾟﾗﾝ", "ぷらん"),
        ("㈱青空", "株式会社青空"),
    ],
)
def test_two_ways_of_writing_are_one(one: str, other: str):
    assert plainly(fold(one)) == plainly(fold(other))


@pytest.mark.parametrize(("one", "other"), [("大田", "太田"), ("かき", "がき"), ("渡部", "渡辺"), ("resume", "rename")])
def test_two_names_stay_two(one: str, other: str):
    assert plainly(fold(one)) != plainly(fold(other))


@given(st.text())
def test_it_changes_nothing_twice_and_leaves_no_text_empty(text: str):
    plain = plainly(fold(text))
    assert plainly(plain) == plain
    assert bool(plain) == bool(fold(text))
    assert not any("\u30a1" <= one <= "\u30f6" for one in unicodedata.normalize("NFC", plain))
