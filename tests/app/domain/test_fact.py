"""When a fact holds."""

from datetime import date, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from app.domain.clock import WorldTime
from tests import builders as build

DAYS = st.dates(date(2000, 1, 1), date(2040, 1, 1))
ROUGH = DAYS.flatmap(lambda day: st.sampled_from([f"{day:%Y}", f"{day:%Y-%m}", f"{day:%Y-%m-%d}"]))


def test_an_undated_fact_holds_from_the_day_it_was_said():
    evening = datetime(2026, 3, 7, 23, 30, tzinfo=timezone(timedelta(hours=-8)))
    fact = build.fact(1, "lives_in", 2, at=evening)
    assert fact.since() == date(2026, 3, 7)
    assert fact.holds_on(date(2026, 3, 7))
    assert not fact.holds_on(date(2026, 3, 6))


def test_it_holds_up_to_and_not_including_its_end():
    fact = build.fact(1, "lives_in", 2, valid_at="2024", invalid_at="2025-06")
    assert [
        fact.holds_on(day) for day in (date(2023, 12, 31), date(2024, 1, 1), date(2025, 5, 31), date(2025, 6, 1))
    ] == [
        False,
        True,
        True,
        False,
    ]


def test_what_ended_on_the_day_it_began_never_held():
    fact = build.fact(1, "lives_in", 2, valid_at="2024-05-01", invalid_at="2024-05-01")
    assert not fact.holds_on(date(2024, 5, 1))


@given(DAYS, ROUGH)
def test_a_retracted_fact_never_held(day: date, since: str):
    assert not build.fact(1, "lives_in", 2, valid_at=since, expired_at=build.NOON).holds_on(day)


@given(ROUGH, ROUGH, DAYS)
def test_the_days_a_fact_holds_are_one_stretch(since: str, until: str, day: date):
    fact = build.fact(1, "lives_in", 2, valid_at=since, invalid_at=until)
    inside = WorldTime(since).first() <= day < WorldTime(until).first()
    assert fact.holds_on(day) == inside
