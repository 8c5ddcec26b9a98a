"""What was found, as values for the screens: each find with its score, its confidence and the arms that led to it."""

from collections.abc import Iterator, Mapping, Sequence

from app.domain.episode import Episode
from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId
from app.domain.question import CategoryHit, EntityHit, FactHit, Hit, Reason
from app.domain.scope import Scope
from app.inference.protocols import Float
from app.memory.recall.classify import Asked
from app.memory.recall.features import COLUMNS
from app.memory.recall.fuse import reciprocal_rank
from app.memory.recall.gate import Best
from app.memory.recall.relating import Link
from app.memory.recall.system1 import Finds
from app.memory.recall.timing import Anchored
from app.storage.view import View

CATEGORY = "category"
"""Arm of what the walk down the categories led to."""
ASKED = "asked"
"""Arm of a fact that the question asks for in words, of somebody it names."""
FACTS_KEPT = 20
ENTITIES_KEPT = 20
_FROM_BEST = 20
"""Episodes whose own facts and entities count among the finds."""

_ARMS = {
    "words": "words",
    "late": "tokens",
    "meaning": "vector",
    "named": "name",
    "linked": "relation",
    "words_session": "session",
    "late_beside": "neighbour",
    "speaker": "speaker",
    "selected": CATEGORY,
    "told": CATEGORY,
}


def hits(
    best: Best, scores: Sequence[float], confidences: Sequence[float], finds: Finds, signals: Float
) -> tuple[Hit, ...]:
    """The best, with the reasons that weighed most."""
    rows = zip(best.episodes, scores, confidences, best.table.rows, strict=False)
    return tuple(
        Hit(episode, score, confidence, tuple(_reasons(episode.id, row, signals, finds)))
        for episode, score, confidence, row in rows
    )


def _reasons(id: EpisodeId, row: Float, signals: Float, finds: Finds) -> Iterator[Reason]:
    """The arms that spoke for it, the heaviest first, each once."""
    shares = {name: float(row[at] * signals[at]) for at, name in enumerate(COLUMNS)}
    said: set[str] = set()
    for name, share in sorted(shares.items(), key=lambda one: -one[1]):
        reason = _reason(name, share, id, finds)
        if reason is not None and reason.arm not in said:
            said.add(reason.arm)
            yield reason


def _reason(name: str, share: float, id: EpisodeId, finds: Finds) -> Reason | None:
    if name not in _ARMS or share <= 0:
        return None
    if name == "linked" and id in finds.related.episodes:
        return finds.related.episodes[id].reason
    if name == "named":
        matches = finds.named.matches
        arm = "alias" if any(match.how == "alias" for match in matches) else "name"
        return Reason(arm, ", ".join(dict.fromkeys(match.text for match in matches)), round(share, 3))
    return Reason(_ARMS[name], "", round(share, 3))


def fact_hits(asked: Asked, finds: Finds, best: Sequence[Episode], anchored: Anchored) -> tuple[FactHit, ...]:
    """Facts of the graph arm, of the walk and of the best episodes, fused by rank; what holds then before what not.

    Retracted facts are never among them: they were never true.
    """
    related = finds.related.facts
    by_relation = sorted(related, key=lambda id: (-related[id][1].strength, -id))
    opened = finds.opened.facts
    by_walk = sorted(opened, key=lambda id: (-opened[id][1].strength, -id))[: 2 * FACTS_KEPT]
    facts: dict[FactId, Fact] = {id: fact for id, (fact, _) in (*opened.items(), *related.items())}
    by_episode: list[FactId] = []
    for episode in best[:_FROM_BEST]:
        for fact, _ in anchored.get(episode.id, ()):
            facts.setdefault(fact.id, fact)
            by_episode.append(fact.id)
    pointed = [
        id for id in dict.fromkeys([*by_relation, *by_episode, *by_walk]) if facts[id].predicate in asked.predicates
    ]
    fused = reciprocal_rank([by_relation, by_episode, by_walk, pointed])
    kept = [id for id in fused if facts[id].expired_at is None and _in_time(facts[id], asked)]
    kept.sort(key=lambda id: -fused[id] * (1.0 if holds(facts[id], asked) else 0.5))
    links: Mapping[FactId, Link] = {id: link for id, (_, link) in (*opened.items(), *related.items())}
    return tuple(FactHit(facts[id], fused[id], _fact_reasons(id, links)) for id in kept[: 2 * FACTS_KEPT])


def _fact_reasons(id: FactId, links: Mapping[FactId, Link]) -> tuple[Reason, ...]:
    if id not in links:
        return (Reason("words"),)
    link = links[id]
    return (link.reason, Reason(ASKED, link.reason.detail)) if link.sure else (link.reason,)


def holds(fact: Fact, asked: Asked) -> bool:
    """Whether the fact answers a question about that time: now, the period named, or simply before."""
    if asked.tense == "past":
        return fact.invalid_at is not None
    if asked.period is None:
        return fact.holds_on(asked.today)
    ended = fact.invalid_at is not None and fact.invalid_at.first() <= asked.period.first
    return fact.since() <= asked.period.last and not ended


def _in_time(fact: Fact, asked: Asked) -> bool:
    """Nothing that began after the day asked about."""
    return fact.since() <= max(asked.day, asked.today) if asked.period is None else fact.since() <= asked.period.last


def node_hits(
    view: View, finds: Finds, best: Sequence[Episode], facts: Sequence[FactHit], scope: Scope
) -> tuple[tuple[EntityHit, ...], tuple[CategoryHit, ...]]:
    """Entities and categories, fused by rank: what the question names, what that and the walk led to, and what the
    best episodes and facts are about."""
    named = list(finds.named.entities)
    reached = sorted(finds.related.reached, key=lambda id: (-finds.related.reached[id], id))
    mentions = view.entities.mentions_in([episode.id for episode in best[:_FROM_BEST]], scope)
    in_best = [mention.entity for episode in best[:_FROM_BEST] for mention in mentions.get(episode.id, ())]
    in_facts = [EntityId(end) for hit in facts for end in (hit.fact.subject, hit.fact.object) if isinstance(end, int)]
    walked = list(finds.opened.walked.entities)[: 2 * ENTITIES_KEPT]
    categories = {one.id: one for one, _ in finds.opened.walked.categories}
    entities = reciprocal_rank([named, reached, in_facts, in_best, walked])
    fused = reciprocal_rank([list(categories)])
    known = view.entities.get(list(entities)[: ENTITIES_KEPT * 3], scope)
    arms = {
        **dict.fromkeys(walked, CATEGORY),
        **dict.fromkeys(in_best, "words"),
        **dict.fromkeys(reached, "relation"),
        **dict.fromkeys(named, "name"),
    }
    hits = [
        EntityHit(known[id], score, (Reason(arms.get(id, "relation")),))
        for id, score in entities.items()
        if id in known
    ]
    why = (Reason(CATEGORY),)
    return tuple(hits), tuple(CategoryHit(categories[id], score, why) for id, score in fused.items())
