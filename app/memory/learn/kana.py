"""Whether a katakana word may be the Latin word next to it: スラック and Slack.

Both are read into syllables of one consonant class and its vowels, and compared syllable by syllable. English spelling
is ambiguous, so a Latin word has several readings; Japanese adds a vowel where English has none. The classes follow
the usual rules for writing foreign words in katakana (Cabinet notice no. 2 of 1991).
"""

import re
import unicodedata
from functools import lru_cache
from itertools import product

Syllables = tuple[tuple[str, str], ...]
"""Consonant class ("" at the start of a word) and the vowels after it."""

_ROWS = {
    "": "アイウエオ", "k": "カキクケコ", "s": "サシスセソ", "t": "タチツテト", "n": "ナニヌネノ", "h": "ハヒフヘホ",
    "m": "マミムメモ", "r": "ラリルレロ", "g": "ガギグゲゴ", "z": "ザジズゼゾ", "d": "ダヂヅデド", "b": "バビブベボ",
    "p": "パピプペポ",
}  # fmt: skip
_KANA = {kana: (row, vowel) for row, line in _ROWS.items() for kana, vowel in zip(line, "aiueo", strict=True)}
_KANA |= {"ヤ": ("y", "a"), "ユ": ("y", "u"), "ヨ": ("y", "o"), "ワ": ("w", "a"), "ヲ": ("", "o"), "ヴ": ("b", "u")}
_KANA |= {"フ": ("f", "u"), "ヅ": ("z", "u"), "ヂ": ("z", "i"), "ン": ("n", "")}
_SMALL = {"ァ": "a", "ィ": "i", "ゥ": "u", "ェ": "e", "ォ": "o", "ャ": "a", "ュ": "u", "ョ": "o", "ヮ": "a"}
_KATAKANA = re.compile(r"[ァ-ヴー・･\s]{2,}")


def is_katakana(name: str) -> bool:
    """Whether the name is written in katakana alone (half width counts)."""
    return _KATAKANA.fullmatch(unicodedata.normalize("NFKC", name)) is not None


@lru_cache(maxsize=4096)
def read_kana(name: str) -> Syllables:
    """Syllables of a katakana name."""
    read: list[tuple[str, str]] = []
    for sign in unicodedata.normalize("NFKC", name):
        if sign in _SMALL and read:
            read[-1] = ("w" if read[-1] == ("", "u") else read[-1][0], _SMALL[sign])
        elif sign in _KANA:
            row, vowel = _KANA[sign]
            if row == "n" and vowel and read and read[-1] == ("n", ""):
                read.pop()
            if row == "" and read:
                read[-1] = (read[-1][0], read[-1][1] + vowel)
            else:
                read.append((row, vowel))
    return tuple(read)


# Spelling to the consonant classes it may stand for; longer spellings are tried first.
_SPELLED: dict[str, tuple[str, ...]] = {
    "tion": ("s*n",), "sion": ("s*n", "z*n"), "tch": ("t",), "sch": ("s", "sk"), "dge": ("z",), "sh": ("s",),
    "ch": ("t", "k", "s"), "ph": ("f",), "th": ("s", "t", "z", "th"), "gh": ("", "g", "f"), "ck": ("k",), "qu": ("k",),
    "wh": ("w",), "wr": ("r",), "kn": ("n", "kn"), "ce": ("s*",), "ci": ("s*",), "cy": ("s*",), "ge": ("z*", "g*"),
    "gi": ("z*", "g*"), "gy": ("z*", "g*"), "c": ("k",), "x": ("ks",), "q": ("k",), "l": ("r",), "v": ("b",),
    "j": ("z", "y"), "s": ("s", "z"), "z": ("z", "t"), "w": ("w", ""), "y": ("y",), "h": ("h", ""),
}  # fmt: skip
_PIECE = re.compile("|".join(sorted(_SPELLED, key=len, reverse=True)) + "|[aeiou]+(?:y(?![aeiou]))?|y(?![aeiou])|.")
_MAX_READINGS = 64
_SILENT_R = "'"
"""Stands for the r of "server", which Japanese writes as a long a."""


@lru_cache(maxsize=4096)
def read_latin(name: str) -> tuple[Syllables, ...]:
    """Every reading of a Latin word, at most `_MAX_READINGS`; none for words with other signs in them."""
    word = re.sub(r"[\s\-_.'・]", "", unicodedata.normalize("NFKC", name).casefold())
    if not word.isascii() or not word.isalpha() or len(word) > 24:
        return ()
    choices = [_classes(word, piece) for piece in _PIECE.finditer(re.sub(r"([^aeiou])\1", r"\1", word))]
    readings: dict[Syllables, None] = {}
    for count, picked in enumerate(product(*choices)):
        if count >= _MAX_READINGS:
            break
        readings[_syllables("".join(picked))] = None
    return tuple(readings)


def _classes(word: str, piece: re.Match[str]) -> tuple[str, ...]:
    text = piece[0]
    if text[0] in "aeiou" or (text == "y" and piece.start() > 0):
        return (text,)
    if text in ("ce", "ci", "cy", "ge", "gi", "gy"):
        return tuple(option.replace("*", text[1]) for option in _SPELLED[text])
    if text in ("tion", "sion"):
        return tuple(option.replace("*", "o") for option in _SPELLED[text])
    if text == "r" and not piece.string[piece.end() : piece.end() + 1].strip("bcdfghjklmnpqrstvwxz"):
        return (_SILENT_R, "r")
    return _SPELLED.get(text, (text,))


def _syllables(sounds: str) -> Syllables:
    found = re.findall(r"([bcdfghjklmnpqrstvwxz]|(?:^|(?<=[^aeiouy]))y(?=[aeiou])|)([aeiouy]*'?)", sounds)
    return tuple((consonant, vowels) for consonant, vowels in found if consonant or vowels.strip(_SILENT_R))


_VOWELS = {"a": "aeo", "e": "ei", "i": "ia", "o": "o", "u": "ua", "y": "iau"}
_GROUPS = {"oo": "u", "ou": "auo", "ow": "auo", "au": "oa", "ai": "ea", "ei": "eia", "ee": "i", "ea": "ie", "ie": "iae"}
_PLAIN = _VOWELS | {"a": "ae", "i": "i"}


def _vowel_fits(latin: str, kana: str, last: bool, plain: bool) -> bool:
    written = latin.rstrip(_SILENT_R)
    if not written or (last and written == "e"):
        return kana in ("", "u", "o", "i") or (last and kana in ("a", "e"))
    table = _PLAIN if plain else _VOWELS
    allowed = _GROUPS.get(written[:2]) or table[written[0]]
    if written[:2] not in _GROUPS and len(written) > 1 and len(kana) > 1 and kana[-1] not in table[written[-1]]:
        return False
    return bool(set(kana) & set(allowed + "a" * latin.endswith(_SILENT_R)))


_ALIKE = ({"f", "h"}, {"n", "m"}, {"", "y"}, {"", "w"})


def _fits(latin: Syllables, kana: Syllables, plain: bool) -> bool:
    if len(latin) != len(kana):
        return False
    for place, ((one, vowels), (other, sound)) in enumerate(zip(latin, kana, strict=True)):
        if one != other and {one, other} not in _ALIKE:
            return False
        if not _vowel_fits(vowels, sound, place == len(latin) - 1, plain):
            return False
    return True


def sounds_like(katakana: str, latin: str, plain: bool = False) -> bool:
    """Whether the katakana name may be a way to write the Latin one. `plain`: with the most usual vowels only."""
    kana = read_kana(katakana)
    return len(kana) > 1 and any(_fits(reading, kana, plain) for reading in read_latin(latin))


def latin_beginnings(katakana: str) -> list[str]:
    """What a Latin spelling of a katakana name may begin with, for a look-up by prefix."""
    spelled = {"": [""], "k": ["k", "c", "q", "ch"], "s": ["s", "c", "sh", "th"], "t": ["t", "ch", "th"], "h": ["h"]}
    spelled |= {"f": ["f", "ph"], "z": ["z", "j", "g", "x"], "r": ["r", "l", "wr"], "b": ["b", "v"], "g": ["g"]}
    spelled |= {"w": ["w", "wh"], "y": ["y", "u", "e"], "n": ["n", "kn"]}
    kana = read_kana(katakana)
    if len(kana) < 2:
        return []
    (first, vowels), (second, _) = kana[0], kana[1]
    starts = spelled.get(first, [first])
    if first == "":
        return list({"a": "aeiu", "i": "ieya", "u": "uow", "e": "eai", "o": "oua"}[vowels[0]])
    written = {"a": "aoeu", "i": "iey", "u": "uo", "e": "eai", "o": "oau", "": ""}[vowels[:1]]
    written += "iy" if vowels.startswith("ai") else "wi" if vowels.startswith("ui") else ""
    glued = [next_ for next_ in spelled.get(second, [second]) if vowels in ("u", "o", "i")]
    return [start + rest for start in starts for rest in [*written, *glued]]


def kana_beginnings(latin: str) -> list[str]:
    """What a katakana spelling of a Latin name may begin with, for a look-up by prefix."""
    found: dict[str, None] = {}
    for reading in read_latin(latin)[:4]:
        firsts = _signs(*reading[0])
        seconds = ["ー", "ッ", *(_signs(*reading[1]) if len(reading) > 1 else [])]
        found |= dict.fromkeys(first + second for first in firsts for second in seconds)
    return list(found)


def _signs(consonant: str, written: str) -> list[str]:
    """The katakana that one syllable may be written with."""
    if consonant in ("f", "w", "y"):
        return list({"f": "フハヒヘホ", "w": "ウワ", "y": "ユヤヨイ"}[consonant])
    vowels = _VOWELS[written[0]] if written.strip(_SILENT_R) else "uoi"
    return [kana for kana in _ROWS.get(consonant, "") if _KANA[kana][1] in vowels]
