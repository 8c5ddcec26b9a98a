"""Which of the records that recall found are one thing: union-find over keys in order of strength. Pure.

Naming the same entity is no key: every word about a project would fall into one heap.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from app.domain.episode import Episode
from app.domain.ids import EpisodeId, Ref
from app.domain.item import SEED
from app.domain.text import content_hash
from app.memory.recall.web import Link

SAME_WORDS, SAME_SESSION, ADJACENT, RELATION = (
    "cluster:msg_id",
    "cluster:session",
    "cluster:adjacent",
    "cluster:relation",
)
_KEYS = (SAME_WORDS, SAME_SESSION, ADJACENT, RELATION)
NEXT = timedelta(hours=12)
"""Silence within which one conversation is taken up again: its two sessions are adjacent."""


@dataclass(frozen=True, slots=True)
class Member:
    """A record of an item and why it is there."""

    record: EpisodeId
    why: str
    hops: int | None = None


@dataclass(frozen=True, slots=True)
class Bundle:
    """The head first. `key`: what holds the bundle together."""

    members: tuple[Member, ...]
    key: str = SEED

    @property
    def head(self) -> EpisodeId:
        return self.members[0].record


def bundle(candidates: Sequence[Episode], links: Sequence[Link]) -> list[Bundle]:
    """Candidates that are one thing, put together by the keys in order. Naming the same entity is no key."""
    groups = _Groups(candidates)
    for one, other in _pairs(candidates, lambda episode: content_hash(episode.text)):
        groups.join(one, other, SAME_WORDS, SAME_WORDS)
    for one, other in _pairs(candidates, lambda episode: episode.session):
        groups.join(one, other, SAME_SESSION, SAME_SESSION)
    for one, other in _adjacent(candidates):
        groups.join(one, other, ADJACENT, ADJACENT)
    for link in links:
        for one, other in _ends(link, candidates):
            groups.join(one, other, RELATION, f"relation:{link.predicate}")
    return groups.bundles()


class _Groups:
    """Union-find over candidates: the better one of two heads stays the head."""

    def __init__(self, candidates: Sequence[Episode]) -> None:
        self._candidates = candidates
        self._place = {episode.id: place for place, episode in enumerate(candidates)}
        self._head = dict(self._place)
        self._why: dict[EpisodeId, str] = {}
        self._key: dict[int, str] = {}

    def join(self, one: EpisodeId, other: EpisodeId, key: str, why: str) -> None:
        first, second = sorted((self._head[one], self._head[other]))
        if first == second:
            return
        for episode, head in self._head.items():
            if head == second:
                self._head[episode] = first
                self._why.setdefault(episode, why)
        keys = [self._key.pop(second, key), self._key.get(first, key), key]
        self._key[first] = min(keys, key=_KEYS.index)

    def bundles(self) -> list[Bundle]:
        members: dict[int, list[Member]] = {}
        for episode in self._candidates:
            head = self._head[episode.id]
            why = SEED if self._place[episode.id] == head else self._why[episode.id]
            members.setdefault(head, []).append(Member(episode.id, why))
        return [Bundle(tuple(row), self._key.get(head, SEED)) for head, row in sorted(members.items())]


def _pairs(candidates: Sequence[Episode], key: Callable[[Episode], Hashable]) -> Iterator[tuple[EpisodeId, EpisodeId]]:
    first: dict[Hashable, EpisodeId] = {}
    for episode in candidates:
        found = first.setdefault(key(episode), episode.id)
        if found != episode.id:
            yield found, episode.id


def _adjacent(candidates: Sequence[Episode]) -> Iterator[tuple[EpisodeId, EpisodeId]]:
    """One conversation taken up again soon, or two versions of one note."""
    for place, one in enumerate(candidates):
        for other in candidates[place + 1 :]:
            if one.session == other.session:
                continue
            taken_up = one.conversation is not None and one.conversation == other.conversation
            if (taken_up and abs(one.said_at - other.said_at) <= NEXT) or (one.note and one.note == other.note):
                yield one.id, other.id


def _ends(link: Link, candidates: Sequence[Episode]) -> Iterator[tuple[EpisodeId, EpisodeId]]:
    """Candidates at the two ends of a relation between records; a session stands for those of its turns."""
    for one in candidates:
        if stands_for(link.subject, one):
            for other in candidates:
                if other.id != one.id and stands_for(link.object, other):
                    yield one.id, other.id


def stands_for(ref: Ref, episode: Episode) -> bool:
    """Whether a reference means the episode: itself, or the session that it is in."""
    return ref.id == (episode.id if ref.kind == "ep" else episode.session)
