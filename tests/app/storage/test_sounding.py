"""How names in kanji may sound, from what is known of them."""

import pytest

from app.storage.sounding import read_in, readings, sounds, sounds_as, sounds_in_part, spellings


@pytest.mark.parametrize(
    ("name", "heard"),
    [
        ("森田さくら", ("moritasakura", "sakura")),
        ("鈴木湊", ("suzukiminato", "minato")),
        ("東京タワー", ("tokyotawa", "tawa")),
        ("アリス・リデル", ("arisurideru", "rideru")),
        ("小林鷗外", ("kobayashi",)),
        ("鷗外", ()),
        ("Alice", ()),
        ("鷗外（おうがい）", ("ogai",)),
        ("XYZ東京", ("xyztokyo", "tokyo")),
    ],
)
def test_a_name_is_heard_whole_and_from_each_part_on(name: str, heard: tuple[str, ...]):
    assert sounds(name) == heard


def test_several_readings_are_all_heard():
    assert {"nakajima", "nakashima"} <= set(sounds("中島"))


def test_a_reading_stands_in_brackets():
    assert read_in("鷗外（おうがい）") == "おうがい"
    assert read_in("鷗外（作家）") is None


def test_a_whole_name_is_read_only_where_each_part_is_known():
    assert readings("森田さくら") == ("moritasakura",)
    assert readings("小林鷗外") == readings("Alice") == ()


@pytest.mark.parametrize(
    ("japanese", "other", "same"),
    [
        ("恵子", "Keiko", True),
        ("健二", "けんじ", True),
        ("森田健二", "Kenji Morita", True),
        ("大阪", "Ōsaka", True),
        ("美咲", "Keiko", False),
        ("森田健二", "Kenji", False),
        ("鷗外", "Ogai", False),
    ],
)
def test_a_name_in_letters_or_kana_is_compared_by_its_sound(japanese: str, other: str, same: bool):
    assert sounds_as(japanese, other) is same


def test_a_name_in_letters_is_written_in_many_ways():
    assert {"恵子", "けいこ"} <= set(spellings("Keiko"))
    assert "森田健二" in spellings("Kenji Morita")
    assert spellings("Xavier") == spellings("恵子") == []


@pytest.mark.parametrize(
    ("japanese", "other", "part"),
    [
        ("森田健二", "Kenji", True),
        ("健二", "Kenji Morita", True),
        ("森田健二", "Kenji Abe", False),
        ("森田健二", "Ken", False),
        ("健二", "Kenji", False),
        ("鷗外", "Kenji Morita", False),
    ],
)
def test_a_given_name_alone_is_heard_in_the_whole_one(japanese: str, other: str, part: bool):
    assert sounds_in_part(japanese, other) is part
