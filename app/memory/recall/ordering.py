"""Finds put in order, each sort by itself, judged anew where that was chosen, and cut to what an answer is made of."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log
from typing import TypeVar

import numpy as np

from app.domain.question import (
    CategoryHit,
    EntityHit,
    FactHit,
    Hit,
    Question,
    Recollection,
    RerankerKind,
)
from app.domain.text import fold
from app.inference.protocols import Allowance, Encoder, Float, Reranker, StructuredModel
from app.memory.recall import evidence, gate, late, system1, timing
from app.memory.recall.breadth import breadth
from app.memory.recall.features import table
from app.memory.recall.listing import Node, Sorted, candidates
from app.memory.recall.ranker import Ranker
from app.memory.recall.reranking import FAILED, JUDGED, KEPT_FROM, Judged, ModelReranker, judge
from app.storage.nodeindex import text_of
from app.storage.vectorindex import VectorIndex
from app.storage.view import View
from app.storage.wording import spoken

FACTS_KEPT = 20
NODES_KEPT = 20
"""Entities and categories together. Of episodes the question says how many: ten, unless it asks for more."""
_BEHIND = 10
"""Episodes that are looked at behind those that are kept, to say what the budget cut."""
_RANKED = 40
"""Candidates whose facts are looked at, to tell what has ended from what holds."""
_GATED = 5
"""Memory holds nothing when none of so many passes the gate: what ranks lower is no answer, however alike.

The assistant's words and mere questions are not counted: asked often enough, they would fill these places.
"""
_SUREST = 0.995
Find = TypeVar("Find", Hit, FactHit, Node)


@dataclass(frozen=True, slots=True)
class Ordered:
    """All that was found, in order, uncut. `irrelevant`: what a reranker judged so."""

    finds: system1.Finds
    pool: system1.Pool
    sorted: Sorted
    irrelevant: Sorted
    threshold: float
    reranker: RerankerKind = "device"
    notes: tuple[str, ...] = ()

    def recollection(self, question: Question) -> Recollection:
        """Cut to the budgets."""
        most = question.limit
        episodes, facts, nodes = self.sorted.episodes, self.sorted.facts, self.sorted.nodes
        kept = Sorted(episodes[:most], facts[:FACTS_KEPT], nodes[:NODES_KEPT])
        over = Sorted(episodes[most:], facts[FACTS_KEPT:], nodes[NODES_KEPT:])
        speaking = [hit for hit in kept.episodes if hit.confidence > 0]
        nothing = not any(hit.confidence >= self.threshold for hit in speaking[:_GATED])
        return Recollection(
            question,
            episodes=kept.episodes,
            facts=kept.facts,
            entities=tuple(node for node in kept.nodes if isinstance(node, EntityHit)),
            categories=tuple(node for node in kept.nodes if isinstance(node, CategoryHit)),
            nothing=nothing,
            candidates=candidates(kept, over, self.irrelevant, self.finds, self.pool, nothing),
            reranker=self.reranker,
        )


@dataclass(frozen=True, slots=True)
class Ordering:
    """The device's order. `other_words`: the question under the entities' own names."""

    ask: system1.Ask
    finds: system1.Finds
    other_words: str
    vectors: VectorIndex
    encoder: Encoder
    ranker: Ranker

    def all(self, view: View) -> Ordered:
        """Pool what was found, score it, and put each sort in order."""
        asked, question, finds = self.ask.asked, self.ask.question, self.finds
        pool = system1.pool(view, finds, question)
        ids = [episode.id for episode in pool.episodes]
        states = self.vectors.tokens_of(ids) if self.ask.readings else {}
        matches = [late.match(reading, states, ids, self.encoder) for reading in self.ask.readings]
        signals = table(asked, finds, pool, matches)
        spread = breadth(asked, finds.named) if finds.opened.walked.layers else 0.0
        scores = self.ranker.score(signals, spread)
        anchored = view.facts.anchored_in([ids[place] for place in _order(pool, scores)[:_RANKED]], question.scope)
        scores = scores + timing.preference(asked, pool.episodes, scores, anchored, self.ranker.time)
        order = _order(pool, scores)
        best = gate.Best.of(pool, signals, matches, order[: max(question.limit, JUDGED - _BEHIND) + _BEHIND])
        wordings = [asked.timeless or asked.text, fold(self.other_words)]
        confidences = gate.confidences(wordings, finds, best, self.ranker.gate)
        hits = evidence.hits(best, scores[order].tolist(), confidences.tolist(), finds, self.ranker.signals)
        ranked = [pool.episodes[place] for place in order]
        facts = evidence.fact_hits(asked, finds, ranked, anchored)
        entities, categories = evidence.node_hits(view, finds, ranked, facts, question.scope)
        found: tuple[Node, ...] = (*entities, *categories)
        nodes = tuple(sorted(found, key=lambda node: -node.score))
        return Ordered(finds, pool, Sorted(hits, facts, nodes), Sorted(), self.ranker.gate.threshold)


def _order(pool: system1.Pool, scores: Float) -> list[int]:
    """Places in the pool, best first, the newer of equals before the older."""
    order: list[int] = np.lexsort((np.array([-episode.id for episode in pool.episodes]), -scores)).tolist()
    return order


def reranker(
    kind: RerankerKind, cross: Reranker | None, model: StructuredModel | None, allowance: Allowance
) -> Reranker | None:
    """What judges the device's finds; None where its order is to stand, or the chosen one is not set up."""
    if kind == "model":
        return ModelReranker(model, allowance) if model else None
    return cross if kind == "cross" else None


def judged(found: Ordered, question: Question, by: Reranker | None, kind: RerankerKind) -> Ordered:
    """The finds in the order of the chosen reranker, each sort by itself; as they were, with a note, where it fails."""
    if kind == "device":
        return found
    if by is None:
        return replace(found, notes=(FAILED,))
    least = KEPT_FROM if kind == "model" else -1.0
    was = found.sorted
    of_episodes = judge(by, question.text, [spoken(hit.episode) for hit in was.episodes], least)
    if of_episodes.failed:
        return replace(found, notes=(FAILED,))
    of_facts = judge(by, question.text, [hit.fact.fact for hit in was.facts], least)
    of_nodes = judge(by, question.text, [_text(node) for node in was.nodes], least)
    episodes, no_episodes = _parted(_scored(was.episodes, of_episodes, kind), of_episodes)
    facts, no_facts = _parted(was.facts, of_facts)
    nodes, no_nodes = _parted(was.nodes, of_nodes)
    notes = (FAILED,) if of_facts.failed or of_nodes.failed else ()
    return replace(
        found,
        sorted=Sorted(episodes, facts, nodes),
        irrelevant=Sorted(no_episodes, no_facts, no_nodes),
        threshold=KEPT_FROM if kind == "model" else found.threshold,
        reranker=kind,
        notes=notes,
    )


def _parted(finds: Sequence[Find], by: Judged) -> tuple[tuple[Find, ...], tuple[Find, ...]]:
    return tuple(finds[place] for place in by.order), tuple(finds[place] for place in by.cut)


def _scored(hits: Sequence[Hit], by: Judged, kind: RerankerKind) -> tuple[Hit, ...]:
    """The judged hits with the judgement as their score, in log odds as the device's are; a model's is the gate too."""
    changed = list(hits)
    for place, relevance in enumerate(by.relevance):
        share = min(_SUREST, max(1 - _SUREST, relevance))
        confidence = relevance if kind == "model" else hits[place].confidence
        changed[place] = replace(hits[place], score=log(share / (1 - share)), confidence=confidence)
    return tuple(changed)


def _text(node: Node) -> str:
    return text_of(node.entity if isinstance(node, EntityHit) else node.category)
