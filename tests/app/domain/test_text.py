"""Folding and tokens: spellings of one name are one, and everything that people type can be found."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.domain.text import clean, content_hash, fold, has_cjk, index_tokens, name_key, tokens

ANY = st.text(st.characters(codec=None, exclude_categories=()), max_size=40)
"""Lone surrogates too."""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("스코프랩스", "스코프 랩스"),
        ("ＭｉｚＥｙｅ", "mizeye"),
        ("cafe\u0301", "café"),
        ("Straße", "STRASSE"),
        ("ﾐｽﾞｱｲ", "ミズアイ"),
        ("MyService", "myservice"),
        ("New\u3000York", "new york "),
        ("O’Brien", "O'Brien"),
        ("スコープ　ラボ", "スコープラボ"),
        ("㈱青葉", "(株)青葉"),
        ("ǅabc", "ǆabc"),
    ],
)
def test_spellings_of_one_name_have_one_key(one: str, other: str):
    assert name_key(one) == name_key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("苹果", "香蕉"),
        ("SR-2023-052", "SR-2023-053"),
        ("New York", "Newyork"),
        ("김민수", "김민석"),
        ("서울", "서울대"),
        ("田中", "田中電機"),
        ("C++", "C#"),
        ("langfuse:3", "langfuse:3.224.4"),
        ("パン", "ハン"),
    ],
)
def test_different_names_keep_different_keys(one: str, other: str):
    assert name_key(one) != name_key(other)


@given(ANY)
@example("\u0345\u03b1")
@example("\u1e9b\u0323")
@example("İ")
@example("ﬀ")
def test_folding_twice_is_folding_once(text: str):
    assert fold(fold(text)) == fold(text)
    assert name_key(name_key(text)) == name_key(text)


@given(ANY)
def test_a_name_is_never_emptied(text: str):
    visible = [c for c in text if not c.isspace() and unicodedata.normalize("NFKC", c).strip()]
    assert bool(name_key(text)) == bool(fold(text))
    assert fold(text) or not [c for c in visible if c.isalnum()]


@given(ANY)
def test_clean_text_can_be_stored_and_keeps_its_places(text: str):
    assert len(clean(text)) == len(text)
    assert "\x00" not in clean(text)
    clean(text).encode()
    assert clean(clean(text)) == clean(text)


@given(ANY)
def test_tokens_are_folded_and_hold_no_space(text: str):
    for token in index_tokens(text):
        assert token
        assert not re.search(r"\s", token)
        assert len(token) <= 64 or not has_cjk(token)
    assert set(tokens(text)) <= set(index_tokens(text))
    assert tokens(text) == tokens(fold(text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("C++ and C#, .NET", ["c++", "c", "and", "c#", "c", ".net", "net"]),
        ("don’t", ["don't"]),
        ("a:b", ["a:b", "a", "b"]),
        ("POL-358", ["pol-358", "pol", "358"]),
        ("my_tag", ["my_tag"]),
        ("(maybe", ["maybe"]),
        ("-today", ["today"]),
        ("100%", ["100%", "100"]),
        ("しりとり", ["しり", "りと", "とり"]),
        ("パン", ["パン"]),
        ("木", ["木"]),
        ("重跑gen-itgc后", ["重跑", "gen-itgc", "gen", "itgc", "后"]),
        ("ﾕｰｻﾞｰ認証", ["ユー", "ーザ", "ザー", "ー認", "認証"]),
        ("「東京」", ["東京"]),
        ('* " ( AND', ["and"]),
        ("😀 – … ''", []),
        ("", []),
    ],
)
def test_tokens(text: str, found: list[str]):
    assert tokens(text) == found


def test_every_single_character_of_a_document_is_found():
    assert {"木", "々"} <= set(index_tokens("佐々木さん"))


def test_a_token_without_an_end_is_cut():
    assert all(len(token) <= 64 for token in tokens("x" * 5000))


def test_the_hash_names_the_text_as_stored():
    assert content_hash("a") != content_hash("b")
    assert content_hash("a\ud800") == content_hash("a\ufffd")
    assert len(content_hash("")) == 16
