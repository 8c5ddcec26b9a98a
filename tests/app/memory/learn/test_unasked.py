"""What asks, and what of a draft a question leaves."""

from datetime import datetime

import pytest

from app.domain.draft import Draft, DraftEntity, DraftFact, Turn
from app.domain.entity import ME, Span
from app.memory.learn.unasked import asks, unasked

NOON = datetime.fromisoformat("2026-03-10T12:00:00+09:00")


@pytest.mark.parametrize(
    "sentence",
    ["モモは何歳？", "モモは何歳", "モモは何歳ですか。", "健二はどこに住んでいるかな", "How old is Anna Bergmann",
     "Is Anna a nurse?", "And where does Victor live", "Who's Anna Bergmann"],
)  # fmt: skip
def test_a_question_is_one_with_or_without_its_mark(sentence: str):
    assert asks(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["モモは3歳です。", "健二に会った。", "Anna is a nurse.", "When I was in Leeds, Anna came by", "誰もいない。",
     "What a day.", "How nice.", "Who knows."],
)  # fmt: skip
def test_a_statement_is_none(sentence: str):
    assert not asks(sentence)


def draft_of(text: str, *names: str) -> Draft:
    found = [(name, text.index(name)) for name in names]
    return Draft(tuple(DraftEntity(name, "person", (Span(at, at + len(name)),)) for name, at in found))


def test_who_is_only_asked_about_is_left_out():
    text = "I met Bob. How old is Anna?"
    left = unasked(draft_of(text, "Bob", "Anna"), Turn(text, NOON))
    assert [one.name for one in left.entities] == ["Bob"]


def test_who_a_claim_is_about_stays():
    text = "How old is my sister Anna?"
    told = DraftFact(ME, "sibling_of", "Anna", "You and Anna are siblings", Span(0, len(text)))
    draft = draft_of(text, "Anna")
    kept = Draft(draft.entities, (told,))
    assert unasked(kept, Turn(text, NOON)) == kept
