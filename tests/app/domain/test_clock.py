"""Moments keep their offset, and world times are only as precise as they were said."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.clock import WorldTime, from_utc_text, now, offset_minutes, to_utc_text
from app.domain.errors import BadInput

ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=ZONES)


@given(MOMENTS)
def test_a_moment_and_its_offset_read_back(moment: datetime):
    found = from_utc_text(to_utc_text(moment), offset_minutes(moment))
    assert found == moment
    assert found.isoformat() == moment.isoformat()


@given(MOMENTS, MOMENTS)
def test_the_order_of_texts_is_the_order_of_time(one: datetime, other: datetime):
    assert (to_utc_text(one) < to_utc_text(other)) == (one < other)


def test_late_evening_stays_on_its_local_day():
    late = datetime(2026, 3, 7, 23, 30, tzinfo=timezone(timedelta(hours=2)))
    assert to_utc_text(late) == "2026-03-07T21:30:00.000000Z"
    assert WorldTime.of(from_utc_text(to_utc_text(late), 120)).text == "2026-03-07"
    east = datetime(2026, 3, 8, 0, 30, tzinfo=timezone(timedelta(hours=9)))
    assert to_utc_text(east).startswith("2026-03-07")
    assert WorldTime.of(east).text == "2026-03-08"


def test_a_naive_moment_is_refused():
    with pytest.raises(BadInput):
        to_utc_text(datetime(2026, 1, 1))


def test_now_is_aware_and_now():
    assert abs(now() - now().astimezone(UTC)) < timedelta(seconds=5)
    assert now().tzinfo is not None


@given(st.dates())
def test_a_full_day_begins_and_ends_on_itself(day: date):
    made = WorldTime.of(day)
    assert made.first() == made.last() == day


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2024", "2024-01-01", "2024-12-31"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2023-02", "2023-02-01", "2023-02-28"),
        ("2024-12", "2024-12-01", "2024-12-31"),
        ("0001", "0001-01-01", "0001-12-31"),
    ],
)
def test_a_rough_date_covers_all_its_days(text: str, first: str, last: str):
    made = WorldTime(text)
    assert (made.first().isoformat(), made.last().isoformat()) == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "24",
        "2024-13",
        "2024-00",
        "2023-02-29",
        "2024-2-1",
        "2024-02-30",
        "0000",
        "yesterday",
        "２０２４",
        "2024-01-01T00:00",
    ],
)
def test_what_is_no_date_is_refused(text: str):
    with pytest.raises(BadInput):
        WorldTime(text)
