"""Facts and time through the whole line: what ends what, when it held, and what teaches nothing."""

from datetime import date, datetime

import pytest

from app.domain.fact import Fact, Value
from app.services import chat, memories, notes
from app.services.chat import Answered
from tests.stories.conftest import Person


def facts(person: Person) -> list[Fact]:
    ids = [one.id for one in memories.listed(person.desk).entities]
    return sorted(person.desk.view.facts.of_entities(ids, person.desk.scope), key=lambda fact: fact.id)


def told(person: Person, *predicates: str) -> set[tuple[str, str, str, bool]]:
    """Subject, predicate, object, and whether it has not ended."""
    names = {one.id: one.name for one in memories.listed(person.desk).entities}
    return {
        (
            names[fact.subject],
            fact.predicate,
            fact.object.text if isinstance(fact.object, Value) else names[fact.object],
            fact.invalid_at is None,
        )
        for fact in facts(person)
        if not predicates or fact.predicate in predicates
    }


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def holding(person: Person, predicate: str, day: str) -> set[str]:
    names = {one.id: one.name for one in memories.listed(person.desk).entities}
    return {
        fact.object.text if isinstance(fact.object, Value) else names[fact.object]
        for fact in facts(person)
        if fact.predicate == predicate and fact.holds_on(date.fromisoformat(day))
    }


def test_he_is_the_one_just_spoken_of_and_never_me(person: Person):
    person.says("This is my friend John, he is an engineer at Google.")
    person.says("He also has a friend named Mike.")
    friends = {(one, other) for one, _, other, _ in told(person, "friend_of")}
    assert {"John", "Mike"} in [set(pair) for pair in friends]
    assert {"Me", "Mike"} not in [set(pair) for pair in friends]


@pytest.mark.parametrize(
    ("first", "second", "ended", "current"),
    [
        ("I love Chinese food.", "I hate Chinese food.", "Chinese food", "Chinese food"),
        ("My name is Xavier.", "My name is Yusuf.", "Xavier", "Yusuf"),
        ("I work at Acme.", "I now work at Globex.", "Acme", "Globex"),
        ("I live in Leeds.", "I moved to York.", "Leeds", "York"),
        (
            "Kiran lives in Whitefield.",
            "Kiran moved from Whitefield to Electronic City.",
            "Whitefield",
            "Electronic City",
        ),
        ("Production deployment is allowed.", "Production deployment is not allowed.", "allowed", "not allowed"),
        ("私は岡山に住んでいます。", "松江に引っ越しました。", "岡山", "松江"),
    ],
)
def test_what_was_said_later_ends_the_earlier(person: Person, first: str, second: str, ended: str, current: str):
    person.says(first)
    person.says(second)
    assert {(name, holds) for _, _, name, holds in told(person)} == {(ended, False), (current, True)}


def test_the_same_words_twice_are_one_fact_with_two_sources(person: Person):
    for text in ("I hate Chinese food.", "I hate Chinese food!"):
        person.says(text)
    (fact,) = facts(person)
    assert len({row.episode for row in person.desk.view.facts.anchors([fact.id], person.desk.scope)[fact.id]}) == 2


def test_a_move_leaves_everybody_elses_facts_alone(person: Person):
    for text in ("Kiran works at Infosys.", "Priya lives in Whitefield.", "Kiran lives in Whitefield."):
        person.says(text)
    person.says("Kiran moved from Whitefield to Electronic City.")
    current = {row[:3] for row in told(person) if row[3]}
    assert {("Kiran", "works_at", "Infosys"), ("Priya", "lives_in", "Whitefield")} <= current


@pytest.mark.parametrize(
    "mention",
    ["Alice was at the party.", "I met Alice yesterday.", "Bob asked about Alice.", "アリスさんに会った。Alice too."],
)
def test_a_mere_mention_retires_nothing(person: Person, mention: str):
    person.says("Alice works at Acme. Alice lives in Leeds.")
    before = {row for row in told(person) if row[0] == "Alice" and row[1] in ("works_at", "lives_in")}
    person.says(mention)
    assert len(before) == 2
    assert before <= told(person)


def test_an_old_note_imported_late_does_not_replace_the_new_one(person: Person):
    person.says("Alice works at Initech.", at("2026-02-01T12:00:00+09:00"))
    person.says("Alice works at Acme.", at("2024-02-01T12:00:00+09:00"))
    assert holding(person, "works_at", "2026-03-01") == {"Initech"}
    assert holding(person, "works_at", "2025-01-01") == {"Acme"}


def test_what_came_back_holds_in_two_stretches(person: Person):
    for day, text in (
        ("2026-01-10", "Alex works at Acme."),
        ("2026-03-10", "Alex works at Globex now."),
        ("2026-06-10", "Alex works at Acme again."),
    ):
        person.says(text, at(f"{day}T12:00:00+09:00"))
    days = ("2026-02-01", "2026-04-01", "2026-07-01")
    assert [holding(person, "works_at", day) for day in days] == [{"Acme"}, {"Globex"}, {"Acme"}]
    assert len(facts(person)) == 3


def test_two_attributes_with_a_word_in_common_do_not_end_each_other(person: Person):
    person.says("My favorite telescope is the Dobson.")
    person.says("My favorite eyepiece is the Nagler.")
    assert {(name, holds) for _, _, name, holds in told(person)} == {("Dobson", True), ("Nagler", True)}


@pytest.mark.parametrize(
    "text",
    [
        "We might use Obsidian if it syncs.",
        "obsidianは有効に使えるかどうか検討して",
        "Maybe I will move to Oslo.",
        "If Alice joins Acme, I will leave.",
        "Does Alice work at Acme?",
        "アリスはアクメで働いているの？",
        "もしアリスがアクメに入ったら辞める。",
        "> Alice works at Acme.",
        "```\nAlice works at Acme.\n```",
        "",
        " \n\t ",
        "thanks",
    ],
)
def test_a_wish_a_question_a_quotation_and_nothing_teach_nothing(person: Person, text: str):
    note = notes.create(person.desk, "")
    notes.save(person.desk, note.id, "", text)
    notes.settle(person.desk, note.id)
    person.waits()
    if text.strip():
        person.says(text)
    assert not facts(person)


def test_what_an_assistant_says_is_never_learned_nor_is_thanks_for_it(person: Person):
    person.says("Ann lives in Paris.")
    before = told(person)
    answered = person.asks("Where does Ann live?")
    invented = Answered(answered.question, "John Doe works at Acme, and Ann lives in Rome.", (), answered.recollection)
    chat.keep_answer(person.desk, person.home, invented)
    person.says("thanks")
    person.says("That is right, thank you!")
    assert told(person) == before
    assert "John Doe" not in {one.name for one in memories.listed(person.desk).entities}


@pytest.mark.parametrize(
    ("text", "said", "since"),
    [
        ("I adopted a cat named Momo on 7 May 2023.", "2026-05-05T12:00:00+09:00", "2023-05-07"),
        ("I adopted a cat named Momo yesterday.", "2019-05-05T12:00:00+09:00", "2019-05-04"),
        ("I adopted a cat named Momo yesterday.", "2026-01-01T00:10:00+09:00", "2025-12-31"),
        ("I adopted a cat named Momo today.", "2026-05-05T23:30:00+02:00", "2026-05-05"),
        ("I adopted a cat named Momo today.", "2026-05-05T00:30:00+14:00", "2026-05-05"),
        ("I adopted a cat named Momo today.", "2026-05-05T23:30:00-11:00", "2026-05-05"),
        ("I adopted a cat named Momo yesterday.", "2024-03-01T08:00:00+05:45", "2024-02-29"),
    ],
)
def test_a_day_is_the_speakers_own(person: Person, text: str, said: str, since: str):
    turn = person.says(text, at(said))
    assert [fact.valid_at.text for fact in facts(person) if fact.predicate == "has_pet" and fact.valid_at] == [since]
    assert turn.episode.said_at == at(said)
    assert turn.episode.said_at.utcoffset() == at(said).utcoffset()


def test_a_back_filled_note_is_never_of_today(person: Person):
    person.says("Alice works at Acme.", at("2019-05-05T12:00:00+09:00"))
    (fact,) = facts(person)
    assert fact.said_at.year == 2019
    assert fact.valid_at is None or fact.valid_at.text.startswith("2019")


def test_a_clock_that_goes_back_loses_nothing_and_inverts_nothing(person: Person):
    person.says("I live in Leeds.", at("2026-06-10T12:00:00+09:00"))
    person.says("I moved to York.", at("2026-06-09T12:00:00+09:00"))
    person.says("I moved to Bath.", at("2020-01-01T12:00:00+09:00"))
    for fact in facts(person):
        if fact.valid_at is not None and fact.invalid_at is not None:
            assert fact.valid_at.text <= fact.invalid_at.text
    assert len(chat.transcript(person.desk, person.home)) == 3
    assert holding(person, "lives_in", "2026-07-01") == {"Leeds"}


@pytest.mark.parametrize(
    ("told_first", "told_then"),
    [("I work at Acme.", "I left Acme on Friday."), ("アクメ社に勤めています。", "金曜日にアクメ社を辞めた。")],
)
def test_what_was_first_named_after_it_ended_ends_on_the_day_that_was_told(
    person: Person, told_first: str, told_then: str
):
    person.says(told_first, at("2026-03-09T12:00:00+09:00"))
    person.says(told_then, at("2026-03-09T13:00:00+09:00"))
    (job,) = facts(person)
    assert (job.valid_at, job.invalid_at and job.invalid_at.text) == (None, "2026-03-06")
    person.says("I work at Globex.", at("2026-03-09T14:00:00+09:00"))
    assert facts(person)[0] == job
