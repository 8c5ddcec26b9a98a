"""How names in kanji may sound, from what is known of them."""

import pytest

from app.storage.sounding import read_in, sounds


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
