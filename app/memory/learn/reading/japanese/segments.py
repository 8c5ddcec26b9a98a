"""Words of a sentence, with the stretches that no morphology should cut made one word each: quotations, glosses in
brackets, dates, Latin names (`Node.js`, `C++`), mail addresses and telephone numbers."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from app.memory.learn.reading.japanese.dates import Dated
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.morphology import Word, WordClass, words

_QUOTES = {"「": "」", "『": "』", "“": "”", '"': '"', "«": "»", "《": "》", "〈": "〉", "【": "】", "‘": "’"}
_ROUND = {"(": ")", "〔": "〕"}
_PAIRS = _QUOTES | _ROUND
_OPENERS = {close: opener for opener, close in _PAIRS.items()}
_MOST_INSIDE = 2000

EMAIL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._%+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
PHONE = re.compile(
    r"(?<![\d-])(?:\+\d{1,3}[- ]?)?\(?0?\d{1,4}\)?[- ]\d{1,4}[- ]\d{3,4}(?![\d-])|(?<!\d)0\d{9,10}(?!\d)"
)
_WHOLE = re.compile(r"機種変(?=し|する|済)|推し(?=は|が|の|です|$)|お気に入り(?=の|は|が|です|だ)|今日この頃")
_AND = re.compile(r"(?:^|[、,])(それに|それと|それから|あとは|あと)(?=[、,]|[^、,はがをも])")
_ADVERBS = re.compile(
    r"どうしても|どうやら|このたび|この度|このほど|なんとか|何とか|(?:^|(?<=[、。,\s]))(?:実は|実を言うと|そういえば|ちなみに|なんと|本当は|要は)(?=[^がをに])"
)
_LEGAL = re.compile(r"\((?:株|有|合|資|名)\)")
"""The short forms of 株式会社 and the like: no gloss, but a part of the name before or after them."""
_BEFORE = "カメラ"
"""Any plain noun."""
_LATIN = re.compile(r"\.?[A-Za-zÀ-ɏ][A-Za-z0-9À-ɏ]*(?:[.&'’_/+-][A-Za-z0-9À-ɏ]+)*(?:\+\+|#)?")
_RELEASE = re.compile(r"(?<![A-Za-z0-9])[a-z][a-z0-9_./-]*:v?\d+(?:\.\d+)*(?![0-9A-Za-z:.一-鿿])")
"""An image or a package with its release: langfuse:3.224.4."""


def split_words(text: str, found: list[Dated], linked: Sequence[tuple[int, int]] = ()) -> list[Word]:
    """The words of a sentence, in order. `found` are its dates; one inside a quotation is left to the quotation.
    `linked` are stretches that the writer marked as one name."""
    cut = _fixed(text, found, linked)
    result: list[Word] = []
    at = 0
    for word in cut:
        result += _between(text, at, word.start)
        result.append(word)
        at = word.end
    result += _between(text, at, len(text))
    return [word for word in result if word.cls != "space"]


@lru_cache(maxsize=1)
def _kana_names() -> re.Pattern[str]:
    """Given names in hiragana, which a morphology would cut into verbs and particles: 娘のこはるが."""
    names = sorted((n for n in lexicon().sets["people.given"] if re.fullmatch("[ぁ-ん]+", n)), key=len, reverse=True)
    return re.compile(rf"(?<=の)({'|'.join(names)})(?=[はがとをにもで、。(]|さん|ちゃん|くん|$)")


@lru_cache(maxsize=1)
def _pet_names() -> re.Pattern[str]:
    """Names in hiragana after an animal: 柴犬のきなこと."""
    species = "|".join(sorted(lexicon().sets["pets.species"], key=len, reverse=True))
    return re.compile(rf"(?:{species})の([ぁ-んー]{{2,6}}?)(?=[はがとをにもで、。(]|ちゃん|くん|さん|です|$)")


_NEVER_LIKED = re.compile(
    r"(?:これ|それ|あれ|どれ|ここ|そこ|こっち|みんな|みな|だれ|なに|とても|すごく|ほんと|やっぱり|わり|わりと|もう|まだ|ずっと|いま)"
    r"|.*(?:の|こと|もの|ほう|とこ|ところ|たち|さん|ちゃん|くん)"
)
_LIKED = re.compile(
    r"(?:^|(?<=[、。,はも]))([ぁ-んー]{2,8})(?=[がは](?:、|とても|すごく|昔から|本当に|ほんとに|ちょっと|どうしても|一番|いちばん|大の)*"
    r"(?:大?好き|だいすき|大?嫌い|苦手|得意|大好物))"
)
"""A word in hiragana of which somebody says that it is liked; the dictionary may not know it (らっきょう)."""
_OF_NOUNS = ("noun", "suffix", "prefix", "adverb", "interj", "date")


def _is_noun(text: str) -> bool:
    """Whether hiragana can be one noun: a noun to the morphology, or cut by it into what makes no sense."""
    if _NEVER_LIKED.fullmatch(text) or lexicon().has("people.me", text):
        return False
    found = words(text)
    return all(word.cls in _OF_NOUNS for word in found) or not any(word.cls in ("particle", "aux") for word in found)


@lru_cache(maxsize=1)
def _heads() -> re.Pattern[str]:
    """劇団, 合唱団, 短歌会 and a name in hiragana after it."""
    heads = "|".join(sorted(lexicon().sets["organizations.heads"], key=len, reverse=True))
    return re.compile(
        rf"(?P<whole>[一-鿿ァ-ヺー]{{1,6}}の会)?(?(whole)|(?:{heads}|[一-鿿ァ-ヺー]{{2,6}}(?:会|部|団|クラブ|教室|サークル|食堂)))([ぁ-んー]{{3,7}}?)"
        r"(?=(?:は|が|を|に|で|と|の|へ|も|から|という|$)(?:[一-鿿ァ-ヺA-Za-z0-9、。]|$|もう|やめ|はい|ある))"
    )


def _headed(text: str) -> list[tuple[int, int]]:
    """Where such a name in hiragana stands, if it is a noun and begins with no particle."""
    return [
        match.span(0 if match["whole"] else 2)
        for match in _heads().finditer(text)
        if not re.match("[はがをにでともへのやか]|から|まで|だ|です", match[2])
        and all(word.cls in _OF_NOUNS for word in words(match[2]))
    ]


def _between(text: str, start: int, end: int) -> list[Word]:
    """The words of a stretch between two cuts. What follows a cut in kana is a particle and needs a noun before it."""
    piece = text[start:end]
    if start and re.match(r"[ぁ-ん]", piece):
        between = end < len(text) and re.fullmatch(r"[ぁ-ん]{1,2}", piece) is not None  # 昨日で『…』を
        found = words(_BEFORE + piece + _BEFORE * between, start - len(_BEFORE))
        if found and found[0].text == _BEFORE and (not between or found[-1].text == _BEFORE):
            return found[1:-1] if between else found[1:]
    return words(piece, start)


def _fixed(text: str, found: list[Dated], linked: Sequence[tuple[int, int]]) -> list[Word]:
    cut: list[Word] = []
    taken = bytearray(len(text))
    candidates = [_whole(text, *m.span(), "noun", "普通名詞") for m in _LEGAL.finditer(text)]
    candidates += _enclosed(text)
    candidates += [_whole(text, start, end, "group", "link") for start, end in linked]
    candidates += [_whole(text, *m.span(), "noun", "普通名詞") for m in _WHOLE.finditer(text)]
    candidates += [_whole(text, *m.span(1), "conj") for m in _AND.finditer(text)]
    candidates += [_whole(text, *m.span(), "adverb") for m in _ADVERBS.finditer(text)]
    candidates += [_whole(text, *m.span(1), "noun", "普通名詞.一般") for m in _LIKED.finditer(text) if _is_noun(m[1])]
    candidates += [_whole(text, *span, "noun", "普通名詞.一般") for span in _headed(text)]
    candidates += [_whole(text, *m.span(1), "noun", "固有名詞.人名.名") for m in _kana_names().finditer(text)]
    candidates += [
        _whole(text, *m.span(1), "noun", "固有名詞.一般")
        for m in _pet_names().finditer(text)
        if not lexicon().has("forms.no_pets", m[1])
    ]
    candidates += [_whole(text, date.start, date.end, "date") for date in found]
    for pattern, detail in ((EMAIL, "email"), (PHONE, "phone"), (_RELEASE, "latin"), (_LATIN, "latin")):
        candidates += [_whole(text, *match.span(), "noun", detail) for match in pattern.finditer(text)]
    for word in candidates:
        if not any(taken[word.start : word.end]):
            taken[word.start : word.end] = b"\x01" * (word.end - word.start)
            cut.append(word)
    return sorted(map(_with_town, cut), key=lambda word: word.start)


def _with_town(word: Word) -> Word:
    """Kyoto in Latin letters is still a town to the morphology."""
    if word.detail != "latin" or not word.text[:1].isupper() or not word.text.isalpha():
        return word
    known = words(word.text)
    return replace(word, detail="latin.地名") if len(known) == 1 and "地名" in known[0].detail else word


def _whole(text: str, start: int, end: int, cls: WordClass, detail: str = "") -> Word:
    said = text[start:end]
    return Word(said, said, cls, detail, "", start, end, known=False)


def _enclosed(text: str) -> list[Word]:
    """Outermost bracket pairs as words, the brackets in their span and not in their text."""
    result: list[Word] = []
    for start, end in sorted(_pairs(text)):
        if result and start < result[-1].end:
            continue
        said = text[start + 1 : end].strip()
        cls: WordClass = "group" if text[start] in _QUOTES else "gloss"
        result.append(Word(said, said, cls, text[start], "", start, end + 1))
    return result


def _pairs(text: str) -> list[tuple[int, int]]:
    """Every bracket with its partner, in one pass; empty and very long pairs are left out."""
    openings: dict[str, list[int]] = {}
    found = []
    for at, sign in enumerate(text):
        opened = openings.get(_OPENERS.get(sign, ""))
        if opened:
            start = opened.pop()
            if 1 < at - start < _MOST_INSIDE:
                found.append((start, at))
        elif sign in _PAIRS:
            openings.setdefault(sign, []).append(at)
    return found
