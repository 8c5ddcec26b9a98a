"""Who chooses, at each layer of the hierarchy, where to go on: scores on the device, or a model.

A chooser names nodes by the id that it was shown, and is not trusted to have copied it well (see `system2`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.ids import CategoryId, EntityId
from app.domain.scope import Scope
from app.domain.secret import mask
from app.domain.text import name_key, tokens
from app.inference.protocols import Allowance, Encoder, Encoding, Float, Int8, Int32, Message, StructuredModel
from app.memory.prompts import fenced, prompt
from app.memory.recall.asking import language_of
from app.memory.recall.classify import Asked
from app.memory.recall.late import empty_pieces
from app.storage.nodeindex import Node, NodeIndex
from app.storage.view import View
from app.storage.wording import stem

MOST_CATEGORIES = 12
"""Of one layer, on the device."""
MOST_ENTITIES = 30
_SHOWN = 100
"""Nodes of one layer that a model is shown: of more, those that the device puts first."""
_AHEAD = 80
"""Entities, the nearest of all, that speak for the categories above them."""
_OF_BELOW = 0.95
"""What a category has of the best score below it: the name of a layer says little of what lies deep under it."""
_WORDED = 400
"""Nodes of one layer whose names are compared word by word, the nearest by the pooled vector."""
_LOOKED_INTO = 120
"""Nodes of one layer whose token states are read, the nearest by the pooled vector."""
_ONE = 127.0
_LEAST = 0.18
"""Below so much likeness a node has nothing to do with the question."""
_NEAR_BEST = 0.45
"""Share of the best score from which another node of the layer is followed too."""
_TOKENS, _POOLED, _NAMED = 0.55, 0.45, 0.35
"""Weights of token states, the pooled vector, and words in common with the name."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A node chosen. `id` as `key_of` writes it; `weight` in 0..1 says how much it is to the point."""

    id: str
    name: str
    all_children: bool = False
    weight: float = 1.0


class Selector(Protocol):
    """Chooses among the nodes of one layer; 0 are the entities."""

    def select(self, layer: int, nodes: Sequence[Node]) -> list[Choice]:
        """The nodes to follow, the most important first. Raises `ModelUnavailable` or `Cancelled` as its model does."""
        ...


def key_of(node: Node) -> str:
    """How a node is shown: `c12` a category, `e7` an entity."""
    return f"{'c' if isinstance(node, Category) else 'e'}{node.id}"


class DeviceSelector:
    """Scores from the question's encoding and the stored vectors of the nodes; by words alone without either."""

    def __init__(self, asked: Asked, reading: Encoding | None, nodes: NodeIndex | None, encoder: Encoder) -> None:
        self._reading = reading if nodes is not None else None
        self._nodes = nodes
        self._encoder = encoder
        self._stems = {stem(term) for term in asked.terms}
        self._text = name_key(asked.text)
        self._below: dict[CategoryId, float] = {}

    def look_ahead(self, view: View, scope: Scope) -> None:
        """Let the entities nearest to the question speak for all that stands above them, in a few batched reads."""
        if self._reading is None or self._nodes is None:
            return
        near = view.entities.get(self._nodes.nearest_entities(self._reading.pooled, _AHEAD), scope)
        scores = dict(zip(near, self.scores(list(near.values())).tolist(), strict=True))
        rising: dict[CategoryId, float] = {}
        for entity, rows in view.categories.memberships(near, scope).items():
            for row in rows:
                rising[row.category] = max(scores[entity], rising.get(row.category, 0.0))
        while rising:
            self._below |= {id: max(score, self._below.get(id, 0.0)) for id, score in rising.items()}
            above: dict[CategoryId, float] = {}
            for child, links in view.categories.parents(rising, scope).items():
                for link in links:
                    above[link.parent] = max(rising[child], above.get(link.parent, 0.0))
            rising = {id: score for id, score in above.items() if score > self._below.get(id, 0.0)}

    def select(self, layer: int, nodes: Sequence[Node]) -> list[Choice]:
        """Those that score near the best; all children of a category that the question calls by its name."""
        scores = np.maximum(self.scores(nodes), [_OF_BELOW * self._score_below(node) for node in nodes])
        order = np.argsort(-scores, kind="stable")[: MOST_CATEGORIES if layer else MOST_ENTITIES]
        least = max(_LEAST, _NEAR_BEST * float(scores.max())) if len(nodes) else 0.0
        kept = [nodes[place] for place in order if scores[place] >= (least if layer else _LEAST)]
        weights = dict(zip((key_of(nodes[place]) for place in order), scores[order].tolist(), strict=True))
        return [
            Choice(key_of(node), node.name, bool(layer) and self._share(node) == 1, min(1.0, weights[key_of(node)]))
            for node in kept
        ]

    def scores(self, nodes: Sequence[Node]) -> Float:
        """How much each has to do with the question, about 0..1: float32 [nodes]."""
        if self._reading is None or self._nodes is None or not nodes:
            return np.array([self._share(node) for node in nodes], np.float32)
        pooled = np.array(self._nodes.likeness(self._reading.pooled, nodes), np.float32)
        words = np.zeros(len(nodes), np.float32)
        for place in np.argsort(-pooled, kind="stable")[:_WORDED]:
            words[place] = self._share(nodes[place])
        rough = _POOLED * pooled + _NAMED * words
        near = np.argsort(-rough, kind="stable")[:_LOOKED_INTO]
        tokens_ = np.zeros(len(nodes), np.float32)
        found = zip(near, self._nodes.tokens_of([nodes[place] for place in near]), strict=True)
        held = {int(place): states for place, states in found if states and len(states[0])}
        tokens_[list(held)] = _spoken_of(self._reading, list(held.values()), self._encoder)
        scores: Float = rough + _TOKENS * tokens_
        return scores

    def _score_below(self, node: Node) -> float:
        return self._below.get(node.id, 0.0) if isinstance(node, Category) else 0.0

    def nearest(self, ids: Collection[EntityId]) -> Mapping[EntityId, float]:
        """The pooled likeness of entities that were taken without being shown."""
        if self._reading is None or self._nodes is None:
            return {}
        return self._nodes.likeness_of_entities(self._reading.pooled, ids)

    def _share(self, node: Node) -> float:
        """Share of the words of a node's name that the question says, whatever their ending."""
        name = name_key(node.name)
        if len(name) > 1 and name in self._text:
            return 1.0
        held = [stem(token) for token in tokens(name)]
        return sum(word in self._stems for word in held) / len(held) if held else 0.0


def _spoken_of(question: Encoding, nodes: Sequence[tuple[Int8, Int32]], encoder: Encoder) -> Float:
    """How much of each node's few words the question speaks of: each token's best match, by its rarity."""
    if not nodes or not len(question.tokens):
        return np.zeros(len(nodes), np.float32)
    kept = ~np.isin(question.pieces, empty_pieces(encoder))
    asked = question.tokens[kept] if kept.any() else question.tokens
    held = np.concatenate([states for states, _ in nodes]).astype(np.float32) / _ONE
    best = (held @ (asked.astype(np.float32) / _ONE).T).max(axis=1)
    weights = np.maximum(encoder.rarity(np.concatenate([pieces for _, pieces in nodes])), 0).astype(np.float32) + 1e-6
    starts = np.cumsum([0, *(len(states) for states, _ in nodes[:-1])])
    shares = np.add.reduceat(weights * best, starts) / np.add.reduceat(weights, starts)
    return np.asarray(shares, np.float32)


SCHEMA = {
    "type": "object",
    "properties": {
        "selections": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "name": {"type": "string"},
                    "get_all_children": {"type": "boolean"},
                },
                "required": ["id", "name", "get_all_children"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["selections"],
    "additionalProperties": False,
}


class ModelSelector:
    """Asks a model, one call a layer. `narrowing` says which nodes to show of too many."""

    def __init__(self, model: StructuredModel, allowance: Allowance, question: str, narrowing: DeviceSelector) -> None:
        self._model = model
        self._allowance = allowance
        self._question = mask(question)
        self._narrowing = narrowing

    def select(self, layer: int, nodes: Sequence[Node]) -> list[Choice]:
        """What the model chooses, in its order; it counts for more the earlier it is named."""
        shown = list(nodes)
        if len(shown) > _SHOWN:
            best = np.argsort(-self._narrowing.scores(shown), kind="stable")[:_SHOWN]
            shown = [shown[place] for place in sorted(best)]
        language = language_of(self._question)
        listing = "\n".join(mask(_line(node)) for node in shown)
        task = Message("system", prompt("select", language))
        data = Message("user", f"{fenced(self._question, 'question')}\n\n{fenced(listing, 'nodes')}")
        filled = self._model.fill([task, data], SCHEMA, self._allowance)
        rows = filled["selections"]
        return [
            Choice(row["id"].strip(), row["name"], bool(layer) and row["get_all_children"], 1 - 0.5 * at / len(rows))
            for at, row in enumerate(rows)
        ]


def _line(node: Node) -> str:
    """One line for one node: id, name, tag, summary."""
    more = " — ".join(part for part in (node.tag, node.summary) if part)
    kind = f" ({node.kind})" if isinstance(node, Entity) else ""
    return " ".join(f"{key_of(node)}: {node.name}{kind}{f' — {more}' if more else ''}".split())
