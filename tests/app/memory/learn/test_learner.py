"""A turn learned through the real store: who is meant, what is kept, what is asked, and that nothing slips in."""

import json

import pytest

from app.domain.draft import Draft, DraftDrop
from app.domain.entity import ME
from app.domain.errors import Outdated
from app.domain.plan import Add, Amend
from app.domain.scope import OWNER
from tests.builders import Reading
from tests.fakes import FailingExtractor
from tests.remembering import Memory


@pytest.fixture
def memory(profile):
    made = Memory(profile)
    yield made
    made.close()


def tell(memory, text, *lines, at="2026-03-07", **rest):
    """Tell a turn; each line adds to its reading: `("entity", ...)`, `("fact", ...)`, `("end", ...)`."""
    reading = Reading(text)
    for how, *values in lines:
        reading = getattr(reading, how)(*values)
    return memory.tell(text, at, reading.draft, **rest)


def names(memory):
    return sorted(entity.name for entity in memory.view.entities.listed(OWNER))


def test_one_entity_through_many_notes(memory):
    for number, text in enumerate(("DGIA called.", "Lunch with the DGIA.", "dgia again", "The ＤＧＩＡ report")):
        tell(memory, text, ("entity", text.split()[number and -2 if number in (1, 3) else 0], "organization"))
    assert len(memory.named("DGIA")) == 1


def test_person_and_firm_of_one_name(memory):
    text = "My friend Ford starts at Ford on Monday."
    reading = Reading(text).entity("Ford", "person").entity("Ford", "organization").fact(ME, "friend_of", "Ford")
    reading = reading.fact("Ford", "works_at", "Ford", subject_kind="person", object_kind="organization")
    memory.tell(text, "2026-03-07", reading.draft)
    assert sorted(entity.kind for entity in memory.named("Ford")) == ["organization", "person"]
    ((fact, name),) = memory.facts("Ford", "works_at")
    assert name == "Ford"
    assert fact.subject != fact.object
    assert memory.ask(ME, "friend_of") == ["Ford"]


def test_a_later_bare_name_is_the_one_who_bears_it(memory):
    tell(memory, "Marguerite Solheim sings.", ("entity", "Marguerite Solheim"))
    tell(memory, "Marguerite moved to Bergen.", ("entity", "Marguerite"), ("entity", "Bergen", "place"),
         ("fact", "Marguerite", "lives_in", "Bergen"))  # fmt: skip
    assert names(memory) == ["Bergen", "Marguerite Solheim"]
    assert memory.ask("Marguerite Solheim", "lives_in") == ["Bergen"]


def test_within_one_turn_a_part_of_the_name_is_the_same_person(memory):
    text = "Rosalind Okafor came. Rosalind builds kitchens."
    tell(memory, text, ("entity", "Rosalind"), ("entity", "Rosalind Okafor"))
    assert names(memory) == ["Rosalind Okafor"]


def test_aliases_only_where_the_text_declares_them(memory):
    tell(memory, "Elizabeth (Liz) sings.", ("entity", "Elizabeth", "person", "Liz"))
    tell(memory, "Dr. Elizabeth sings.", ("entity", "Dr. Elizabeth"))
    tell(memory, "Liz sings.", ("entity", "Liz"))
    assert names(memory) == ["Elizabeth"]
    entity = memory.named("Liz")[0]
    assert [one.text for one in memory.view.entities.aliases([entity.id], OWNER)[entity.id]] == ["Liz"]


def test_an_alias_that_is_somebody_elses_name_is_a_question(memory):
    tell(memory, "Liz paints.", ("entity", "Liz"))
    tell(memory, "Elizabeth sings.", ("entity", "Elizabeth"))
    tell(memory, "Elizabeth (Liz) sings.", ("entity", "Elizabeth", "person", "Liz"))
    kinds = [question.kind for question in memory.view.suggestions.open(OWNER, 9)]
    assert set(kinds) == {"same_entity"}
    assert sorted(names(memory)) == ["Elizabeth", "Liz"]


def test_a_name_with_a_known_one_beside_it_is_that_one(memory):
    tell(memory, "Liz paints.", ("entity", "Liz"))
    tell(memory, "Elizabeth (Liz) sings.", ("entity", "Elizabeth", "person", "Liz"))
    assert names(memory) == ["Liz"]
    assert memory.named("Elizabeth") == memory.named("Liz")


def test_the_long_name_declared_beside_the_short_one(memory):
    tell(memory, "国際光学学会に入った。", ("entity", "国際光学学会", "organization"))
    tell(memory, "IOS学会（国際光学学会）の会費。", ("entity", "IOS学会", "organization", "国際光学学会"))
    assert names(memory) == ["国際光学学会"]
    assert memory.named("IOS学会") == memory.named("国際光学学会")


def test_every_name_is_mentioned_with_its_place_even_without_a_fact(memory):
    told = tell(memory, "Tea with Ines. Ines laughed.", ("entity", "Ines"))
    mentions = memory.view.entities.mentions_in([told.id], OWNER)[told.id]
    assert [told.text[one.span.start : one.span.end] for one in mentions] == ["Ines", "Ines"]
    assert told.state == "nothing"


def test_a_known_name_that_the_reader_passed_over_is_mentioned(memory):
    tell(memory, "Ines paints.", ("entity", "Ines"))
    told = tell(memory, "so then ines, of course")
    assert len(memory.view.entities.mentions_in([told.id], OWNER)[told.id]) == 1


def test_the_assistant_teaches_nothing(memory):
    told = tell(memory, "John Doe works at Acme.", ("entity", "John Doe"), ("entity", "Acme", "organization"),
                ("fact", "John Doe", "works_at", "Acme"), role="assistant")  # fmt: skip
    assert names(memory) == []
    assert [one.kind for one in memory.view.suggestions.open(OWNER, 9)] == ["assistant_claim"]
    memory.learn(told)
    assert len(memory.view.suggestions.open(OWNER, 9)) == 1


def test_recalled_words_fed_back_teach_nothing(memory):
    tell(memory, "Ann lives in Paris.", role="assistant")
    tell(memory, "thanks", ("entity", "Ann"), ("entity", "Paris", "place"), ("fact", "Ann", "lives_in", "Paris"))
    assert names(memory) == []


def test_a_speaker_of_a_dialogue_is_i(memory):
    text = "I live in Turin."
    reading = Reading(text).entity("Turin", "place").fact(ME, "lives_in", "Turin")
    memory.tell(text, "2026-03-07", reading.draft, speaker="Caroline")
    assert memory.ask("Caroline", "lives_in") == ["Turin"]
    assert memory.named(ME) == []


def test_he_is_looked_up_in_the_turns_before(memory):
    tell(memory, "This is my friend John.", ("entity", "John"), ("fact", ME, "friend_of", "John"))
    tell(memory, "He has a friend named Mike.", ("entity", "Mike"), ("fact", "John", "friend_of", "Mike"))
    assert memory.ask("John", "friend_of") == ["Me", "Mike"]
    _, context = memory.extractor.asked[-1]
    assert [turn.text for turn in context] == ["This is my friend John."]


def test_what_is_left_out_is_noted_once(memory):
    text = "If I got the job I'd move to Oslo."
    told = memory.tell(text, "2026-03-07", Draft(drops=(DraftDrop("move to Oslo", "hypothetical"),)))
    memory.learn(told)
    drops = memory.view.suggestions.drops([told.id], OWNER)[told.id]
    assert [(drop.what, drop.reason) for drop in drops] == [("move to Oslo", "hypothetical")]
    assert told.state == "nothing"


def test_secrets_reach_no_table_but_the_message(memory):
    text = "the login is deploy / Wren-7719-kettle, I push with Ansible"
    reading = Reading(text).secret("Wren-7719-kettle").entity("Ansible", "thing").fact(ME, "uses", "Ansible")
    memory.tell(text, "2026-03-07", reading.entity("Wren-7719-kettle", "thing").draft)
    tables = {name: rows for name, rows in memory.tables().items() if name != "episodes"}
    assert "7719" not in repr(tables)
    assert memory.ask(ME, "uses") == ["Ansible"]


def test_marks_and_weighs_the_episode(memory):
    told = tell(memory, "I love cold brew.", ("entity", "cold brew", "thing"), ("fact", ME, "likes", "cold brew"))
    assert told.state == "learned"
    assert told.learned_at is not None
    assert told.importance > 0.6


def test_a_plan_is_refused_when_memory_moved_on(memory):
    text = "Ines paints."
    memory.extractor.script[text] = Reading(text).entity("Ines").draft
    one, other = memory.say(text), memory.say(text)
    lessons = [memory.learner.learn(episode) for episode in (one, other)]
    memory.store.commit(lessons[0].plan)
    with pytest.raises(Outdated):
        memory.store.commit(lessons[1].plan)
    memory.learn(other)
    assert names(memory) == ["Ines"]


def test_a_reader_that_fails_leaves_the_episode_waiting(memory):
    told = memory.say("anything")
    memory.learner._extractor = FailingExtractor(ValueError("no"))
    with pytest.raises(ValueError, match="no"):
        memory.learn(told)
    assert memory.episode(told.id).state == "waiting"


def test_empty_words_cost_nothing(memory):
    lesson = memory.learner.learn(memory.say("  \n "))
    assert lesson.encoding is None
    assert [step.noun for step in lesson.plan.steps if isinstance(step, Amend)] == ["episode"]


def test_the_vectors_are_of_the_masked_words(memory):
    lesson = memory.learner.learn(memory.say("my password is Wren-7719-kettle"))
    assert lesson.encoding is not None
    assert "7719" not in "".join(memory.learner._encoder.encoded)


def test_the_plan_as_a_whole(memory):
    """A golden plan: a small turn, every row it writes."""
    text = "My sister Mina lives in Porto."
    reading = Reading(text).entity("Mina", "person").entity("Porto", "place").fact(ME, "sibling_of", "Mina")
    memory.extractor.script[text] = reading.fact("Mina", "lives_in", "Porto").draft
    plan = memory.learner.learn(memory.say(text)).plan
    rows = [type(step.row).__name__ if isinstance(step, Add) else f"{step.noun}" for step in plan.steps]
    assert rows == ["Entity", "Mention", "Entity", "Mention", "Entity", "Fact", "Fact", "Anchor", "Anchor", "episode"]
    assert [(expect.folded, expect.kind) for expect in plan.expects] == [
        ("porto", "place"),
        ("mina", "person"),
        ("me", "person"),
    ]


def test_a_question_keeps_its_answer_to_come_as_plain_json(memory):
    for text in ("Sasha Ivers came.", "Sasha Kohl came."):
        tell(memory, text, ("entity", text[:-6]))
    tell(memory, "Sasha likes rye.", ("entity", "Sasha"), ("entity", "rye", "thing"), ("fact", "Sasha", "likes", "rye"))
    (question,) = memory.view.suggestions.open(OWNER, 9)
    payload = json.loads(question.payload)
    assert payload["name"] == "Sasha"
    assert [fact["object"] for fact in payload["draft"]["facts"]] == ["rye"]
    assert names(memory) == ["Sasha Ivers", "Sasha Kohl", "rye"]


def test_a_name_of_two_merely_mentioned_is_asked_about_once(memory):
    for text in ("Sasha Ivers came.", "Sasha Kohl came."):
        tell(memory, text, ("entity", text[:-6]))
    for text in ("Sasha waved.", "Sasha waved again.", "Then Sasha left."):
        tell(memory, text, ("entity", "Sasha"))
    assert len(memory.view.suggestions.open(OWNER, 9)) == 1
