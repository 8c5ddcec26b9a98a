"""A question that memory would ask, before it is a row."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.ids import EpisodeId
from app.domain.scope import Scope
from app.domain.suggestion import SuggestionKind


@dataclass(frozen=True, slots=True)
class Question:
    """`payload`: as `revise.answer` reads it for the kind. `reason`: one sentence for the user."""

    kind: SuggestionKind
    reason: str
    payload: Mapping[str, object]
    scope: Scope
    episode: EpisodeId | None = None
    """The words that it came from last."""
