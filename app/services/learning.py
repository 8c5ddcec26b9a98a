"""The background thread's work in two halves: think on a reader, keep on the writer.

The queue is the episodes themselves (`state` waiting), so nothing is lost with the process.
"""

from app.domain.change import Change
from app.domain.episode import Episode
from app.domain.errors import Outdated
from app.domain.ids import EpisodeId
from app.domain.plan import EXTRACTOR, Amend, Plan
from app.domain.scope import EVERYONE
from app.memory.learn.learner import Lesson
from app.services.workspace import ReadDesk, WriteDesk
from app.storage.wording import spoken, vector_key

MAX_ATTEMPTS = 3
"""Failures after which an episode waits for the user to say "retry"."""


def pending(desk: ReadDesk, limit: int = 64) -> list[EpisodeId]:
    """The next episodes to learn, oldest first."""
    return [episode.id for episode in desk.view.episodes.waiting(EVERYONE, limit)]


def think(desk: ReadDesk, episode: EpisodeId) -> Lesson | None:
    """Read one waiting episode and plan what to write; None when it no longer waits. Writes nothing."""
    found = desk.view.episodes.one(episode, EVERYONE)
    if found is None or found.state != "waiting":
        return None
    return desk.learner().learn(found)


def keep(desk: WriteDesk, lesson: Lesson) -> Change:
    """Write what was planned, and the vectors that came with it. Raises `Outdated`: think again."""
    change = desk.store.commit(lesson.plan)
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
    """Put an episode back into the queue, whatever became of it."""
    changes = {"attempts": 0, "learn_error": "", "state": "waiting", "learned_at": None}
    desk.store.commit(Plan((Amend("episode", episode, changes),), EXTRACTOR, "learn_again", undoable=False))
