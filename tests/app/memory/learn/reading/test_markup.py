"""A passage keeps every character's place, whatever is taken out of it."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.entity import Span
from app.memory.learn.reading.markup import MAX_READ, OPAQUE, Passage, parse


def sentences(passage: Passage) -> list[str]:
    return [passage.words(one.span) for one in passage.sentences]


@given(st.text(alphabet=st.sampled_from("ab A.!?\n#-*`[]()|>~'\"「」。\u3042/:@0"), max_size=120))
@settings(max_examples=200, deadline=None)
def test_no_character_moves(text: str) -> None:
    passage = parse(text)
    assert len(passage.text) == len(text)
    for one in passage.sentences:
        assert 0 <= one.span.start < one.span.end <= len(text)
    for at, (before, after) in enumerate(zip(text, passage.text, strict=True)):
        assert after in (before, " ", OPAQUE), at


def test_code_and_addresses_are_taken_out() -> None:
    passage = parse("Try this:\n```\nx = 1\n```\nI use `uv` and `run it`. See https://x.example/a.")
    assert "x = 1" not in passage.text
    assert "https" not in passage.text
    assert " uv " in passage.text
    assert "run it" not in passage.text


def test_links_show_their_label_and_keep_their_name() -> None:
    text = "I met [[Rosalind Okafor|Rosalind]] at [[Kelp]]."
    passage = parse(text)
    assert [(passage.words(link.span), link.name) for link in passage.links] == [
        ("Rosalind", "Rosalind Okafor"),
        ("Kelp", "Kelp"),
    ]
    assert "[" not in passage.text


def test_lines_know_their_heading() -> None:
    passage = parse("# Kitchen\n- builder: Ana\n\nplain text\nthat wraps here.\n## Loft\n1. one")
    found = [(passage.words(one.span), one.block, one.heading) for one in passage.sentences]
    assert found == [
        ("Kitchen", "heading", ""),
        ("builder: Ana", "item", "Kitchen"),
        ("plain text\nthat wraps here.", "text", "Kitchen"),
        ("Loft", "heading", ""),
        ("one", "item", "Loft"),
    ]


def test_titles_firms_and_initials_end_no_sentence() -> None:
    text = "Dr. Ana Pell works at Acme Inc. in Hove. J. Moss called at 5 p.m. today. I work at Acme Inc. It is fine."
    assert sentences(parse(text)) == [
        "Dr. Ana Pell works at Acme Inc. in Hove.",
        "J. Moss called at 5 p.m. today.",
        "I work at Acme Inc.",
        "It is fine.",
    ]


def test_japanese_stops_end_a_sentence_at_once() -> None:
    assert sentences(parse("寒い。I met Ana. 元気？はい！")) == ["寒い。", "I met Ana.", "元気？", "はい！"]


def test_a_quotation_is_not_cut_inside() -> None:
    passage = parse("Line: 'I live here. My wife left.' Too much?")
    assert sentences(passage) == ["Line: 'I live here. My wife left.'", "Too much?"]
    assert [passage.words(quote) for quote in passage.quotes] == ["I live here. My wife left."]


def test_what_others_said_and_what_was_struck_is_not_read() -> None:
    assert sentences(parse("> quoted by me\n~~struck out~~\nmine")) == ["mine"]


def test_a_secret_is_opaque() -> None:
    passage = parse("The pin is 8031, ok.")
    assert passage.secrets == (Span(11, 15),)
    assert passage.text == f"The pin is {OPAQUE * 4}, ok."


def test_a_long_text_is_cut() -> None:
    passage = parse("word " * MAX_READ)
    assert passage.cut
    assert len(passage.text) == 5 * MAX_READ
    assert not parse("word").cut


def test_awkward_markdown_takes_little_time() -> None:
    for text in ("[[" * 50_000, "`" * 50_000, "*" * 50_000, "[a](" * 20_000, "- x\n" * 20_000, "> " * 30_000):
        start = time.perf_counter()
        parse(text)
        assert time.perf_counter() - start < 5
