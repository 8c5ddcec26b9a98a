"""Folding keeps the way back to the user's own characters."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from app.memory.learn.reading.japanese.width import fold_width
from tests.app.memory.learn.reading.japanese.drafting import drafted, entities, facts


def test_half_width_and_decomposed_kana_come_back_as_they_stood():
    text = "私はｻｯﾎﾟﾛに住んでいます。"
    draft = drafted(text)
    assert facts(draft) == {"Me lives_in サッポロ"}
    span = draft.entities[0].spans[0]
    assert text[span.start : span.end] == "ｻｯﾎﾟﾛ"


def test_decomposed_text_is_read_like_composed_text():
    composed = "妻のさくらはプログラマーで、ドイツのベルリンに住んでいる。"
    text = unicodedata.normalize("NFD", composed)
    assert text != composed
    draft = drafted(text)
    assert facts(draft) == facts(drafted(composed)) and len(draft.facts) == 3
    berlin = next(entity for entity in draft.entities if entity.name == "ベルリン")
    assert text[berlin.spans[0].start : berlin.spans[0].end] == unicodedata.normalize("NFD", "ベルリン")


def test_full_width_latin_names_are_kept_in_ascii():
    assert entities(drafted("Ｐｙｔｈｏｎを使っています。")) == {"Python": "thing"}


@given(st.text(max_size=60), st.integers(0, 100))
def test_every_character_knows_where_it_stood(text, offset):
    folded = fold_width(text, offset)
    assert len(folded.origins) == len(folded.text) + 1
    assert list(folded.origins) == sorted(folded.origins)
    assert folded.origins[-1] == offset + len(text)
    assert folded.text == unicodedata.normalize("NFKC", folded.text) or len(text) > 1
