"""What comes next in a sentence: a verb, a clause, the rest of a list."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.memory.learn.reading.english import lexicon
from app.memory.learn.reading.english.actions import Action, Actor
from app.memory.learn.reading.english.dates import When
from app.memory.learn.reading.english.lexicon import CARDINALS, words
from app.memory.learn.reading.english.naming import Spotted
from app.memory.learn.reading.english.phrases import Phrase, Phraser
from app.memory.learn.reading.english.roles import role_of
from app.memory.learn.reading.english.tokens import Token

TWO_OBJECTS = words(
    """call name nickname dub give tell show send teach lend buy make prescribe ask offer bring find be put diagnose
    start"""
)
"""Verbs that take a second object without a preposition: "call her Liz"."""
_AMOUNTS = words("bit lot lots little kind sort piece couple plenty cup pair bunch load loads amount some tons")


class Lookahead:
    """Phrases and verbs of one sentence, read ahead of the clause at hand."""

    def __init__(self, tokens: Sequence[Token], names: Mapping[int, Spotted], whens: Sequence[When]) -> None:
        self.tokens = tokens
        self.whens, covered = placed_whens(tokens, whens)
        self.phraser = Phraser(tokens, names, covered)
        self.actor = Actor(tokens, covered | inside_names(names))

    def past_when(self, at: int) -> int:
        """The token after the time expression that begins here."""
        end = self.whens[at].span.end
        while at < len(self.tokens) and self.tokens[at].start < end:
            at += 1
        return at

    def spaced(self, at: int) -> bool:
        """Whether white space stands before a token."""
        before = self.tokens[at - 1].end if at else 0
        return before < self.tokens[at].start

    def clause_follows(self, at: int) -> bool:
        """Whether a subject and its verb come after a token."""
        phrase = self.phraser.phrase(at + 1)
        return phrase is not None and self.verb_follows(phrase.last) is not None

    def with_of(self, phrase: Phrase) -> tuple[Phrase, int]:
        """ "the founder of X", "a friend of mine": what stands after "of" belongs to the phrase."""
        at = phrase.last
        if self.phraser.low(at) != "of" or phrase.pronoun or phrase.named:
            return phrase, at
        inner = self.phraser.phrase(at + 1)
        if inner is None:
            return phrase, at
        inner, after = self.with_of(inner)
        if (phrase.head in _AMOUNTS or re.match(r"\d+(?:mg|mcg|g|ml)$", phrase.head)) and phrase.owner is None:
            return inner, after
        return replace(phrase, of=inner, last=after), after

    def verb_follows(self, at: int) -> Action | None:
        """The finite verb that comes next, adverbs passed over."""
        while at < len(self.tokens) and lexicon.is_adverb(self.phraser.low(at)) and at not in self.whens:
            at += 1
        action = self.actor.action(at, after_noun=True)
        return None if action is None or action.participle else action

    def past_preps(self, after: int) -> int:
        """The token after the prepositions that belong to a noun: "the deadline for the slides" + "is"."""
        while self.phraser.low(after) in ("for", "of", "in", "at", "from", "with"):
            phrase = self.phraser.phrase(after + 1)
            if phrase is None:
                return after
            after = phrase.last
        return after

    def coordinated(self, many: list[Phrase], after: int) -> int:
        """ "in Leeds and York": phrases of one preposition. One that begins a clause of its own is left."""
        while self.phraser.low(after) in ("and", "or", "&", ","):
            start = after + 1 + (self.phraser.low(after + 1) in ("and", "or"))
            if self.phraser.low(after) == "," and not self.list_goes_on(start):
                return after
            phrase = self.phraser.phrase(start)
            if phrase is None or self.verb_follows(phrase.last) is not None or phrase.pronoun:
                return after
            if many[-1].named != phrase.named and (self.phraser.low(after) == "," or phrase.named or phrase.owner):
                return after
            many.append(phrase)
            after = phrase.last
        return after

    def list_goes_on(self, start: int) -> bool:
        """A comma joins a list only when "and" or "or" still comes, after a phrase."""
        phrase = self.phraser.phrase(start)
        if phrase is None:
            return False
        rest = [self.phraser.low(at) for at in range(phrase.last, min(phrase.last + 8, len(self.tokens)))]
        return self.phraser.low(start - 1) in ("and", "or") or (
            rest[:1] in ([","], ["and"], ["or"]) and ("and" in rest or "or" in rest)
        )


def described(phrase: Phrase) -> bool:
    """Whether a phrase says who someone is: "my boss", "a plumber", "two daughters"."""
    counted = bool(phrase.words) and (phrase.words[0] in CARDINALS or phrase.words[0].isdigit())
    many = bool(phrase.words) and phrase.head.endswith("s") and role_of(phrase.head) is not None
    return not phrase.named and bool(phrase.words) and bool(phrase.det or phrase.owner or phrase.of or counted or many)


def placed_whens(tokens: Sequence[Token], whens: Sequence[When]) -> tuple[dict[int, When], frozenset[int]]:
    """Which token each time expression begins at, and all tokens that they cover."""
    starts: dict[int, When] = {}
    covered = set()
    for when in whens:
        inside = [at for at, token in enumerate(tokens) if token.start < when.span.end and token.end > when.span.start]
        if inside:
            starts[inside[0]] = when
            covered.update(inside)
    return starts, frozenset(covered)


def inside_names(names: Mapping[int, Spotted]) -> frozenset[int]:
    return frozenset(at for one in names.values() for at in range(one.first, one.last))
