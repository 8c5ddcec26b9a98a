"""Search for a person who knows the words: all of them first, then some; what only means the same comes last, if sure.

An answer or nothing, never an error, never everything: a query without a word in it (a star, an emoji) finds nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.entity import Span
from app.domain.episode import Episode
from app.domain.errors import ModelUnavailable
from app.domain.ids import EpisodeId
from app.domain.scope import Scope
from app.domain.secret import mask
from app.domain.text import tokens
from app.memory.recall import late
from app.memory.recall.recaller import LONGEST, Recaller
from app.memory.recall.relating import Named, names_in
from app.memory.recall.snippets import snippet

MOST_READ = 5_000
"""Characters of a query that are looked at: the rest of a pasted page asks nothing more."""
_ENOUGH = 10
"""With as many finds by words, meanings are not asked."""
_NEAREST = 50
_SURE = 0.72
"""Late interaction, 0..1, from which a find without any of the words is shown."""


@dataclass(frozen=True, slots=True)
class Found:
    """An episode with the part of it to show; `marks` are spans of `snippet`."""

    episode: Episode
    snippet: str
    marks: tuple[Span, ...]
    score: float


def find(recaller: Recaller, text: str, scope: Scope, limit: int) -> list[Found]:
    """Episodes that fit the words, best first; passages that their note has dropped are not among them."""
    query = text[:MOST_READ]
    wanted = list(dict.fromkeys(tokens(query)))
    if not wanted:
        return []
    named = names_in(recaller.view, query, scope)
    scores = dict(recaller.text.search(wanted, scope, limit, together=True))
    scores |= _others(recaller, named, scope, limit, scores)
    if len(scores) < _ENOUGH:
        scores |= _alike(recaller, query, scope, scores)
    episodes = recaller.view.episodes.get(scores, scope)
    shown = [*wanted, *named.terms()]
    kept = [episodes[id] for id in list(scores) if id in episodes and episodes[id].replaced_at is None]
    return [_found(episode, shown, scores[episode.id]) for episode in kept[:limit]]


def _found(episode: Episode, wanted: Sequence[str], score: float) -> Found:
    part = snippet(mask(episode.text), wanted)
    return Found(episode, part.text, part.marks, score)


def _others(
    recaller: Recaller, named: Named, scope: Scope, limit: int, known: dict[EpisodeId, float]
) -> dict[EpisodeId, float]:
    """What is written under the other names of what the query names."""
    found = recaller.text.search(named.terms(), scope, limit, together=True) if named.terms() else []
    return {id: score for id, score in found if id not in known}


def _alike(recaller: Recaller, query: str, scope: Scope, known: dict[EpisodeId, float]) -> dict[EpisodeId, float]:
    """Episodes that say the same in other words, where that is sure; none without the model."""
    try:
        reading = recaller.encoder.encode([query[:LONGEST]])[0]
    except ModelUnavailable:
        return {}
    nearest = recaller.vectors.search(reading.pooled, _NEAREST, lambda ids: recaller.view.episodes.readable(ids, scope))
    ids = [id for id, _ in nearest if id not in known]
    matches = late.match(reading, recaller.vectors.tokens_of(ids), ids, recaller.encoder)
    likeness = matches.plain_weights @ matches.best if matches.best.size else np.zeros(len(ids))
    order = np.argsort(-likeness, kind="stable")
    return {ids[place]: float(likeness[place]) for place in order if likeness[place] >= _SURE}
