"""Phrases that say again who the one before them is: "Mike, a plumber"; "a daughter, Luz"."""

from collections.abc import Sequence
from dataclasses import replace

from app.memory.learn.reading.english import lexicon
from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.lookahead import Lookahead, described
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import is_job

_CLOSERS = frozenset(",.;:!?)–—")


def apposed(
    phrase: Phrase, after: int, first: Phrase | None, glue: Sequence[str], now: Clause, ahead: Lookahead
) -> bool:
    """Whether `phrase`, up to token `after`, says who `first` is, which stands before a lone comma in clause `now`."""
    if first is None or list(glue) != [","] or first.pronoun or phrase.pronoun or first.literal or phrase.literal:
        return False
    if first.named == phrase.named or not (now.subjects or now.objects or now.preps):
        return False
    told = phrase if first.named else first
    if not described(told) and not (first.named and is_job(told.head) and ahead.phraser.low(after) in ("at", "for")):
        return False
    low = ahead.phraser.low(after)
    if low in _CLOSERS or not low or low in lexicon.RELATIVES or after in ahead.whens:
        return True
    if not described(told):
        return True
    if ahead.verb_follows(after) is not None:  # "I own Minnow, my wife is Greta" begins anew
        return now.action is None
    return low == "and" or low in lexicon.PREPOSITIONS


def apposition(first: Phrase, phrase: Phrase, after: int, ahead: Lookahead) -> tuple[Clause, Phrase, int]:
    """ "X is Y" as a clause, with the prepositions that follow Y; the named one as it goes on; the token after."""
    named, told = (phrase, first) if phrase.named else (first, phrase)
    side = Clause(first.first, lead="is", subjects=[named], objects=[told])
    side.action = Action(phrase.first, phrase.first, "be", "present")
    while ahead.phraser.low(after) in lexicon.PREPOSITIONS and not phrase.named:
        inner = ahead.phraser.phrase(after + 1)
        if inner is None:
            break
        side.preps.append((ahead.phraser.low(after), [inner]))
        after = inner.last
    side.last = after
    return side, replace(named, also=told), after


def origin(now: Clause, at: int, after: int, many: list[Phrase]) -> Clause:
    """ "Tom, originally from Ghent, lives …": where he is from is told in passing, as a clause of its own."""
    now.adverbs.discard("originally")
    be = Action(at, at, "be", "present", participle=not now.subjects)
    return Clause(at, after, subjects=list(now.subjects), action=be, preps=[("from", many)], fresh=now.fresh)
