"""How an edge looks on a day: what holds, what is over or has not begun, what was never true."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.graph import GraphEdge, holds_on, state_on

DAY = date(2024, 6, 1)
DAYS = st.dates(date(2024, 5, 25), date(2024, 6, 8))


def edge(since=None, until=None, state="current"):
    return GraphEdge(1, 1, 2, "knows", "", state=state, since=since, until=until)


@pytest.mark.parametrize(
    "since, until, expected",
    [
        (None, None, "current"),
        (DAY, None, "current"),
        (DAY + timedelta(1), None, "ended"),
        (None, DAY, "ended"),
        (DAY, DAY, "ended"),
        (DAY - timedelta(1), DAY + timedelta(1), "current"),
    ],
)
def test_it_holds_from_its_first_day_up_to_its_end(since, until, expected):
    assert state_on(edge(since, until), DAY) == expected


@given(st.none() | DAYS, st.none() | DAYS, DAYS)
def test_the_days_on_which_it_holds_have_no_gap(since, until, day):
    one = edge(since, until, "ended")
    holds = [holds_on(one, day + timedelta(ahead)) for ahead in range(-20, 21)]
    assert "01" not in "".join("01"[held] for held in holds).lstrip("0")
    assert (state_on(one, day) == "current") == holds_on(one, day)


@given(st.none() | DAYS, st.none() | DAYS, DAYS, st.sampled_from(["retracted", "suggested"]))
def test_a_mistake_and_a_doubt_are_so_on_any_day(since, until, day, state):
    one = edge(since, until, state)
    assert (state_on(one, day), holds_on(one, day)) == (state, False)
