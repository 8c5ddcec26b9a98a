"""Other names that are told in passing: ", Greta to her friends,", ", everyone calls her Teddy,"."""

import re
from collections.abc import Mapping, Sequence

from app.memory.learn.reading.english.naming import Spotted
from app.memory.learn.reading.english.tokens import Token

_REACH = 14
"""Words looked ahead: what is said in passing is short."""
_MANY = (
    r"(?:everyone|everybody|people|friends|we all|we|they|most people|I|all|folks|"
    r"(?:all )?(?:her|his|their|my|our) friends)"
)
_NAMED = (
    r", @ (?:to|for) (?:(?:pretty|nearly|almost|just|absolutely|about|practically) )*(?:much )?"
    r"(?:(?:her|his|their|our|my|the|all|most|some|close|old|of|us|you|and|friends|family|everyone|everybody|people|mates|"
    r"colleagues|fans|relatives|me|siblings|parents|teammates|neighbours|neighbors)(?: |$))+",
    rf", (?:though |but |and )?{_MANY} (?:just |all |always |mostly |usually )*calls? (?:her|him|them|me) @(?: |$)",
    rf", (?:or )?@ as {_MANY} (?:all )?calls? (?:her|him|them|me)(?: |$)",
    r", (?:who )?(?:goes|going|went) by @(?: |$)",
    r", (?:or )?(?:just |simply |plain )?@ for short(?: |$)",
)
_SHAPES = tuple(re.compile(one, re.I) for one in _NAMED)


def nicknamed(tokens: Sequence[Token], names: Mapping[int, Spotted], at: int) -> tuple[int, int]:
    """Where the other name stands that follows at a token, and where the aside ends; zeros where there is none.

    The aside has to close with a comma or with the sentence.
    """
    if at >= len(tokens) or tokens[at].low != ",":
        return 0, 0
    alias = next((one for one in range(at + 1, min(at + _REACH, len(tokens))) if one in names), 0)
    if not alias:
        return 0, 0
    last = names[alias].last
    words = [*(token.low for token in tokens[at:alias]), "@", *(token.low for token in tokens[last : alias + _REACH])]
    text = " ".join(words)
    for shape in _SHAPES:
        match = shape.match(text)
        if match is None:
            continue
        end = at + len(match[0].split()) + (last - alias - 1)
        if end >= len(tokens) or tokens[end].low in (",", ".", "!", ")", ";"):
            return alias, end + (end < len(tokens) and tokens[end].low == ",")
    return 0, 0
