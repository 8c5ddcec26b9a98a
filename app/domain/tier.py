"""Where an episode is kept: what recall reaches for by itself, and what only an explicit search finds."""

from typing import Literal

Tier = Literal["buffer", "short_term", "long_term", "archive"]
