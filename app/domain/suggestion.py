"""What the app would do but has not (doubtful merges, claims of the assistant alone), and what it dropped and why."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.domain.ids import DropId, EpisodeId, SuggestionId
from app.domain.scope import Scope

SuggestionKind = Literal["same_entity", "which_entity", "assistant_claim", "conflict", "category"]
SuggestionState = Literal["open", "accepted", "dismissed", "never"]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """`payload` is JSON whose shape belongs to the kind; `reason` is one sentence for the user."""

    id: SuggestionId
    kind: SuggestionKind
    reason: str
    payload: str
    created_at: datetime
    episode: EpisodeId | None = None
    state: SuggestionState = "open"
    scope: Scope = Scope()


@dataclass(frozen=True, slots=True)
class Drop:
    """Something read in an episode that was not kept, with the reason the user can see. Never holds a secret's text."""

    id: DropId
    episode: EpisodeId
    what: str
    reason: str
