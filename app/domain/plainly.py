"""One way of writing for what is written in several: names typed without accents, in common kanji, in either kana.

It is for finding, not for telling names apart: 髙橋 and 高橋, José and jose, ぷらん and プラン are one here.
"""

import unicodedata

_KANJI = """
    高髙 崎﨑碕嵜 斎齋齊斉 辺邊邉 沢澤 浜濱濵 広廣 桜櫻 国國 島嶋嶌 真眞 恵惠 栄榮 寿壽 竜龍 滝瀧 条條 吉𠮷 富冨
    峰峯 関關 黒黑 徳德 万萬 児兒 学學 会會 与與 円圓 檜桧 館舘 藪薮 曽曾 尭堯 遥遙 亜亞 弥彌 礼禮 静靜 豊豐 岳嶽
    来來 顕顯 蔵藏 頼賴 凛凜 巌巖 槙槇 桑桒 梅楳 涼凉 緑綠 鉄鐵 実實 晋晉 慎愼 勲勳 薫薰 団團 仏佛 伝傳 塩鹽 横橫
    温溫 芸藝 検檢 県縣 号號 穂穗 歩步
"""
_LETTERS = {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th"}


def _accented() -> dict[int, str]:
    """Latin letters with accents, each with the letter below them."""
    found = {}
    for code in (*range(0x00C0, 0x0250), *range(0x1E00, 0x1F00)):
        first = unicodedata.normalize("NFD", chr(code))[0]
        if first.isascii() and first.isalpha():
            found[code] = first
    return found


_TABLE: dict[int, str] = {
    **_accented(),
    **{ord(letter): instead for letter, instead in _LETTERS.items()},
    **{code: chr(code - 0x60) for code in range(0x30A1, 0x30F7)},
    **{ord(other): row[0] for row in _KANJI.split() for other in row[1:] if other != row[0]},
}


def plainly(folded: str) -> str:
    """A folded text (`domain.text.fold`) in the one way of writing. The length is kept but for ligatures and （株）."""
    if folded.isascii():
        return folded
    return folded.translate(_TABLE).replace("(株)", "株式会社")
