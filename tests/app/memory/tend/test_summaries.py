"""Categories read well: summaries are sentences that speak to the user, and a shelf holds what its name says."""

import pytest

from app.domain.entity import ME
from app.domain.plan import USER, Add, Plan
from tests.app.memory.tend.sorted_memory import Sorted
from tests.builders import fact


@pytest.mark.parametrize(
    ("language", "rows", "told", "summary"),
    [
        (
            "en",
            [("Paris", "place", ""), ("Lisbon", "place", "")],
            ["Paris is a city", "You live in Lisbon!"],
            "Paris, Lisbon. Paris is a city. You live in Lisbon!",
        ),
        (
            "ja",
            [("京都", "place", ""), ("奈良", "place", "")],
            ["京都は都市", "私は奈良に住んでいる。"],
            "京都、奈良。京都は都市。私は奈良に住んでいる。",
        ),
    ],
)
def test_facts_stand_apart_from_each_other(profile, language, rows, told, summary):
    memory = Sorted(profile, language)
    numbers = memory.add(*rows)
    facts = [Add(fact(one, "status", "known", -1 - n, fact=told[n])) for n, one in enumerate(numbers)]
    memory.store.commit(Plan(tuple(facts), USER, "add", undoable=False))
    memory.sort()
    assert {one.summary for one in memory.categories() if one.layer == 1} == {summary}
    memory.close()


@pytest.mark.parametrize(("language", "you"), [("en", "You"), ("ja", "あなた")])
def test_the_user_is_spoken_to(profile, language, you):
    memory = Sorted(profile, language)
    memory.add((ME, "person", ""))
    memory.sort()
    assert [one.summary for one in memory.categories()] == [you]
    memory.close()


def test_one_plays_tennis_and_the_guitar_but_not_on_one_shelf(profile):
    memory = Sorted(profile, "en")
    me, *played = memory.add(
        (ME, "person", ""), ("tennis", "concept", ""), ("football", "concept", ""), ("guitar", "thing", ""),
        ("violin", "thing", ""),
    )  # fmt: skip
    facts = [Add(fact(me, "plays", one, -1 - n)) for n, one in enumerate(played)]
    memory.store.commit(Plan(tuple(facts), USER, "add", undoable=False))
    memory.sort()
    assert memory.members("Sports") == ["football", "tennis"]
    assert memory.members("Instruments") == ["guitar", "violin"]
    memory.close()
