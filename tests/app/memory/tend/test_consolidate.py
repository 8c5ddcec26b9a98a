"""The rule of keeping: limits hold, nothing is lost, and a second time changes nothing."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from app.domain.plan import EXTRACTOR, Amend
from app.domain.tier import Limits, Standing
from app.memory.tend.consolidate import AT_ONCE, plans

SMALL = Limits(short_term=3, long_term=4, importance=0.7, references=2)


def standing(id: int, importance: float = 0.5, cited: int = 0, **rest) -> Standing:
    values = {"agent": "me", "said_at": f"2026-01-01T00:00:{id:06d}", "tier": "short_term", "referenced": cited}
    return Standing(id=id, importance=importance, cited=cited, **{**values, **rest})


def amended(rows: list[Standing], limits: Limits = SMALL) -> list[Standing]:
    """The rows as they stand once everything is written."""
    by_id = {row.id: row for row in rows}
    for plan in plans(rows, limits):
        for step in plan.steps:
            assert isinstance(step, Amend)
            by_id[step.id] = replace(by_id[step.id], **step.changes)
    return list(by_id.values())


def tier_of(rows: list[Standing], id: int) -> str:
    return next(row.tier for row in rows if row.id == id)


stood = some.builds(
    Standing,
    id=some.integers(1, 10_000),
    agent=some.sampled_from(["me", "helper"]),
    said_at=some.sampled_from([f"2026-01-{day:02d}" for day in range(1, 29)]),
    importance=some.floats(0, 1).map(lambda weight: round(weight, 3)),
    tier=some.sampled_from(["short_term", "long_term", "archive"]),
    referenced=some.integers(0, 5),
    cited=some.integers(0, 5),
    unread=some.sampled_from(["", "", "I love rye.", "Good night."]),
)
limits = some.builds(
    Limits, short_term=some.integers(0, 6), long_term=some.integers(0, 6), importance=some.floats(0, 1),
    references=some.integers(0, 4),
)  # fmt: skip


@given(some.lists(stood, max_size=40, unique_by=lambda row: row.id), limits)
def test_limits_hold_and_nothing_is_lost(rows: list[Standing], limits: Limits):
    after = amended(rows, limits)
    assert {row.id for row in after} == {row.id for row in rows}
    for agent in {row.agent for row in rows}:
        mine = [row for row in after if row.agent == agent]
        at_hand = [row for row in mine if row.tier == "short_term"]
        older = [row for row in mine if row.tier != "short_term"]
        assert len(at_hand) == min(limits.short_term, len(mine))
        assert sum(row.tier == "long_term" for row in mine) <= limits.long_term
        newest = max(((row.said_at, row.id) for row in older), default=("", 0))
        assert all((row.said_at, row.id) > newest for row in at_hand)
        for row in older:
            lasting = row.importance > limits.importance or row.cited > limits.references
            assert row.tier == "archive" or lasting
        if sum(row.tier == "long_term" for row in mine) < limits.long_term:
            assert not [row for row in older if row.tier == "archive" and row.importance > limits.importance]
    assert all(row.referenced == row.cited for row in after)


@given(some.lists(stood, max_size=40, unique_by=lambda row: row.id), limits)
def test_a_second_time_changes_nothing(rows: list[Standing], limits: Limits):
    assert not list(plans(amended(rows, limits), limits))


def test_the_newest_stay_at_hand_whatever_they_are_worth():
    after = amended([standing(id, importance=0.1) for id in range(1, 6)])
    assert [row.tier for row in after] == ["archive", "archive", "short_term", "short_term", "short_term"]


@pytest.mark.parametrize(
    ("importance", "cited", "tier"),
    [(0.71, 0, "long_term"), (0.7, 0, "archive"), (0.1, 3, "long_term"), (0.1, 2, "archive")],
)
def test_what_matters_or_is_used_is_kept_for_long(importance: float, cited: int, tier: str):
    rows = [standing(1, importance, cited), *(standing(id) for id in range(2, 5))]
    assert tier_of(amended(rows), 1) == tier


def test_of_too_much_what_is_not_used_goes_first():
    rows = [standing(1, 0.8, cited=3), standing(2, 0.95), standing(3, 0.75), standing(4, 0.75)]
    after = amended([*rows, *(standing(id) for id in range(5, 8))], Limits(short_term=3, long_term=3))
    assert [tier_of(after, id) for id in (1, 2, 3, 4)] == ["long_term", "long_term", "archive", "long_term"]


def test_each_agent_has_limits_of_its_own():
    busy = [standing(id, agent="helper") for id in range(100, 120)]
    after = amended([standing(1), standing(2), *busy])
    assert [tier_of(after, id) for id in (1, 2)] == ["short_term", "short_term"]


def test_what_came_back_to_use_comes_back_from_the_archive():
    rows = [standing(1, cited=3, tier="archive", referenced=0), *(standing(id) for id in range(2, 5))]
    after = amended(rows)
    assert (tier_of(after, 1), after[0].referenced) == ("long_term", 3)


def test_words_that_nobody_read_are_weighed_by_themselves():
    rows = [standing(1, unread="I love rye bread."), standing(2, unread="Good night."), *map(standing, range(3, 6))]
    after = amended(rows)
    assert [tier_of(after, id) for id in (1, 2)] == ["long_term", "archive"]


def test_many_are_written_in_pieces_that_no_person_undoes():
    made = list(plans([standing(id) for id in range(1, 1300)], SMALL))
    assert [len(plan.steps) for plan in made] == [AT_ONCE, AT_ONCE, 1296 - 2 * AT_ONCE]
    assert {(plan.author, plan.undoable) for plan in made} == {(EXTRACTOR, False)}
