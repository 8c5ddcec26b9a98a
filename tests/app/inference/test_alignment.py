"""Composed text must lead back to the very characters that were typed."""

import unicodedata
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.domain.entity import Span
from app.domain.text import clean
from app.inference.alignment import align

TRICKY = st.sampled_from("aéＡｱﾞｶﾟｶゞがか\u3099\u0301\u0323Å㍿ﬃ①½각가ᄀ\u1161\u11a8\u200d👩🏽\ufe0f \u3000\n\ud800\x00•")
texts = st.text(st.one_of(st.characters(), TRICKY), max_size=40)


def readable(text):
    """What is asked of the aligner before composition: nothing unstorable, and spaces for control characters."""
    return "".join(" " if unicodedata.category(c) == "Cc" and c not in "\t\n\f\r" else c for c in clean(text))


@given(texts)
def test_it_is_the_compatibility_form(text):
    assert align(text).text == unicodedata.normalize("NFKC", readable(text))


@given(texts)
def test_every_character_leads_back_inside_the_text_and_in_order(text):
    aligned = align(text)
    spans = [aligned.original(i, i + 1) for i in range(len(aligned.text))]
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(a.start <= b.start and a.end <= b.end for a, b in pairwise(spans))


@given(texts)
def test_the_characters_behind_a_piece_normalise_to_it(text):
    aligned = align(text)
    for i in range(len(aligned.text)):
        span = aligned.original(i, i + 1)
        assert aligned.text[i] in unicodedata.normalize("NFKC", readable(text[span.start : span.end]))


def test_one_character_that_becomes_four_leads_back_to_itself():
    aligned = align("㍿アルタ")
    assert aligned.text == "株式会社アルタ"
    assert aligned.original(1, 3) == Span(0, 1)
    assert aligned.original(2, 7) == Span(0, 4)


def test_half_width_marks_join_their_letter():
    aligned = align("ﾐｽﾞｱｲさん")
    assert aligned.text == "ミズアイさん"
    assert aligned.original(0, 4) == Span(0, 5)


def test_detached_accents_join_their_letter():
    text = unicodedata.normalize("NFD", "café がらす")
    aligned = align(text)
    assert aligned.text == "café がらす"
    assert aligned.original(0, 4) == Span(0, 5)
    assert aligned.original(5, 6) == Span(6, 8)
