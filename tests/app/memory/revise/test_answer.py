"""Questions that learning puts to the user, and what follows from each answer."""

import json

import pytest

from app.domain.errors import BadInput
from app.domain.ids import SuggestionId
from app.domain.plan import USER
from app.domain.scope import OWNER
from app.memory.revise import answer
from tests.app.memory.revise.conftest import OWN, number
from tests.builders import Reading


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
    edited(answer.accept(two_victors.view, question.id, OWN, USER, nowak))
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
