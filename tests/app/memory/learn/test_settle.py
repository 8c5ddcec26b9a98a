"""How much a turn matters: the same in both languages."""

import pytest

from app.domain.draft import Draft
from app.domain.entity import ME
from app.memory.learn.settle import settled
from tests.builders import Reading


def weight(text, *facts, role="user"):
    reading = Reading(text)
    for fact in facts:
        reading = reading.fact(*fact)
    return settled(text, role, reading.draft).importance


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("I like natto", "納豆が好きです"),
        ("I can't stand coriander", "パクチーが苦手"),
        ("we decided to move", "引っ越しに決めた"),
        ("good night", "おやすみ"),
    ],
)
def test_a_thing_said_in_either_language_weighs_the_same(english, japanese):
    assert weight(english) == pytest.approx(weight(japanese), abs=0.02)


def test_a_preference_of_the_user_matters_more_than_small_talk():
    assert weight("I love rye", (ME, "likes", "rye")) > 0.6
    assert weight("talk tomorrow") < 0.3
    assert weight("Ann likes rye", ("Ann", "likes", "rye")) < weight("I like rye", (ME, "likes", "rye"))


def test_never_outside_0_to_1():
    facts = [(ME, "likes", f"thing {number}") for number in range(40)]
    assert weight("I love it, we decided. " * 400, *facts) <= 1.0
    assert settled("", "document", Draft()).importance >= 0.0
