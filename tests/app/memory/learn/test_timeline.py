"""Stories: whatever the order of telling, what held when comes out right, and telling twice changes nothing."""

from datetime import timedelta
from itertools import permutations

import pytest

from app.domain.entity import ME
from tests.app.memory.learn.more_stories import SECOND
from tests.app.memory.learn.stories import FIRST
from tests.remembering import Memory, retold

STORIES = {**FIRST, **SECOND}
ONLY_IN_ORDER = {"a slip taken back", "I quit, without saying what", "a plan called off"}
"""Stories with words that look back at the turn before."""


@pytest.fixture
def memory(profile):
    made = Memory(profile)
    yield made
    made.close()


def _answers(memory, checks):
    return [memory.ask(subject, predicate, day) for subject, predicate, day, _ in checks]


@pytest.mark.parametrize("name", STORIES)
def test_as_told(name, memory):
    turns, checks = STORIES[name]
    retold(turns, memory)
    assert _answers(memory, checks) == [sorted(expected) for *_, expected in checks]


@pytest.mark.parametrize("name", sorted(STORIES.keys() - ONLY_IN_ORDER))
def test_in_any_order(name, tmp_path):
    turns, checks = STORIES[name]
    for number, order in enumerate(list(permutations(turns))[1:]):
        folder = tmp_path / str(number)
        memory = Memory(folder)
        retold(order, memory)
        assert _answers(memory, checks) == [sorted(expected) for *_, expected in checks], [at for at, *_ in order]
        memory.close()


@pytest.mark.parametrize("name", STORIES)
def test_learned_twice_changes_nothing(name, memory):
    turns, _ = STORIES[name]
    told = [memory.tell(text, at, reading) for at, text, reading in turns]
    before = memory.tables()
    for episode in told:
        memory.learn(episode)
        assert memory.tables() == before


@pytest.mark.parametrize("name", STORIES)
def test_no_interval_is_inverted(name, memory):
    turns, checks = STORIES[name]
    retold(turns, memory)
    for subject, predicate, *_ in checks:
        for fact, _ in memory.facts(subject, predicate):
            if fact.invalid_at is not None:
                assert fact.invalid_at.first() >= fact.since() or fact.valid_at is None


def test_the_same_text_twice_is_one_fact_with_two_sources(memory):
    (at, text, reading), _ = STORIES["love turns to hate"][0]
    memory.tell(text, at, reading)
    memory.tell(text, "2025-05-02", reading)
    rows = memory.facts(ME, "likes")
    assert len(rows) == 1
    anchors = memory.view.facts.anchors([rows[0][0].id], memory.episode(1).scope)
    assert len(anchors[rows[0][0].id]) == 2


def test_told_again_earlier_it_reaches_back(memory):
    (at, text, reading), _ = STORIES["love turns to hate"][0]
    memory.tell(text, at, reading)
    memory.tell(text, "2024-01-01", reading)
    ((fact, _),) = memory.facts(ME, "likes")
    assert fact.since().isoformat() == "2024-01-01"


def test_the_day_is_the_speakers_own(memory):
    _, text, reading = STORIES["love turns to hate"][0][0]
    memory.tell(text, "2026-03-07T23:30:00+02:00", reading)
    ((fact, _),) = memory.facts(ME, "likes")
    assert fact.since().isoformat() == "2026-03-07"
    assert fact.said_at.utcoffset() == timedelta(hours=2)
    rows = memory.store._connection.execute("SELECT said_at FROM facts").fetchall()
    assert rows[0][0].startswith("2026-03-07T21:30:00")
