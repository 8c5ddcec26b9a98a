"""All words of one of several ways, and none of those left out: what the search page asks of the index."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.scope import OWNER, Scope
from app.domain.text import tokens
from app.storage.textindex import TextIndex
from tests import builders as build

TEXTS = [
    "quick check, all ok",
    "quick lunch with Alice",
    "quick lunch with Bob, then plans",
    "a plan for lunch",
    "今日は東京でパンを買った",
    "京都でパンを焼いた",
]


@pytest.fixture
def index(tmp_path: Path) -> Iterator[TextIndex]:
    made = TextIndex(tmp_path / "text")
    made.put([build.episode(text, number) for number, text in enumerate(TEXTS, start=1)])
    made.commit(7)
    yield made
    made.close()


def holding(index: TextIndex, *ways: str, without: tuple[str, ...] = (), scope: Scope = OWNER, limit: int = 10):
    found = index.holding([tokens(way) for way in ways], [tokens(one) for one in without], scope, limit)
    return [TEXTS[number - 1] for number, _ in found]


def test_all_words_must_stand_in_it(index):
    assert set(holding(index, "quick lunch")) == {TEXTS[1], TEXTS[2]}
    assert holding(index, "quick nowhere") == []


def test_words_count_by_their_stem_but_what_is_left_out_as_typed(index):
    assert set(holding(index, "plans")) == {TEXTS[2], TEXTS[3]}
    assert holding(index, "plans", without=("plan",)) == [TEXTS[2]]


def test_one_of_several_ways_is_enough(index):
    assert set(holding(index, "quick alice", "パン")) == {TEXTS[1], TEXTS[4], TEXTS[5]}


def test_japanese_words_are_left_out_whole(index):
    assert holding(index, "パン", without=("東京",)) == [TEXTS[5]]
    assert set(holding(index, "パン", without=("東都",))) == {TEXTS[4], TEXTS[5]}


def test_other_projects_stay_out(index):
    index.put([build.episode("quick kiln", 9, scope=Scope(project="x"))])
    index.commit(8)
    assert index.holding([["kiln"]], [], Scope(project="y"), 5) == []
    assert [number for number, _ in index.holding([["kiln"]], [], Scope(project="x"), 5)] == [9]


def test_more_are_not_given_than_are_asked_for(index):
    assert len(holding(index, "quick", limit=2)) == 2
    assert holding(index, "quick", limit=0) == []


words = st.lists(st.text(max_size=12), max_size=5)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ways=st.lists(words, max_size=4), without=st.lists(words, max_size=3))
def test_any_terms_may_be_asked_for(index, ways, without):
    assert len(index.holding(ways, without, OWNER, 10)) <= len(TEXTS)
