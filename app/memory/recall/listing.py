"""The finds as the inspector lists them: each with the routes that led to it, and what was cut with the reason why."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.domain.ids import EpisodeId
from app.domain.question import Candidate, CategoryHit, Cut, EntityHit, FactHit, Hit, Reason, Route, Sort
from app.memory.recall.evidence import CATEGORY
from app.memory.recall.system1 import Finds, Pool

LISTED = 40
"""Candidates of one sort that are listed, the cut ones among them."""
_ARMS = 4
Node = EntityHit | CategoryHit


@dataclass(frozen=True, slots=True)
class Sorted:
    """Finds of one sort in their final order: the first `kept` go on, the rest is cut by the budget; `cut` before."""

    episodes: tuple[Hit, ...] = ()
    facts: tuple[FactHit, ...] = ()
    nodes: tuple[Node, ...] = ()


def candidates(
    kept: Sorted, over: Sorted, judged: Sorted, finds: Finds, pool: Pool, nothing: bool
) -> tuple[Candidate, ...]:
    """What was kept, what the budget cut (`over`), what a reranker judged irrelevant, and what lies in the archive."""
    listed: list[Candidate] = []
    reasons: tuple[tuple[Sorted, Cut], ...] = (
        (kept, "gate" if nothing else ""),
        (over, "budget"),
        (judged, "relevance"),
    )
    for sort in ("episode", "fact", "node"):
        rows = [row for part, cut in reasons for row in _rows(part, sort, cut, finds)]
        listed += rows[:LISTED]
    listed += [Candidate("episode", id, _routes(id, finds), 0.0, cut="tier") for id in pool.archived[:LISTED]]
    return tuple(listed)


def _rows(part: Sorted, sort: str, cut: Cut, finds: Finds) -> Iterator[Candidate]:
    if sort == "episode":
        for hit in part.episodes:
            yield _row("episode", hit.episode.id, hit, _routes(hit.episode.id, finds), cut)
    elif sort == "fact":
        for found in part.facts:
            yield _row("fact", found.fact.id, found, _routes_by_arm(found.why), "" if cut == "gate" else cut)
    else:
        for node in part.nodes:
            yield _node_row(node, "" if cut == "gate" else cut)


def _node_row(node: Node, cut: Cut) -> Candidate:
    if isinstance(node, CategoryHit):
        return _row("category", node.category.id, node, ("system2",), cut)
    return _row("entity", node.entity.id, node, _routes_by_arm(node.why), cut)


def _row(sort: Sort, id: int, hit: Hit | FactHit | Node, routes: tuple[Route, ...], cut: Cut) -> Candidate:
    arms = tuple((reason.arm, round(reason.score, 3)) for reason in hit.why[:_ARMS])
    return Candidate(sort, id, routes, round(float(hit.score), 4), arms, cut)


def _routes(id: EpisodeId, finds: Finds) -> tuple[Route, ...]:
    """The routes that led to an episode; a turn beside a find came with system 1."""
    second = id in finds.opened.episodes
    arms: Sequence[Mapping[EpisodeId, object]] = (finds.words, finds.meanings, finds.related.episodes)
    first = any(id in arm for arm in arms) or not second
    return (*(("system1",) if first else ()), *(("system2",) if second else ()))


def _routes_by_arm(why: Iterable[Reason]) -> tuple[Route, ...]:
    arms = {reason.arm for reason in why}
    return (*(("system1",) if arms - {CATEGORY} else ()), *(("system2",) if CATEGORY in arms else ()))
