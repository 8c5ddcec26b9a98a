"""Questions for an overview: of somebody, of a sort of people or things, of a category."""

import pytest

from app.domain.entity import ME
from app.memory.recall.classify import classify
from app.memory.recall.overview import MOST, topic
from app.memory.recall.relating import names_in
from app.memory.recall.reply import NOTHING, compose


def answered(memory, text, **rest):
    return compose(memory.ask(text, **rest), memory.view).text.splitlines()


@pytest.fixture
def circle(memory):
    """A sister with a flat and a dog, a friend, somebody else's boss."""
    me, elin, bo, tom = (memory.entity(name) for name in (ME, "Elin", "Bo", "Tom"))
    first = memory.say("My sister Elin moved to Oslo, with her dog Pixel.", at="2026-03-01")
    second = memory.say("Bo is a good friend of mine, he works at Acme.", at="2026-03-02")
    third = memory.say("Tom lives in Berlin and works at Globex.", at="2026-03-03")
    memory.fact(me, "sibling_of", elin, first)
    memory.fact(elin, "lives_in", memory.entity("Oslo", "place"), first)
    memory.fact(elin, "lives_in", memory.entity("Malmö", "place"), first, until="2026-02")
    memory.fact(elin, "has_pet", memory.entity("Pixel", "thing"), first)
    memory.fact(me, "friend_of", bo, second)
    memory.fact(bo, "works_at", memory.entity("Acme", "organization"), second)
    memory.fact(tom, "lives_in", memory.entity("Berlin", "place"), third)
    memory.fact(tom, "works_at", memory.entity("Globex", "organization"), third)
    return elin


def test_the_people_one_knows_are_told_each_in_turn(memory, circle):
    told = answered(memory, "Tell me about the people I know")
    assert told[0] == "You and Elin are siblings [1]"
    assert {"Bo", "Tom"} <= {word for line in told[1:3] for word in line.split()}
    assert "Tom lives in Berlin [3]" in told
    assert len(told) <= MOST


def test_the_same_in_japanese(memory, circle):
    told = answered(memory, "知っている人について教えて")
    assert told[0] == "あなたとElinはきょうだい [1]"
    assert answered(memory, "家族と友人について教えて")[0] == told[0]


def test_ones_own_circle_is_told_and_nobody_elses(memory, circle):
    told = answered(memory, "Tell me about my family and friends.")
    assert told[0] == "You and Elin are siblings [1]"
    assert "Elin lives in Oslo [1]" in told
    assert any("Bo" in line for line in told)
    assert not any("Tom" in line or "Malmö" in line for line in told)
    assert not any("Bo" in line for line in answered(memory, "Who is in my family?"))


@pytest.mark.parametrize("text", ["What do you know about Tom?", "Tell me about Tom.", "Tomについて教えて"])
def test_of_somebody_the_facts_are_told_and_not_the_words_they_stand_in(memory, circle, text):
    told = answered(memory, text)
    assert len(told) == 2
    assert all(line.startswith("Tom") and "[1]" in line for line in told)


def test_places_and_what_lies_under_a_category_called_by_its_name(memory, circle):
    assert any("Oslo" in line for line in answered(memory, "Which places do I know?"))
    memory.category("Pets", circle)
    memory.category("Skippers", circle)
    assert any("Oslo" in line for line in answered(memory, "Tell me everything about the skippers"))


def test_an_earlier_question_is_no_answer(memory, circle):
    memory.say("Tell me about my colleagues", at="2026-03-05")
    assert answered(memory, "Tell me about my colleagues") == [NOTHING["en"]]


@pytest.mark.parametrize(
    "text",
    [
        "Where does Tom live?",
        "Tell me about Tom's birthday",
        "Tell me about my family in 2020",
        "Who fixed the boiler?",
        "Tell me about the people at the harbour",
        "家族と行った店はどこ？",
        "妹の誕生日はいつ？",
    ],
)
def test_what_asks_for_one_thing_is_no_overview(memory, circle, text):
    recalled = memory.ask(text).question
    assert topic(classify(recalled), names_in(memory.view, text, recalled.scope)) is None
