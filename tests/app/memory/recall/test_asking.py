import pytest

from app.inference.embedder import OnDeviceEncoder
from app.memory.learn.reading.relations import relations
from app.memory.recall.asking import asking, language_of, terms


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What is the gate code for the allotment?", ("gate", "code", "allotment")),
        ("What did O'Brien want?", ("o'brien", "want")),
        ("Which note talks about C++?", ("note", "talks", "c++", "c")),
        ("What is Hollis's job?", ("hollis", "job")),
        ("合鍵はどこですか？", ("合鍵", "鍵は")),
        ("パン", ("パン",)),
        ("What about it?", ("what", "about", "it")),
        ("", ()),
        ("*", ()),
        ("😀", ()),
    ],
)
def test_a_question_is_searched_for_by_its_words_of_content(question, wanted):
    assert terms(question) == wanted


def test_kana_that_hold_a_sentence_together_are_not_searched_for():
    assert not {"です", "すか", "いつ", "つで"} & set(terms("車検はいつですか"))


def test_a_word_of_kana_is_content():
    assert {"しり", "とり"} <= set(terms("しりとりで負けたのはなぜ？"))


def test_every_relation_with_cues_exists():
    assert [name for name in asking().relations if not relations().knows(name.replace("*", "x"))] == []


@pytest.mark.parametrize(
    ("word", "predicate"),
    [
        ("wife", "married_to"),
        ("上司", "reports_to"),
        ("allergic", "allergic_to"),
        ("飼っている", "has_pet"),
        ("grandma", "grandparent_of"),
    ],
)
def test_words_point_to_relations(word, predicate):
    assert asking().relations[predicate].found(word)


def test_a_cue_is_a_whole_word_in_english():
    assert not asking().relations["has_pet"].found("category of carpets")


def test_language_is_japanese_where_any_of_it_stands():
    assert language_of("Kenさんのtitle") == "ja"
    assert language_of("Ken's title") == "en"


def test_words_without_content_are_one_piece_each_in_the_shipped_vocabulary():
    """Else a part of some longer word would lose its weight in late interaction."""
    english, japanese = OnDeviceEncoder().encode(asking().empty_pieces)
    assert len(english.pieces) == len(asking().empty_pieces[0].split())
    assert len(japanese.pieces) == len(asking().empty_pieces[1].split("、"))
