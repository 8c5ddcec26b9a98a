"""The search page: what holds the words and the conditions, in an order of choice; never an error, never everything.

All words count first, under any name of what they name. Where little holds them all, what holds some comes after it,
and then what says the same in other words. Only what is shown is read whole; of the rest a line of numbers.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

import numpy as np

from app.domain.entity import Span
from app.domain.episode import Episode
from app.domain.errors import ModelUnavailable
from app.domain.ids import EpisodeId
from app.domain.query import Order, Query, Remark, Spot
from app.domain.scope import Scope
from app.domain.secret import mask
from app.domain.text import fold, has_cjk, tokens
from app.memory.recall import late
from app.memory.recall.recaller import LONGEST, Recaller
from app.memory.recall.relating import Named, names_in
from app.memory.recall.sifting import Sieve, sieve
from app.memory.recall.snippets import snippet

How = Literal["all", "some", "alike"]
"""All words, some of them, or the same in other words."""
MOST_SHOWN = 2_000
_MOST_FOUND = 200_000
_PROVED, _MOST_PROVED = 4_000, 20_000
"""Texts that are read to see whether a phrase stands in them: so many, and more only until there is a page of finds."""
_AT_ONCE = 500
_ENOUGH = 10
"""With as many finds by all words, some words are not asked, and meanings neither."""
_MOST_SOME = 50
_MOST_VARIANTS = 8
_NEAREST = 50
_SURE = 0.72
_RUN = re.compile(r"[^\u3041-\u309f\s]{2,}|[\u3041-\u309f]{3,}")
_EDGE = "[0-9a-z_\u00c0-\u052f]"


@dataclass(frozen=True, slots=True)
class Hit:
    """`marks` are spans of `snippet`, `at` is where the first of them stands in the episode."""

    episode: Episode
    snippet: str
    marks: tuple[Span, ...]
    at: Span | None
    how: How


@dataclass(frozen=True, slots=True)
class Sought:
    """`total`: how many hold all that was asked, or at least as many (`cut`). `sieve`: what the conditions meant."""

    hits: tuple[Hit, ...] = ()
    total: int = 0
    cut: bool = False
    more: bool = False
    sieve: Sieve = field(default_factory=Sieve)
    named: Named = field(default_factory=Named)
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for, what day it is, in which order and how much of it, and whether anybody still wants it."""

    query: Query
    today: date
    order: Order = "best"
    limit: int = 50
    stopped: Callable[[], bool] = lambda: False


def seek(recaller: Recaller, wanted: Wanted, scope: Scope) -> Sought:
    """What fits, best, newest or oldest first; what fits less well always after what fits well."""
    query = wanted.query
    sifting = sieve(recaller.view, query, scope, wanted.today)
    words = f"{query.words} {sifting.words}".strip()
    if not tokens(words) and not query.phrases and not sifting.asks:
        return Sought(sieve=sifting, remarks=(*query.remarks, *sifting.remarks))
    search = _Search(recaller, scope, wanted, sifting, words, names_in(recaller.view, words[:LONGEST], scope))
    limit = min(wanted.limit, MOST_SHOWN)
    best, cut = search.all_words()
    ranked: list[tuple[EpisodeId, How]] = [(id, "all") for id in best]
    if len(best) < _ENOUGH:
        ranked += search.less(best)
    shown = ranked[:limit]
    hits = search.hits(shown)
    more = len(ranked) > len(shown) and limit < MOST_SHOWN
    return Sought(hits, len(best), cut, more, sifting, search.named, (*query.remarks, *sifting.remarks))


@dataclass(frozen=True, slots=True)
class _Search:
    recaller: Recaller
    scope: Scope
    wanted: Wanted
    sieve: Sieve
    words: str
    named: Named

    def all_words(self) -> tuple[list[EpisodeId], bool]:
        """What holds all, in order; and whether there may be more that was not looked at."""
        phrases = [token for phrase in self.wanted.query.phrases for token in tokens(phrase)]
        ways = [[*tokens(way), *phrases] for way in self._ways()]
        ways = [way for way in ways if way]
        barred = self._barred()
        if not ways and not barred:
            return self._proved(self._sifted(None))
        scores = dict(self.recaller.text.holding(ways, barred, self.scope, _MOST_FOUND))
        return self._proved(self._sifted(scores))

    def less(self, known: Iterable[EpisodeId]) -> list[tuple[EpisodeId, How]]:
        """What holds some of the words, then what says the same; neither where each word was asked for by its own."""
        query, taken = self.wanted.query, set(known)
        phrases = [token for phrase in query.phrases for token in tokens(phrase)]
        pieces = pieces_of(self.words)
        ways = [[*tokens(piece), *phrases] for piece in pieces] if len(pieces) > 1 else []
        if len(pieces) == 1 and pieces[0] != self.words:
            ways = [[*tokens(pieces[0]), *phrases]]
        found: list[tuple[EpisodeId, How]] = []
        if ways:
            scores = dict(self.recaller.text.holding(ways, self._barred(), self.scope, _MOST_FOUND))
            best = sorted((id for id in scores if id not in taken), key=lambda id: -scores[id])[: 4 * _MOST_SOME]
            some, _ = self._proved(self._sifted({id: scores[id] for id in best}))
            found += [(id, "some") for id in some[:_MOST_SOME]]
            taken |= set(some)
        if tokens(self.words) and not query.phrases and not query.left_out and len(found) + len(taken) < _ENOUGH:
            alike, _ = self._proved(self._sifted(self._alike(taken)))
            found += [(id, "alike") for id in alike]
        return found

    def hits(self, ranked: Sequence[tuple[EpisodeId, How]]) -> tuple[Hit, ...]:
        episodes = self.recaller.view.episodes.get([id for id, _ in ranked], self.scope)
        phrases = " ".join(self.wanted.query.phrases)
        shown = list(dict.fromkeys([*tokens(self.words), *tokens(phrases), *self.named.terms(), *self._about()]))
        return tuple(_hit(episodes[id], shown, how) for id, how in ranked if id in episodes)

    def _ways(self) -> list[str]:
        """The words as typed, and with what they name under its other names."""
        ways = [self.words]
        for match in self.named.matches:
            if match.span is not None:
                before, after = self.words[: match.span.start], self.words[match.span.end :]
                ways += [f"{before} {name} {after}" for name in self.named.other_names.get(match.entity.id, ())]
        return list(dict.fromkeys(ways))[: 1 + _MOST_VARIANTS]

    def _barred(self) -> list[list[str]]:
        left_out = self.wanted.query.left_out
        return [tokens(term.value) for term in left_out if term.kind == "word"]

    def _about(self) -> list[str]:
        """Tokens of the names of those whom a condition names, to mark them."""
        ids = [entity.id for entity in self.sieve.about]
        aliases = self.recaller.view.entities.aliases(ids, self.scope)
        names = [entity.name for entity in self.sieve.about]
        names += [alias.text for row in aliases.values() for alias in row]
        return [token for name in names for token in tokens(name)]

    def _sifted(self, scores: dict[EpisodeId, float] | None) -> list[EpisodeId]:
        """Those that the conditions let through, in the order that was asked for."""
        sifting, order = self.sieve, self.wanted.order
        if sifting.empty:
            return []
        ids = list(scores) if scores is not None else None
        if sifting.among is not None:
            ids = [id for id in ids if id in sifting.among] if ids is not None else sorted(sifting.among)
        if ids is not None and not sifting.tests and sifting.timeless and order == "best":
            return self._there(ids)
        spots = self.recaller.view.episodes.spots(ids, self.scope, sifting.first, sifting.last)
        kept = [spot for spot in spots if sifting.holds(spot)] if sifting.tests else spots
        if order != "best" or scores is None:
            kept.sort(key=_moment, reverse=order != "oldest")
        return [spot.id for spot in kept]

    def _there(self, ids: list[EpisodeId]) -> list[EpisodeId]:
        """The index has them in order, and holds nothing that may not be shown; but what is gone it may lag behind.
        Those that will be shown are looked up."""
        first = ids[: 2 * self.wanted.limit + _NEAREST]
        known = self.recaller.view.episodes.readable(first, self.scope)
        return [id for id in first if id in known] + ids[len(first) :]

    def _proved(self, ids: list[EpisodeId]) -> tuple[list[EpisodeId], bool]:
        """Those in which the phrases stand as they were typed, and none that was left out."""
        query = self.wanted.query
        needed = [phrase_pattern(phrase) for phrase in query.phrases]
        barred = [phrase_pattern(term.value) for term in query.left_out if term.kind == "phrase"]
        if not needed and not barred:
            return ids, len(ids) >= _MOST_FOUND
        kept: list[EpisodeId] = []
        looked = 0
        while looked < min(len(ids), _MOST_PROVED):
            if self.wanted.stopped() or (looked >= _PROVED and len(kept) > self.wanted.limit):
                break
            some = ids[looked : looked + _AT_ONCE]
            texts = self.recaller.view.episodes.texts(some, self.scope)
            kept += [id for id in some if id in texts and _proves(texts[id], needed, barred)]
            looked += len(some)
        return kept, looked < len(ids)

    def _alike(self, known: set[EpisodeId]) -> dict[EpisodeId, float]:
        """Episodes that say the same in other words, where that is sure; none without the model."""
        recaller, view = self.recaller, self.recaller.view
        try:
            reading = recaller.encoder.encode([self.words[:LONGEST]])[0]
        except ModelUnavailable:
            return {}
        near = recaller.vectors.search(reading.pooled, _NEAREST, lambda ids: view.episodes.readable(ids, self.scope))
        ids = [id for id, _ in near if id not in known]
        matches = late.match(reading, recaller.vectors.tokens_of(ids), ids, recaller.encoder)
        likeness = matches.plain_weights @ matches.best if matches.best.size else np.zeros(len(ids))
        order = np.argsort(-likeness, kind="stable")
        return {ids[place]: float(likeness[place]) for place in order if likeness[place] >= _SURE}


def _moment(spot: Spot) -> tuple[str, int]:
    return spot.said_at, spot.id


def pieces_of(words: str) -> list[str]:
    """The parts of a query of which some are enough: words, and what stands between particles in Japanese."""
    found: list[str] = []
    for chunk in words.split():
        runs = _RUN.findall(chunk) if has_cjk(chunk) else []
        plain = [run for run in runs if not re.fullmatch("[\u3041-\u309f]+", run)] or runs
        found += plain or [chunk]
    return [piece for piece in dict.fromkeys(found) if tokens(piece)]


def phrase_pattern(phrase: str) -> re.Pattern[str]:
    """The phrase as typed, whatever blanks and punctuation stand between its words; no part of a longer word."""
    folded = _plain(phrase)
    inner = r"\W+".join(re.escape(part) for part in folded.split())
    left = f"(?<!{_EDGE})" if re.match(_EDGE, folded) else ""
    right = f"(?!{_EDGE})" if re.search(f"{_EDGE}$", folded) else ""
    return re.compile(f"{left}{inner}{right}")


def _proves(text: str, needed: Sequence[re.Pattern[str]], barred: Sequence[re.Pattern[str]]) -> bool:
    plain = _plain(text)
    if not all(one.search(plain) for one in needed) or any(one.search(plain) for one in barred):
        return False
    covered = _plain(mask(text))  # seldom another text, and costly: asked only where the words stand
    return all(one.search(covered) for one in needed)


def _plain(text: str) -> str:
    return fold(text).replace("’", "'")


def _hit(episode: Episode, shown: Sequence[str], how: How) -> Hit:
    text = mask(episode.text)
    part = snippet(text, shown)
    first = next(iter(part.marks), None)
    lead = 1 if part.span.start > 0 else 0
    at = Span(first.start - lead + part.span.start, first.end - lead + part.span.start) if first is not None else None
    return Hit(episode, part.text, part.marks, at, how)
