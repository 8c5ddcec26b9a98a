"""How an answer was found, kept with it for the inspector under it."""

from dataclasses import dataclass

from app.domain.ids import EpisodeId, TraceId


@dataclass(frozen=True, slots=True)
class Trace:
    """`payload` is JSON with numbers of rows, arms and scores, never the words of a memory (`recall/tracing.py`)."""

    id: TraceId
    answer: EpisodeId
    payload: str
