"""Turns that matter too little stay in the transcript, unlearned, and say why."""

import pytest

from app.domain.entity import ME
from app.domain.scope import OWNER
from app.memory.learn.learner import Learner
from tests.builders import Reading
from tests.fakes import HashingEncoder
from tests.remembering import Memory


@pytest.fixture
def memory(profile):
    made = Memory(profile)
    yield made
    made.close()


def strictly(memory, least):
    memory.learner = Learner(memory.view, memory.extractor, HashingEncoder(), least=least)


def test_small_talk_is_kept_and_not_learned_from(memory):
    told = memory.tell("Good night, then.")
    assert (told.state, told.text) == ("nothing", "Good night, then.")
    assert 0 < told.importance < 0.3
    assert memory.view.entities.count(OWNER) == 0


def test_a_turn_that_names_whom_memory_knows_is_learned(memory):
    memory.tell("Tanaka sings.", reading=Reading("Tanaka sings.").entity("Tanaka").draft)
    told = memory.tell("Tanaka came by.")
    (tanaka,) = memory.named("Tanaka")
    assert told.importance >= 0.3
    assert told.id in memory.view.episodes.of_entities([tanaka.id], OWNER)[tanaka.id]


def test_a_higher_bar_leaves_small_facts_out_and_says_so(memory):
    strictly(memory, 0.7)
    text = "Ann works at Acme."
    reading = Reading(text).entity("Ann").entity("Acme", "organization").fact("Ann", "works_at", "Acme")
    told = memory.tell(text, reading=reading.draft)
    assert told.state == "nothing"
    assert memory.view.entities.count(OWNER) == 0
    (drop,) = memory.view.suggestions.drops([told.id], OWNER)[told.id]
    assert (drop.what, drop.reason) == (text, "unimportant")
    loved = "I love rye."
    memory.tell(loved, reading=Reading(loved).value(ME, "likes", "rye").draft)
    assert memory.ask(ME, "likes") == ["rye"]


def test_learning_it_twice_changes_nothing(memory):
    strictly(memory, 0.7)
    told = memory.tell("Good night.")
    before = memory.tables()
    memory.learn(told)
    assert memory.tables() == before
