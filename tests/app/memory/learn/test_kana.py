"""Katakana beside Latin: what is one word in two scripts."""

import pytest

from app.memory.learn.kana import is_katakana, kana_beginnings, latin_beginnings, read_latin, sounds_like

PAIRS = """スラック Slack|ズーム Zoom|スカイプ Skype|グーグル Google|トレロ Trello
ユーチューブ YouTube|ドッカー Docker|フィグマ Figma|ノーション Notion|フォトショップ Photoshop
ディスコード Discord|エバーノート Evernote|パイソン Python|ウィンドウズ Windows|クローム Chrome
アマゾン Amazon|ツイッター Twitter|マイクロソフト Microsoft|ケンジ Kenji|オブシディアン Obsidian
ブレンダー Blender|メルカリ Mercari|ベルリン Berlin|アンナ Anna|ナイキ Nike
ペイパル PayPal|ストライプ Stripe|レディット Reddit|サーバー server|ジェンキンス Jenkins
カフカ Kafka|テラフォーム Terraform|ﾃﾗﾌｫｰﾑ Terraform|ガーミン Garmin|アンキ Anki"""


@pytest.mark.parametrize("pair", [pair.strip() for line in PAIRS.splitlines() for pair in line.split("|")])
def test_one_word_in_two_scripts(pair):
    katakana, latin = pair.split()
    assert is_katakana(katakana)
    assert sounds_like(katakana, latin)
    assert any(latin.casefold().startswith(start) for start in latin_beginnings(katakana))


@pytest.mark.parametrize(
    "pair", ["スカイプ Scope", "マリア Mario", "ミロ Milan", "トニー Toy", "ハム Home", "サン Sunday"]
)
def test_two_words(pair):
    assert not sounds_like(*pair.split())


def test_a_loose_vowel_is_no_sure_sign():
    assert sounds_like("スラック", "Slick")
    assert not sounds_like("スラック", "Slick", plain=True)
    assert sounds_like("スラック", "Slack", plain=True)


def test_beginnings_in_katakana():
    assert any("スラック".startswith(start) for start in kana_beginnings("Slack"))
    assert any("ドッカー".startswith(start) for start in kana_beginnings("Docker"))


@pytest.mark.parametrize("name", ["", "C++", "Ω", "x" * 30, "東京", "123"])
def test_what_has_no_reading(name):
    assert read_latin(name) == ()
    assert not sounds_like("スラック", name)


def test_readings_are_bounded():
    assert 0 < len(read_latin("chthchthchthchthgh")) <= 64
