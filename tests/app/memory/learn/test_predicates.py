"""Words of models for predicates: known ones where that is sure, usable ones else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.learn.predicates import LONGEST, Meant, meant
from app.memory.learn.reading.relations import relations


@pytest.mark.parametrize(
    ("word", "predicate"),
    [
        ("works_at", "works_at"),
        ("Works for", "works_at"),
        ("worksAt", "works_at"),
        ("resides in", "lives_in"),
        ("is married to", "married_to"),
        ("has favourite colour", "favorite_colour"),
        ("favorite_food", "favorite_food"),
        ("勤務先", "works_at"),
        ("職業", "job_title"),
        ("loves", "likes"),
        ("sponsors of", "sponsors_of"),
        ("  ", ""),
        ("123", ""),
        ("2nd_cousin", "nd_cousin"),
        ("!?", ""),
    ],
)
def test_words(word, predicate):
    assert meant(word) == Meant(predicate)


@pytest.mark.parametrize(
    ("word", "predicate"), [("employs", "works_at"), ("founded by", "founded"), ("pet_of", "has_pet")]
)
def test_words_said_from_the_other_end(word, predicate):
    assert meant(word) == Meant(predicate, turned=True)


@given(st.text())
def test_any_word_gives_a_predicate_that_memory_can_look_up(word):
    found = meant(word)
    assert len(found.predicate) <= LONGEST
    assert relations().of(found.predicate).predicate == found.predicate
