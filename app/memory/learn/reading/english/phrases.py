"""Noun phrases: "my sister Elizabeth (Liz)", "the founder of Okafor Joinery", "Wilhelmina's brother"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.domain.entity import Span
from app.memory.learn.reading.english import lexicon
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.naming import Spotted
from app.memory.learn.reading.english.nicknames import nicknamed
from app.memory.learn.reading.english.tokens import Token
from app.memory.learn.reading.names import Name

_ALIAS_LEADS = words("aka a.k.a a.k.a. called nicknamed known as also or née nee alias or for better otherwise")
_ROLE_IN_BRACKETS = words("my our his her their the a an")
INTERJECTIONS = words(
    "yes no yeah yep nope ha haha hi hello hey thanks sorry ok okay well oh ah wow ugh hmm please wait btw fyi"
)
_NAMING = words("called named titled nicknamed entitled")

_NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase over tokens `first` up to `last`.

    `words` are its common words in lower case, the head last; `spotted` its name; `owner` whose it is; `of` what
    stands after "of"; `literal` an e-mail address, number or secret.
    """

    first: int
    last: int
    span: Span
    det: str = ""
    words: tuple[str, ...] = ()
    spotted: Spotted | None = None
    pronoun: str = ""
    owner: "Phrase | None" = None
    of: "Phrase | None" = None
    aliases: tuple[str, ...] = ()
    literal: str = ""
    core: Span = _NOWHERE
    """The characters without the determiner or owner."""
    also: "Phrase | None" = None
    """The description that stands in apposition to the name: "Luz" of "a daughter, Luz"."""
    name_last: bool = True
    """Whether the name is the head ("friend Ford") and not a modifier ("Google engineer")."""

    @property
    def head(self) -> str:
        """The last common word, or nothing for a bare name or pronoun."""
        return self.words[-1] if self.words else ""

    @property
    def named(self) -> bool:
        """Whether the phrase ends in a proper name."""
        return self.spotted is not None and self.name_last


class Phraser:
    """Reads noun phrases from the tokens of one sentence."""

    def __init__(self, tokens: Sequence[Token], names: Mapping[int, Spotted], skip: frozenset[int]) -> None:
        self.tokens, self.names, self.skip = tokens, names, skip

    def low(self, at: int) -> str:
        """Lower-case text of a token, empty past either end."""
        return self.tokens[at].low if 0 <= at < len(self.tokens) else ""

    def phrase(self, at: int) -> Phrase | None:
        """The noun phrase that begins at a token, if one does."""
        if at >= len(self.tokens) or at in self.skip:
            return None
        token = self.tokens[at]
        if token.low in INTERJECTIONS and not (token.low == "no" and self._noun(at + 1, at)):
            return None
        if token.kind in ("email", "phone", "opaque"):
            return Phrase(
                at, at + 1, Span(token.start, token.end), literal=token.text, core=Span(token.start, token.end)
            )
        if token.low == "any" and self.low(at + 1) == "more":
            return None
        if token.low in lexicon.PRONOUNS and at not in self.names and not self._determines(at):
            return self._pronoun(at)
        found = self._full(at)
        return self._pronoun(at) if found is None and token.low == "her" else found

    def _determines(self, at: int) -> bool:
        """ "this", "that" and "her" before a noun are determiners."""
        return (self.low(at) in lexicon.DETERMINERS or self.low(at) == "her") and (
            at + 1 in self.names or self._noun(at + 1, at)
        )

    def _pronoun(self, at: int) -> Phrase:
        span = Span(self.tokens[at].start, self.tokens[at].end)
        return Phrase(at, at + 1, span, pronoun=self.low(at), core=span)

    def _full(self, at: int) -> Phrase | None:
        det, owner, start = "", None, at
        if self.low(at) in ("all", "both", "half") and self.low(at + 1) in {*lexicon.POSSESSIVES, "the", "these"}:
            at = start = at + 1
        if self.low(at) in lexicon.POSSESSIVES and at not in self.names:
            span = Span(self.tokens[at].start, self.tokens[at].end)
            owner = Phrase(at, at + 1, span, pronoun=lexicon.POSSESSIVES[self.low(at)], core=span)
            det, start = self.low(at), at + 1
        elif self.low(at) in lexicon.DETERMINERS and at not in self.names:
            det, start = self.low(at), at + 1
        core = self._core(start, has_det=start > at)
        if core is None:
            return None
        whole = replace(core, first=at, span=Span(self.tokens[at].start, core.span.end), det=det, owner=owner)
        return self._owned(self._called(whole))

    def _called(self, phrase: Phrase) -> Phrase:
        """ "a crate called kumoito", "a friend named Mike": the next word is a name, whatever its case."""
        at = phrase.last + (self.low(phrase.last) == ",")
        if phrase.spotted is not None or self.low(at) not in _NAMING or at + 1 >= len(self.tokens):
            return phrase
        at += 1
        spotted = self.names.get(at)
        if spotted is None and self.tokens[at].kind == "word" and self.low(at) not in _FUNCTION:
            token = self.tokens[at]
            spotted = Spotted(at, at + 1, Name(Span(token.start, token.end), token.text), sure=True)
        if spotted is None:
            return phrase
        end = self.tokens[spotted.last - 1].end
        span, core = Span(phrase.span.start, end), Span(phrase.core.start, end)
        return replace(phrase, last=spotted.last, span=span, core=core, spotted=spotted)

    def _owned(self, owner: Phrase) -> Phrase:
        """Go on over a possessive: "my brother" + "'s" + "wife Ana"."""
        at = owner.last
        if self.low(at) not in ("'s", "'") or not (at + 1 in self.names or self._noun(at + 1, at)):
            return owner
        if self._verbal_s(owner, at):
            return owner
        core = self._core(at + 1, has_det=True)
        if core is None:
            return owner
        return self._owned(
            replace(core, first=owner.first, span=Span(owner.span.start, core.span.end), det="'s", owner=owner)
        )

    def _verbal_s(self, owner: Phrase, at: int) -> bool:
        """ "my name's Kit" is a sentence, "my sister's dog" is not."""
        named = self.names.get(at + 1)
        if named is not None and owner.owner is not None and not owner.named:
            return self.low(named.last) in ("", ".", ",", "!", "and", "but", ";")
        return self.low(at + 1) in lexicon.STATES | lexicon.ADVERBS | lexicon.NEGATIONS | {"been", "moving", "getting"}

    def _core(self, at: int, has_det: bool) -> Phrase | None:
        """Common words, then a name with its aliases, or a name and common words after it."""
        start, common = at, list[str]()
        while self._noun(at, at - 1 if at > start or has_det else -1) and at not in self.names:
            common.append(self.low(at))
            at += 1
        spotted, name_last = self.names.get(at), True
        if spotted is not None:
            at = spotted.last
            after = at
            while self._noun(after, at - 1) and after not in self.names:
                after += 1
            if after > at and not self._ends_name(at, after):
                common += [self.low(one) for one in range(at, after)]
                at, name_last = after, False
        if at == start:
            return None
        span = Span(self.tokens[start].start, self.tokens[at - 1].end)
        phrase = Phrase(start, at, span, words=tuple(common), spotted=spotted, core=span, name_last=name_last)
        return self._with_aliases(phrase) if spotted is not None else phrase

    def _ends_name(self, at: int, after: int) -> bool:
        return self.low(at) in ("too", "now", "also", "ages")

    def _with_aliases(self, phrase: Phrase) -> Phrase:
        """ "(Liz)", "(aka Liz)", "aka Liz" right after a name."""
        at = phrase.last
        bracket = self.low(at) == "("
        at += bracket or (self.low(at) == "," and self._renames(at + 1))
        lead = at
        while self.low(at) in _ALIAS_LEADS or (self.tokens[at : at + 1] and self.tokens[at].text in '"“”,'):
            at += 1
        close = next((k for k in range(at, min(at + 5, len(self.tokens))) if self.low(k) == ")"), -1)
        if bracket and close > at:
            aliases = self._alias(at, close) if self.low(lead) not in _ROLE_IN_BRACKETS else ()
            return replace(phrase, last=close + 1, aliases=aliases) if aliases else phrase
        at_alias, end = nicknamed(self.tokens, self.names, phrase.last)
        if at_alias:
            return replace(phrase, last=end, aliases=(self.names[at_alias].name.text,))
        if not bracket and at > lead and self._renames(lead) and at in self.names:
            last, more = self._one_more(self.names[at].last + 2 * (self.low(lead) == "or"), lead > phrase.last)
            last += self.low(last) == ","
            return replace(phrase, last=last, aliases=(self.names[at].name.text, *more))
        return phrase

    def _one_more(self, last: int, apart: bool) -> tuple[int, tuple[str, ...]]:
        """ ", also known as Penny and Nell,": both up to the comma are other names. `apart`: a comma stands before."""
        other = self.names.get(last + 1) if apart and self.low(last) in ("and", "or") else None
        if other is None or self.low(other.last) != ",":
            return last, ()
        return other.last, (other.name.text,)

    def _renames(self, at: int) -> bool:
        """ "aka", "also known as"."""
        low = self.low(at)
        known = self.low(at + (low in ("also", "better", "otherwise"))) == "known"
        short = low == "or" and [self.low(k) for k in (at + 2, at + 3)] == ["for", "short"]
        return low in ("aka", "a.k.a", "a.k.a.", "alias") or known or short

    def _alias(self, first: int, last: int) -> tuple[str, ...]:
        inside = self.tokens[first:last]
        if any(token.kind in ("number", "phone", "email", "opaque") for token in inside):
            return ()
        named = all(token.capital or token.kind == "cjk" for token in inside)
        return (" ".join(token.text for token in inside),) if named and len(inside) <= 3 else ()

    def _noun(self, at: int, before: int) -> bool:
        """Whether a token can be a common word of a noun phrase. `before`: the token of the phrase before it, or -1."""
        if not 0 <= at < len(self.tokens) or at in self.skip or at in self.names:
            return False
        token = self.tokens[at]
        if token.kind == "number":
            return not token.low.endswith(("am", "pm"))
        if token.kind != "word" or token.low in _FUNCTION or self._adverb(at):
            return False
        if token.low in lexicon.ADJECTIVES and not (token.low == "used" and self.low(at + 1) == "to"):
            return before >= 0 or self._noun(at + 1, at) or at + 1 in self.names
        return token.low not in lexicon.VERBS or self._verb_as_noun(at, before)

    def _adverb(self, at: int) -> bool:
        """ "went home" against "home is Truro"."""
        token = self.tokens[at]
        is_noun = token.capital or (token.low == "home" and self.low(at + 1) in ("is", "'s", "was"))
        return lexicon.is_adverb(token.low) and not is_noun

    def _verb_as_noun(self, at: int, before: int) -> bool:
        low = self.low(at)
        shapes = lexicon.VERBS[low][1]
        if self.low(at + 1) == ":" and "past" not in shapes:
            return True
        led = before >= 0 and (
            self.low(before) in lexicon.DETERMINERS | lexicon.ADJECTIVES
            or self.low(before) in lexicon.POSSESSIVES
            or self.low(before) in ("'s", "'")
        )
        base = low[:-1] if "s" in shapes and low.endswith("s") else low
        if led:
            return "past" not in shapes or "base" in shapes or at + 1 in self.names or self._noun(at + 1, at)
        if before >= 0:
            return self._inside(at, before, shapes, base)
        return base in lexicon.NOUN_FIRST and self.low(at - 1) in lexicon.PREPOSITIONS - {"to"}

    def _inside(self, at: int, before: int, shapes: frozenset[str], base: str) -> bool:
        """A verb's form after a noun of the same phrase: "the Tuesday sync", "my parents live"."""
        if "ing" in shapes:
            return self.low(before) in _COMPOUND
        if "base" not in shapes or "past" in shapes:
            return False
        if any(one.last == at for one in self.names.values()):  # "Nia and Tom work", "the Heron report is"
            after = self.low(at + 1)
            return after in lexicon.BE | lexicon.HAVE | lexicon.MODALS and base in lexicon.NOUN_FIRST
        return not self.low(before).endswith("s") and self.low(before) not in MANY


MANY = words(
    """people children men women folks mice kids everyone friends family team staff police band crew couple
    i we you they mum dad wife husband"""
)
_COMPOUND = words(
    "graphic product software data machine web game interior landscape film content ux night rock ice horse"
)
_FUNCTION = (
    lexicon.PRONOUNS
    | lexicon.PREPOSITIONS
    | lexicon.CONJUNCTIONS
    | lexicon.SUBORDINATORS
    | lexicon.RELATIVES
    | lexicon.MODALS
    | lexicon.BE
    | lexicon.HAVE
    | lexicon.DO
    | lexicon.NEGATIONS
    | lexicon.ADVERBS
    | lexicon.STATES
    | lexicon.DETERMINERS
    | frozenset(lexicon.POSSESSIVES)
) - words("part home second")
