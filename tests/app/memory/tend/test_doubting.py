"""Questions that memory asks by itself: each with a reason, each at most once, and none about what is gone."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.category import Category, Membership
from app.domain.ids import CategoryId, EntityId, MembershipId, SuggestionId
from app.domain.plan import EXTRACTOR, USER, Add, Plan
from app.domain.scope import OWNER, Scope
from app.domain.suggestion import Suggestion
from app.memory.revise import answer, apart
from app.memory.revise.relate import Relating, add
from app.memory.revise.remove import remove
from app.memory.revise.retract import retract
from app.memory.tend.doubting import MOST_EACH, doubts
from app.memory.tend.following import RULES, inferences
from tests.builders import NOON, Reading, entity, fact
from tests.remembering import Memory

OWN = OWNER


@pytest.fixture
def memory(profile):
    made = Memory(profile)
    yield made
    made.close()


def asked(memory: Memory) -> list[tuple[str, dict]]:
    """Let memory ask, and read what is open."""
    plan = doubts(memory.view)
    if plan.steps:
        memory.store.commit(plan)
    return [(one.kind, json.loads(one.payload)) for one in memory.view.suggestions.open(OWN, 100)]


def homes(memory: Memory, days: tuple[str, str], since: str | None = None) -> None:
    for day, place in zip(days, ("Oslo", "Ghent"), strict=True):
        text = f"Ada lives in {place}."
        reading = Reading(text).entity("Ada").entity(place, "place").fact("Ada", "lives_in", place, since)
        memory.tell(text, day, reading.draft)


def test_two_homes_since_one_day_are_asked_about_once(memory):
    homes(memory, ("2025-01-05", "2025-03-09"), since="2024-12-01")
    ((kind, payload),) = asked(memory)
    assert (kind, payload["name"], len(payload["facts"])) == ("conflict", "Ada", 2)
    assert asked(memory) == [(kind, payload)]


def test_the_home_that_the_user_chooses_holds_and_the_question_is_gone(memory):
    homes(memory, ("2025-01-05", "2025-03-09"), since="2024-12-01")
    ((_, payload),) = asked(memory)
    (question,) = memory.view.suggestions.open(OWN, 100)
    memory.store.commit(answer.accept(memory.view, question.id, OWN, USER, answer.Answer(payload["facts"][1])))
    assert memory.ask("Ada", "lives_in") == ["Oslo"]
    assert asked(memory) == []


def test_a_move_on_a_later_day_is_no_conflict(memory):
    homes(memory, ("2025-01-05", "2025-03-09"))
    assert asked(memory) == []


def test_what_one_turn_says_and_corrects_is_no_conflict(memory):
    text = "Ada lives in Oslo, no, in Ghent."
    reading = Reading(text).entity("Ada").entity("Oslo", "place").entity("Ghent", "place")
    memory.tell(text, "2025-01-05", reading.fact("Ada", "lives_in", "Oslo").fact("Ada", "lives_in", "Ghent").draft)
    assert asked(memory) == []


def test_a_question_whose_fact_was_taken_back_is_taken_away(memory):
    homes(memory, ("2025-01-05", "2025-03-09"), since="2024-12-01")
    ((_, payload),) = asked(memory)
    memory.store.commit(retract(memory.view, payload["facts"][0], OWN, USER))
    assert asked(memory) == []


def test_one_made_by_hand_is_compared_with_what_was_learned(memory):
    text = "Sakura Trading called."
    memory.tell(text, "2025-01-05", Reading(text).entity("Sakura Trading", "organization").draft)
    made = memory.store.commit(
        Plan((Add(entity("Sakura Trading", "organization", -1, declared_by="user")),), USER, "add")
    )
    ((kind, payload),) = asked(memory)
    assert (kind, payload["entity"], len(payload["candidates"])) == ("same_entity", made.ids[-1], 1)


def test_those_that_were_kept_apart_are_not_brought_up_again(memory):
    rows = [entity("Acme", "organization", -n, declared_by="user") for n in (1, 2)]
    ids = memory.store.commit(Plan(tuple(map(Add, rows)), USER, "add")).ids
    memory.store.commit(apart.keep_apart(memory.view, EntityId(ids[-1]), EntityId(ids[-2]), OWN, USER))
    assert asked(memory) == []


def test_categories_of_one_name_in_two_numbers_are_asked_about(memory):
    rows = [Category(CategoryId(-n), name, 1, NOON) for n, name in ((1, "Recipe"), (2, "Recipes"), (3, "Boats"))]
    ids = memory.store.commit(Plan(tuple(map(Add, rows)), USER, "make", undoable=False)).ids
    ((kind, payload),) = asked(memory)
    assert (kind, {payload["kept"], payload["gone"]}) == ("category", {ids[-1], ids[-2]})


def test_categories_with_the_very_same_in_them_are_asked_about(memory):
    people = [entity(name, id=-n) for n, name in enumerate(("Ada", "Bo", "Cy"), 1)]
    kinds = [Category(CategoryId(-n), name, 1, NOON) for n, name in ((11, "Crew"), (12, "Sailors"))]
    inside = [
        Membership(MembershipId(-100 - 10 * at - n), one.id, EntityId(-n), "extractor")
        for at, one in enumerate(kinds)
        for n in (1, 2, 3)
    ]
    memory.store.commit(Plan(tuple(map(Add, [*people, *kinds, *inside])), USER, "make", undoable=False))
    ((kind, payload),) = asked(memory)
    assert (kind, payload["name"]) == ("category", "Crew")


def family(memory: Memory, **where: Scope) -> None:
    text = "Ada is a sister of Bo. Bo is a child of Cy."
    reading = Reading(text).entity("Ada").entity("Bo").entity("Cy")
    memory.tell(text, "2025-01-05", reading.fact("Ada", "sibling_of", "Bo").fact("Bo", "child_of", "Cy").draft, **where)


def test_what_follows_is_asked_and_kept_as_the_users_word(memory):
    family(memory)
    ((kind, payload),) = asked(memory)
    assert (kind, payload["predicate"], len(payload["follows"])) == ("assistant_claim", "child_of", 2)
    assert memory.ask("Ada", "child_of") == []
    (question,) = memory.view.suggestions.open(OWN, 100)
    memory.store.commit(answer.accept(memory.view, question.id, OWN, USER))
    assert memory.ask("Ada", "child_of") == ["Cy"]
    assert {one.declared_by for one, _ in memory.facts("Ada", "child_of")} == {"user"}
    assert asked(memory) == []


def test_what_follows_is_known_where_it_follows_from(memory):
    project = Scope(project="thesis")
    family(memory, scope=project)
    asked(memory)
    (question,) = memory.view.suggestions.open(OWN, 100)
    memory.store.commit(answer.accept(memory.view, question.id, OWN, USER))
    assert {one.scope for one, _ in memory.facts("Ada", "child_of")} == {project}


def test_what_was_waved_away_is_not_asked_again(memory):
    family(memory)
    asked(memory)
    (question,) = memory.view.suggestions.open(OWN, 100)
    memory.store.commit(answer.dismiss(memory.view, question.id, OWN, USER))
    assert asked(memory) == []


def test_what_would_follow_and_is_never_to_be_asked_again_holds_up_no_claim(memory):
    family(memory)
    asked(memory)
    (question,) = memory.view.suggestions.open(OWN, 100)
    memory.store.commit(answer.dismiss(memory.view, question.id, OWN, USER, never=True))
    text = "Since Nils works at Volvik, rest."
    reading = Reading(text).entity("Nils").entity("Volvik", "organization").fact("Nils", "works_at", "Volvik")
    memory.tell(text, "2025-01-06", reading.draft, role="assistant")
    assert [json.loads(one.payload)["name"] for one in memory.view.suggestions.open(OWN, 100)] == ["Nils"]


def test_a_question_about_somebody_who_is_gone_is_taken_away(memory):
    family(memory)
    asked(memory)
    ids = {one.name: one.id for one in memory.view.entities.listed(OWN)}
    for number, (one, other) in enumerate((("Ada", "Bo"), ("Cy", "Bo"))):
        payload = json.dumps({"name": one, "entity": ids[one], "candidates": [ids[other]], "how": "x"})
        row = Suggestion(SuggestionId(-1 - number), "same_entity", "The names are alike.", payload, NOON)
        memory.store.commit(Plan((Add(row),), EXTRACTOR, "learn"))
    assert len(asked(memory)) == 3
    memory.store.commit(remove(memory.view, ids["Ada"], OWN, USER))
    assert [payload["name"] for _, payload in asked(memory)] == ["Cy"]
    memory.store.commit(remove(memory.view, ids["Bo"], OWN, USER))
    assert asked(memory) == []


def test_only_a_few_are_asked_at_a_time(memory):
    number = memory.store.commit(Plan((Add(entity("Hall", "place", -1)),), USER, "add")).ids[-1]
    for at in range(MOST_EACH + 4):
        row = memory.store.commit(Plan((Add(entity(f"Room {at}", "place", -1)),), USER, "add")).ids[-1]
        inner = memory.store.commit(Plan((Add(entity(f"Shelf {at}", "place", -1)),), USER, "add")).ids[-1]
        for one, other in ((row, number), (inner, row)):
            memory.store.commit(add(memory.view, Relating(EntityId(one), "located_in", EntityId(other)), OWN, USER))
    assert len(asked(memory)) == MOST_EACH


@given(st.lists(st.tuples(st.integers(1, 6), st.sampled_from(RULES), st.booleans(), st.integers(1, 6)), max_size=20))
def test_nothing_follows_that_is_known_or_about_oneself(rows):
    facts = [
        fact(one, rule.first if first else rule.then, other, id=number)
        for number, (one, rule, first, other) in enumerate(rows, 1)
        if one != other
    ]
    known = {(one.subject, one.predicate, one.object) for one in facts}
    found = list(inferences(facts))
    assert all(one.subject != one.object for one in found)
    assert not {(one.subject, one.predicate, one.object) for one in found} & known
    assert len({(one.subject, one.predicate, one.object) for one in found}) == len(found)
