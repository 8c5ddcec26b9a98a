"""What the user and the assistant wrote, verbatim, and what it hangs together with."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.domain.ids import ConversationId, EpisodeId, NoteId, SessionId
from app.domain.scope import Scope
from app.domain.tier import Tier

Role = Literal["user", "assistant", "document"]
"""`document` is an imported or written passage that nobody says to anybody; it teaches like a user's turn."""

LearnState = Literal["waiting", "learned", "nothing", "failed", "off_record", "not_ours"]
"""`nothing`: read, held no fact. `not_ours`: the assistant's words, never a source. `failed`: see `learn_error`."""


@dataclass(frozen=True, slots=True)
class Conversation:
    id: ConversationId
    title: str
    created_at: datetime
    scope: Scope = Scope()
    off_record: bool = False
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A note as it stands now. Its passages are episodes; an edited passage replaces what the old one taught."""

    id: NoteId
    title: str
    text: str
    created_at: datetime
    updated_at: datetime
    daily: str = ""
    """`2026-03-07` for the note of that day, else empty."""
    scope: Scope = Scope()


@dataclass(frozen=True, slots=True)
class Session:
    """A contiguous stretch of one conversation, or one version of a note. Ref `ses:<id>`."""

    id: SessionId
    conversation: ConversationId | None
    note: NoteId | None
    started_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Episode:
    """One turn, one note passage or one imported passage, verbatim. Ref `ep:<id>`.

    `said_at` keeps the offset it was said in: dates in the text are counted from that local day.
    `speaker` is empty for the user; otherwise the name that the source gives (an imported dialogue).
    `learned_at` empty and `state` `waiting` is the durable queue.
    """

    id: EpisodeId
    session: SessionId
    role: Role
    text: str
    said_at: datetime
    speaker: str = ""
    conversation: ConversationId | None = None
    note: NoteId | None = None
    state: LearnState = "waiting"
    learned_at: datetime | None = None
    learn_error: str = ""
    attempts: int = 0
    importance: float = 0.5
    referenced: int = 0
    tier: Tier = "short_term"
    replaced_at: datetime | None = None
    """When a later version of its note dropped this passage; it stays readable as a source."""
    scope: Scope = Scope()
