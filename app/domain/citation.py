"""Where an answer got its words: the numbered evidence under an assistant's turn, kept so that `[2]` opens for ever."""

from dataclasses import dataclass

from app.domain.entity import Span
from app.domain.ids import CitationId, EpisodeId, FactId


@dataclass(frozen=True, slots=True)
class Citation:
    """`number` is what stands in the answer's text as `[number]`; `span` marks the words in the source `episode`.

    `answer` is the assistant's episode that cites; a placeholder until the answer is stored.
    """

    id: CitationId
    answer: EpisodeId
    number: int
    episode: EpisodeId
    span: Span | None = None
    fact: FactId | None = None
