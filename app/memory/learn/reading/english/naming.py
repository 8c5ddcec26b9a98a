"""Which words of an English sentence are names, and what their form says about them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.entity import EntityKind, Span
from app.inference.protocols import NameSpan
from app.memory.learn.reading.english import lexicon
from app.memory.learn.reading.english.gazetteer import gazetteer
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.lowercase import known_word, without_capitals
from app.memory.learn.reading.english.tokens import Token
from app.memory.learn.reading.markup import Passage
from app.memory.learn.reading.names import Name, Vote, tagger_votes

TITLES = {"dr": "doctor", "doctor": "doctor", "prof": "professor", "professor": "professor"} | dict.fromkeys(
    (
        "mr",
        "mrs",
        "ms",
        "miss",
        "mx",
        "sir",
        "dame",
        "lady",
        "lord",
        "rev",
        "father",
        "sister",
        "captain",
        "sgt",
        "coach",
    ),
    "",
)
KIN_NAMES = words(
    """
    mum mom mam dad mummy mommy daddy mama papa mother father grandma grandpa granny grandad granddad gran nan
    nana nanna grandmother grandfather auntie
    """
)
KIN_TITLES = words("uncle aunt auntie cousin grandma grandpa granny nana grandad")
_NOT_NAMES = words(
    """
    i ok okay tv pc pcs ceo cto cfo coo vp hr phd ba bsc msc ma mba md gp faq diy asap fyi btw lol omg wifi
    wi-fi ai ml api url pdf sql css html usb gps id pm am mon tue wed thu fri sat sun january february march
    april may june july august september october november december monday tuesday wednesday thursday friday
    saturday sunday christmas easter english god internet euros usd gbp eur ps todo note memo re update edit
    diary reminder hi hello hey dear thanks thank cheers yes no yeah nope sure well oh ah wow ha haha hmm please
    sorry congrats ps nb vet today yesterday tomorrow tonight anyone anybody someone something everything
    nothing everyone let lets wait actually
    """
)
_INNER = words("of de van von der den da di la le du del dos das bin al el y")
_OF_HEADS = words(
    """university bank isle school museum ministry institute department church house kingdom college bay gulf
    cape republic academy friends order knights guild society board faculty city port tower temple lord lords
    game call legend"""
)
_DOCUMENT = re.compile(r"[A-Z]{2,}[-_/]?\d[\w/-]*")
_VERSION = re.compile(r"v?\d+(?:\.\d+)+|v\d+")


@dataclass(frozen=True, slots=True)
class Spotted:
    """A name over tokens `first` up to `last`. `title`: the honorific before it. `kin`: Mum, or the Uncle of Uncle Bob.

    `sure`: it stands there as a name, whatever its relation: a link, a title, a quotation, more than a capital.
    """

    first: int
    last: int
    name: Name
    title: str = ""
    kin: str = ""
    sure: bool = False


class Spotter:
    """Finds the names of one sentence, or of the rest of one (`opening` false), where a capital always tells."""

    def __init__(
        self, passage: Passage, tokens: Sequence[Token], tagged: Sequence[NameSpan], opening: bool = True
    ) -> None:
        self._passage, self._tokens, self._tagged, self._opening = passage, tokens, tagged, opening
        self._lists = gazetteer()
        self._lowly = without_capitals(passage, tokens)

    def names(self) -> dict[int, Spotted]:
        """First token -> name, none inside another."""
        found = self._marked()
        at = 0
        while at < len(self._tokens):
            if at in found:
                at = found[at].last
                continue
            one = self._titled(at) or self._run(at, found)
            if one is not None:
                found[one.first] = one
                at = one.last
            else:
                at += 1
        return found

    def _marked(self) -> dict[int, Spotted]:
        """Wikilinks and titles in quotation marks."""
        found: dict[int, Spotted] = {}
        for link in self._passage.links:
            inside = self._inside(link.span)
            if inside:
                kind = self._votes(link.name, link.span) or _link_votes(link.name)
                found[inside[0]] = Spotted(inside[0], inside[-1] + 1, Name(link.span, link.name, kind), sure=True)
        for quote in self._passage.quotes:
            inside = self._inside(quote)
            if inside and inside[0] not in found and len(inside) <= 8 and self._tokens[inside[0]].capital:
                text = self._passage.words(quote).strip().rstrip(",.")
                votes = self._votes(text, quote) or (Vote("shape", "thing"),)
                found[inside[0]] = Spotted(inside[0], inside[-1] + 1, Name(quote, text, votes), sure=True)
        return found

    def _inside(self, span: Span) -> list[int]:
        return [at for at, token in enumerate(self._tokens) if span.start <= token.start and token.end <= span.end]

    def _titled(self, at: int) -> Spotted | None:
        """ "Dr. Anselm Whitlock", "Uncle Bob"."""
        low = self._tokens[at].low
        if (low not in TITLES and low not in KIN_TITLES) or not self._tokens[at].capital:
            return None
        start = at + 1 + (self._low(at + 1) == ".")
        if not self._proper(start):
            return None
        run = self._extent(start)
        name = self._name(start, run, (Vote("form", "person"),))
        return Spotted(at, run, name, TITLES.get(low, ""), low if low in KIN_TITLES else "", sure=True)

    def _run(self, at: int, found: dict[int, Spotted]) -> Spotted | None:
        token = self._tokens[at]
        if (
            token.low in KIN_NAMES
            and token.capital
            and self._low(at - 1) not in ("my", "our", "his", "her", "their", "the", "a")
        ):
            return Spotted(at, at + 1, self._name(at, at + 1, (Vote("form", "person"),)), kin=token.low)
        if not (self._opens(at) if self._initial(at) else self._proper(at)):
            return None
        last = self._extent(at)
        last = min([last, *(first for first in found if first > at)])
        name = self._name(at, last, ())
        more = last - at > 1 or bool(name.votes)
        return Spotted(at, last + self._version(at, last), name, sure=more)

    def _extent(self, at: int) -> int:
        """Where the run of name words that begins at `at` stops."""
        last = at + 1
        while last < len(self._tokens):
            if self._proper(last) or self._numbered(last, at):
                last += 1
            elif self._joins(last):
                last += 2 + (self._low(last + 1) == "the")
            elif self._tokens[last].low in self._lists.tails and self._lists.tails[self._tokens[last].low] == "event":
                return last + 1
            else:
                break
        return last

    def _joins(self, at: int) -> bool:
        """ "of" in University of Leeds, "&" in Marl & Sons, "van" in Ludwig van Beethoven."""
        low, after = self._low(at), self._low(at + 1)
        if low in ("&", "+"):
            return self._proper(at + 1)
        if low == "and":
            return self._proper(at + 1) and after in words(
                "sons daughters co company partners brothers sisters associates"
            )
        if low == "of":
            return self._proper(at + 1 + (after == "the")) and self._low(at - 1) in _OF_HEADS
        return low in _INNER and self._proper(at + 1) and self._tokens[at].end < self._tokens[at + 1].start

    def _numbered(self, at: int, first: int) -> bool:
        """Numbers of documents and models are part of the name: Annex 13 Amendment 16."""
        token = self._tokens[at]
        if token.kind != "number" or not token.text.isdigit() or len(token.text) > 3:
            return False
        return self._text(first, at).lower() not in self._lists.products and self._tokens[at - 1].end + 1 == token.start

    def _version(self, first: int, last: int) -> int:
        """1 where a version stands after the name, which a release of a product has."""
        if last >= len(self._tokens):
            return 0
        text = self._tokens[last].text
        product = self._text(first, last).lower() in self._lists.products
        return int(_VERSION.fullmatch(text) is not None or (product and text.isdigit()))

    def _proper(self, at: int) -> bool:
        if not 0 <= at < len(self._tokens) or not (self._tokens[at].capital or at in self._lowly):
            return False
        return self._tokens[at].low not in _NOT_NAMES or self._tagged_here(at)

    def _initial(self, at: int) -> bool:
        return (at == 0 and self._opening) or self._tokens[at - 1].text in (":", '"', "“", "(", "-", "–", "—")

    def _opens(self, at: int) -> bool:
        """Whether the first word of a sentence, which has a capital anyway, is a name."""
        token = self._tokens[at]
        if not self._proper(at) or known_word(token.low):
            return self._proper(at) and self._tagged_here(at)
        if token.low in self._lists.kinds or self._lists.person(token.low) or token.text[1:] != token.text[1:].lower():
            return True
        if self._proper(at + 1) or self._tagged_here(at) or (at > 0 and self._low(at - 1) == ":"):
            return True
        if at + 1 < len(self._tokens) and self._tokens[at + 1].kind == "number" and not known_word(token.low):
            return True
        follows = self._low(at + 1)
        shapes = lexicon.VERBS.get(follows, ("", frozenset()))[1]
        return (
            follows in ("'s", "'", ",", "(", "and", "&", "also", "is", "was", "has", "no")
            or "s" in shapes
            or "past" in shapes
        )

    def _tagged_here(self, at: int) -> bool:
        token = self._tokens[at]
        return any(name.start <= token.start < name.end and name.score >= 0.6 for name in self._tagged)

    def _name(self, first: int, last: int, votes: tuple[Vote, ...]) -> Name:
        span = Span(self._tokens[first].start, self._tokens[last - 1].end)
        text = self._text(first, last)
        return Name(span, text, votes or self._votes(text, span))

    def _votes(self, text: str, span: Span) -> tuple[Vote, ...]:
        return (*form_votes(text), *tagger_votes(span, self._tagged))

    def _text(self, first: int, last: int) -> str:
        words_ = self._passage.text[self._tokens[first].start : self._tokens[last - 1].end]
        text = " ".join(words_.split())
        return text.title() if first in self._lowly else text

    def _low(self, at: int) -> str:
        return self._tokens[at].low if 0 <= at < len(self._tokens) else ""


def _link_votes(name: str) -> tuple[Vote, ...]:
    """A link is a name by its writer's word; two or three capitalised words are most often a person's."""
    parts = name.split()
    if parts[0].lower() in ("the", "a", "an"):
        return (Vote("shape", "thing"),)
    person = 2 <= len(parts) <= 3 and all(part[0].isupper() and part.isalpha() for part in parts)
    return (Vote("shape", "person" if person else "concept"),)


def form_votes(text: str) -> tuple[Vote, ...]:
    """What the letters of a name say of its kind."""
    lists = gazetteer()
    parts = text.lower().replace(".", "").split()
    votes: list[Vote] = []
    if text.lower() in lists.kinds:
        votes.append(Vote("gazetteer", lists.kinds[text.lower()]))
    if lists.person(parts[0]) and len(parts) <= 3 and (len(parts) == 1 or parts[-1] not in lists.tails):
        votes.append(Vote("gazetteer", "person", 0.9))
    if re.search(r"[a-z](?:Con|Conf|Fest|Camp)$", text):
        votes.append(Vote("form", "event"))
    if (tail := _tail(parts)) is not None:
        votes.append(Vote("form", tail))
    if "&" in parts or parts[-2:-1] == ["and"] or _DOCUMENT.fullmatch(text):
        votes.append(Vote("form", "thing" if _DOCUMENT.fullmatch(text) else "organization"))
    return tuple(votes)


def _tail(parts: Sequence[str]) -> EntityKind | None:
    lists = gazetteer()
    if len(parts) < 2:
        return None
    if parts[0] in lists.schools and parts[1] == "of":
        return "organization"
    return lists.tails.get(parts[-1])
