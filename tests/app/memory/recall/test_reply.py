import pytest

from app.domain.entity import ME
from app.memory.recall.reply import NOTHING, compose

from .conftest import NOW


def answered(memory, text, **rest):
    return compose(memory.ask(text, **rest), memory.view)


@pytest.fixture
def moves(memory):
    """Ann lived in Leeds until 2025 and lives in Porto since."""
    ann = memory.entity("Ann")
    old = memory.say("Ann lives in Leeds these days, she says.", at="2024-01-05")
    new = memory.say("Ann has moved, she lives in Porto.", at="2025-03-02")
    memory.fact(ann, "lives_in", memory.entity("Leeds", "place"), old, since="2023", until="2025-03")
    memory.fact(ann, "lives_in", memory.entity("Porto", "place"), new, since="2025-03")
    return old, new


def test_a_fact_that_holds_is_said_with_its_interval_and_its_source(memory, moves):
    reply = answered(memory, "Where does Ann live?")
    assert reply.text.splitlines()[0] == "Ann lives in Porto (since March 2025) [1]"
    assert "Leeds" not in reply.text.splitlines()[0]
    first = reply.citations[0]
    assert (first.number, first.episode) == (1, moves[1])
    assert memory.view.episodes.one(first.episode, memory.ask("x").question.scope).text[
        first.span.start : first.span.end
    ]


def test_the_answer_comes_in_the_language_of_the_question(memory, moves):
    assert (
        answered(memory, "Annはどこに住んでいる？").text.splitlines()[0]
        == "AnnはPortoに住んでいる（2025年3月から） [1]"
    )


def test_what_has_ended_is_said_as_ended(memory, moves):
    lines = answered(memory, "Where did Ann live before?").text.splitlines()
    assert lines[0].startswith("Ann lived in Leeds (2023 – March 2025)")


def test_how_it_went_is_told_in_order_of_time(memory, moves):
    lines = answered(memory, "Where did Ann live previously and where was that?").text.splitlines()
    assert [line.split(" in ")[1].split(" ")[0] for line in lines[:2]] == ["Leeds", "Porto"]


def test_a_period_gets_what_held_then(memory, moves):
    lines = answered(memory, "Where did Ann live in 2024?").text.splitlines()
    assert lines[0].startswith("Ann lived in Leeds")
    assert not any(line.startswith("Ann lives in Porto") for line in lines)


def test_a_retracted_fact_is_never_said(memory, moves):
    for hit in memory.ask("Where does Ann live?").facts:
        memory.amend("fact", hit.fact.id, expired_at=NOW)
    reply = answered(memory, "Where does Ann live?")
    assert "Ann lives in Porto (" not in reply.text
    assert reply.text == NOTHING["en"]


def test_where_no_fact_answers_the_users_own_words_do(memory):
    said = memory.say("The spare fuse for the kiln sits in the biscuit tin.", at="2026-02-10")
    reply = answered(memory, "Where is the spare fuse for the kiln?")
    assert reply.text == "On 10 February 2026 you wrote: “The spare fuse for the kiln sits in the biscuit tin.” [1]"
    assert [(one.number, one.episode) for one in reply.citations] == [(1, said)]


def test_a_speaker_is_named(memory):
    memory.say("The spare fuse for the kiln sits in the tin.", speaker="Bo", at="2026-02-10")
    assert answered(memory, "Where is the spare fuse for the kiln?").text.startswith("On 10 February 2026 Bo wrote")


def test_the_user_is_you(memory):
    said = memory.say("I work at Acme now.", at="2026-02-10")
    memory.fact(memory.entity(ME), "works_at", memory.entity("Acme", "organization"), said)
    assert answered(memory, "Which company do I work at?").text.splitlines()[0] == "You work at Acme [1]"


@pytest.mark.parametrize(
    ("question", "language"), [("What is my shoe size?", "en"), ("靴のサイズは？", "ja"), ("", "en")]
)
def test_where_nothing_answers_it_says_so_and_cites_nothing(memory, question, language):
    memory.say("The cellar is damp.")
    reply = answered(memory, question)
    assert reply.text == NOTHING[language]
    assert reply.citations == ()


def test_a_credential_in_a_quotation_is_covered(memory):
    memory.say("The wifi password of the hut is: hunter2-very-long")
    assert "hunter2" not in answered(memory, "What is the wifi password of the hut?").text


def test_the_same_source_keeps_its_number(memory, moves):
    memory.fact(
        memory.view.entities.by_key(["ann"], memory.ask("x").question.scope)["ann"][0].entity.id,
        "likes",
        "rain",
        moves[1],
    )
    reply = answered(memory, "What does Ann like, and where does she live?")
    numbers = [one.number for one in reply.citations]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len({one.episode for one in reply.citations}) == len(reply.citations)
