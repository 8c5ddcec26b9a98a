"""When sorting is due."""

import pytest

from app.memory.tend.trigger import due


@pytest.mark.parametrize(
    ("waiting", "hours", "expected"),
    [(0, 1000, False), (9, 23.9, False), (10, 0, True), (1, 24, True), (1, 0, False), (0, 0, False)],
)
def test_many_at_once_or_a_few_after_a_day(waiting, hours, expected):
    assert due(waiting, hours) is expected


def test_numbers_of_the_settings():
    assert due(3, 0, entities=3)
    assert due(1, 2, hours=2)
    assert not due(2, 1, entities=3, hours=2)
