"""Learning, top to bottom: read the turn, check it, find who is meant, settle what it ends, say what to write.

Nothing is written here: the plan goes through `Store.commit`, and if memory has moved on meanwhile the commit refuses
and the episode is learned again. The same episode learned twice changes nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from app.domain import clock
from app.domain.episode import Episode
from app.domain.plan import Plan
from app.inference.protocols import Encoder, Encoding, NameSpan
from app.memory.learn.claims import claimed
from app.memory.learn.extract import Extractor
from app.memory.learn.turns import before, turn_of
from app.memory.learn.validate import validate
from app.memory.learn.weave import weave
from app.storage.view import View
from app.storage.wording import masked, spoken


@dataclass(frozen=True, slots=True)
class Lesson:
    """What an episode teaches. `encoding` is of what indexes read of it: the vectors to keep; None without words."""

    episode: Episode
    plan: Plan
    encoding: Encoding | None


class Learner:
    """Thinks on a reader's thread: `view` and `encoder` are that thread's own."""

    def __init__(
        self,
        view: View,
        extractor: Extractor,
        encoder: Encoder,
        now: Callable[[], datetime] = clock.now,
        least: float = 0.0,
    ) -> None:
        """`least`: the importance, 0 to 1, below which a turn is kept but not learned from."""
        self._view = view
        self._extractor = extractor
        self._encoder = encoder
        self._now = now
        self._least = least

    def learn(self, episode: Episode) -> Lesson:
        """Read one episode and plan what to write."""
        recent = before(self._view, episode)
        turn, context = turn_of(self._view, episode), [turn_of(self._view, one) for one in recent]
        encoding = self._encoder.encode([masked(spoken(episode))])[0] if episode.text.strip() else None
        draft = self._extractor.extract(turn, context, _names(episode, encoding))
        valid = validate(draft, turn, context)
        if episode.role == "assistant":
            return Lesson(episode, claimed(self._view, episode, valid, self._now()), encoding)
        return Lesson(episode, weave(self._view, episode, valid, self._now(), recent, self._least), encoding)


def _names(episode: Episode, encoding: Encoding | None) -> list[NameSpan]:
    """Names that the tagger saw, placed in the episode's own text: the encoder reads the speaker's name before it."""
    if encoding is None:
        return []
    before = len(spoken(episode)) - len(episode.text)
    inside = (name for name in encoding.names if name.start >= before)
    return [replace(name, start=name.start - before, end=name.end - before) for name in inside]
