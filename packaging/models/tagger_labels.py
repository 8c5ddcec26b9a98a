"""What tags each piece of an annotated sentence may have."""

import numpy as np
from tagger_data import KINDS, Example

from app.inference.tokenization import Window

TAGS = ["O", *(f"{mark}-{kind}" for kind in KINDS for mark in "BI")]
_NUMBER = {tag: number for number, tag in enumerate(TAGS)}
_UNMARKED_IN_PARTIAL = [_NUMBER[tag] for tag in ("O", "B-thing", "I-thing", "B-event", "I-event")]

FORBIDDEN = np.zeros((len(TAGS), len(TAGS)), np.float32)
"""Added to the CRF's scores: I- follows only B- or I- of its own kind, and starts nothing."""
for _inside in range(2, len(TAGS), 2):
    FORBIDDEN[[tag for tag in range(len(TAGS)) if tag not in (_inside - 1, _inside)], _inside] = -1e4


def allowed_tags(window: Window, example: Example) -> np.ndarray:
    """bool [pieces, tags]. Bare spaces may have any tag; what is not of the text has none."""
    allowed = np.zeros((len(window.ids), len(TAGS)), bool)
    allowed[:, _UNMARKED_IN_PARTIAL if example.partial else [0]] = True
    for start, end, kind in example.spans:
        for order, at in enumerate(_pieces(window, start, end)):
            allowed[at] = kind == "x"
            if kind != "x":
                allowed[at, _NUMBER[f"{'I' if order else 'B'}-{kind}"]] = True
    for at, piece in enumerate(window.spans):
        if piece is None:
            allowed[at] = np.arange(len(TAGS)) == 0
        elif piece.start == piece.end:
            allowed[at] = True
    return allowed


def _pieces(window: Window, start: int, end: int) -> list[int]:
    """Pieces of which at least half of the characters lie in the span."""
    found = []
    for at, piece in enumerate(window.spans):
        shared = 0 if piece is None else min(end, piece.end) - max(start, piece.start)
        if piece is not None and shared > 0 and shared * 2 >= piece.end - piece.start:
            found.append(at)
    return found
