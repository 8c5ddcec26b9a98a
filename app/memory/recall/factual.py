"""What the facts under the chosen categories say on the question: each sentence against it, token by token.

A turn that says little by itself ("yes, since last May!") states a fact that says it in full. The categories choose
whose facts are read, the sentences choose among them, and a turn counts by the best that it states.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId
from app.domain.scope import Scope
from app.inference.protocols import Encoder, Encoding
from app.memory.recall import late
from app.memory.recall.system2 import Opened
from app.storage.nodeindex import NodeIndex
from app.storage.view import View

MOST_ENTITIES = 240
"""Entities under the chosen categories whose facts are read, the nearest by the pooled vector."""
_FACTS_EACH = 12
"""The latest facts of one entity."""
_COMPARED = 160
"""Sentences that are compared token by token, the nearest by the pooled vector."""
_LEAST = 0.4
"""So much of a question is matched by sentences that have nothing to do with it."""
_AS_IF = 20
"""Sentences that match nothing, added in thought: of a few alone one cannot tell which words all of them have."""


def told(view: View, opened: Opened, reading: Encoding, nodes: NodeIndex, encoder: Encoder, scope: Scope) -> Opened:
    """The same with what the facts tell: `told` of each turn, 0..1, and the turns that state them among the sources."""
    facts = _nearest(_facts(view, opened, reading, nodes, scope), reading, nodes)
    scores = _scores(facts, reading, nodes, encoder)
    best: dict[EpisodeId, float] = {}
    for id, anchors in view.facts.anchors(scores, scope).items():
        for anchor in anchors:
            best[anchor.episode] = max(scores[id], best.get(anchor.episode, 0.0))
    return replace(opened, told=best, sources=opened.sources | best.keys())


def _facts(view: View, opened: Opened, reading: Encoding, nodes: NodeIndex, scope: Scope) -> dict[FactId, Fact]:
    """Facts of the entities that the walk chose and of those beside them, each sentence once."""
    ids: Sequence[EntityId] = [*opened.walked.entities, *opened.walked.below]
    if len(ids) > MOST_ENTITIES:
        near = nodes.likeness_of_entities(reading.pooled, ids)
        ids = sorted(near, key=lambda id: (-near[id], id))[:MOST_ENTITIES]
    found = view.facts.of_entities(set(ids), scope, limit_each=_FACTS_EACH)
    by_sentence = {(fact.fact, fact.subject): fact for fact in found}
    return {fact.id: fact for fact in by_sentence.values()}


def _nearest(facts: Mapping[FactId, Fact], reading: Encoding, nodes: NodeIndex) -> list[FactId]:
    near = nodes.likeness_of_facts(reading.pooled, facts)
    return sorted(near, key=lambda id: (-near[id], id))[:_COMPARED]


def _scores(facts: Sequence[FactId], reading: Encoding, nodes: NodeIndex, encoder: Encoder) -> dict[FactId, float]:
    """By late interaction, less what anything reaches; facts that tell nothing are left out."""
    matches = late.match(reading, nodes.tokens_of_facts(facts), facts, encoder)
    if not matches.best.size:
        return {}
    usual = matches.best.sum(axis=1) / (len(facts) + _AS_IF)
    weights = matches.rarity * (1 - usual)
    likeness = weights @ matches.best / max(float(weights.sum()), 1e-6)
    return {id: min(1.0, float(score)) - _LEAST for id, score in zip(facts, likeness, strict=True) if score > _LEAST}
