"""Questions that learning puts to the user, and what follows from each answer."""

import json

import pytest

from app.domain.category import Category
from app.domain.errors import BadInput
from app.domain.ids import CategoryId, SuggestionId
from app.domain.plan import USER, Add, Plan
from app.domain.scope import OWNER
from app.domain.suggestion import Suggestion
from app.memory.revise import answer
from tests.app.memory.revise.conftest import OWN, number
from tests.builders import NOON, Reading


@pytest.fixture
def two_victors(memory):
    text = "I met Victor Hall and Victor Nowak."
    memory.tell(text, "2025-01-05", Reading(text).entity("Victor Hall").entity("Victor Nowak").draft)
    text = "Victor lives in Prague."
    reading = Reading(text).entity("Victor").entity("Prague", "place").fact("Victor", "lives_in", "Prague")
    memory.tell(text, "2025-02-05", reading.draft)
    return memory


def _open(memory):
    return memory.view.suggestions.open(OWNER, 10)


def test_a_bare_name_of_two_is_linked_to_neither(two_victors):
    (question,) = _open(two_victors)
    assert question.kind == "which_entity"
    assert two_victors.named("Victor") == []
    assert two_victors.ask("Victor Hall", "lives_in") == two_victors.ask("Victor Nowak", "lives_in") == []
    candidates = json.loads(question.payload)["candidates"]
    assert candidates == sorted([number(two_victors, "Victor Hall"), number(two_victors, "Victor Nowak")])


def test_the_answer_weaves_in_what_waited(two_victors, edited):
    (question,) = _open(two_victors)
    nowak = number(two_victors, "Victor Nowak")
    edited(answer.accept(two_victors.view, question.id, OWN, USER, answer.Answer(nowak)))
    assert two_victors.ask("Victor Nowak", "lives_in") == ["Prague"]
    assert _open(two_victors) == []
    episodes = [one.episode for one in two_victors.view.entities.mentions_of(nowak, OWNER, 10)]
    assert episodes == [2, 1]


def test_somebody_else_is_somebody_new(two_victors, edited):
    (question,) = _open(two_victors)
    edited(answer.accept(two_victors.view, question.id, OWN, USER))
    assert two_victors.ask("Victor", "lives_in") == ["Prague"]
    assert number(two_victors, "Victor") not in (
        number(two_victors, "Victor Hall"),
        number(two_victors, "Victor Nowak"),
    )


def test_waved_away_it_is_not_asked_again(two_victors, edited):
    (question,) = _open(two_victors)
    edited(answer.dismiss(two_victors.view, question.id, OWN, USER, never=True))
    two_victors.learn(two_victors.episode(2))
    assert _open(two_victors) == []
    with pytest.raises(BadInput):
        answer.accept(two_victors.view, question.id, OWN, USER)
    with pytest.raises(BadInput):
        answer.dismiss(two_victors.view, SuggestionId(99), OWN, USER)


def test_two_spellings_that_are_one(memory, edited):
    for at, text in (("2025-01-05", "斉藤一郎さんに会った。"), ("2025-02-05", "齋藤一郎さんに会った。")):
        memory.tell(text, at, Reading(text).entity(text[:4]).draft)
    (question,) = _open(memory)
    assert question.kind == "same_entity"
    edited(answer.accept(memory.view, question.id, OWN, USER))
    assert number(memory, "斉藤一郎") == number(memory, "齋藤一郎")
    assert len(memory.view.entities.mentions_of(number(memory, "斉藤一郎"), OWNER, 10)) == 2


def test_a_claim_of_the_assistant_is_a_fact_only_when_the_user_says_so(memory, edited):
    text = "Since Nils works at Volvik, how about a chart?"
    reading = Reading(text).entity("Nils").entity("Volvik", "organization").fact("Nils", "works_at", "Volvik")
    memory.tell(text, "2025-01-05", reading.draft, role="assistant")
    assert memory.named("Nils") == []
    (claim,) = _open(memory)
    assert claim.kind == "assistant_claim"
    edited(answer.accept(memory.view, claim.id, OWN, USER))
    ((fact, name),) = memory.facts("Nils", "works_at")
    assert (name, fact.declared_by) == ("Volvik", "user")


def test_a_claim_is_kept_as_the_user_would_have_it(memory, edited):
    text = "Since Nils works at Volvik, how about a chart?"
    reading = Reading(text).entity("Nils").entity("Volvik", "organization").fact("Nils", "works_at", "Volvik")
    memory.tell(text, "2025-01-05", reading.draft, role="assistant")
    (claim,) = _open(memory)
    changed = answer.Answer(claim=answer.Claim("Nils", "founded", "Volvik Oy"))
    edited(answer.accept(memory.view, claim.id, OWN, USER, changed))
    assert memory.ask("Nils", "founded") == ["Volvik Oy"]
    assert memory.ask("Nils", "works_at") == []
    assert memory.named("Volvik") == []


def _conflict(memory):
    """Two homes, the older one said to be open still: the newer one first."""
    for at, place in (("2024-01-05", "Oslo"), ("2025-01-05", "Ghent")):
        text = f"Ada likes {place}."
        memory.tell(text, at, Reading(text).entity("Ada").entity(place, "place").fact("Ada", "likes", place).draft)
    older, newer = (fact for fact, _ in sorted(memory.facts("Ada", "likes"), key=lambda one: one[0].id))
    payload = json.dumps({"name": "Ada", "facts": [newer.id, older.id]})
    row = Suggestion(SuggestionId(-1), "conflict", "Both cannot hold.", payload, NOON)
    number = memory.store.commit(Plan((Add(row),), USER, "ask", undoable=False)).ids[-1]
    return SuggestionId(number), older, newer


def test_of_a_conflict_the_newer_one_ends_the_older(memory, edited):
    question, older, newer = _conflict(memory)
    edited(answer.accept(memory.view, question, OWN, USER))
    assert memory.view.facts.one(older.id, OWNER).invalid_at.first() == newer.since()
    assert memory.view.facts.one(newer.id, OWNER).invalid_at is None


def test_of_a_conflict_the_older_one_may_hold(memory, edited):
    question, older, newer = _conflict(memory)
    edited(answer.accept(memory.view, question, OWN, USER, answer.Answer(older.id)))
    assert memory.view.facts.one(newer.id, OWNER).expired_at is not None
    assert memory.view.facts.one(older.id, OWNER).invalid_at is None


def test_categories_that_say_the_same_become_one(memory, edited):
    rows = [Category(CategoryId(-n), name, 1, NOON) for n, name in ((1, "Friends"), (2, "Pals"))]
    ids = memory.store.commit(Plan(tuple(map(Add, rows)), USER, "make", undoable=False)).ids
    payload = json.dumps({"name": "Pals", "kept": ids[-1], "gone": ids[-2]})
    row = Suggestion(SuggestionId(-1), "category", "They say the same.", payload, NOON)
    number = memory.store.commit(Plan((Add(row),), USER, "ask", undoable=False)).ids[-1]
    edited(answer.accept(memory.view, SuggestionId(number), OWN, USER))
    assert memory.view.categories.get(list(ids.values()), OWNER).keys() == {ids[-1]}
