"""Which names a category may bear: one concept, said as specifically as its members allow."""

import re
import unicodedata

from app.domain.secret import find_secrets
from app.domain.text import clean, fold

MOST_CHARACTERS = 60
"""A category's name is a label; a longer one is a sentence."""
_MOST_WORDS = 6

_JOINED_EN = re.compile(r"\b(?:and|or|plus|etc|et al)\b|[&+/;,、，]")
# 「と」 and its like join where the next word begins with kanji, katakana or Latin and what stands before is a word.
_JOINED_JA = re.compile(
    r"(?<=[^\sぁ-ん])(?:と|や)(?=[^\sぁ-んー])|(?<=[^\s])(?:および|及び|ならびに|並びに|または|又は|あるいは|もしくは|とか|など)|[・＆／]"
)
_HIRAGANA_BEFORE = re.compile(r"(?<=[ぁ-ん])と(?=[一-龯ァ-ヶA-Za-z])")
_ENDS_IN_TO = (
    "こと",
    "ごと",
    "ひと",
    "びと",
    "もと",
    "あと",
    "おと",
    "さと",
    "まと",
    "いと",
    "そと",
    "やまと",
    "ちょっと",
)

_VAGUE = frozenset(
    [
        "thing",
        "things",
        "stuff",
        "item",
        "items",
        "misc",
        "miscellaneous",
        "miscellany",
        "other",
        "others",
        "various",
        "general",
        "everything",
        "anything",
        "something",
        "unknown",
        "uncategorised",
        "uncategorized",
        "unsorted",
        "category",
        "categories",
        "entity",
        "entities",
        "none",
        "n/a",
        "group",
        "もの",
        "物",
        "こと",
        "事",
        "その他",
        "そのほか",
        "ほか",
        "他",
        "雑多",
        "いろいろ",
        "色々",
        "さまざま",
        "様々",
        "全般",
        "全部",
        "不明",
        "未分類",
        "カテゴリ",
        "カテゴリー",
        "分類",
        "グループ",
        "エンティティ",
        "なし",
    ]
)
_VAGUE_START = re.compile(
    r"(?:other|misc\w*|various|general)\b|(?:その他|そのほか|いろいろな|さまざまな|様々な|色々な)"
)


def joins(name: str) -> bool:
    """Whether the name puts two concepts together: "Food and Drink", 「音楽と映画」, 「本・雑誌」."""
    folded = fold(name)
    if _JOINED_EN.search(folded) or _JOINED_JA.search(unicodedata.normalize("NFKC", name)):
        return True
    return any(not folded[: found.end()].endswith(_ENDS_IN_TO) for found in _HIRAGANA_BEFORE.finditer(folded))


def vague(name: str) -> bool:
    """Whether the name says nothing: "things", "misc", "その他"."""
    folded = fold(name)
    return not any(mark.isalnum() for mark in folded) or folded in _VAGUE or bool(_VAGUE_START.match(folded))


def usable(name: str) -> str:
    """The name as it may be kept, trimmed; empty when it is none: too long, vague, two in one, or a secret."""
    kept = " ".join(clean(name).replace("\ufffd", " ").split())
    if not kept or len(kept) > MOST_CHARACTERS or len(kept.split()) > _MOST_WORDS:
        return ""
    return "" if vague(kept) or joins(kept) or find_secrets(kept) else kept


def brief(text: str, most: int) -> str:
    """Free words such as a tag or a summary, on one line and cut to length; empty where they hold a secret."""
    line = " ".join(clean(text).replace("\ufffd", " ").split())
    if find_secrets(line):
        return ""
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
