"""Many labels laid out so that what is typed is found among all of them in milliseconds. Never changed once made."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from app.domain.kana import kana_only, letters_only, sound
from app.domain.plainly import plainly
from app.domain.text import has_cjk, name_key
from app.storage.labels import Label
from app.storage.sounding import read_in, sounds
from app.storage.spelling import Vocabulary, slips

(
    EXACT, EXACT_SOUND, BEGINS, BEGINS_SOUND, WORD_BEGINS, WORDS_BEGIN, INITIALS, SPREAD, INSIDE, MISSPELT,
    MISSPELT_SO_FAR,
) = range(11)  # fmt: skip
"""`INITIALS`: the first letters of its words. `SPREAD`: its words stand in several names of the same thing."""
_MOST_LOOKED_AT = 4000
_MOST_NEAR = 200
_LEAST_INSIDE = 3
_LEAST_SOUND = 2
_MOST_INITIALS = 8
_MOST_WORDS = 6
_WORD = re.compile(r"[^\W_]+(?:['_][^\W_]+)*")
_END = "\n"
Allowed = Callable[[int], bool]
_Thing = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Hit:
    """A label and how what was typed fits it: `way` is one of the numbers above, the better the lower."""

    label: Label
    way: int
    slips: int = 0

    def order(self) -> tuple[int, int, int, int]:
        return self.way, self.slips, -self.label.weight, len(self.label.text)


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed, in the forms in which it is looked for."""

    key: str
    words: tuple[str, ...]
    sound: str
    written: str = ""
    """With its accents and kanji as they were typed: of two that are the same without, that one is meant."""

    @classmethod
    def of(cls, text: str) -> "Typed":
        key = name_key(text)
        spoken = sound(key) if kana_only(key) or letters_only(key) else ""
        known = spoken if len(spoken) >= (1 if has_cjk(key) else _LEAST_SOUND) else ""
        plain = plainly(key)
        return cls(plain, tuple(_words(plain)[:_MOST_WORDS]), known, key)


def _words(key: str) -> list[str]:
    return _WORD.findall(key)


class Shelf:
    """Labels in the order of how often they are named, so that a search that is cut keeps the best."""

    def __init__(self, labels: Sequence[Label]) -> None:
        self.labels = sorted(labels, key=lambda one: (-one.weight, len(one.text)))
        self._keys = ["" if one.source == "mention" else plainly(name_key(one.text)) for one in self.labels]
        self._text = _END + _END.join(self._keys) + _END
        self._starts: list[int] = []
        at = 1
        for key in self._keys:
            self._starts.append(at)
            at += len(key) + 1
        spoken = [(one, place) for place, label in enumerate(self.labels) for one in _sounds_of(label)]
        self._sounds = sorted(spoken)
        self._learn_words()

    def _learn_words(self) -> None:
        holders: dict[str, list[int]] = {}
        self._initials: dict[str, list[int]] = {}
        for place, key in enumerate(self._keys):
            if initials := _initials(key):
                self._initials.setdefault(initials, []).append(place)
            for word in _spelled(key):
                holders.setdefault(word, []).append(place)
        for one, place in self._sounds:
            holders.setdefault(one, []).append(place)
        self._words = sorted(holders)
        self._holders = [holders[word] for word in self._words]
        self._vocabulary = Vocabulary(self._words)

    # ── as it is spelled, and as it sounds ────────────────────────────────────────────────────────────────────
    def plain(self, typed: Typed, allowed: Allowed, limit: int) -> Iterator[Hit]:
        """Labels that hold what was typed, of each way at most `limit`."""
        yield from islice(self._beginning(typed, allowed), limit)
        if typed.sound:
            yield from islice(self._sounding(typed.sound, allowed), limit)
        if len(typed.key) > 1 or has_cjk(typed.key):
            yield from self._within(typed.key, allowed, limit)
        if len(typed.words) > 1:
            yield from islice(self._all_words(typed.words, allowed), limit)
            if min(map(len, typed.words)) > 1:
                yield from islice(self._spread(typed.words, allowed), limit)
        named = (place for place in self._initials.get(typed.key, ()) if allowed(place))
        yield from (Hit(self.labels[place], INITIALS) for place in islice(named, limit))

    def _beginning(self, typed: Typed, allowed: Allowed) -> Iterator[Hit]:
        """The exact ones first, wherever they stand."""
        key = typed.key
        for at in self._places(_END + key + _END):
            if allowed(place := self._holder(at + 1)):
                otherwise = name_key(self.labels[place].text) != typed.written
                yield Hit(self.labels[place], EXACT, int(otherwise))
        for at in self._places(_END + key):
            place = self._holder(at + 1)
            if len(self._keys[place]) > len(key) and allowed(place):
                yield Hit(self.labels[place], BEGINS)

    def _sounding(self, spoken: str, allowed: Allowed) -> Iterator[Hit]:
        first = bisect_left(self._sounds, (spoken, -1))
        for one, place in islice(self._sounds, first, first + _MOST_LOOKED_AT):
            if not one.startswith(spoken):
                return
            if allowed(place):
                yield Hit(self.labels[place], EXACT_SOUND if one == spoken else BEGINS_SOUND)

    def _within(self, key: str, allowed: Allowed, limit: int) -> Iterator[Hit]:
        """At the beginning of a later word; anywhere where that says enough."""
        anywhere = has_cjk(key) or len(key) >= _LEAST_INSIDE
        left = {WORD_BEGINS: limit, INSIDE: limit if anywhere else 0}
        for at in self._places(key):
            way = INSIDE if self._text[at - 1].isalnum() else WORD_BEGINS
            if self._text[at - 1] == _END or not left[way] or not allowed(place := self._holder(at)):
                continue
            left[way] -= 1
            yield Hit(self.labels[place], way)
            if not any(left.values()):
                return

    def _all_words(self, words: tuple[str, ...], allowed: Allowed) -> Iterator[Hit]:
        """All of the words begin one of the label's, in whatever order."""
        rarest = max(words, key=len)
        for at in self._places(rarest):
            place = self._holder(at)
            if not self._text[at - 1].isalnum() and allowed(place) and _begin(words, _words(self._keys[place])):
                yield Hit(self.labels[place], WORDS_BEGIN)

    def _spread(self, words: tuple[str, ...], allowed: Allowed) -> Iterator[Hit]:
        """Each word begins one of some name of the same thing: Bob Smith is Robert Smith, whom they call Bob."""
        left: dict[_Thing, int] | None = None
        for word in sorted(words, key=len, reverse=True):
            begun = (self._holder(at) for at in self._places(word) if not self._text[at - 1].isalnum())
            things = {_thing(self.labels[place]): place for place in begun if allowed(place)}
            left = things if left is None else {one: place for one, place in left.items() if one in things}
            if not left:
                return
        yield from (Hit(self.labels[place], SPREAD) for place in (left or {}).values())

    def _places(self, part: str) -> Iterator[int]:
        at = self._text.find(part)
        for _ in range(_MOST_LOOKED_AT):
            if at < 0:
                return
            yield at
            at = self._text.find(part, at + 1)

    def _holder(self, at: int) -> int:
        return bisect_right(self._starts, at) - 1

    # ── with slips ────────────────────────────────────────────────────────────────────────────────────────────
    def misspelt(self, typed: Typed, allowed: Allowed) -> Iterator[Hit]:
        """Labels that hold each word typed, or one spelled much like it, or that sound much like all of it. The nearest
        come first."""
        found: dict[int, tuple[int, bool]] = {}
        for number, word in enumerate(typed.words):
            near = self._near(word)
            if number:
                near = {p: (found[p][0] + s, found[p][1] and w) for p, (s, w) in near.items() if p in found}
            found = near
        for whole in dict.fromkeys(one for one in (typed.sound, _squeezed(typed.key)) if one):
            for place, told in self._near(whole).items():
                found[place] = min(found.get(place, told), told, key=_nearness)
        for place, (count, whole_word) in sorted(found.items(), key=lambda one: (_nearness(one[1]), one[0])):
            if allowed(place):
                yield Hit(self.labels[place], MISSPELT if whole_word else MISSPELT_SO_FAR, count)

    def _near(self, word: str) -> dict[int, tuple[int, bool]]:
        """Labels that hold a word that begins much like this one: slips, and whether the whole word is meant."""
        found: dict[int, tuple[int, bool]] = {}
        first = bisect_left(self._words, word)
        for at in range(first, min(first + _MOST_NEAR, len(self._words))):
            if not self._words[at].startswith(word):
                break
            for place in self._holders[at]:
                found.setdefault(place, (0, self._words[at] == word))
        for at, count, whole in self._vocabulary.near(word, slips(word))[:_MOST_NEAR]:
            for place in self._holders[at]:
                found[place] = min(found.get(place, (count, whole)), (count, whole), key=_nearness)
        return found


def _nearness(told: tuple[int, bool]) -> tuple[int, bool]:
    return told[0], not told[1]


def _sounds_of(label: Label) -> tuple[str, ...]:
    if label.source == "mention":
        reading = read_in(label.text)
        behind = label.text[1:].lstrip().startswith(reading[:1]) if reading else False
        return (sound(reading),) if reading and behind else ()
    return sounds(label.text)


def _spelled(key: str) -> set[str]:
    """What may be misspelt in a label: its words, and all of it where a space may be forgotten."""
    found = {word for word in _words(key) if slips(word)}
    whole = _squeezed(key)
    return found | {whole} if slips(whole) or whole != key else found


def _squeezed(key: str) -> str:
    return "".join(letter for letter in key if letter.isalnum())


def _initials(key: str) -> str:
    """The first letters of a name of several words; empty for others."""
    words = _words(key)
    first = "".join(word[0] for word in words) if 2 <= len(words) <= _MOST_INITIALS else ""
    return first if first.isalpha() and not has_cjk(first) else ""


def _thing(label: Label) -> _Thing:
    return label.sort, label.id


def _begin(words: Sequence[str], others: Sequence[str]) -> bool:
    return all(any(other.startswith(word) for other in others) for word in words)
