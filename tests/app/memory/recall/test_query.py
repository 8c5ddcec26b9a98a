"""What is typed into the search field, read: conditions in two languages, and everything else is words."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.query import OPERATORS, Remark, written
from app.memory.recall.days import days
from app.memory.recall.query import read


def terms(text: str) -> list[tuple[str, str, bool]]:
    return [(term.kind, term.value, term.excluded) for term in read(text).terms]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from:me lunch", [("from", "me", False), ("word", "lunch", False)]),
        ("From:Me", [("from", "Me", False)]),
        ('from:"Alice Moreau" kiln', [("from", "Alice Moreau", False), ("word", "kiln", False)]),
        ("from：自分 昼ごはん", [("from", "自分", False), ("word", "昼ごはん", False)]),
        ("発言:私 日:昨日", [("from", "私", False), ("on", "昨日", False)]),
        ("about:「森田さくら」", [("about", "森田さくら", False)]),
        ("-in:note", [("in", "note", True)]),
        ('"big  cat" -dog', [("phrase", "big cat", False), ("word", "dog", True)]),
        ('-"big cat" fish', [("phrase", "big cat", True), ("word", "fish", False)]),
        ("“big cat”", [("phrase", "big cat", False)]),
        ('"hello', [("word", '"hello', False)]),
        ('about:"Alice Mor', [("about", "Alice Mor", False)]),
        ("POL-358 --flag", [("word", "POL-358", False), ("word", "--flag", False)]),
        ("before:2026-03-07", [("before", "2026-03-07", False)]),
    ],
)
def test_conditions_are_read(text, found):
    assert terms(text) == found


@pytest.mark.parametrize(
    "text", ["don't", "O'Brien", "C++", "a:b", "(maybe", "AND", "https://x.y/z?q=1", "12:30", "100%", "C:\\x", "my_tag"]
)
def test_what_is_no_condition_is_words(text):
    query = read(text)
    assert (query.words, query.conditions, query.remarks) == (text, (), ())


@pytest.mark.parametrize("text", ["", " ", "*", "(", "😀", '"', '""', "-", "…", '"…"'])
def test_what_is_no_word_asks_nothing(text):
    assert read(text).terms == ()


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("form:me", Remark("unknown_operator", "form", "from")),
        ("title:quick", Remark("unknown_operator", "title")),
        ("from:", Remark("no_value", "from")),
        ("from: me", Remark("no_value", "from")),
        ("-today", Remark("only_left_out")),
    ],
)
def test_what_cannot_be_meant_is_said(text, remark):
    assert read(text).remarks == (remark,)


def test_an_unknown_operator_is_looked_for_as_words():
    assert read("title:quick").words == "title:quick"


def test_a_chip_taken_away_takes_its_part_of_the_text():
    query = read('lunch from:me "big cat" in:note')
    assert query.without(query.of("from")[0]) == 'lunch "big cat" in:note'
    assert query.without(query.of("in")[0]) == 'lunch from:me "big cat"'
    assert query.without(query.terms[0]) == 'from:me "big cat" in:note'


@given(st.text(max_size=80))
def test_any_text_is_a_query_and_its_terms_stand_in_it_in_order(text):
    query = read(text)
    ends = 0
    for term in query.terms:
        assert ends <= term.span.start < term.span.end <= len(query.text)
        assert term.value
        ends = term.span.end
    for term in query.terms:
        read(query.without(term))


PARTS = st.sampled_from(
    [
        "-",
        '"',
        "「",
        "」",
        "“",
        "”",
        ":",
        "：",
        " ",
        "from",
        "in",
        "on",
        "日",
        "me",
        "x",
        "パン",
        "　",
        "'",
        "before:",
        "//",
        "\x00",
    ]
)


@given(st.lists(PARTS, max_size=30))
def test_any_pile_of_marks_is_a_query(parts):
    read("".join(parts))


@given(st.sampled_from(OPERATORS), st.text(min_size=1, max_size=30), st.booleans())
def test_a_condition_written_down_is_read_as_itself(kind, value, excluded):
    read_back = read(written(kind, value, excluded)).conditions
    plain = " ".join(value.replace('"', " ").replace("\x00", "\ufffd").split())
    if read_back and not {"„", "“", "”", "「", "」", "『", "』", "＂"} & set(plain):
        assert [(term.kind, term.value, term.excluded) for term in read_back] == [(kind, plain, excluded)]


TODAY = date(2026, 5, 20)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026", "2026-01-01", "2026-12-31"),
        ("2026-03", "2026-03-01", "2026-03-31"),
        ("2026/3/7", "2026-03-07", "2026-03-07"),
        ("2026年3月7日", "2026-03-07", "2026-03-07"),
        ("3月", "2026-03-01", "2026-03-31"),
        ("7月", "2025-07-01", "2025-07-31"),
        ("12-24", "2025-12-24", "2025-12-24"),
        ("7 March", "2026-03-07", "2026-03-07"),
        ("March 7, 2025", "2025-03-07", "2025-03-07"),
        ("aug", "2025-08-01", "2025-08-31"),
        ("today", "2026-05-20", "2026-05-20"),
        ("昨日", "2026-05-19", "2026-05-19"),
        ("先週", "2026-05-11", "2026-05-17"),
        ("monday", "2026-05-18", "2026-05-18"),
        ("月曜日", "2026-05-18", "2026-05-18"),
        ("last year", "2025-01-01", "2025-12-31"),
    ],
)
def test_dates_are_read_as_people_write_them(text, first, last):
    found = days(text, TODAY)
    assert found is not None
    assert (found.first.isoformat(), found.last.isoformat()) == (first, last)


@pytest.mark.parametrize(
    "text", ["", "soon", "2026-13", "2026-02-30", "marbles", "月", "0000", "99999", "７", "31 foo"]
)
def test_what_is_no_date_is_none(text):
    assert days(text, TODAY) is None


@given(st.text(max_size=20), st.dates())
def test_any_text_is_a_date_or_none(text, today):
    found = days(text, today)
    assert found is None or found.first <= found.last
