import numpy as np
import pytest

from app.inference.protocols import Encoding
from app.memory.recall.late import Matches, beside, match, together


class Flat:
    """An encoder in whose eyes every piece is equally rare, and none is empty."""

    def encode(self, texts):
        return [Encoding(np.ones(2, np.float32), np.zeros((0, 2), np.int8), np.zeros(0, np.int32)) for _ in texts]

    def rarity(self, pieces):
        return np.ones(len(pieces), np.float32)


def states(*rows):
    return np.array(rows, np.int8), np.arange(len(rows), dtype=np.int32)


def question(*rows):
    tokens, pieces = states(*rows)
    return Encoding(np.ones(2, np.float32), tokens, pieces)


def test_each_token_of_the_question_takes_its_best_match():
    held = {1: states((127, 0), (0, 127)), 2: states((90, 90))}
    found = match(question((127, 0), (0, 127)), held, [1, 2], Flat())
    assert found.best == pytest.approx(np.array([[1, 90 / 127], [1, 90 / 127]]), abs=1e-6)


def test_opposite_tokens_match_nothing_and_an_episode_without_states_neither():
    found = match(question((127, 0)), {1: states((-127, 0))}, [1, 2], Flat())
    assert found.best.tolist() == [[0, 0]]


def test_an_empty_pool_and_an_empty_question_are_no_error():
    assert match(question((127, 0)), {}, [], Flat()).best.shape == (1, 0)
    assert match(question(), {1: states((127, 0))}, [1], Flat()).best.shape == (0, 1)


def test_a_token_that_the_whole_pool_matches_tells_nothing():
    both = Matches(np.array([[1, 1], [1, 0]], np.float32), np.array([1, 1], np.float32))
    assert both.weights.tolist() == [0, 1]
    assert both.plain_weights.tolist() == [0.5, 0.5]


def test_only_as_much_of_a_long_passage_is_compared_as_the_encoder_reads_at_once():
    late_word = np.zeros((600, 2), np.int8)
    late_word[599] = (127, 0)
    found = match(question((127, 0)), {1: (late_word, np.zeros(600, np.int32))}, [1], Flat())
    assert found.best.tolist() == [[0]]


def test_neighbours_lend_their_matches():
    best = np.array([[1, 0, 0.5]], np.float32)
    assert beside(best, [-1, 0, 1], [1, 2, -1]).tolist() == [[1, 1, 0.5]]


def test_a_session_shares_its_matches():
    best = np.array([[1, 0, 0.5]], np.float32)
    assert together(best, [0, 0, 1]).tolist() == [[1, 1, 0.5]]
