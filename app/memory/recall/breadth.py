"""How broad a question is, 0..1: whether its answer is likely spread over several times and places.

A broad question is short, asks for several things, and names no moment. The turns that answer it lie far apart, so that
what stands around a turn says little of it, and who speaks says more.
"""

from math import exp

from app.domain.text import has_cjk, tokens
from app.memory.recall.classify import Asked
from app.memory.recall.relating import Named

_BIAS = -0.8
_COMPLEX = 2.8
_EACH_TERM = -0.4
"""Log odds for each word of content: who asks for one thing describes it."""
_MOST_TERMS = 8
_TERMS_OF_CJK = 2.5
"""Overlapping pairs of characters that make a word of content in Japanese."""
_DATED = -1.1
"""Log odds where a date is asked for, and where a stretch of time is named."""


def breadth(asked: Asked, named: Named) -> float:
    """Fitted on dialogues as a logistic model, rounded."""
    names = {token for match in named.matches for token in tokens(match.text)}
    terms = [term for term in asked.terms if term not in names]
    length = sum(1 / _TERMS_OF_CJK if has_cjk(term) else 1.0 for term in terms)
    odds = _BIAS + _COMPLEX * (asked.intent == "complex") + _EACH_TERM * min(_MOST_TERMS, length)
    odds += _DATED * (asked.asks_when + (asked.period is not None))
    return 1 / (1 + exp(-odds))
