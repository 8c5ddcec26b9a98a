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
_WHOLE = re.compile(r"お気に入り(?=の|は|が|です|だ)|今日この頃")
_AND = re.compile(r"(?:^|[、,])(それに|それと|それから|あとは|あと)(?=[、,]|[^、,はがをも])")
_BEFORE = "カメラ"
"""Any plain noun."""
_LATIN = re.compile(r"\.?[A-Za-zÀ-ɏ][A-Za-z0-9À-ɏ]*(?:[.&'’_/+-][A-Za-z0-9À-ɏ]+)*(?:\+\+|#)?")


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


def _between(text: str, start: int, end: int) -> list[Word]:
    """The words of a stretch between two cuts. What follows a cut in kana is a particle and needs a noun before it."""
    piece = text[start:end]
    if start and re.match(r"[ぁ-ん]", piece):
        found = words(_BEFORE + piece, start - len(_BEFORE))
        if found and found[0].text == _BEFORE:
            return found[1:]
    return words(piece, start)


def _fixed(text: str, found: list[Dated], linked: Sequence[tuple[int, int]]) -> list[Word]:
    cut: list[Word] = []
    taken = bytearray(len(text))
    candidates = _enclosed(text)
    candidates += [_whole(text, start, end, "group", "link") for start, end in linked]
    candidates += [_whole(text, *m.span(), "noun", "普通名詞") for m in _WHOLE.finditer(text)]
    candidates += [_whole(text, *m.span(1), "conj") for m in _AND.finditer(text)]
    candidates += [_whole(text, *m.span(1), "noun", "固有名詞.人名.名") for m in _kana_names().finditer(text)]
    candidates += [
        _whole(text, *m.span(1), "noun", "固有名詞.一般")
        for m in _pet_names().finditer(text)
        if not lexicon().has("forms.no_pets", m[1])
    ]
    candidates += [_whole(text, date.start, date.end, "date") for date in found]
    for pattern, detail in ((EMAIL, "email"), (PHONE, "phone"), (_LATIN, "latin")):
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
