"""Time words, counted from Monday 9 March 2026."""

from datetime import date

import pytest

from app.domain.entity import Span
from app.memory.learn.reading.english.dates import find

TODAY = date(2026, 3, 9)


@pytest.mark.parametrize(
    ("text", "past", "future"),
    [
        ("I left on Friday", "2026-03-06", "2026-03-13"),
        ("I left on Monday", "2026-03-02", "2026-03-16"),
        ("last Friday", "2026-03-06", "2026-03-06"),
        ("next Monday", "2026-03-16", "2026-03-16"),
        ("this Saturday", "2026-03-14", "2026-03-14"),
        ("in March", "2026-03", "2026-03"),
        ("in May", "2025-05", "2026-05"),
        ("in 2011.", "2011", "2011"),
        ("in May 2021", "2021-05", "2021-05"),
        ("on 2 February", "2026-02-02", "2027-02-02"),
        ("on the 3rd of May", "2025-05-03", "2026-05-03"),
        ("May 7th, 2023", "2023-05-07", "2023-05-07"),
        ("2026-03-31", "2026-03-31", "2026-03-31"),
        ("yesterday", "2026-03-08", "2026-03-08"),
        ("the day after tomorrow", "2026-03-11", "2026-03-11"),
        ("as of this morning", "2026-03-09", "2026-03-09"),
        ("next month", "2026-04", "2026-04"),
        ("last year", "2025", "2025"),
        ("three years ago", "2023", "2023"),
        ("a couple of weeks ago", "2026-02-23", "2026-02-23"),
        ("in two weeks", "2026-03-23", "2026-03-23"),
        ("for five years", "2021", "2021"),
        ("since last summer", "2025", "2025"),
        ("on the 15th", "2026-02-15", "2026-03-15"),
        ("last winter", "2025", "2025"),
    ],
)
def test_a_date_depends_on_the_tense_only_where_it_must(text: str, past: str, future: str) -> None:
    (when,) = find(text, Span(0, len(text)))
    found = [when.resolve(TODAY, way) for way in ("past", "future")]  # type: ignore[arg-type]
    assert [time.text if time else "" for time in found] == [past, future]


@pytest.mark.parametrize(
    "text",
    [
        "the Tuesday sync",
        "I may go",
        "she marched on",
        "May is my sister",
        "2020 people came",
        "a sun hat",
        "the second one",
    ],
)
def test_words_that_only_look_like_dates(text: str) -> None:
    assert find(text, Span(0, len(text))) == []


def test_a_period_ends_after_its_last_year() -> None:
    text = "during 2019 and 2020, then in May 2021"
    period, may = find(text, Span(0, len(text)))
    assert period.role == "period"
    start, end = period.start(TODAY, "past"), period.end(TODAY, "past") if period.end else None
    assert (start and start.text, end and end.text) == ("2019", "2021")
    assert may.resolve(TODAY, "past") is not None


def test_an_impossible_day_is_no_date() -> None:
    text = "on 31 February"
    assert [when.resolve(TODAY, "future") for when in find(text, Span(0, len(text)))] == [None]


def test_a_leap_day_is_one_only_in_its_year() -> None:
    text = "on 29 February 2024"
    (when,) = find(text, Span(0, len(text)))
    time = when.resolve(TODAY, "past")
    assert time is not None
    assert time.text == "2024-02-29"
