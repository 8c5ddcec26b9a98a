from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.recall.periods import period_in, stated_today

TODAY = date(2026, 5, 13)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("in summer 2024", "2024-06-01", "2024-08-31"),
        ("during winter 2024", "2024-12-01", "2025-02-28"),
        ("last summer", "2025-06-01", "2025-08-31"),
        ("in march 2024", "2024-03-01", "2024-03-31"),
        ("in march", "2026-03-01", "2026-03-31"),
        ("in december", "2025-12-01", "2025-12-31"),
        ("in 2019", "2019-01-01", "2019-12-31"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("two years ago", "2024-01-01", "2024-12-31"),
        ("3 weeks ago", "2026-04-19", "2026-04-25"),
        ("last month", "2026-04-01", "2026-04-30"),
        ("last week", "2026-05-04", "2026-05-10"),
        ("yesterday", "2026-05-12", "2026-05-12"),
        ("on 2024-02-29", "2024-02-29", "2024-02-29"),
        ("去年の秋", "2025-09-01", "2025-11-30"),
        ("2024年3月", "2024-03-01", "2024-03-31"),
        ("2024年3月7日", "2024-03-07", "2024-03-07"),
        ("昨年", "2025-01-01", "2025-12-31"),
        ("一昨年の5月", "2024-05-01", "2024-05-31"),
        ("3年前", "2023-01-01", "2023-12-31"),
        ("先月", "2026-04-01", "2026-04-30"),
    ],
)
def test_a_stretch_of_time_is_read(text, first, last):
    found = period_in(text, TODAY)
    assert found is not None
    assert (found.first, found.last) == (date.fromisoformat(first), date.fromisoformat(last))
    assert found.words in text


@pytest.mark.parametrize(
    "text", ["may i ask", "the marching band", "room 2024b", "", "13月", "2024-13-40", "the second of them"]
)
def test_what_is_no_stretch_of_time(text):
    assert period_in(text, TODAY) is None


def test_a_question_may_say_what_day_it_is():
    text, today = stated_today("去年の秋に習っていたのは？（今は2026年5月）", date(2030, 1, 1))
    assert today == date(2026, 5, 31)
    assert "今は" not in text


@given(st.text(max_size=60), st.dates(date(1, 1, 1), date(9999, 12, 31)))
def test_no_text_and_no_day_breaks_it(text, today):
    found = period_in(text, today)
    assert found is None or found.first <= found.last


@given(
    st.sampled_from(
        [
            "400 years ago",
            "999 days ago",
            "999年前",
            "999か月前",
            "last month",
            "先週",
            "yesterday",
            "last winter",
            "去年の冬",
        ]
    ),
    st.dates(),
)
def test_far_away_days_do_not_break_it(text, today):
    found = period_in(text, today)
    assert found is None or found.first <= found.last
