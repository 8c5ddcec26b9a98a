"""Who an unsaid subject is after a sentence that brings somebody in with が."""

import pytest

from tests.app.memory.learn.reading.japanese.drafting import drafted, facts, turn

GOES_ON = {
    "妹の恵理が先週、広島から仙台に引っ越した。ピクセルという犬を飼っている。": "恵理 has_pet ピクセル",
    "友達の健太が結婚した。大阪に住んでいる。": "健太 lives_in 大阪",
    "友達の健太が結婚した。\n今は大阪に住んでいる。": "健太 lives_in 大阪",
    "友達の健太が来た。先月、大阪に引っ越した。犬も飼っている。": "健太 has_pet 犬",
    "妻の美咲が来た。仕事は看護師だ。": "美咲 job_title 看護師",
    "弟の翔太が就職した。サッカーが好きだ。": "翔太 likes サッカー",
    "母が来た。京都に住んでいる。": "母 lives_in 京都",
    "妹の恵理が就職した。青葉電機で働いている。住まいは名取だ。": "恵理 lives_in 名取",
}


@pytest.mark.parametrize(("text", "fact"), GOES_ON.items())
def test_a_state_after_it_is_of_that_person(text, fact):
    said = facts(drafted(text))
    assert fact in said
    assert fact.replace(fact.split()[0], "Me", 1) not in said


BACK = {
    "友達の健太が結婚した。私は大阪に住んでいる。": {"Me friend_of 健太", "Me lives_in 大阪"},
    "友達の健太が結婚した。うちは犬を飼っている。": {"Me friend_of 健太", "Me has_pet 犬"},
    "友達の健太が結婚した。僕も犬を飼っている。": {"Me friend_of 健太", "Me has_pet 犬"},
    "- 友達の健太が来た\n- 犬を飼っている": {"Me friend_of 健太", "Me has_pet 犬"},
    "友達の健太が来た。天気が悪い。犬を飼っている。": {"Me friend_of 健太", "Me has_pet 犬"},
    "友達の健太が来たら、相談する。犬を飼っている。": {"Me has_pet 犬"},
}


@pytest.mark.parametrize(("text", "said"), BACK.items())
def test_another_subject_a_topic_or_a_new_line_of_a_list_switch_back(text, said):
    assert facts(drafted(text)) - {"Me friend_of 健太"} == said - {"Me friend_of 健太"}


@pytest.mark.parametrize(
    "text",
    [
        "妻の美咲が風邪をひいた。明日は大阪に出張だ。",
        "妻の美咲が来た。一緒に住んでいる。",
        "妻の美咲が来た。犬を飼いたい。",
    ],
)
def test_what_may_be_either_stays_open(text):
    assert facts(drafted(text)) == {"Me married_to 美咲"}


def test_a_deed_is_the_writers():
    assert "Me uses Todoist" in facts(drafted("友達の健太が結婚した。Todoistを使い始めた。"))


@pytest.mark.parametrize(
    "text", ["妹の恵理は犬を飼っている。名前はコロ。", "妹の恵理が引っ越した。犬を飼っている。名前はコロ。"]
)
def test_the_name_of_somebodys_animal_leaves_it_with_them(text):
    assert facts(drafted(text)) == {"Me sibling_of 恵理", "恵理 has_pet コロ"}


def test_in_the_next_turn_too():
    draft = drafted("名前はコロです。", context=[turn("妹の恵理が犬を飼い始めた。")])
    assert facts(draft) == {"恵理 has_pet コロ"}


def test_my_own_animal_stays_mine():
    assert facts(drafted("妹の恵理は犬を飼っている。私は猫を飼っている。猫の名前はミケ。")) >= {"Me has_pet ミケ"}


def test_together_is_no_place():
    assert facts(drafted("妻と一緒に住んでいる。")) == set()
