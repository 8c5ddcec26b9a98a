"""The history of a slot: pure rules, tried on any set of statements."""

from datetime import UTC, date, datetime, timedelta
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.clock import WorldTime
from app.domain.entity import Span
from app.domain.fact import Anchor
from app.domain.ids import AnchorId, EpisodeId, FactId
from app.memory.learn.intervals import Held, Support, settle_slot
from app.memory.learn.slots import identity, slots
from tests.builders import fact

START = date(2024, 1, 1)


def held(number, place, said, since=None, until=None, ends=False):
    """Somebody lives in `place` (an entity's number), said on day `said`; times as text."""
    told = fact(1, "lives_in", place, id=number, at=datetime.fromisoformat(said + "T12:00:00+00:00"))
    row = fact(1, "lives_in", place, id=number, at=told.said_at, valid_at=since, invalid_at=until)
    anchor = Anchor(AnchorId(number), FactId(number), EpisodeId(number), Span(0, 1), ends)
    return Held(row, (Support(anchor, told.said_at),))


def settle(*rows):
    mint = count(-1000, -1)
    return sorted(settle_slot(rows, lambda: next(mint)), key=lambda row: (row.fact.since(), abs(row.fact.id)))


def shown(rows):
    return [
        (row.fact.object, row.fact.since().isoformat(), row.fact.invalid_at.text if row.fact.invalid_at else None)
        for row in rows
    ]


def test_a_later_statement_ends_the_earlier():
    rows = settle(held(1, 7, "2025-01-05"), held(2, 8, "2026-01-05"))
    assert shown(rows) == [(7, "2025-01-05", "2026-01-05"), (8, "2026-01-05", None)]
    assert rows[0].fact.invalidated_by == 2


def test_what_ended_is_open_again_once_its_ender_is_gone():
    ended, ender = settle(held(1, 7, "2025-01-05"), held(2, 8, "2026-01-05"))
    again = Held(fact(1, "lives_in", 7, id=1, at=ended.fact.said_at), ended.supports)
    assert shown(settle(again)) == [(7, "2025-01-05", None)]
    assert ender.fact.invalid_at is None


def test_an_end_beyond_any_start_stands_alone():
    rows = settle(held(1, 7, "2025-03-01", until="2025-02", ends=True))
    assert rows[0].only_ended()
    assert rows[0].fact.invalid_at == WorldTime("2025-02")


def test_an_end_joins_its_start():
    rows = settle(held(1, 7, "2025-12-01", until="2025-12-01", ends=True), held(-5, 7, "2025-01-01"))
    assert shown(rows) == [(7, "2025-01-01", "2025-12-01")]
    assert rows[0].fact.id == 1
    assert [one.anchor.ends for one in rows[0].supports].count(True) == 1


def test_left_on_friday_said_of_a_job_first_named_on_monday():
    rows = settle(held(1, 7, "2026-03-09"), held(2, 7, "2026-03-10", until="2026-03-06", ends=True))
    assert shown(rows) == [(7, "2026-03-09", "2026-03-06")]
    assert [row.fact.valid_at for row in rows] == [None]
    assert settle(*rows) == rows


def test_what_was_left_before_it_was_named_ends_nothing_that_came_between():
    rows = settle(
        held(1, 7, "2026-03-09"),
        held(2, 7, "2026-03-10", until="2026-03-06", ends=True),
        held(3, 8, "2026-03-11", since="2026-03-07"),
    )
    assert sorted(shown(rows)) == [(7, "2026-03-09", "2026-03-06"), (8, "2026-03-07", None)]


def test_an_end_told_by_the_month_comes_after_the_start_in_it():
    rows = settle(held(1, 7, "2026-05-10"), held(2, 7, "2026-06-15", until="2026-05", ends=True))
    assert shown(rows) == [(7, "2026-05-10", "2026-05-31")]


def test_two_things_in_one_breath_both_hold_until_a_third():
    rows = settle(held(1, 7, "2025-01-05"), held(2, 8, "2025-01-05"))
    assert [row.fact.invalid_at for row in rows] == [None, None]
    rows = settle(*rows, held(3, 9, "2025-06-05"))
    assert [row.fact.object for row in rows if row.fact.invalid_at is None] == [9]


def test_the_more_precise_of_two_tellings_is_kept():
    rows = settle(held(1, 7, "2026-04-01", "2026-03"), held(2, 7, "2026-04-02", "2026-03-05"))
    assert shown(rows) == [(7, "2026-03-05", None)]


def test_recently_begun_wins_over_a_stale_word():
    rows = settle(held(1, 7, "2026-03-10"), held(2, 8, "2026-03-20", "2026-03-05"))
    assert [row.fact.object for row in rows if row.fact.holds_on(date(2026, 3, 21))] == [8]


def test_long_past_does_not_win_over_what_holds_now():
    rows = settle(held(1, 7, "2025-12-01"), held(2, 8, "2026-01-05", "2019"))
    assert [row.fact.object for row in rows if row.fact.holds_on(date(2026, 1, 6))] == [7]


def test_a_stretch_split_by_what_lay_between():
    first, last = held(1, 7, "2024-04-02"), held(2, 7, "2026-02-03")
    (joined,) = settle(first, last)
    rows = settle(joined, held(3, 8, "2025-06-05"))
    assert shown(rows) == [
        (7, "2024-04-02", "2025-06-05"),
        (8, "2025-06-05", "2026-02-03"),
        (7, "2026-02-03", None),
    ]
    assert sorted(one.anchor.id for row in rows for one in row.supports) == [1, 2, 3]


def _dates():
    return st.integers(0, 900).map(lambda day: (START + timedelta(days=day)).isoformat())


def _told():
    return st.dates(START, date(2026, 6, 30)).flatmap(
        lambda said: st.tuples(
            st.integers(7, 9),
            st.just(said.isoformat()),
            st.one_of(st.none(), _dates(), st.sampled_from(["2024", "2025", "2025-03", "2026-01"])),
            st.booleans(),
        )
    )


def _rows(told):
    return [
        held(number, place, said, until=since or said, ends=True) if ends else held(number, place, said, since)
        for number, (place, said, since, ends) in enumerate(told, 1)
    ]


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.lists(_told(), max_size=7), st.randoms(use_true_random=False))
def test_any_statements_give_one_sound_history(told, random):
    rows = settle(*_rows(told))
    for row in rows:
        if row.fact.invalid_at is not None and not row.only_ended():
            assert row.fact.invalid_at.first() >= row.fact.since()
    shuffled = _rows(told)
    random.shuffle(shuffled)
    assert sorted(shown(settle(*shuffled)), key=str) == sorted(shown(rows), key=str)
    anchors = sorted(one.anchor.id for row in rows for one in row.supports)
    assert anchors == list(range(1, len(told) + 1))
    assert {row.fact.id for row in rows} <= set(range(1, len(told) + 1)) | set(range(-1100, -999))


def _plain_told():
    return st.lists(
        st.tuples(st.integers(7, 9), _dates(), st.none(), st.booleans()), max_size=6, unique_by=lambda told: told[1]
    )


@settings(max_examples=150, deadline=None, derandomize=True)
@given(_plain_told())
def test_settled_is_settled(told):
    rows = settle(*_rows(told))
    assert shown(settle(*rows)) == shown(rows)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(_plain_told(), st.permutations(range(6)))
def test_learned_one_by_one_in_any_order_it_is_the_same(told, order):
    """Statements without dates of their own: what holds on any day does not depend on the order of learning."""
    rows = _rows(told)
    at_once = settle(*rows)
    one_by_one: list[Held] = []
    for place in order:
        if place < len(rows):
            one_by_one = settle(*one_by_one, rows[place])
    for day in range(0, 900, 30):
        on = START + timedelta(days=day)
        assert _holding(one_by_one, on) == _holding(at_once, on)


def _holding(rows, on):
    return {row.fact.object for row in rows if row.fact.holds_on(on)}


@settings(max_examples=150, deadline=None, derandomize=True)
@given(_plain_told(), st.integers(0, 900))
def test_at_most_one_holds(told, day):
    assert len(_holding(settle(*_rows(told)), START + timedelta(days=day))) <= 1


def test_relations_that_are_one():
    assert identity(fact(1, "child_of", 2)) == identity(fact(2, "parent_of", 1))
    assert identity(fact(1, "manages", 2)) == identity(fact(2, "reports_to", 1))
    assert identity(fact(1, "sibling_of", 2)) == identity(fact(2, "sibling_of", 1))
    assert identity(fact(1, "works_at", 2)) != identity(fact(2, "works_at", 1))
    assert identity(fact(1, "phone", "+81 3-1234-5678")) == identity(fact(1, "phone", "+81312345678"))


def test_relations_that_exclude_each_other():
    assert slots(fact(1, "works_at", 2)) == slots(fact(1, "works_at", 3))
    assert slots(fact(1, "likes", 2)) == slots(fact(1, "dislikes", 2))
    assert slots(fact(1, "likes", 2)) != slots(fact(1, "likes", 3))
    assert slots(fact(1, "favorite_tea", "oolong")) != slots(fact(1, "favorite_teapot", "oolong"))
    assert set(slots(fact(1, "married_to", 2))) & set(slots(fact(2, "married_to", 3)))
    assert not set(slots(fact(1, "plays", 2))) & set(slots(fact(1, "plays", 3)))


def test_utc_is_not_the_day():
    late = datetime(2026, 3, 7, 22, 30, tzinfo=UTC)
    assert fact(1, "lives_in", 2, at=late).since() == date(2026, 3, 7)
