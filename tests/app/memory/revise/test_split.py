"""One that is two: what was chosen goes to a new entity, intervals follow, and the question does not come back."""

import pytest

from app.domain.entity import ME
from app.domain.errors import BadInput
from app.domain.ids import AliasId, FactId, MentionId
from app.domain.scope import OWNER
from app.memory.learn.apart import apart_from
from app.memory.revise.apart import keep_apart
from app.memory.revise.merge import merge
from app.memory.revise.split import NEW, Split, split
from tests.app.memory.revise.conftest import OWN, USER, number
from tests.builders import Reading


@pytest.fixture
def two_in_one(memory):
    """Two Victors that were taken for one: he lives in Prague since 2024, and in Oslo since 2025."""
    for at, place, aka in (("2024-01-05", "Prague", ("Vic",)), ("2025-01-05", "Oslo", ())):
        text = f"Victor lives in {place}. {' '.join(aka)}"
        reading = Reading(text).entity("Victor", "person", *aka).entity(place, "place")
        memory.tell(text, at, reading.fact("Victor", "lives_in", place, since=at[:4]).draft)
    return memory


def _facts(memory, name="Victor"):
    return {far: fact for fact, far in memory.facts(name, "lives_in")}


def _mentions(memory, entity):
    return {one.episode: one.id for one in memory.view.entities.mentions_of(entity, OWNER, 50)}


def _split(memory, name="Victor Lind", **rest):
    return split(memory.view, number(memory, "Victor"), Split(name, "person", **rest), OWN, USER)


def test_what_ended_because_they_were_one_holds_again(two_in_one, edited):
    victor = number(two_in_one, "Victor")
    assert _facts(two_in_one)["Prague"].invalid_at is not None
    oslo = _facts(two_in_one)["Oslo"].id
    made = edited(_split(two_in_one, facts=frozenset({oslo}), mentions=frozenset({_mentions(two_in_one, victor)[2]})))
    lind = number(two_in_one, "Victor Lind")
    assert made.ids[NEW] == lind
    assert _facts(two_in_one).keys() == {"Prague"}
    assert _facts(two_in_one)["Prague"].invalid_at is None
    assert _facts(two_in_one, "Victor Lind")["Oslo"].invalid_at is None
    assert (_mentions(two_in_one, victor).keys(), _mentions(two_in_one, lind).keys()) == ({1}, {2})


def test_the_earlier_half_can_go_as_well(two_in_one, edited):
    """What the fact that stays had ended is open again where it comes to."""
    edited(_split(two_in_one, facts=frozenset({_facts(two_in_one)["Prague"].id})))
    assert _facts(two_in_one, "Victor Lind")["Prague"].invalid_at is None
    assert _facts(two_in_one)["Oslo"].invalid_at is None


def test_facts_that_go_together_keep_their_order(two_in_one, edited):
    edited(_split(two_in_one, facts=frozenset(fact.id for fact in _facts(two_in_one).values())))
    rows = _facts(two_in_one, "Victor Lind")
    assert rows["Prague"].invalidated_by == rows["Oslo"].id
    assert _facts(two_in_one) == {}


def test_the_far_end_of_a_fact_is_split_off_too(peopled, edited):
    bob = number(peopled, "Bob")
    friend = next(fact.id for fact, far in peopled.facts("Alice", "friend_of") if far == "Bob")
    edited(split(peopled.view, bob, Split("Bob B.", "person", facts=frozenset({friend})), OWN, USER))
    assert sorted(far for _, far in peopled.facts("Alice", "friend_of")) == ["Alicia", "Bob B."]


def test_an_alias_that_is_the_new_name_is_one_no_longer(two_in_one, edited):
    edited(_split(two_in_one, name="vic", mentions=frozenset({_mentions(two_in_one, number(two_in_one, "Victor"))[2]})))
    assert number(two_in_one, "Vic") != number(two_in_one, "Victor")
    assert two_in_one.view.entities.aliases([number(two_in_one, "Victor")], OWNER) == {}


def test_both_may_bear_one_name_and_the_next_bare_one_is_asked_about(two_in_one, edited):
    victor = number(two_in_one, "Victor")
    alias = two_in_one.view.entities.aliases([victor], OWNER)[victor][0].id
    edited(_split(two_in_one, name="Victor", aliases=frozenset({alias}), tag="from Oslo"))
    assert len(two_in_one.named("Victor")) == 2
    assert number(two_in_one, "Vic") != victor
    two_in_one.tell("Victor plays chess.", "2025-03-01", Reading("Victor plays chess.").entity("Victor").draft)
    assert [one.kind for one in two_in_one.view.suggestions.open(OWNER, 9)] == ["which_entity"]


def test_reading_the_same_words_again_does_not_bring_the_mention_back(two_in_one):
    victor = number(two_in_one, "Victor")
    there = _mentions(two_in_one, victor)[2]
    plan = _split(two_in_one, facts=frozenset({_facts(two_in_one)["Oslo"].id}), mentions=frozenset({there}))
    two_in_one.store.commit(plan)
    before = two_in_one.tables()
    two_in_one.learn(two_in_one.episode(2))
    after = two_in_one.tables()
    assert {name for name in before if before[name] != after[name]} <= {"episodes"}


def test_things_of_others_and_names_of_others_are_refused(two_in_one):
    one = frozenset({_facts(two_in_one)["Oslo"].id})
    for rest in (
        {},
        {"mentions": frozenset({MentionId(99)})},
        {"aliases": frozenset({AliasId(99)})},
        {"facts": frozenset({FactId(99)})},
        {"name": ME, "facts": one},
        {"name": "  ", "facts": one},
    ):
        with pytest.raises(BadInput):
            _split(two_in_one, **rest)
    two_in_one.tell("Olga is here.", "2025-03-01", Reading("Olga is here.").entity("Olga").draft)
    with pytest.raises(BadInput):
        _split(two_in_one, name="olga", facts=one)


def test_the_two_halves_are_kept_apart_until_they_are_merged(two_in_one, edited):
    edited(_split(two_in_one, facts=frozenset({_facts(two_in_one)["Oslo"].id})))
    victor, lind = number(two_in_one, "Victor"), number(two_in_one, "Victor Lind")
    assert apart_from(two_in_one.view, victor, OWN) == {lind}
    assert apart_from(two_in_one.view, lind, OWN) == {victor}
    with pytest.raises(BadInput):
        keep_apart(two_in_one.view, lind, victor, OWN, USER)
    edited(merge(two_in_one.view, victor, lind, OWN, USER))
    assert apart_from(two_in_one.view, victor, OWN) == set()


def test_kept_apart_is_never_asked_again(peopled, edited):
    alice, alicia = number(peopled, "Alice"), number(peopled, "Alicia")
    edited(keep_apart(peopled.view, alice, alicia, OWN, USER))
    text = "Alice, also called Alicia, called."
    peopled.tell(text, "2025-02-01", Reading(text).entity("Alice", "person", "Alicia").draft)
    assert peopled.view.suggestions.open(OWNER, 9) == []


def test_an_open_question_about_the_two_is_answered_by_it(peopled, edited):
    text = "Alice, also called Alicia, called."
    peopled.tell(text, "2025-02-01", Reading(text).entity("Alice", "person", "Alicia").draft)
    (question,) = peopled.view.suggestions.open(OWNER, 9)
    edited(keep_apart(peopled.view, number(peopled, "Alicia"), number(peopled, "Alice"), OWN, USER))
    assert peopled.view.suggestions.one(question.id, OWNER).state == "never"


def test_questions_about_one_that_is_merged_are_about_the_other(peopled, edited):
    text = "Alice, also called Alicia, called."
    peopled.tell(text, "2025-02-01", Reading(text).entity("Alice", "person", "Alicia").draft)
    edited(keep_apart(peopled.view, number(peopled, "Alice"), number(peopled, "Bob"), OWN, USER))
    bob, alicia = number(peopled, "Bob"), number(peopled, "Alicia")
    edited(merge(peopled.view, alicia, number(peopled, "Alice"), OWN, USER))
    assert apart_from(peopled.view, bob, OWN) == {alicia}
    assert peopled.view.suggestions.open(OWNER, 9) == []
