"""Names in turns that are written without capitals: "i live in leith with jonas"."""

import re
from collections.abc import Sequence

from app.memory.learn.reading.english import lexicon
from app.memory.learn.reading.english.gazetteer import gazetteer
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.tokens import Token
from app.memory.learn.reading.markup import Passage

_ALL_LOW = re.compile(r"(?:[^A-Z]|\bI\b)+")
_ALSO_WORDS = words(
    """will mark art grace hope rose bill jack rob sue dale lane kit ash river robin dawn may june april august summer
    ray gene frank drew miles pat don jean dick lily ivy violet olive holly daisy ruby iris joy faith bath reading nice
    cork hull split essen lens turkey china chile jordan georgia jersey wells rugby poole brest nancy orange dover
    deal bury sandwich battle ware rye hamburg frankfurt bologna brie man guy buddy max sky star honor honour melody
    pearl amber crystal ginger rosemary basil sage heather hazel poppy viola chase chance dean earl duke king prince
    christian penny sandy rusty randy josh harry eve carol christmas harper skip bob nick pierce stone wren jay jo lou
    marina victor virginia florence paris madison austin charlotte per van del ali mo wei kim mia mika sam"""
) - words("florence paris austin charlotte jordan harry josh mia sam ali kim virginia madison nick bob")
"""Given names and places that are also words: in lower case they are left alone."""
_LIVING = words("live lives living lived based born moved moving move relocated relocating raised")
_NO_TOWN = words(
    """town peace fear bed limbo chaos poverty luxury denial college school uni university hospital work home bits
    together private public theory secret silence debt love hell heaven paradise suburbia suburbs nature exile hiding
    sin"""
)


def without_capitals(passage: Passage, tokens: Sequence[Token]) -> frozenset[int]:
    """The tokens that are names though no word of the turn has a capital; none where one has.

    Known given names; places after "in", "to", "from" when known, or when someone is said to live there.
    """
    if not _ALL_LOW.fullmatch(passage.source):
        return frozenset()
    lows = ["", "", *(token.low for token in tokens), ""]
    found = set()
    for at, token in enumerate(tokens):
        if token.kind != "word" or token.low in _ALSO_WORDS or known_word(token.low):
            continue
        if _person(token.low) or _place(token.low, lows[at : at + 2], lows[at + 3]):
            found.add(at)
    return frozenset(found)


def _person(low: str) -> bool:
    return len(low) > 2 and gazetteer().person(low)


def _place(low: str, before: Sequence[str], after: str) -> bool:
    if before[1] in ("in", "to", "from", "near") and gazetteer().kinds.get(low) == "place":
        return True
    closed = not after or after in words("now , . ! and with for since but atm btw lol")
    town = low.isalpha() and len(low) > 3 and not low.endswith("s") and low not in _NO_TOWN
    return closed and town and before[0] in _LIVING and before[1] in ("in", "to")


def known_word(low: str) -> bool:
    """A word that does other work in English."""
    return (
        low in lexicon.VERBS
        or low in lexicon.PRONOUNS
        or low in lexicon.POSSESSIVES
        or low in lexicon.DETERMINERS | lexicon.PREPOSITIONS | lexicon.CONJUNCTIONS | lexicon.SUBORDINATORS
        or low in lexicon.ADVERBS | lexicon.ADJECTIVES | lexicon.MODALS | lexicon.RELATIVES | lexicon.ORDINALS
    )
