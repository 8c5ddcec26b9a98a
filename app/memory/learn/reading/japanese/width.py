"""One width for all: text is read in NFKC form, and every character knows where it stood.

Half-width katakana and decomposed kana change the length of a text when they are composed, so a span of the folded
text is not a span of the user's text; `Folded.original` leads back.
"""

import re
import unicodedata
from dataclasses import dataclass

from app.domain.entity import Span
from app.domain.text import clean

_MARKS = "\u0300-\u036f\u3099\u309a\uff9e\uff9f"
_CLUSTER = re.compile(f"(?s).[{_MARKS}]*")


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` in NFKC; `origins[i]` is where its character `i` began in the source, one more entry for the end."""

    text: str
    origins: tuple[int, ...]

    def original(self, start: int, end: int) -> Span:
        """The span of the source that `text[start:end]` came from."""
        return Span(self.origins[start], self.origins[end])


def fold_width(text: str, offset: int = 0) -> Folded:
    """Fold a text that begins at character `offset` of its source."""
    text = clean(text)
    if unicodedata.is_normalized("NFKC", text):
        return Folded(text, tuple(range(offset, offset + len(text) + 1)))
    pieces: list[str] = []
    origins: list[int] = []
    for cluster in _CLUSTER.finditer(text):
        folded = unicodedata.normalize("NFKC", cluster[0])
        pieces.append(folded)
        origins += [offset + cluster.start()] * len(folded)
    return Folded("".join(pieces), (*origins, offset + len(text)))
