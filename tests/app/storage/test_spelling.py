"""Slips are counted as by hand, for all words at once."""

import random

import pytest

from app.storage.spelling import Vocabulary, slips


def by_hand(one: str, other: str) -> int:
    """Letters changed, left out, added or swapped with a neighbour."""
    best = {(i, 0): i for i in range(len(one) + 1)} | {(0, j): j for j in range(len(other) + 1)}
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            found = [best[i - 1, j] + 1, best[i, j - 1] + 1, best[i - 1, j - 1] + (one[i - 1] != other[j - 1])]
            if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                found.append(best[i - 2, j - 2] + 1)
            best[i, j] = min(found)
    return best[len(one), len(other)]


@pytest.mark.parametrize("most", [1, 2])
def test_near_words_are_those_that_counting_by_hand_finds(most: int):
    draw = random.Random(most)
    words = sorted({"".join(draw.choice("abcdé森") for _ in range(draw.randint(1, 9))) for _ in range(150)})
    vocabulary = Vocabulary(words)
    for _ in range(20):
        wanted = "".join(draw.choice("abcdé森") for _ in range(draw.randint(2, 9)))
        found = {words[place]: (count, whole) for place, count, whole in vocabulary.near(wanted, most)}
        begins = {word: min(by_hand(wanted, word[:end]) for end in range(len(word) + 1)) for word in words}
        assert found == {
            word: (count, by_hand(wanted, word) == count) for word, count in begins.items() if count <= most
        }


def test_the_nearest_come_first_and_whole_words_before_longer_ones():
    words = ("northfields", "northfield", "northern")
    near = Vocabulary(words).near("northfeild", 2)
    assert [(words[place], count, whole) for place, count, whole in near] == [
        ("northfield", 1, True),
        ("northfields", 1, False),
    ]


def test_short_words_and_figures_allow_no_slip():
    allowed = {"bob": 0, "alice": 1, "northfield": 2, "053": 0, "sr-2023-052": 0, "森田": 0, "森田桜": 1}
    assert {word: slips(word) for word in allowed} == allowed


def test_nothing_is_near_nothing():
    assert Vocabulary(()).near("alice", 1) == []
    assert Vocabulary(("alice",)).near("", 1) == []
    assert Vocabulary(("alice",)).near("alice", 0) == []
