"""Whom a question is about: facts of others and mere wishes are no answer to it."""

import pytest

from app.domain.entity import ME
from app.memory.recall.classify import classify
from app.memory.recall.reply import NOTHING, compose
from app.memory.recall.whom import only_wishes


def answered(memory, text):
    return compose(memory.ask(text), memory.view).text.splitlines()


@pytest.fixture
def others(memory):
    me, tom, elin = (memory.entity(name) for name in (ME, "Tom", "Elin"))
    first = memory.say("Tom lives in Berlin.", at="2026-03-01")
    second = memory.say("My sister Elin lives in Oslo.", at="2026-03-02")
    third = memory.say("Priya lives in Oslo.", at="2026-03-03")
    oslo = memory.entity("Oslo", "place")
    memory.fact(tom, "lives_in", memory.entity("Berlin", "place"), first)
    memory.fact(me, "sibling_of", elin, second)
    memory.fact(elin, "lives_in", oslo, second)
    memory.fact(memory.entity("Priya"), "lives_in", oslo, third)
    memory.say("I wish I lived in Lisbon.", at="2026-03-04")
    return me


@pytest.mark.parametrize(("text", "language"), [("Where do I live?", "en"), ("私はどこに住んでいる？", "ja")])
def test_of_the_user_nothing_is_said_that_is_true_of_others_or_only_wished_for(memory, others, text, language):
    assert answered(memory, text) == [NOTHING[language]]


def test_what_is_known_of_the_user_stands_alone(memory, others):
    said = memory.say("I live in Leeds.", at="2026-03-05")
    memory.fact(others, "lives_in", memory.entity("Leeds", "place"), said)
    assert answered(memory, "Where do I live?") == ["You live in Leeds [1]"]


def test_of_somebody_named_only_theirs(memory, others):
    assert answered(memory, "Where does Elin live?") == ["Elin lives in Oslo [1]"]


def test_ones_own_people_lead_to_what_is_theirs(memory, others):
    told = answered(memory, "Where does my sister live?")
    assert "Elin lives in Oslo [1]" in told
    assert not any("Priya" in line or "Tom" in line for line in told)


def test_what_was_between_two_answers_whether_it_was(memory):
    priya, old = memory.entity("Priya"), memory.say("Priya works at Lindgren Tools.", at="2025-01-01")
    new = memory.say("Priya works at Northwind now.", at="2026-02-01")
    memory.fact(priya, "works_at", memory.entity("Lindgren Tools", "organization"), old, until="2026-02")
    memory.fact(priya, "works_at", memory.entity("Northwind", "organization"), new)
    told = answered(memory, "Did Priya ever work at Lindgren Tools?")
    assert told[0] == "Priya worked at Lindgren Tools (until February 2026) [1]"
    assert answered(memory, "Does Priya work at Northwind?") == ["Priya works at Northwind [1]"]


def test_a_sentence_is_not_quoted_under_the_fact_read_from_it_unless_it_says_more(memory):
    said = memory.say("Tom works at Globex, as a welder since the flood.", at="2026-03-01")
    memory.fact(memory.entity("Tom"), "works_at", memory.entity("Globex", "organization"), said)
    assert answered(memory, "Where does Tom work?") == ["Tom works at Globex [1]"]
    assert "flood" in answered(memory, "Where does Tom work since the flood?")[-1]


@pytest.mark.parametrize(
    ("text", "wished"),
    [
        ("I wish I lived in Lisbon.", True),
        ("I live in Leeds. I wish I lived in Lisbon.", False),
        ("If only it rained.", False),
        ("リスボンに住めたらいいのに。", True),
        ("リスボンに住んでいる。", False),
    ],
)
def test_only_what_is_said_of_the_matter_counts(memory, text, wished):
    question = "どこに住んでいる？" if "。" in text else "Where do I live?"
    assert only_wishes(text, classify(memory.ask(question).question)) is wished
    assert not only_wishes(text, classify(memory.ask("Where do I wish I lived?").question))
