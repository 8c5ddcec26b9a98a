import pytest

from app.domain.entity import ME
from app.domain.question import Question
from app.domain.scope import OWNER
from app.memory.recall.classify import classify
from app.memory.recall.relating import names_in, relate, respelled

from .conftest import NOW


def led(memory, text):
    asked = classify(Question(text, NOW))
    return relate(memory.view, asked, names_in(memory.view, text, OWNER), OWNER)


@pytest.fixture
def family(memory):
    """Petra — married_to — Ilse — allergic_to — hazelnuts, each said in a turn of its own."""
    petra, ilse, nuts = memory.entity("Petra"), memory.entity("Ilse"), memory.entity("hazelnuts", "thing")
    wedding, hives = memory.say("Petra and Ilse celebrated."), memory.say("Ilse came out in hives.")
    memory.fact(petra, "married_to", ilse, wedding)
    memory.fact(ilse, "allergic_to", nuts, hives)
    return wedding, hives


def test_one_hop_and_one_more(memory, family):
    found = led(memory, "What should Petra's wife avoid?").episodes
    assert set(family) <= set(found)
    assert all(found[id].sure for id in family)
    assert found[family[0]].strength > found[family[1]].strength


def test_a_relation_that_is_not_asked_for_counts_less_and_is_not_sure(memory, family):
    asked_for, other = led(memory, "Who is Petra's wife?"), led(memory, "When did Petra sail?")
    assert other.episodes[family[0]].strength < asked_for.episodes[family[0]].strength
    assert not other.episodes[family[0]].sure


def test_of_many_relations_each_counts_less(memory, family):
    before = led(memory, "When did Petra sail?").episodes[family[0]].strength
    petra = memory.view.entities.by_key(["petra"], OWNER)["petra"][0].entity.id
    turn = memory.say("Petra owns things.")
    for thing in ("boat", "sail", "rope"):
        memory.fact(petra, "owns", memory.entity(thing, "thing"), turn)
    assert led(memory, "When did Petra sail away?").episodes[family[0]].strength < before


def test_the_user_is_a_start_only_by_relations_that_are_asked_for(memory):
    me, nora, tea = memory.entity(ME), memory.entity("Nora"), memory.entity("tea", "thing")
    sister, drink = memory.say("My sister Nora came."), memory.say("I like tea.")
    memory.fact(me, "sibling_of", nora, sister)
    memory.fact(me, "likes", tea, drink)
    found = led(memory, "What does my sister do?").episodes
    assert found[sister].sure
    assert drink not in found


def test_what_the_user_has_many_of_makes_nothing_sure(memory):
    me, fork = memory.entity(ME), memory.entity("fork", "thing")
    bought = memory.say("Bought a fork.")
    memory.fact(me, "bought", fork, bought)
    assert not led(memory, "Which shop sold me the sloes I bought?").episodes[bought].sure


def test_what_the_user_has_one_of_is_sure_unless_it_is_somebody_elses(memory):
    me, leeds = memory.entity(ME), memory.entity("Leeds", "place")
    home = memory.say("I live in Leeds.")
    memory.fact(me, "lives_in", leeds, home)
    assert led(memory, "Which city do I live in?").episodes[home].sure
    assert not led(memory, "Which city does my sister live in?").episodes[home].sure


def test_a_question_that_names_nothing_leads_nowhere(memory, family):
    assert led(memory, "What about the weather?").episodes == {}


def test_an_alias_is_spelled_as_the_name_and_gives_its_words_to_search(memory):
    memory.entity("Abraham Tolliver", "person", "Bram")
    named = names_in(memory.view, "What did Bram say?", OWNER)
    assert respelled("What did Bram say?", named) == "What did Abraham Tolliver say?"
    assert named.terms() == ("abraham", "tolliver")


def test_a_name_is_left_as_it_is(memory):
    memory.entity("Abraham Tolliver", "person", "Bram")
    text = "What did Abraham Tolliver say?"
    assert respelled(text, names_in(memory.view, text, OWNER)) == text


def test_retracted_facts_lead_nowhere(memory, family):
    for fact in memory.view.facts.of_entities([1, 2, 3], OWNER):
        memory.amend("fact", fact.id, expired_at=NOW)
    assert led(memory, "Who is Petra's wife?").episodes == {}
