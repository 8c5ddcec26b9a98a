from datetime import date

import numpy as np
import pytest

from app.domain.question import Question
from app.memory.recall.classify import classify
from app.memory.recall.ranker import shipped
from app.memory.recall.timing import preference, stale
from tests.builders import NOON, anchor, episode, fact, moment

TURNS = [episode(id=1, at="2023-05-01"), episode(id=2, at="2024-07-01"), episode(id=3, at="2026-05-01")]
EVEN = np.zeros(3, np.float32)


def asked(text, **rest):
    return classify(Question(text, moment("2026-06-01"), **rest))


def added(text, anchored=None, scores=EVEN):
    return preference(asked(text), TURNS, scores, anchored or {}, shipped().time).tolist()


def test_a_question_without_time_asks_nothing_of_time():
    assert added("Where is Ann?") == [0, 0, 0]


def test_now_prefers_the_newest_and_before_the_oldest():
    assert np.argsort(added("Where is Ann now?")).tolist() == [0, 1, 2]
    assert np.argsort(added("Where was Ann before?")).tolist() == [2, 1, 0]


def test_only_rivals_of_the_best_are_told_apart_by_time():
    """An unrelated newer turn does not push the answer to the middle."""
    values = added("Where is Ann now?", scores=np.array([9, 10, 0], np.float32))
    assert values[1] == pytest.approx(shipped().time.fresh)


def test_a_period_prefers_what_lies_in_it_then_the_last_word_before_it():
    values = added("Where was Ann in summer 2024?")
    assert values[1] > values[0] > 0 > values[2]


def test_what_has_ended_ranks_below_unless_the_question_is_about_before():
    ended = {1: [(fact(1, "lives_in", 2, invalid_at="2024-01-01"), anchor(1, 1))]}
    assert added("Where does Ann live?", ended) == [pytest.approx(-shipped().time.stale), 0, 0]
    assert added("Where did Ann live before?", ended) == added("Where did Ann live before?")


def test_what_still_held_in_the_period_is_not_stale():
    row = [(fact(1, "lives_in", 2, invalid_at="2025-01-01"), anchor(1, 1))]
    assert stale(row, asked("Where did Ann live in 2024?")) == 0
    assert stale(row, asked("Where did Ann live in 2025?")) == 1
    assert stale(row, asked("Where does Ann live?", as_of=date(2024, 5, 1))) == 0


def test_words_that_end_a_fact_are_not_stale_and_retracted_ones_are():
    gone = fact(1, "lives_in", 2, invalid_at="2024-01-01")
    assert stale([(gone, anchor(1, 1, ends=True))], asked("Where does Ann live?")) == 0
    assert stale([(fact(1, "lives_in", 2, expired_at=NOON), anchor(1, 1))], asked("Where does Ann live?")) == 1
    assert stale([], asked("Where?")) == 0


def test_an_empty_pool_is_no_error():
    assert preference(asked("now"), [], np.zeros(0, np.float32), {}, shipped().time).shape == (0,)
