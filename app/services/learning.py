"""The background thread's work in two halves: think on a reader, keep on the writer.

The queue is the episodes themselves (`state` waiting), so nothing is lost with the process. Where a model is to read
what is written and cannot, the device reads instead, and the episode is *owed* to the model: it is read again later.
"""

from collections.abc import Callable, Sequence
from typing import Any

from app.domain import clock
from app.domain.change import Change
from app.domain.episode import Episode
from app.domain.errors import ModelUnavailable, Outdated, Told
from app.domain.ids import EpisodeId
from app.domain.plan import EXTRACTOR, Amend, Plan
from app.domain.scope import EVERYONE
from app.inference.protocols import Allowance, Message, Schema
from app.memory.learn.learner import Aid, Learner, Lesson
from app.services.models import memory_model
from app.services.workspace import ReadDesk, WriteDesk
from app.storage.wording import spoken, vector_key

MAX_ATTEMPTS = 3
"""Failures after which an episode waits for the user to say "retry"."""
REST_MINUTES = 10
"""After a model has failed, how long episodes that are owed to it are let be."""
_IN_A_ROW = 3
"""Failures after which the model is not even asked for that time: a long queue shall not wait for each of them."""
_KEPT = 64
Words = Callable[[ModelUnavailable], str]


def pending(desk: ReadDesk, limit: int = 64) -> list[EpisodeId]:
    """The next episodes to learn, oldest first; then those that are owed to a model, where it may be there again."""
    waiting = [episode.id for episode in desk.view.episodes.waiting(EVERYONE, limit)]
    return waiting if waiting or not _may_answer(desk) else owed(desk, limit)


def owed(desk: ReadDesk, limit: int = 64) -> list[EpisodeId]:
    """Episodes that the device read because a model could not, and that are still worth a try, oldest first."""
    return [episode.id for episode in desk.view.episodes.owed(EVERYONE, MAX_ATTEMPTS, limit)]


def think(desk: ReadDesk, episode: EpisodeId, words: Words = str) -> Lesson | None:
    """Read an episode that waits or is owed, and plan what to write; None when it is neither. Writes nothing.

    `words` says a failure of the model in the person's language. Raises `Cancelled`: the episode stays as it is.
    """
    found = desk.view.episodes.one(episode, EVERYONE)
    if found is None or not (found.state == "waiting" or (_is_owed(found) and _may_answer(desk))):
        return None
    readings = desk.workspace.readings
    lesson = _learner(desk, words).learn(found, readings.get(episode))
    if lesson.reading is not None:
        while len(readings) >= _KEPT:
            readings.pop(next(iter(readings)), None)
        readings[episode] = lesson.reading
    return lesson


def keep(desk: WriteDesk, lesson: Lesson) -> Change:
    """Write what was planned, and the vectors that came with it. Raises `Outdated`: think again."""
    change = desk.store.commit(lesson.plan)
    desk.workspace.readings.pop(lesson.episode.id, None)
    _note_health(desk, lesson)
    encoding = lesson.encoding
    if encoding is not None:
        key = vector_key(spoken(lesson.episode))
        desk.workspace.vectors.put(key, encoding.pooled, encoding.tokens, encoding.pieces)
    return change


def learn_now(desk: WriteDesk, episode: EpisodeId) -> Change | None:
    """Both halves at once, for programs without lanes (import, benchmarks). None when there is nothing to do."""
    for _ in range(MAX_ATTEMPTS):
        lesson = think(desk, episode)
        if lesson is None:
            return None
        try:
            return keep(desk, lesson)
        except Outdated:
            continue
    return None


def fail(desk: WriteDesk, episode: EpisodeId, why: str) -> Episode | None:
    """Note a failure in plain words. The episode stays in the queue until `MAX_ATTEMPTS`."""
    found = desk.view.episodes.one(episode, EVERYONE)
    if found is None:
        return None
    attempts = found.attempts + 1
    state = "failed" if attempts >= MAX_ATTEMPTS else "waiting"
    changes = {"attempts": attempts, "learn_error": why, "state": state}
    desk.store.commit(Plan((Amend("episode", episode, changes),), EXTRACTOR, "learn_failed", undoable=False))
    return desk.view.episodes.one(episode, EVERYONE)


def retry(desk: WriteDesk, episode: EpisodeId) -> None:
    """Put an episode back into the queue, whatever became of it; what is off the record stays so."""
    found = desk.view.episodes.one(episode, EVERYONE)
    if found is None or found.state == "off_record":
        return
    desk.workspace.readings.pop(episode, None)
    desk.workspace.model_failures.clear()
    changes = {"attempts": 0, "learn_error": "", "state": "waiting", "learned_at": None}
    desk.store.commit(Plan((Amend("episode", episode, changes),), EXTRACTOR, "learn_again", undoable=False))


def _is_owed(episode: Episode) -> bool:
    return episode.learn_error != "" and episode.state in ("learned", "nothing")


def _wants_model(desk: ReadDesk) -> bool:
    return desk.settings.memory_kind != "none" and desk.settings.max_write_llm_calls_per_turn > 0


def _note_health(desk: WriteDesk, lesson: Lesson) -> None:
    reading, failures = lesson.reading, desk.workspace.model_failures
    if reading is None:
        return
    if reading.unread is None and reading.allowance.used.calls:
        failures.clear()
    elif reading.unread is not None and reading.unread.message_id != _RESTING.message_id:
        failures.append(clock.now())


def _may_answer(desk: ReadDesk) -> bool:
    """Whether a model is set up that has not just failed."""
    return _wants_model(desk) and _rested(desk, failures=1)


def _rested(desk: ReadDesk, failures: int) -> bool:
    """Whether fewer than so many failures came one after the other, or the last of them is long enough ago."""
    past = desk.workspace.model_failures
    return len(past) < failures or (clock.now() - past[-1]).total_seconds() >= REST_MINUTES * 60


def _learner(desk: ReadDesk, words: Words) -> Learner:
    """The desk's learner, with the model that the settings name. One that cannot be used fails at the first call."""
    learner = desk.learner()
    if not _wants_model(desk):
        return learner
    try:
        model = memory_model(desk.settings, desk.stopped) if _rested(desk, _IN_A_ROW) else _Unusable(_RESTING)
    except Told as error:
        model = _Unusable(error)
    if model is not None:
        learner.aid = Aid(model, desk.settings.max_write_llm_calls_per_turn, words)
    return learner


_RESTING = ModelUnavailable("The model failed several times. It is asked again in a few minutes.")


class _Unusable:
    """In the place of a model that the settings do not allow, or whose address cannot be read."""

    name = ""
    local = True

    def __init__(self, error: Told) -> None:
        self._error = error

    def fill(self, messages: Sequence[Message], schema: Schema, allowance: Allowance) -> Any:
        raise ModelUnavailable(self._error.message_id, **self._error.details)
