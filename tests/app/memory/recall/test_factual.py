import pytest

from app.domain.question import Question
from app.domain.scope import OWNER
from app.memory.recall import factual
from app.memory.recall.system1 import ARMS
from app.memory.recall.system2 import Opened, Walked

from .conftest import NOW


@pytest.fixture
def craft(memory):
    ann, pottery = memory.entity("Ann", "person"), memory.entity("pottery", "concept")
    memory.category("Crafts", pottery)
    first = memory.say("Ann makes pottery bowls with her children")
    other = memory.say("Ann sold the boat")
    memory.fact(ann, "makes", pottery, first)
    memory.fact(ann, "sold", "boat", other)
    memory.index()
    return pottery, first, other


def told(memory, walked, text):
    reading = memory.encoder.encode([text])[0]
    return factual.told(memory.view, Opened(walked), reading, memory.nodes, memory.encoder, OWNER)


def test_turns_count_by_the_best_fact_they_state(memory, craft):
    pottery, first, _ = craft
    found = told(memory, Walked(below=(pottery,)), "pottery bowls children")
    assert set(found.told) == {first}
    assert found.sources == {first}
    assert 0 < found.told[first] <= 0.601


def test_only_facts_of_what_the_categories_hold_are_read(memory, craft):
    assert told(memory, Walked(), "pottery bowls children").told == {}


def test_a_sentence_that_has_nothing_to_do_with_it_tells_nothing(memory, craft):
    pottery, _, _ = craft
    assert told(memory, Walked(below=(pottery,)), "zebra crossing nearby").told == {}


def test_of_many_entities_the_nearest_are_read(memory, craft, monkeypatch):
    pottery, first, _ = craft
    monkeypatch.setattr(factual, "MOST_ENTITIES", 1)
    chess = memory.entity("chess", "concept")
    memory.index()
    assert set(told(memory, Walked(below=(chess, pottery)), "pottery bowls children").told) == {first}


def test_what_is_told_moves_its_turn_up(memory, craft):
    _, first, _ = craft
    found = memory.recaller.recall(Question("What crafts, what pottery does Ann make?", NOW), ARMS)
    assert found.episodes[0].episode.id == first
    assert any(reason.arm == "category" for reason in found.episodes[0].why)
