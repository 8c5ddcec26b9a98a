"""How Japanese sounds, in letters: one form for もりたさくら, モリタサクラ, `morita sakura` and `Morita Sakura`.

It is for comparing, not for showing: long vowels are short (おおさか and Ōsaka are `osaka`), n before n is one, and the
ways of spelling a syllable are one (si and shi, tu and tsu, jya and ja).
"""

import re
import unicodedata

_ROWS = (
    *(
        " あいうえお",
        "kかきくけこ",
        "sさしすせそ",
        "tたちつてと",
        "nなにぬねの",
        "hはひふへほ",
        "mまみむめも",
        "yや ゆ よ",
    ),
    *("rらりるれろ", "gがぎぐげご", "zざじずぜぞ", "dだぢづでど", "bばびぶべぼ", "pぱぴぷぺぽ"),
)
_SYLLABLES = {kana: (row[0] + vowel).strip() for row in _ROWS for kana, vowel in zip(row[1:], "aiueo", strict=False)}
_SYLLABLES |= {
    "し": "shi",
    "ち": "chi",
    "つ": "tsu",
    "ふ": "fu",
    "じ": "ji",
    "ぢ": "ji",
    "わ": "wa",
    "ゐ": "i",
    "ゑ": "e",
}
_SYLLABLES |= {"を": "o", "ん": "n", "ゔ": "bu", "ゎ": "wa", "ゕ": "ka", "ゖ": "ke", " ": ""}
_GLIDES = {"ゃ": "ya", "ゅ": "yu", "ょ": "yo"}
_SMALL_VOWELS = {"ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o"}
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc・]+")
_LETTERS = re.compile("[a-z\u00e0-\u017f'’ -]+")
_SPELLINGS = (
    (re.compile(r"(?<=[sc]h)y"), ""),
    (re.compile(r"[sc]y(?=[aiueo])"), "sh"),
    (re.compile(r"ty(?=[aiueo])"), "ch"),
    (re.compile(r"[zjd]y(?=[aiueo])"), "j"),
    (re.compile(r"s(?=i)"), "sh"),
    (re.compile(r"t(?=i)"), "ch"),
    (re.compile(r"t(?=u)"), "ts"),
    (re.compile(r"(?<![sc])h(?=u)"), "f"),
    (re.compile(r"[zd](?=i)"), "j"),
    (re.compile(r"dz?(?=u)"), "z"),
    (re.compile(r"v"), "b"),
    (re.compile(r"m(?=[bp])"), "n"),
    (re.compile(r"t(?=ch)"), "c"),
    (re.compile(r"oh(?![aiueoy])"), "o"),
    (re.compile(r"ou|oo"), "o"),
    (re.compile(r"([aiuen])\1+"), r"\1"),
)


def kana_only(text: str) -> bool:
    """Whether a folded text is written in kana alone, spaces aside."""
    return bool(text) and _KANA.fullmatch(text.replace(" ", "")) is not None


def letters_only(text: str) -> bool:
    """Whether a folded text may be Japanese in letters."""
    return bool(text) and _LETTERS.fullmatch(text) is not None


def sound(text: str) -> str:
    """The one form of a text in kana or letters, without spaces; what is neither is left out."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _one_spelling("".join(_spelled(_hiragana(folded))))


def _hiragana(text: str) -> str:
    return "".join(chr(ord(one) - 0x60) if "\u30a1" <= one <= "\u30f6" else one for one in text)


def _spelled(text: str) -> list[str]:
    """Letters, syllable by syllable; a small っ doubles what follows."""
    found: list[str] = []
    doubled = False
    for one in text:
        if one == "っ":
            doubled = True
            continue
        if one in _GLIDES and found and found[-1].endswith("i"):
            found[-1] = found[-1][:-1] + _GLIDES[one]
            continue
        if one in _SMALL_VOWELS and found and found[-1][-1:] in "aiueo" and len(found[-1]) > 1:
            found[-1] = found[-1][:-1] + _SMALL_VOWELS[one]
            continue
        piece = (
            _SYLLABLES.get(one)
            or _GLIDES.get(one)
            or _SMALL_VOWELS.get(one)
            or (one if one.isalnum() and ord(one) < 0x180 else "")
        )
        found.append(_twice(piece) if doubled else piece)
        doubled = doubled and not piece
    return found


def _twice(syllable: str) -> str:
    head = syllable[:1]
    return syllable if head in "aiueon" else head + syllable


def _one_spelling(letters: str) -> str:
    plain = "".join(one for one in unicodedata.normalize("NFD", letters) if not unicodedata.combining(one))
    plain = "".join(one for one in plain if one.isalnum())
    for pattern, instead in _SPELLINGS:
        plain = pattern.sub(instead, plain)
    return plain
