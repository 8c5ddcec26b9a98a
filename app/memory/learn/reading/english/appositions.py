"""Phrases that say again who the one before them is: "Mike, a plumber"; "a daughter, Luz"."""

from collections.abc import Sequence
from dataclasses import replace

from app.memory.learn.reading.english import lexicon
from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.lookahead import Lookahead, described
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import is_job, role_of

_CLOSERS = frozenset(",.;:!?)–—")


def apposed(
    phrase: Phrase, after: int, first: Phrase | None, glue: Sequence[str], now: Clause, ahead: Lookahead
) -> bool:
    """Whether `phrase`, up to token `after`, says who `first` is, which stands before a lone comma in clause `now`."""
    if all(word[0].isdigit() for word in phrase.words) and phrase.words:
        return False
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


def alike(
    first: Phrase | None, phrase: Phrase, glue: Sequence[str], now: Clause, ahead: Lookahead
) -> tuple[Phrase, Clause | None]:
    """ "two cats, Mia and Zoe": what was said of the first is said of the others, in a clause of its own."""
    listed = "and" in glue or (list(glue) == [","] and ahead.list_goes_on(phrase.first))
    if first is None or not listed:
        return phrase, None
    if first.owner is not None and not phrase.det and not phrase.named and role_of(phrase.head or "-") is not None:
        return replace(phrase, owner=first.owner), None
    told = first.also
    if told is None or not phrase.named or phrase.words or not (told.head.endswith("s") or told.head == "children"):
        return phrase, None
    start = now.first if now.action is None else phrase.first
    be = Action(phrase.first, phrase.first, "be", "present")
    return replace(phrase, also=told), Clause(start, phrase.last, "is", [phrase], be, [told])


def gapped(now: Clause, phrase: Phrase, glue: Sequence[str], after: str) -> bool:
    """ "My mother was born in Trieste and my father in Graz": the second leaves its verb out."""
    if now.action is None or not now.preps or "and" not in glue or now.preps[-1][0] != after:
        return False
    if not now.subjects or phrase.pronoun or now.subjects[0].named != phrase.named:
        return False
    return phrase.named or (role_of(phrase.head or "-") is not None and phrase.owner is not None)
