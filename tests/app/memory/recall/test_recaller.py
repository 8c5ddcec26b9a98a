from datetime import date

import pytest

from app.domain.errors import ModelUnavailable
from app.domain.question import Question
from app.domain.scope import OWNER, Scope
from app.memory.recall.recaller import NO_MODEL, Recaller

from .conftest import NOW


def test_the_episode_that_answers_comes_first_with_its_reasons(memory):
    memory.say("The boiler was serviced.")
    answer = memory.say("The spare fuse for the kiln is in the biscuit tin.")
    found = memory.ask("Where is the spare fuse of the kiln?")
    assert found.episodes[0].episode.id == answer
    assert {"words", "tokens"} <= {reason.arm for reason in found.episodes[0].why}
    assert not found.nothing


@pytest.mark.parametrize("text", ["", "  ", "*", "😀", "。。。", "\x00"])
def test_a_question_without_a_word_finds_nothing(memory, text):
    memory.say("something")
    found = memory.ask(text)
    assert found.nothing
    assert found.episodes == ()


@pytest.mark.parametrize("text", ["AND", "don't", "(maybe", '"hello', "-today", "a:b", "x " * 2500, "ぱ" * 5000])
def test_any_question_may_be_asked(memory, text):
    memory.say("don't ask me today, maybe tomorrow")
    memory.ask(text)


def test_an_empty_memory_holds_nothing(memory):
    assert memory.ask("Where is the kiln?").nothing


def test_words_that_overlap_do_not_answer(memory):
    memory.say("Passport photos done.")
    memory.say("The phone number of the desk is 555-0117.")
    assert memory.ask("What is my passport number?").nothing


def test_a_mere_question_and_the_assistant_answer_nothing(memory):
    """Else to ask twice would be answered with the first asking."""
    memory.say("Where is the spare fuse of the kiln?")
    memory.say("I do not know where the spare fuse of the kiln is.", role="assistant", state="not_ours")
    assert memory.ask("Where is the spare fuse of the kiln?").nothing


def test_a_question_is_not_its_own_answer(memory):
    asked = memory.say("The spare fuse of the kiln, where is it", at=NOW)
    assert asked not in memory.found("The spare fuse of the kiln, where is it", conversation=memory.conversation)


def test_an_alias_finds_what_is_written_under_the_name(memory):
    memory.entity("Abraham Tolliver", "person", "Bram")
    memory.say("Tolliver Street is one-way now.")
    answer = memory.say("Abraham Tolliver thinks the roof needs new flashing.")
    assert memory.found("What does Bram think of the roof?")[0] == answer


def test_two_steps_are_found_over_relations(memory):
    petra, ilse = memory.entity("Petra"), memory.entity("Ilse")
    first, last = memory.say("Petra and Ilse celebrated."), memory.say("Hives again, so no hazelnuts in the house.")
    memory.fact(petra, "married_to", ilse, first)
    memory.fact(ilse, "allergic_to", memory.entity("hazelnuts", "thing"), last)
    for number in range(8):
        memory.say(f"Cooking class number {number} was fun.")
    found = memory.ask("What should I avoid when cooking for Petra's wife?")
    assert {first, last} <= {hit.episode.id for hit in found.episodes[:5]}
    assert "allergic_to" in {hit.fact.predicate for hit in found.facts}
    assert "Ilse" in {hit.entity.name for hit in found.entities}


def test_as_of_a_day_nothing_said_later_is_known(memory):
    old = memory.say("Ann lives in Leeds.", at="2024-01-05")
    new = memory.say("Ann lives in Porto.", at="2025-01-05")
    ann = memory.entity("Ann")
    memory.fact(ann, "lives_in", memory.entity("Leeds", "place"), old, until="2025-01-05")
    memory.fact(ann, "lives_in", memory.entity("Porto", "place"), new)
    found = memory.ask("Where does Ann live?", as_of=date(2024, 6, 1))
    assert [hit.episode.id for hit in found.episodes] == [old]
    assert [hit.fact.since() for hit in found.facts] == [date(2024, 1, 5)]


def test_what_has_ended_ranks_below_what_holds(memory):
    old = memory.say("Ann lives in the town of Leeds.", at="2024-01-05")
    new = memory.say("Ann lives in the town of Porto.", at="2025-01-05")
    ann = memory.entity("Ann")
    memory.fact(ann, "lives_in", memory.entity("Leeds", "place"), old, until="2025-01-05")
    memory.fact(ann, "lives_in", memory.entity("Porto", "place"), new)
    found = memory.ask("Which town does Ann live in?")
    assert [hit.episode.id for hit in found.episodes[:2]] == [new, old]
    assert [hit.fact.invalid_at is None for hit in found.facts] == [True, False]


def test_deleted_episodes_never_come_back(memory):
    gone = memory.say("The kiln fuse is in the tin.")
    kept = memory.say("The kiln is hot.")
    memory.index()
    memory.remove("episode", gone)
    found = memory.recaller.recall(memory.ask("Where is the kiln fuse?").question)
    assert [hit.episode.id for hit in found.episodes] == [kept]


def test_passages_that_a_note_has_dropped_are_not_recalled(memory):
    dropped = memory.say("The kiln fuse is in the tin.", role="document")
    memory.amend("episode", dropped, replaced_at=NOW)
    assert memory.found("Where is the kiln fuse?") == []


def test_other_agents_and_projects_stay_out(memory):
    for scope in (Scope(agent="other"), Scope(project="x")):
        conversation, session = memory.talk(scope)
        memory.say("The kiln fuse is in the tin.", session=session, conversation=conversation, scope=scope)
    assert memory.found("Where is the kiln fuse?", scope=Scope()) == []
    assert len(memory.found("Where is the kiln fuse?", scope=Scope(project="x"))) == 1
    assert len(memory.found("Where is the kiln fuse?", scope=OWNER)) == 1


def test_without_the_model_words_still_answer(memory):
    answer = memory.say("The spare fuse for the kiln is in the tin.")
    memory.index()

    class Missing:
        def encode(self, texts):
            raise ModelUnavailable

    recaller = Recaller(memory.view, memory.text, memory.vectors, Missing())
    found = recaller.recall(memory.ask("Where is the kiln fuse?").question)
    assert found.episodes[0].episode.id == answer
    assert NO_MODEL in found.notes
    assert not found.nothing
    assert recaller.recall(Question("Which harbour did we leave from?", NOW)).nothing


def test_the_same_question_finds_the_same(memory):
    for number in range(20):
        memory.say(f"Note {number} about the kiln and the fuse.")
    assert memory.found("Where is the kiln fuse?") == memory.found("Where is the kiln fuse?")
