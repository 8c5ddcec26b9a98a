"""Where an episode is kept: what recall reaches for by itself, and what only an explicit search finds.

`buffer` is what a prompt holds anyway: the last turns of the chat that is open (`Question.conversation` and the setting
"recent turns"). Nothing is written for it: a turn is in the buffer as long as one looks at that chat, and which chat
that is changes with every click. So no row ever says `buffer`; recall leaves those turns out of its finds by itself.
"""

from dataclasses import dataclass
from typing import Literal

Tier = Literal["buffer", "short_term", "long_term", "archive"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What moves where. `importance` and `references` must be exceeded for long-term memory; all else is archived."""

    short_term: int = 100
    long_term: int = 10_000
    importance: float = 0.7
    references: int = 2


@dataclass(frozen=True, slots=True)
class Standing:
    """All that the rule of keeping looks at in one episode. `said_at` is text that sorts as time.

    `referenced` is what is stored, `cited` how many answers cite it now. `unread`: the words of a turn that no reader
    has weighed (learning was off, or failed), else empty.
    """

    id: int
    agent: str
    said_at: str
    importance: float
    tier: Tier
    referenced: int
    cited: int
    unread: str = ""
