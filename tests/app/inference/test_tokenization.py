"""Pieces lie on the characters they stand for, and no text is too long, too odd or too empty to be read."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.errors import ModelUnavailable
from app.domain.text import clean, fold
from app.inference.catalog import load_catalog
from app.inference.tokenization import MAX_PIECES, MAX_WINDOWS, PieceTokenizer

TOKENIZER = PieceTokenizer(load_catalog()["tokenizer"].verified())
texts = st.text(st.one_of(st.characters(), st.sampled_from("aあ漢ｱﾞＡ　 \n.。👩\u200d\u0301\ud800")), max_size=60)


@given(texts)
@settings(deadline=None)
def test_pieces_lie_in_order_inside_the_text(text):
    spans = [span for window in TOKENIZER.windows(text) for span in window.spans if span is not None]
    assert all(0 <= span.start <= span.end <= len(text) for span in spans)
    assert all(a.start <= b.start for a, b in pairwise(spans))


@given(texts)
@settings(deadline=None)
def test_pieces_say_what_stands_under_them(text):
    for window in TOKENIZER.windows(text):
        for number, span in zip(window.ids, window.spans, strict=True):
            if span is not None and span.start < span.end and number > 3:
                piece = fold(TOKENIZER.piece(number).replace("▁", " "))
                assert piece in fold(clean(text[span.start : span.end]))


@given(texts)
@settings(deadline=None)
def test_every_letter_is_under_a_piece(text):
    covered = set()
    for window in TOKENIZER.windows(text):
        for span in window.spans:
            if span is not None:
                covered |= set(range(span.start, span.end))
    assert all(i in covered for i, character in enumerate(text) if character.isascii() and character.isalnum())


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\ud800", "\x00"])
def test_a_text_without_words_still_has_one_window(text):
    (window,) = TOKENIZER.windows(text)
    assert len(window.ids) == len(window.spans) >= 2


@pytest.mark.parametrize(
    "text", ["a" * 1_000_000, "word " * 200_000, "日本語の文。" * 170_000, "あ" * 1_000_000, "👨" * 1_000_000]
)
def test_a_million_characters_are_read_in_bounded_windows(text):
    windows = TOKENIZER.windows(text)
    assert 1 <= len(windows) <= MAX_WINDOWS
    assert all(len(window.ids) <= MAX_PIECES for window in windows)


def test_windows_follow_each_other_and_open_at_sentences():
    text = "Ann called the office again. " * 200
    windows = TOKENIZER.windows(text)
    starts = [next(span for span in window.spans if span is not None).start for window in windows]
    assert len(windows) > 1
    assert all(text[start:].startswith("Ann") for start in starts)
    pieces = [span for window in windows for span in window.spans if span is not None]
    assert len(pieces) == len(set(pieces))
    assert pieces[-1].end == len(text.rstrip())


def test_a_damaged_vocabulary_is_told_in_words(tmp_path):
    (tmp_path / "tokenizer.json").write_bytes(b"{not json")
    with pytest.raises(ModelUnavailable, match=r"damaged \(tokenizer.json\)"):
        PieceTokenizer(tmp_path / "tokenizer.json")
