"""The shipped table is complete and consistent; families and unknown predicates get sensible words."""

import pytest

from app.memory.learn.reading.relations import load, relations

ALL = list(relations().table.values())
LABEL = 'label = { en = "a", ja = "b" }'
REST = 'now = { en = "{s}{o}", ja = "{s}{o}" }\nyou = { now = "{o}" }'
ORDINARY = [
    "works_at",
    "job_title",
    "lives_in",
    "from_place",
    "speaks",
    "sibling_of",
    "married_to",
    "partner_of",
    "parent_of",
    "child_of",
    "friend_of",
    "colleague_of",
    "knows",
    "reports_to",
    "manages",
    "uses",
    "founded",
    "starts_on",
    "due_on",
    "allergic_to",
    "graduated_from",
    "plays",
    "birthday",
    "bought",
    "studies",
    "studies_at",
    "has_pet",
    "created",
    "diagnosed_with",
    "takes_medicine",
    "watched",
    "reads",
    "attended",
    "maintains",
    "member_of",
    "likes",
    "dislikes",
    "learns",
    "owns",
    "visited",
    "part_of",
    "located_in",
    "name_is",
    "phone",
    "email",
    "plans_to",
    "favorite_tea",
]


@pytest.mark.parametrize("predicate", ORDINARY)
def test_ordinary_predicates_are_known(predicate):
    assert relations().knows(predicate)


@pytest.mark.parametrize("relation", ALL, ids=lambda relation: relation.predicate)
class TestEachRelation:
    def test_words_in_both_languages(self, relation):
        for language in ("en", "ja"):
            assert relation.label[language].strip()
            for template in (relation.now[language], relation.past[language]):
                assert "{s}" in template
                assert "{o}" in template
        assert "{o}" in relation.you_now
        assert "{s}" not in relation.you_now + relation.you_past

    def test_a_past_exists_in_all_tongues_or_in_none(self, relation):
        assert bool(relation.you_past) == (relation.past["en"] != relation.now["en"])

    def test_pointers_point_back(self, relation):
        table = relations().table
        if relation.inverse:
            assert table[relation.inverse].inverse == relation.predicate
            assert table[relation.inverse].functional_back == relation.functional
        if relation.opposite:
            assert table[relation.opposite].opposite == relation.predicate
        assert not (relation.symmetric and relation.inverse)

    def test_values_have_no_inverse_reading(self, relation):
        if relation.object_is == "value":
            assert not (relation.symmetric or relation.inverse or relation.back)


def test_a_family_member_says_its_free_part():
    tea = relations().of("favorite_tea")
    assert tea.functional
    assert tea.object_is == "value"
    assert tea.sentence_you("oolong", ended=True) == "Your favourite tea was oolong"
    assert relations().of("favorite_ice_cream").short("en") == "favourite ice cream"
    assert relations().of("favorite_お茶").sentence("蓮", "玄米茶", "ja") == "蓮の好きなお茶は玄米茶"


def test_the_bare_head_of_a_family_is_not_one_of_it():
    assert not relations().knows("favorite_")
    assert not relations().knows("favorite")


def test_an_unknown_predicate_is_plain_words():
    feeds = relations().of("feeds_on")
    assert not feeds.functional
    assert feeds.sentence("Puffin", "sand eels", "en") == "Puffin feeds on sand eels"


def test_names_with_braces_are_left_alone():
    assert relations().of("uses").sentence("{o}", "{x}", "en") == "{o} uses {x}"


@pytest.mark.parametrize(
    ("label", "extra"),
    [
        ('label = { en = "a" }', ""),
        (LABEL, "colour = 1"),
        (LABEL, 'inverse = "y"'),
        (LABEL, 'subjects = ["dog"]'),
    ],
    ids=["one language", "unknown key", "dangling inverse", "unknown kind"],
)
def test_an_incomplete_table_is_refused(label, extra):
    with pytest.raises(ValueError, match="x "):
        load("\n".join(["[x]", label, REST, extra]))


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("係長", "山口大輔の役職は係長"),
        ("営業部長", "山口大輔の役職は営業部長"),
        ("主任", "山口大輔の役職は主任"),
        ("看護師", "山口大輔の職業は看護師"),
        ("船長", "山口大輔の職業は船長"),
    ],
)
def test_a_post_in_a_firm_is_no_occupation(title, sentence):
    assert relations().of("job_title").sentence("山口大輔", title, "ja") == sentence
    assert relations().of("job_title").sentence("山口大輔", title, "ja", ended=True) == f"{sentence}だった"
    assert relations().of("job_title").sentence("Daisuke", title, "en") == f"Daisuke's job is {title}"


def test_what_somebody_manages_need_not_be_a_person():
    manages = relations().of("manages")
    assert "organization" in manages.objects
    assert (manages.short_back("en"), manages.short_back("ja")) == ("managed by", "上司・責任者")


@pytest.mark.parametrize(("person", "said"), [(True, "大西は上田徹の上司"), (False, "大西は上田徹を監督している")])
def test_who_manages_a_person_is_their_superior(person, said):
    assert relations().of("manages").sentence("大西", "上田徹", "ja", person=person) == said
    assert relations().of("manages").sentence("Ada", "Bob", "en", person=person) == "Ada manages Bob"
