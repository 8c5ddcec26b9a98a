"""Cases that broke other people's search: an answer or nothing, never an error, never everything."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.scope import OWNER, Scope
from app.memory.recall.search import find


@pytest.fixture
def texts(memory):
    said = (
        "don't feed it after midnight", "O'Brien asked about the lease", "POL-358 covers water damage",
        "C++ builds are slow", "the key a:b is set", "an orphaned plugin", "quick check, all ok", "quick lunch",
        "my_tag is set", "myXtag is set", "100% sure", "100 sheep", "今日は成語しりとりをした",
        "重跑gen-itgc后50条悬空引用清零", "開始ﾕｰｻﾞｰ認証完了", "パンを買った", "花名を決めた", "「東京」へ行く",
        "see https://x.y/z?q=1 for more", "nothing of note",
    )  # fmt: skip
    ids = {text: memory.say(text) for text in said}
    memory.index()
    return ids


def found(memory, query, **rest):
    return [one.episode.text for one in find(memory.recaller, query, rest.get("scope", OWNER), rest.get("limit", 30))]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("don't", "don't feed it after midnight"),
        ("O'Brien", "O'Brien asked about the lease"),
        ("o’brien", "O'Brien asked about the lease"),
        ("POL-358", "POL-358 covers water damage"),
        ("C++", "C++ builds are slow"),
        ("a:b", "the key a:b is set"),
        ('"quick', "quick lunch"),
        ("orphaned plugin", "an orphaned plugin"),
        ("plugins orphaned", "an orphaned plugin"),
        ("my_tag", "my_tag is set"),
        ("しりとり", "今日は成語しりとりをした"),
        ("itgc", "重跑gen-itgc后50条悬空引用清零"),
        ("悬空", "重跑gen-itgc后50条悬空引用清零"),
        ("ユーザー", "開始ﾕｰｻﾞｰ認証完了"),
        ("パン", "パンを買った"),
        ("花名", "花名を決めた"),
        ("東京", "「東京」へ行く"),
        ("https://x.y/z?q=1", "see https://x.y/z?q=1 for more"),
    ],
)
def test_what_is_typed_is_found(memory, texts, query, first):
    assert found(memory, query)[0] == first


@pytest.mark.parametrize("query", ["", " ", "*", "(", "😀", "-", "'", '"', "…", "。", "\x00", "\ud800"])
def test_what_is_no_word_finds_nothing(memory, texts, query):
    assert found(memory, query) == []


@pytest.mark.parametrize(
    "query", ["(maybe", "AND", "-today", "NOT quick", "title:quick", "quick^2", "qu*ck", "x" * 5000, "よ" * 5000]
)
def test_no_query_is_an_error_or_finds_everything(memory, texts, query):
    assert len(found(memory, query)) < len(texts) / 2


def test_all_words_come_before_some(memory, texts):
    assert found(memory, "quick ok")[0] == "quick check, all ok"


def test_a_mark_in_a_word_is_no_joker(memory, texts):
    assert "myXtag is set" not in found(memory, "my_tag")
    assert set(found(memory, "100%")) == {"100% sure", "100 sheep"}


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=40))
def test_any_text_may_be_searched_for(memory, texts, query):
    assert len(found(memory, query)) <= len(texts)


def test_deleted_rows_never_come_back_nor_take_a_place(memory, texts):
    memory.remove("episode", texts["quick check, all ok"])
    assert found(memory, "quick", limit=1) == ["quick lunch"]
    memory.index()
    assert found(memory, "quick") == ["quick lunch"]


def test_a_query_under_an_alias_finds_what_is_written_under_the_name(memory):
    memory.entity("Northern Seed Guild", "organization", "NSG")
    said = memory.say("Northern Seed Guild gathers in the hut")
    memory.index()
    assert [one.episode.id for one in find(memory.recaller, "NSG", OWNER, 5)] == [said]


def test_marks_are_in_the_snippet(memory, texts):
    one = find(memory.recaller, "ユーザー", OWNER, 5)[0]
    assert [one.snippet[mark.start : mark.end] for mark in one.marks] == ["ﾕｰｻﾞｰ"]


def test_other_projects_stay_out(memory):
    _, session = memory.talk(Scope(project="x"))
    memory.say("the secret kiln", session=session, scope=Scope(project="x"))
    memory.index()
    assert found(memory, "kiln", scope=Scope(project="y")) == []
    assert found(memory, "kiln", scope=Scope(project="x")) == ["the secret kiln"]


def test_a_credential_is_not_found_by_its_text(memory):
    memory.say("the api key is sk-live-abcdefghijklmnop1234")
    memory.index()
    assert found(memory, "sk-live-abcdefghijklmnop1234") == []
