"""One sound for one word, however it is written."""

import pytest

from app.domain.kana import kana_only, letters_only, sound


@pytest.mark.parametrize(
    ("kana", "letters"),
    [
        ("もりたさくら", "Morita Sakura"),
        ("おおさか", "Ōsaka"),
        ("とうきょう", "tokyo"),
        ("しんじゅく", "sinzyuku"),
        ("しんばし", "shimbashi"),
        ("ほっかいどう", "hokkaidou"),
        ("まっちゃ", "matcha"),
        ("パーティー", "paatii"),
        ("ﾐﾅﾄ", "minato"),
        ("じゅんいちろう", "jun'ichirou"),
        ("つちや", "tutiya"),
        ("ファミリー", "famirii"),
        ("ジェシカ", "jeshika"),
        ("チェス", "chesu"),
        ("おおたに", "ohtani"),
        ("おはら", "ohara"),
    ],
)
def test_kana_and_letters_sound_the_same(kana: str, letters: str):
    assert sound(kana) == sound(letters) != ""


def test_names_that_differ_sound_different():
    names = ("もりた", "もりい", "さとう", "かとう", "すずき", "すすき", "きた", "きった")
    assert len({sound(name) for name in names}) == len(names)


def test_what_is_neither_kana_nor_letters_has_no_sound():
    assert sound("森田") == "" == sound("!?")
    assert kana_only("もりた サクラ")
    assert not kana_only("森た")
    assert not kana_only("")
    assert letters_only("ōsaka")
    assert not letters_only("a1")
