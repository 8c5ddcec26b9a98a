"""What stands before the main verb, and the tense that it makes."""

from dataclasses import dataclass
from typing import Literal

from app.memory.learn.reading.english import lexicon
from app.memory.learn.reading.english.lexicon import words

Tense = Literal["past", "present", "perfect", "future", "bare"]


@dataclass(slots=True)
class Auxiliaries:
    """Auxiliaries, negations and adverbs before the main verb."""

    seen: list[str]

    def has(self, group: frozenset[str]) -> bool:
        return any(word in group for word in self.seen)

    @property
    def ended(self) -> bool:
        joined = " ".join(self.seen)
        return "no longer" in joined or ("used to" in joined)

    @property
    def negated(self) -> bool:
        return self.has(lexicon.NEGATIONS)


_CARRIERS = lexicon.MODALS | lexicon.BE | lexicon.HAVE | lexicon.DO | words("got getting get gonna")


def may_stand_inside(low: str) -> bool:
    """Whether a word may stand inside a verb group without being a verb."""
    return low in lexicon.NEGATIONS or low in ("no", "any") or lexicon.is_adverb(low)


def dropped_plan(helpers: Auxiliaries) -> bool:
    """ "was going to move" did not come to be, as far as one can tell."""
    return "going to" in helpers.seen and helpers.has(words("was were"))


def tense_of(helpers: Auxiliaries, shapes: frozenset[str]) -> Tense:
    if helpers.has(words("will 'll wo shall gonna")) or "going to" in helpers.seen:
        return "future"
    if (
        helpers.has(words("have has had having 've")) and shapes & {"participle", "past", "ing"}
    ) or "been" in helpers.seen:
        return "perfect"
    if helpers.has(words("was were did got")) or "used to" in helpers.seen:
        return "past"
    alone = not any(word in _CARRIERS for word in helpers.seen)  # adverbs carry no tense: "we even played"
    if alone and "past" in shapes and "base" not in shapes:
        return "past"
    if alone and shapes == frozenset({"base"}):
        return "bare"
    if alone and {"past", "base"} <= shapes:
        return "past" if "s" not in shapes else "present"
    return "present"
