"""How alike two spellings of a name are, when they are not equal: a reason, a score, and whether it is sure.

Scores stand for the fuzzy step of design §4.3 (0.60 to 0.85). What differs in numbers, or in one CJK character, is
never alike; between persons no spelling mistake is forgiven, since Kenta and Kento are two people.
"""

from dataclasses import dataclass

from app.domain.entity import EntityKind
from app.domain.text import fold, has_cjk
from app.memory.learn.abroad import elsewhere
from app.memory.learn.kana import is_katakana, sounds_like
from app.memory.learn.naming import (
    NameForm,
    form,
    modern,
    plurals,
    same_numbers,
    short_for,
    titles_clash,
)
from app.memory.learn.reading.english.gazetteer import gazetteer
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.storage.sounding import sounds_as, sounds_in_part


@dataclass(frozen=True, slots=True)
class Likeness:
    """`partial`: the name is a given or family name of the other, so a second bearer makes it a question.

    `rival`: too weak to count by itself, but enough to make a question of what would else be sure.
    """

    how: str
    score: float
    sure: bool
    partial: bool = False
    rival: bool = False


def likeness(name: str, title: str, other: str, kind: EntityKind) -> Likeness | None:
    """Compare a name, with the title that stands by it, with a known spelling. None: not alike."""
    one, two = form(name, kind), form(other, kind)
    if titles_clash(title or one.title, two.title):
        return None
    if (released := _release(one, two)) is not None:
        return released
    if not same_numbers(one, two):
        return None
    alike = _spelling(one, two) or _number(name, other, kind) or _old_kanji(one, two)
    alike = alike or _reading(one.bare, two.bare, kind) or _script(name, other, kind)
    if alike is None and kind == "person":
        return _latin_person(one, two) or _cjk_person(one, two, bool(title or one.title))
    return alike or _initials(name, other, kind) or _slip(one, two, kind)


def _spelling(one: NameForm, two: NameForm) -> Likeness | None:
    if one.bare == two.bare:
        return Likeness("without title", 0.85, sure=True)
    if one.squashed and one.squashed == two.squashed:
        return Likeness("spacing", 0.85, sure=True)
    return None


def _number(name: str, other: str, kind: EntityKind) -> Likeness | None:
    """Bike and bikes. A capital makes a name: "Windows" is not many of "Window", and "Teams" beside "team" is asked."""
    if kind not in ("thing", "concept", "event"):
        return None
    one, two = fold(name), fold(other)
    if one not in plurals(two) and two not in plurals(one):
        return None
    capitals = [text.split()[-1][:1].isupper() for text in (name, other)]
    return None if all(capitals) else Likeness("plural", 0.8, sure=not any(capitals))


def _release(one: NameForm, two: NameForm) -> Likeness | None:
    """A release of a product is the product; two releases of it are two things."""
    if one.product and not two.product and one.product == two.bare:
        return Likeness("release", 0.8, sure=True)
    if two.product and not one.product and two.product == one.bare:
        return Likeness("release", 0.8, sure=True)
    return None


def _old_kanji(one: NameForm, two: NameForm) -> Likeness | None:
    return Likeness("old kanji", 0.7, sure=False) if one.cjk and modern(one.bare) == modern(two.bare) else None


def _script(name: str, other: str, kind: EntityKind) -> Likeness | None:
    """Katakana beside Latin. People's names are too short and too many to be sure of."""
    for kana, latin in ((name, other), (other, name)):
        if is_katakana(kana) and not has_cjk(latin) and sounds_like(kana, latin):
            sure = kind != "person" and len(kana) >= 4 and sounds_like(kana, latin, plain=True)
            return Likeness("script", 0.75, sure)
    return None


_READ: frozenset[EntityKind] = frozenset({"person", "place", "organization", "thing"})


def _reading(name: str, other: str, kind: EntityKind) -> Likeness | None:
    """恵子 beside Keiko or けいこ: a question: 慶子 is read so too. A place on both lists is that place."""
    if kind == "place" and other in elsewhere(name):
        return Likeness("known place", 0.85, sure=True)
    for japanese, read in ((name, other), (other, name)):
        if kind in _READ and has_cjk(japanese) and sounds_as(japanese, read):
            sure = kind == "place" and japanese in lexicon().places and gazetteer().kinds.get(read) == "place"
            return Likeness("known place", 0.85, sure=True) if sure else Likeness("reading", 0.75, sure=False)
        if kind == "person" and has_cjk(japanese) and sounds_in_part(japanese, read):
            return Likeness("reading", 0.65, sure=False)
    return None


def _latin_person(one: NameForm, two: NameForm) -> Likeness | None:
    if one.cjk or two.cjk or not one.words or not two.words:
        return None
    short, full = one.words, two.words
    if len(short) < len(full) and short in (full[: len(short)], full[-len(short) :]):
        return Likeness("part of the name", 0.75, sure=True, partial=True)
    if len(full) < len(short) and full in (short[: len(full)], short[-len(full) :]):
        return Likeness("fuller name", 0.65, sure=False)
    if len(short) == 1:
        return Likeness("short form", 0.65, sure=False, partial=True) if short_for(short[0], full[0]) else None
    return _same_family(short, full)


def _same_family(short: tuple[str, ...], full: tuple[str, ...]) -> Likeness | None:
    if len(full) == 1:
        return Likeness("short form", 0.65, sure=False) if short_for(full[0], short[0]) else None
    if short[-1] != full[-1]:
        return Likeness("order of names", 0.7, sure=False) if sorted(short) == sorted(full) else None
    if short_for(short[0], full[0]) or short_for(full[0], short[0]):
        return Likeness("short form", 0.8, sure=True)
    if short[0] == full[0]:
        return Likeness("middle name", 0.7, sure=False)
    initials = {short[0].rstrip("."), full[0].rstrip(".")}
    if min(map(len, initials)) == 1 and short[0][0] == full[0][0]:
        return Likeness("initial", 0.65, sure=False)
    return None


_RIVAL = Likeness("part of the name", 0.6, sure=False, partial=True, rival=True)
_LONGEST_PERSON = 6
"""Characters in a Japanese full name written without a space; longer ones are rare and other things are not."""


def _cjk_person(one: NameForm, two: NameForm, titled: bool) -> Likeness | None:
    """A family or given name written alone, 鵜飼 for 鵜飼重信. A space, where one was written, shows the parts."""
    if not (one.cjk and two.cjk):
        return None
    if len(two.words) > 1:
        whole = one.bare in two.words
        return Likeness("part of the name", 0.75, sure=True, partial=True) if whole else None
    rest = len(two.bare) - len(one.bare)
    if rest < 1 or rest > 3 or len(two.bare) > _LONGEST_PERSON or len(one.bare) > 3:
        return None
    if two.bare.startswith(one.bare):
        return _family_name(len(one.bare), rest, titled)
    if two.bare.endswith(one.bare) and len(one.bare) > 1:
        return Likeness("part of the name", 0.7, sure=True, partial=True) if rest == 2 else _RIVAL
    return None


def _family_name(length: int, rest: int, titled: bool) -> Likeness | None:
    """佐藤健 is not 佐藤健一: a single character more makes another name, unless a title marks a family name.

    Still 木下 may be 木下遥 as well as 木下誠司.
    """
    if rest == 1 or length == 1:
        return Likeness("part of the name", 0.65, sure=False, partial=True) if titled and length < 3 else _RIVAL
    return Likeness("part of the name", 0.75, sure=True, partial=True)


def _initials(name: str, other: str, kind: EntityKind) -> Likeness | None:
    """WHO and World Health Organization: worth a question, no more."""
    for short, full in ((name, other), (other, name)):
        letters = "".join(word[0] for word in full.split() if word[0].isupper())
        if kind != "person" and len(short) >= 3 and short.isupper() and short == letters:
            return Likeness("initials", 0.6, sure=False)
    return None


_SLIP_LENGTH = 8


def _slip(one: NameForm, two: NameForm, kind: EntityKind) -> Likeness | None:
    """One wrong letter in a long Latin name of a firm, place or thing: a question."""
    if kind == "person" or one.cjk or two.cjk or min(len(one.bare), len(two.bare)) < _SLIP_LENGTH:
        return None
    if not (one.bare + two.bare).replace(" ", "").isalpha() or not one_edit(one.bare, two.bare):
        return None
    return Likeness("spelling", 0.65, sure=False)


def one_edit(one: str, two: str) -> bool:
    """Whether one letter added, lost, changed, or two neighbours exchanged make one text the other."""
    if one == two or abs(len(one) - len(two)) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    a, b = one[start:], two[start:]
    exchanged = len(a) > 1 and len(b) > 1 and (a[0], a[1]) == (b[1], b[0]) and a[2:] == b[2:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or exchanged
