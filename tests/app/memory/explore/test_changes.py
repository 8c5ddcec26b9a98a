"""What changed between two days: in order, of whom was asked about, of what may be read, nothing that was never so."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import Cancelled
from app.domain.graph import GraphEdge, holds_on
from app.domain.scope import OWNER, Scope
from app.memory.explore import changes as module
from app.memory.explore.changes import changed
from tests.builders import entity, fact

FIRST, LAST = date(2020, 1, 1), date(2025, 12, 31)


def told(memory, about=None, since=FIRST, until=LAST, scope=OWNER):
    return [(one.kind, one.day.isoformat(), one.fact) for one in changed(memory.view, about, since, until, scope)]


def test_beginnings_and_ends_come_in_order(memory):
    memory.holds(
        range(1, 4),
        (1, 2, {"valid_at": "2021-05", "invalid_at": "2024"}),
        (1, 3, {"valid_at": "2024"}),
        (2, 3, {"valid_at": "2019", "invalid_at": "2026"}),
    )
    assert told(memory) == [("began", "2021-05-01", 1), ("ended", "2024-01-01", 1), ("began", "2024-01-01", 2)]
    assert told(memory, since=LAST, until=FIRST) == told(memory), "the days may come in either order"


def test_both_days_are_included(memory):
    memory.holds(range(1, 3), (1, 2, {"valid_at": "2021-05-02", "invalid_at": "2022-07-09"}))
    assert told(memory, since=date(2021, 5, 2), until=date(2022, 7, 9)) == [
        ("began", "2021-05-02", 1),
        ("ended", "2022-07-09", 1),
    ]
    assert told(memory, since=date(2021, 5, 3), until=date(2022, 7, 8)) == []


def test_an_undated_fact_began_when_it_was_said_and_says_so(memory):
    memory.holds(range(1, 3), (1, 2, {"at": datetime.fromisoformat("2024-02-01T23:30:00-05:00")}))
    (one,) = changed(memory.view, None, FIRST, LAST, OWNER)
    assert (one.kind, one.day, one.dated) == ("began", date(2024, 2, 1), False)


def test_what_was_over_when_it_was_said_has_only_its_end(memory):
    memory.holds(range(1, 3), (1, 2, {"at": "2024-02-01", "invalid_at": "2023"}))
    assert told(memory) == [("ended", "2023-01-01", 1)]


def test_what_was_taken_back_never_began(memory):
    back = datetime(2024, 3, 5, 12, tzinfo=UTC)
    memory.holds(range(1, 3), (1, 2, {"valid_at": "2021", "invalid_at": "2022", "expired_at": back}))
    assert told(memory) == [("retracted", "2024-03-05", 1)]
    assert told(memory, until=date(2023, 1, 1)) == []


def test_of_whom_was_asked_about_at_either_end(memory):
    memory.holds(range(1, 4), (1, 2, {"valid_at": "2021"}), (3, 1, {"valid_at": "2022"}), (2, 3, {"valid_at": "2023"}))
    assert [one[2] for one in told(memory, [1])] == [1, 2]
    assert [one[2] for one in told(memory, {2, 3})] == [1, 2, 3]
    assert told(memory, []) == []


def test_names_and_values_are_told(memory):
    memory.holds(range(1, 3), (1, 2, {"valid_at": "2021"}), (1, "pilot", {"valid_at": "2022"}))
    both = changed(memory.view, None, FIRST, LAST, OWNER)
    assert [(one.subject_name, one.object, one.object_name) for one in both] == [("E1", 2, "E2"), ("E1", None, "pilot")]
    assert both[0].text == "1 knows 2"


def test_what_may_not_be_read_is_not_told(memory):
    memory.holds(range(1, 3), (1, 2, {"valid_at": "2021"}))
    there, here = Scope(project="there"), Scope(project="here")
    far = memory.add(entity("There", id=-1, scope=there)).ids[-1]
    memory.add(fact(1, "likes", far, id=-1, valid_at="2022"), fact(1, "knows", 2, id=-2, valid_at="2023", scope=there))
    assert [one[2] for one in told(memory, scope=here)] == [1]
    assert [one[2] for one in told(memory, [1], scope=there)] == [1, 2, 3]


def test_of_many_the_latest_are_told(memory, monkeypatch):
    monkeypatch.setattr(module, "MOST", 2)
    memory.holds(range(1, 3), *((1, 2, {"valid_at": f"202{n}"}) for n in range(5)))
    assert [one[2] for one in told(memory)] == [4, 5]


def test_nobody_waits_for_a_list_that_is_not_wanted(memory):
    with pytest.raises(Cancelled):
        changed(memory.view, [1], FIRST, LAST, OWNER, lambda: True)


DAYS = st.dates(date(2020, 1, 1), date(2020, 1, 9)).map(date.isoformat)


@given(DAYS, st.none() | DAYS, st.none() | DAYS, st.dates(date(2019, 12, 30), date(2020, 1, 11)))
def test_what_is_told_and_what_the_slider_shows_agree(said, begun, ended, day):
    """A picture differs from that of the day before where a change of that day is told, and nowhere else."""
    row = (1, 1, 2, "a", "b", "knows", "", int(begun is not None), begun or said, ended, None)
    found = {(one.kind, one.day) for one in module.told_of(row)}
    dated, first = begun is not None, date.fromisoformat(begun or said)
    last = date.fromisoformat(ended) if ended else None
    since = None if not dated and last is not None and last <= first else first
    edge = GraphEdge(1, 1, 2, "knows", "", since=since, until=last)
    before = date.fromordinal(day.toordinal() - 1)
    if holds_on(edge, day) and not holds_on(edge, before):
        assert ("began", day) in found
    if holds_on(edge, before) and not holds_on(edge, day):
        assert ("ended", day) in found
