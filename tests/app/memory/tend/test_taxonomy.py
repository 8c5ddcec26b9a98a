"""The shipped concepts keep the rules that categories keep."""

from collections import Counter

import pytest

from app.domain.entity import ENTITY_KINDS
from app.domain.text import fold
from app.memory.learn.categorise import Tie
from app.memory.learn.reading.relations import relations
from app.memory.tend.naming import usable
from app.memory.tend.taxonomy import load, taxonomy


def test_names_are_single_concepts_and_unique():
    concepts = list(taxonomy().table.values())
    assert len(taxonomy().at(1)) >= 120
    for language in ("en", "ja"):
        assert [one.key for one in concepts if usable(one.name[language]) != one.name[language]] == []
        labels = Counter(fold(label[language]) for one in concepts for label in (one.name, one.tag))
        assert [label for label, count in labels.items() if count > 1] == []


def test_predicates_are_known_ones():
    used = {predicate for one in taxonomy().at(1) for predicate in one.subject | one.object}
    assert [one for one in used if not relations().knows(one)] == []


def test_each_kind_has_a_place_and_each_group_a_leaf():
    assert all(taxonomy().standing_for(kind, 1) for kind in ENTITY_KINDS)
    for layer in (1, 2):
        parents = {one.parent for one in taxonomy().at(layer)}
        assert parents == {one.key for one in taxonomy().at(layer + 1)}


@pytest.mark.parametrize(
    ("words", "key"),
    [
        *(("older sister", "family"), ("cities", "cities"), ("Blue Cafés", "cafes"), ("ice cream", "sweets")),
        *(("中央図書館", "libraries"), ("妹", "family"), ("東京駅", "stations"), ("北川製作所", "companies")),
    ],
)
def test_words_that_mark_a_member(words, key):
    assert taxonomy().cued(words).get(key) == 1.0


def test_the_head_of_a_name_weighs_more_than_its_first_word():
    cued = taxonomy().cued("piano teacher")
    assert cued["teachers"] > cued["instruments"]


def test_facts_speak_from_the_end_they_name():
    homes = taxonomy().table["homes"]
    assert homes.tied(Tie("lives_in", "object", "Me", ""))
    assert not homes.tied(Tie("lives_in", "subject", "Me", ""))


def test_a_stored_category_is_known_by_its_tag_or_its_name_in_either_language():
    family = taxonomy().table["family"]
    for tag, name in (("", "Family"), ("", "家族"), (family.tag["ja"], "My folks"), (family.tag["en"], "Anna")):
        assert taxonomy().of(1, tag, name) is family
    assert taxonomy().of(2, "", "Family") is None
    assert taxonomy().of(1, "", "") is None


@pytest.mark.parametrize(
    "text",
    [
        '[leaf.a]\nin = "b"\nname = { en = "A", ja = "あ" }\ntag = { en = "x", ja = "え" }',
        '[area.a]\nname = { en = "A", ja = "あ" }\ntag = { en = "x", ja = "え" }\nwhat = 1',
        '[area.a]\nname = { en = "A", ja = "あ" }\ntag = { en = "x", ja = "え" }\nfor = ["ghost"]',
        '[area.a]\nname = { en = "A", ja = "あ" }\ntag = { en = "x", ja = "え" }\n'
        '[area.b]\nname = { en = "A", ja = "い" }\ntag = { en = "y", ja = "お" }',
    ],
)
def test_a_slip_in_the_file_is_told(text):
    with pytest.raises(ValueError, match=r"a|A"):
        load(text)
