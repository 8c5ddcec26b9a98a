from datetime import date

import pytest

from app.domain.entity import ME
from app.memory.recall.classify import classify
from app.memory.recall.reply import NOTHING, compose

from .conftest import NOW


def answered(memory, text, **rest):
    return compose(memory.ask(text, **rest), memory.view)


@pytest.fixture
def year(memory):
    """The user moved in April and dropped one tool for another in May; what was before stayed as it was."""
    me, turns = memory.entity(ME), {}
    for key, text, at in (
        ("leeds", "I live in Leeds.", "2024-02-01"),
        ("porto", "I moved to Porto.", "2026-04-10"),
        ("vim", "I use Vim for everything.", "2023-01-05"),
        ("helix", "I use Helix now.", "2026-05-02"),
        ("piano", "I play the piano.", "2022-01-05"),
        ("choir", "I joined the choir.", "2026-05-20"),
    ):
        turns[key] = memory.say(text, at=at)
    memory.fact(me, "lives_in", memory.entity("Leeds", "place"), turns["leeds"], since="2024-02", until="2026-04")
    memory.fact(me, "lives_in", memory.entity("Porto", "place"), turns["porto"], since="2026-04")
    memory.fact(me, "uses", memory.entity("Vim", "thing"), turns["vim"], since="2023", until="2026-05-02")
    memory.fact(me, "uses", memory.entity("Helix", "thing"), turns["helix"], since="2026-05-02")
    memory.fact(me, "plays", memory.entity("piano", "thing"), turns["piano"])
    memory.fact(me, "member_of", memory.entity("choir", "organization"), turns["choir"])
    return turns


def test_what_changed_since_a_time_is_told_in_order_with_dates_and_sources(memory, year):
    reply = answered(memory, "What has changed since spring?")
    assert reply.text.splitlines() == [
        "You lived in Leeds (February 2024 – April 2026) [1]",
        "You live in Porto (since April 2026) [2]",
        "You used Vim (2023 – 2 May 2026) [3]",
        "You use Helix (since 2 May 2026) [4]",
    ]
    cited = [one.episode for one in reply.citations]
    assert cited == [year[key] for key in ("leeds", "porto", "vim", "helix")]


def test_the_same_in_japanese(memory, year):
    lines = answered(memory, "春から何が変わった？").text.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("あなたはLeedsに住んでいた（2024年2月〜2026年4月）")
    assert lines[-1].startswith("あなたはHelixを使っている（2026年5月2日から）")


def test_a_question_about_one_thing_gets_its_changes_alone(memory, year):
    lines = answered(memory, "How has where I live changed over time?").text.splitlines()
    assert [line.split(" in ")[1].split(" ")[0] for line in lines] == ["Leeds", "Porto"]


def test_how_it_was_before_is_told_with_its_interval(memory, year):
    assert "Leeds (February 2024 – April 2026)" in answered(memory, "Where did I live before?").text
    assert "Vim" in answered(memory, "以前は何を使っていた？").text.splitlines()[0]


def test_whoever_is_named_is_asked_about(memory, year):
    ann, said = memory.entity("Ann"), memory.say("Ann works at Acme.", at="2026-05-01")
    memory.fact(ann, "works_at", memory.entity("Acme", "organization"), said, since="2026-05")
    assert answered(memory, "What has changed for Ann since April?").text == "Ann works at Acme (since May 2026) [1]"


def test_where_nobody_is_named_everybody_counts(memory, year):
    ann, said = memory.entity("Ann"), memory.say("Ann works at Acme.", at="2026-05-01")
    memory.fact(ann, "works_at", memory.entity("Acme", "organization"), said, since="2026-05")
    assert "Ann works at Acme (since May 2026)" in answered(memory, "What changed since spring?").text
    assert "Ann" not in answered(memory, "What changed for me since spring?").text
    assert "AnnはAcmeに勤めている（2026年5月から）" in answered(memory, "春から何が変わった？").text


def test_what_was_merely_said_is_no_change_but_what_took_the_place_of_another_is(memory):
    ann, old = memory.entity("Ann"), memory.say("Ann works at Acme.", at="2026-03-20")
    new = memory.say("Ann works at Globex now.", at="2026-05-01")
    memory.fact(ann, "likes", "buns", memory.say("Ann likes buns.", at="2026-05-02"))
    second = memory.fact(ann, "works_at", memory.entity("Globex", "organization"), new)
    first = memory.fact(ann, "works_at", memory.entity("Acme", "organization"), old, until="2026-05-01")
    memory.amend("fact", first, invalidated_by=second)
    assert answered(memory, "What has changed since spring?").text.splitlines() == [
        "Ann works at Globex (as of 1 May 2026) [1]",
        "Ann worked at Acme (until 1 May 2026) [2]",
    ]
    assert "buns" not in answered(memory, "What has changed?").text


def test_where_nothing_changed_nothing_is_said_to_have(memory):
    said = memory.say("I play the piano.", at="2022-01-05")
    memory.fact(memory.entity(ME), "plays", memory.entity("piano", "thing"), said)
    assert answered(memory, "What has changed since spring?").text == NOTHING["en"]


def test_what_was_taken_back_is_no_change(memory, year):
    for hit in memory.ask("What has changed since spring?").facts:
        memory.amend("fact", hit.fact.id, expired_at=NOW)
    assert "Porto (since" not in answered(memory, "What has changed since spring?").text


def test_words_that_only_end_it_are_the_source_of_what_is_over(memory):
    elin, said = memory.entity("Elin"), memory.say("Elin moved from Malmö to Oslo.", at="2026-05-10")
    memory.fact(elin, "lives_in", memory.entity("Malmö", "place"), said, until="2026-05", ends=True)
    memory.fact(elin, "lives_in", memory.entity("Oslo", "place"), said, since="2026-05")
    assert answered(memory, "What changed since spring?").text.splitlines() == [
        "Elin lived in Malmö (until May 2026) [1]",
        "Elin lives in Oslo (since May 2026) [1]",
    ]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("What changed since spring?", "2026-03-01"),
        ("what is new since last summer", "2025-06-01"),
        ("What has changed since 2024?", "2024-01-01"),
        ("春から何が変わった？", "2026-03-01"),
        ("去年の秋から何が変わりましたか", "2025-09-01"),
        ("4月以降の変化は？", "2026-04-01"),
        ("先月から何が変わった？", "2026-05-01"),
    ],
)
def test_since_a_time_is_open_to_today(memory, text, first):
    asked = classify(memory.ask(text).question)
    assert asked.changes
    assert (asked.intent, asked.reason) == ("temporal", "changed")
    assert (asked.period.first, asked.period.last) == (date.fromisoformat(first), NOW.date())
    assert asked.period.open


def test_a_time_with_an_end_is_no_since(memory):
    period = classify(memory.ask("3月から5月まで何をしていた？ 去年の春").question).period
    assert period is None or not period.open
