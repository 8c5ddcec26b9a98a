"""System 1: the arms that find candidates without a model call, and the pool of episodes they make together.

Words (BM25 with the other names of what is named), meanings (the pooled vector of the question, untouched), names and
one hop of relations. The turns beside the best finds belong to the pool: an answer often stands next to its question.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, get_args

from app.domain.episode import Episode
from app.domain.ids import EpisodeId, FactId
from app.domain.question import Question
from app.inference.protocols import Encoding
from app.memory.recall.classify import Asked
from app.memory.recall.relating import Named, Related, relate
from app.memory.recall.system2 import Opened
from app.storage.textindex import TextIndex
from app.storage.vectorindex import VectorIndex
from app.storage.view import View

WORDS_READ = 1000
"""Scores taken from the words arm: enough to know those of most neighbours and sessions too."""
WORDS_KEPT = 130
MEANINGS_KEPT = 50
LINKS_KEPT = 30
BESIDE = 25
"""Of the best finds, the turns before and after join the pool."""
LOOKED_AROUND = 80
"""Of so many finds by words, and a third as many of the others, the neighbours are looked up."""
MOST = 240
AT_HAND = 20_000
"""Episodes outside the archive that are read as one set, sooner than thousands of finds are asked about."""
PASSED_OVER = 20
"""Best finds by words that are looked at to say what lies in the archive."""
OPENED_KEPT = 60
"""Episodes that system 2 adds: those whose facts tell most, and half as many of the strongest."""
Arm = Literal["words", "meanings", "relations", "categories"]
ARMS: tuple[Arm, ...] = get_args(Arm)
SYSTEM1: tuple[Arm, ...] = ("words", "meanings", "relations")


@dataclass(frozen=True, slots=True)
class Ask:
    """All that the arms need to know. `readings`: the question's encodings, as asked first; none without a model."""

    asked: Asked
    question: Question
    named: Named
    readings: Sequence[Encoding] = ()


@dataclass(frozen=True, slots=True)
class Finds:
    """What each arm found, by episode. Scores are the arm's own and not comparable across arms.

    `opened` is what system 2 found; empty where the question does not call for it.
    """

    named: Named = field(default_factory=Named)
    related: Related = field(default_factory=Related)
    words: Mapping[EpisodeId, float] = field(default_factory=dict)
    meanings: Mapping[EpisodeId, float] = field(default_factory=dict)
    opened: Opened = field(default_factory=Opened)
    passed_over: tuple[EpisodeId, ...] = ()
    """Archived episodes whose words fit best, for the inspector."""
    answering: frozenset[FactId] = frozenset()
    """Facts that are the answer themselves, however little their words are like the question's."""

    def sources(self) -> frozenset[EpisodeId]:
        """Episodes that state what the graph knows on the question: they answer from the archive too."""
        return self.related.sources | self.opened.sources


@dataclass(frozen=True, slots=True)
class Pool:
    """Candidates in order of number, with the turns around them: `before` and `after` are -1 at a session's edge.

    `archived`: what was found but is in the archive, and not reached for.
    """

    episodes: tuple[Episode, ...] = ()
    before: Mapping[EpisodeId, EpisodeId] = field(default_factory=dict)
    after: Mapping[EpisodeId, EpisodeId] = field(default_factory=dict)
    archived: tuple[EpisodeId, ...] = ()


def find(view: View, text: TextIndex, vectors: VectorIndex, ask: Ask, arms: Collection[Arm] = SYSTEM1) -> Finds:
    """Let the arms search. Without a reading the vector arm finds nothing."""
    scope = ask.question.scope
    reached = _reached(view, ask.question)
    words: Sequence[tuple[EpisodeId, float]] = ()
    passed_over: Sequence[EpisodeId] = ()
    if "words" in arms:
        terms = [*ask.asked.terms, *ask.named.terms()]
        words = text.search(terms, scope, WORDS_READ, allowed=reached)
        best = [id for id, _ in text.search(terms, scope, PASSED_OVER)] if reached else []
        passed_over = [id for id in best if id in view.episodes.archived(best, scope)]
    nearest: Sequence[tuple[EpisodeId, float]] = ()
    if ask.readings and "meanings" in arms:
        readable = reached or partial(view.episodes.readable, scope=scope)
        nearest = vectors.search(ask.readings[0].pooled, MEANINGS_KEPT, readable)
    related = relate(view, ask.asked, ask.named, scope) if "relations" in arms else Related()
    return Finds(ask.named, related, dict(words), dict(nearest), passed_over=tuple(passed_over))


def _reached(view: View, question: Question) -> Callable[[Collection[EpisodeId]], set[EpisodeId]] | None:
    """Which episodes the arms reach for by themselves; None where nothing is archived, or everything is asked for."""
    if question.everywhere or not view.episodes.any_archived(question.scope):
        return None
    at_hand = view.episodes.at_hand(question.scope, AT_HAND)
    if at_hand is not None:
        return at_hand.intersection
    return partial(view.episodes.readable, scope=question.scope, archived=False)


def pool(view: View, finds: Finds, question: Question) -> Pool:
    """The best of every arm and what stands beside them: readable, said in time, and not the question itself."""
    words = list(finds.words)[:WORDS_KEPT]
    links = sorted(finds.related.episodes, key=lambda id: (-finds.related.episodes[id].strength, id))[:LINKS_KEPT]
    opened = [*_first(finds.opened.told, OPENED_KEPT), *_first(finds.opened.strengths(), OPENED_KEPT // 2)]
    found = dict.fromkeys([*words, *finds.meanings, *links])
    best = [*words[:BESIDE], *list(finds.meanings)[: BESIDE // 4], *links[: BESIDE // 2]]
    looked = [*words[:LOOKED_AROUND], *list(finds.meanings)[: LOOKED_AROUND // 3], *links[: LOOKED_AROUND // 3]]
    looked += opened[:LOOKED_AROUND]
    around = view.episodes.around(dict.fromkeys(looked), question.scope)
    beside = [neighbour for id in best for neighbour in around.get(id, ())]
    chosen = list(dict.fromkeys([*best, *beside, *found]))[:MOST]
    episodes = view.episodes.get([*chosen, *opened], question.scope)
    eligible = [episodes[id] for id in sorted(episodes) if _eligible(episodes[id], question)]
    sources = finds.sources()
    kept = [one for one in eligible if question.everywhere or one.tier != "archive" or one.id in sources]
    left = {one.id for one in eligible} - {one.id for one in kept}
    archived = [id for id in dict.fromkeys([*finds.passed_over, *sorted(left)]) if id not in sources]
    before, after = _neighbours(around)
    return Pool(tuple(kept), before, after, tuple(archived))


def _first(scores: Mapping[EpisodeId, float], most: int) -> list[EpisodeId]:
    return sorted(scores, key=lambda id: (-scores[id], id))[:most]


def _eligible(episode: Episode, question: Question) -> bool:
    """Not replaced, not off the record; nothing said after an as-of day, nor in the very turn that asks."""
    if episode.replaced_at is not None or episode.state == "off_record":
        return False
    if question.as_of is not None and episode.said_at.date() > question.as_of:
        return False
    same_place = question.conversation is not None and episode.conversation == question.conversation
    return not (same_place and episode.said_at >= question.asked_at)


def _neighbours(
    around: Mapping[EpisodeId, Sequence[EpisodeId]],
) -> tuple[dict[EpisodeId, EpisodeId], dict[EpisodeId, EpisodeId]]:
    before: dict[EpisodeId, EpisodeId] = {}
    after: dict[EpisodeId, EpisodeId] = {}
    for id, beside in around.items():
        for other in beside:
            earlier, later = (other, id) if other < id else (id, other)
            before[later], after[earlier] = earlier, later
    return before, after
