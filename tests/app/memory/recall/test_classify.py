from datetime import date

import pytest

from app.domain.question import Question
from app.memory.recall.classify import classify
from tests.builders import moment

NOW = moment("2026-05-13")


def asked(text, **rest):
    return classify(Question(text, NOW, **rest))


@pytest.mark.parametrize(
    "text",
    ["Where does Ada live?", "Adaはどこに住んでいる？", "What did she say before she signs?", "今月の家賃は？", ""],
)
def test_in_doubt_a_question_is_simple(text):
    assert asked(text).intent in ("simple", "temporal")
    assert asked(text).tense != "past"


@pytest.mark.parametrize(
    "text", ["Which bank holds my savings now?", "今の内線番号は？", "What is my current address?", "最新の方針は"]
)
def test_a_question_about_now(text):
    assert (asked(text).intent, asked(text).tense) == ("temporal", "present")


@pytest.mark.parametrize(
    "text",
    [
        "Where did I use to live? I used to like it.",
        "Where did I live before?",
        "以前の職場は？",
        "Who was my previous boss?",
    ],
)
def test_a_question_about_before(text):
    assert (asked(text).intent, asked(text).tense) == ("temporal", "past")


@pytest.mark.parametrize("text", ["Summarize my trips", "Adaについてまとめて", "List everything about the hut"])
def test_a_question_for_an_overview_is_complex(text):
    assert asked(text).intent == "complex"


def test_a_period_makes_it_temporal_and_can_be_taken_out_of_the_question():
    found = asked("Who was cutting my hair in summer 2024?")
    assert found.intent == "temporal"
    assert found.timeless == "who was cutting my hair in ?"
    assert found.day == date(2024, 8, 31)


def test_a_day_given_with_the_question_wins():
    assert asked("Where does Ada live?", as_of=date(2020, 2, 3)).day == date(2020, 2, 3)


def test_words_point_to_relations_and_to_oneself():
    found = asked("What is my wife allergic to?")
    assert {"married_to", "allergic_to"} <= found.predicates
    assert found.about_me
    assert not asked("What is Ada allergic to?").about_me


def test_the_reason_is_kept():
    assert asked("Which bank holds my savings now?").reason == "now"
    assert asked("Summarize my trips").reason == "overview"
    assert asked("Where does Ada live?").reason == "plain"


@pytest.mark.parametrize(
    ("text", "unsaid"),
    [
        ("どこに住んでる？", True),
        ("今どこで働いていますか", True),
        ("ペットの名前は何だっけ？", True),
        ("誕生日はいつ？", True),
        ("アリスはどこで働いてる？", False),
        ("誰が鍵を持ってる？", False),
        ("車検はいつまで？", False),
        ("Where is it?", False),
    ],
)
def test_japanese_that_leaves_out_whose_it_is(text: str, unsaid: bool):
    assert classify(Question(text, NOW)).unsaid is unsaid
