"""What calls to a model cost: how many there were and how many tokens went there and back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.domain.ids import EpisodeId, ModelUseId

Purpose = Literal["answer", "learn", "recall", "tend"]


@dataclass(frozen=True, slots=True)
class Usage:
    """`sent` and `received` are tokens as the server counts them; 0 where it does not say."""

    calls: int = 0
    sent: int = 0
    received: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(self.calls + other.calls, self.sent + other.sent, self.received + other.received)


@dataclass(frozen=True, slots=True)
class ModelUse:
    """The calls that one model got for one episode and one purpose; tending has no episode.

    `local`: the words stayed on this machine.
    """

    id: ModelUseId
    episode: EpisodeId | None
    purpose: Purpose
    model: str
    local: bool
    calls: int
    sent: int
    received: int
    at: datetime
