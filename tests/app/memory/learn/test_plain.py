"""Text is composed and narrowed for the readers, and every span leads back to the characters as typed."""

import unicodedata

import pytest

from app.domain.entity import Span
from app.inference.protocols import NameSpan
from app.memory.learn.plain import plain


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Jose\u0301 and Zoe\u0308", "José and Zoë"),
        ("ＭｉｚＥｙｅ２", "MizEye2"),
        ("Ac\u200bme A\u00adcme \ufeffX\u200e", "Acme Acme X"),
        ("葛\U000e0100城さん", "葛城さん"),
        ("ハ\u309aン", "パン"),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8", "한국"),
        ("𝐀𝐥𝐢𝐜𝐞", "Alice"),
        ("「東京」、（私）！", "「東京」、（私）！"),
        ("ﾐｽﾞｱｲ", "ﾐｽﾞｱｲ"),
        ("", ""),
        ("\u200b", ""),
    ],
)
def test_what_the_readers_see(typed: str, read: str):
    made = plain(typed)
    assert made.text == read
    assert plain(made.text).text == read
    for at in range(len(read) if made.starts else 0):
        span = made.typed(Span(at, at + 1))
        assert 0 <= span.start < span.end <= len(typed)


def test_spans_lead_back_and_names_lead_there():
    typed = "My Jose\u0301 at Ac\u200bme."
    made = plain(typed)
    assert made.text == "My José at Acme."
    back = made.typed(Span(3, 7))
    assert typed[back.start : back.end] == "Jose\u0301"
    names = [NameSpan(3, 8, "person", 1.0), NameSpan(12, 17, "organization", 1.0), NameSpan(14, 15, "thing", 1.0)]
    found = [made.text[one.start : one.end] for one in made.names(names)]
    assert found == ["José", "Acme"]


def test_usual_text_is_left_alone():
    text = unicodedata.normalize("NFC", "Alice works at Acme. 私は東京に住んでいます。")
    assert plain(text).text is text
    assert plain(text).typed(Span(3, 5)) == Span(3, 5)
