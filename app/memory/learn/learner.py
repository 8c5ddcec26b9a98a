"""Learning, top to bottom: read the turn, check it, find who is meant, settle what it ends, say what to write.

Nothing is written here: the plan goes through `Store.commit`, and if memory has moved on meanwhile the commit refuses
and the episode is learned again. The same episode learned twice changes nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from app.domain import clock
from app.domain.draft import Draft, Turn
from app.domain.episode import Episode
from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelUseId
from app.domain.plan import Add, Plan
from app.domain.usage import ModelUse
from app.inference.protocols import Allowance, Encoder, Encoding, NameSpan, StructuredModel
from app.memory.learn.claims import claimed
from app.memory.learn.contradict import Judge, ModelJudge
from app.memory.learn.extract import Extractor
from app.memory.learn.modelled import ModelExtractor
from app.memory.learn.turns import before, turn_of
from app.memory.learn.unasked import unasked
from app.memory.learn.validate import validate
from app.memory.learn.weave import loom_of, weave
from app.storage.view import View
from app.storage.wording import masked, spoken


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read in one turn, with what calls are left for it. `unread`: why a model could not read it, if so.

    Kept while a lesson is thought over again, so that no call is made twice.
    """

    draft: Draft
    allowance: Allowance
    unread: ModelUnavailable | None = None
    judge: Judge | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """What an episode teaches. `encoding` is of what indexes read of it: the vectors to keep; None without words."""

    episode: Episode
    plan: Plan
    encoding: Encoding | None
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class Aid:
    """A model that helps to learn, and how many calls it may get for one turn, retries included.

    `words` says a failure in the language of the person, who reads it below the turn.
    """

    model: StructuredModel
    calls: int
    words: Callable[[ModelUnavailable], str] = str


class Learner:
    """Thinks on a reader's thread: `view` and `encoder` are that thread's own. Without `aid` no model is asked."""

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
        self.aid: Aid | None = None

    def learn(self, episode: Episode, known: Reading | None = None) -> Lesson:
        """Read one episode and plan what to write. `known`: what an earlier attempt at it has read.

        When the model fails, what the device reads stands, and the plan notes why. Raises `Cancelled`.
        """
        recent = before(self._view, episode)
        turn, context = turn_of(self._view, episode), [turn_of(self._view, one) for one in recent]
        encoding = self._encoder.encode([masked(spoken(episode))])[0] if episode.text.strip() else None
        reading = known or self._read(turn, context, _names(episode, encoding))
        valid = unasked(validate(reading.draft, turn, context), turn)
        if episode.role == "assistant":
            return Lesson(episode, claimed(self._view, episode, valid, self._now()), encoding)
        unread = self.aid.words(reading.unread) if self.aid and reading.unread else ""
        loom = loom_of(self._view, episode, self._now(), reading.judge, unread)
        plan = weave(loom, valid, recent, self._least)
        return Lesson(episode, self._with_use(plan, episode, reading), encoding, reading)

    def _read(self, turn: Turn, context: Sequence[Turn], names: Sequence[NameSpan]) -> Reading:
        allowance = Allowance(self.aid.calls if self.aid else 0)
        if self.aid is None or self.aid.calls <= 0:
            return Reading(self._extractor.extract(turn, context, names), allowance)
        try:
            helped = ModelExtractor(self.aid.model, self._extractor, allowance)
            draft = helped.extract(turn, context, names)
            return Reading(draft, allowance, judge=ModelJudge(self.aid.model, allowance))
        except ModelUnavailable as error:
            return Reading(self._extractor.extract(turn, context, names), allowance, error)

    def _with_use(self, plan: Plan, episode: Episode, reading: Reading) -> Plan:
        """The plan, and what the calls for it have cost."""
        used = reading.allowance.used
        if self.aid is None or not used.calls:
            return plan
        number = ModelUseId(min((step.row.id for step in plan.steps if isinstance(step, Add)), default=0) - 1)
        model, cost = self.aid.model, (used.calls, used.sent, used.received)
        use = ModelUse(number, episode.id, "learn", model.name, model.local, *cost, self._now())
        return replace(plan, steps=(*plan.steps, Add(use)))


def _names(episode: Episode, encoding: Encoding | None) -> list[NameSpan]:
    """Names that the tagger saw, placed in the episode's own text: the encoder reads the speaker's name before it."""
    if encoding is None:
        return []
    before = len(spoken(episode)) - len(episode.text)
    inside = (name for name in encoding.names if name.start >= before)
    return [replace(name, start=name.start - before, end=name.end - before) for name in inside]
