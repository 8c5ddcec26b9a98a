"""The English reader."""

from collections.abc import Sequence

from app.domain.draft import Draft, Turn
from app.inference.protocols import NameSpan
from app.memory.learn.reading.markup import Passage


def read(passage: Passage, turn: Turn, context: Sequence[Turn], names: Sequence[NameSpan]) -> Draft:
    """What the English sentences of a passage say."""
    return Draft()
