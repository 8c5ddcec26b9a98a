"""System 2: down the categories from the highest layer, choosing at each; then what the entities at the end tell.

It finds what a question means as a whole without saying its words: "what does she do for fun" leads over Hobbies to
pottery. It never stands alone: where it finds nothing, system 1 does.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from app.domain.category import Category
from app.domain.entity import ME
from app.domain.errors import ModelUnavailable
from app.domain.fact import Fact
from app.domain.ids import CategoryId, EntityId, EpisodeId, FactId
from app.domain.question import Layer, Reason
from app.domain.scope import Scope
from app.domain.text import name_key, tokens
from app.memory.recall.relating import Link
from app.memory.recall.selecting import MOST_ENTITIES, Choice, DeviceSelector, Selector, key_of
from app.storage.nodeindex import Node
from app.storage.view import View
from app.storage.wording import stem

DEEPEST = 6
"""Layers that are walked at most: five of categories, and the entities."""
BY_NAME = "A chosen node was not on the list and was taken by its name."
UNKNOWN = "A chosen node was not on the list and was skipped."
FAILED = "The model did not choose: from here on the device did."
_EACH = 12
"""Episodes read of one entity, the newest."""
_FACTS_EACH = 40
_HUB = 200
"""Mentions from which an entity leads everywhere, which is nowhere."""
_UNSEEN = 0.5
"""Weight of an entity that was taken with a whole branch, before its own likeness."""
_MENTION = 0.6
_OF_OTHERS = 0.6
"""What is left of the strength of a fact about nobody whom the question names."""


@dataclass(frozen=True, slots=True)
class Walked:
    """Where the walk led: entities and categories with a weight of 0..1, and each layer for the inspector."""

    entities: Mapping[EntityId, float] = field(default_factory=dict)
    categories: tuple[tuple[Category, float], ...] = ()
    layers: tuple[Layer, ...] = ()
    below: tuple[EntityId, ...] = ()
    """All entities that the chosen categories of layer 1 hold, the chosen ones among them."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The walk, and the facts and episodes of the entities at its end.

    `told`: how much the facts that a turn states say on the question, 0..1 (see `factual`).
    """

    walked: Walked = field(default_factory=Walked)
    facts: Mapping[FactId, tuple[Fact, Link]] = field(default_factory=dict)
    episodes: Mapping[EpisodeId, Link] = field(default_factory=dict)
    sources: frozenset[EpisodeId] = frozenset()
    """The episodes that state or end those facts."""
    told: Mapping[EpisodeId, float] = field(default_factory=dict)

    def strengths(self) -> dict[EpisodeId, float]:
        """How strongly the walk led to each episode, 0..1."""
        return {id: link.strength for id, link in self.episodes.items()}


class Walk:
    """One walk. `device` takes over where the selector's model fails, and weighs what was never shown."""

    def __init__(self, view: View, selector: Selector, device: DeviceSelector, scope: Scope) -> None:
        self._view = view
        self._selector = selector
        self._device = device
        self._scope = scope
        self._entities: dict[EntityId, float] = {}
        self._categories: dict[CategoryId, tuple[Category, float]] = {}
        self._layers: list[Layer] = []

    def down(self) -> Walked:
        """From the nodes that nothing stands above to the entities. Raises `Cancelled` only."""
        waiting: dict[CategoryId, Category] = {one.id: one for one in self._view.categories.top(self._scope)}
        lowest: set[CategoryId] = set()
        for _ in range(DEEPEST - 1):
            if not waiting:
                break
            layer = max(one.layer for one in waiting.values())
            shown = [one for one in waiting.values() if one.layer == layer]
            waiting = {id: one for id, one in waiting.items() if one.layer != layer}
            followed = self._follow(layer, shown)
            if layer <= 1:
                lowest.update(followed)
            for rows in self._view.categories.categories_below(followed, self._scope).values():
                waiting.update({one.id: one for one in rows})
        below = self._view.categories.entities_below(lowest, self._scope)
        held: dict[EntityId, Node] = {one.id: one for rows in below.values() for one in rows if one.name != ME}
        self._entities_of(held)
        best = sorted(self._entities.items(), key=lambda one: (-one[1], one[0]))
        return Walked(dict(best), tuple(self._categories.values()), tuple(self._layers), tuple(held))

    def _follow(self, layer: int, shown: Sequence[Category]) -> list[CategoryId]:
        """Choose among the categories of a layer; the chosen ones whose children are looked at next."""
        chosen = self._choose(layer, shown)
        self._categories |= {node.id: (node, choice.weight) for node, choice in chosen if isinstance(node, Category)}
        whole = {CategoryId(node.id): choice.weight for node, choice in chosen if choice.all_children}
        if whole:
            reached = self._view.categories.descendants(whole, self._scope)
            near, most = self._device.nearest(reached.entities), max(whole.values())
            for id in reached.entities:
                self._add(id, most * min(1.0, _UNSEEN + max(0.0, near.get(id, 0.0))))
        return [CategoryId(node.id) for node, _ in chosen if node.id not in whole]

    def _entities_of(self, nodes: Mapping[EntityId, Node]) -> None:
        if nodes:
            for node, choice in self._choose(0, list(nodes.values()))[:MOST_ENTITIES]:
                self._add(EntityId(node.id), choice.weight)

    def _add(self, id: EntityId, weight: float) -> None:
        self._entities[id] = max(weight, self._entities.get(id, 0.0))

    def _choose(self, layer: int, shown: Sequence[Node]) -> list[tuple[Node, Choice]]:
        """The chosen nodes, each once; the layer is noted with what went wrong."""
        notes: list[str] = []
        try:
            choices = self._selector.select(layer, shown)
        except ModelUnavailable:
            self._selector = self._device
            choices = self._device.select(layer, shown)
            notes.append(FAILED)
        by_key = {key_of(node): node for node in shown}
        by_name = {name_key(node.name): node for node in reversed(shown)}
        found: dict[str, tuple[Node, Choice]] = {}
        for choice in choices:
            node = by_key.get(choice.id)
            if node is None:
                node = by_name.get(name_key(choice.name))
                notes.append(BY_NAME if node else UNKNOWN)
            if node is not None:
                found.setdefault(key_of(node), (node, choice))
        kept = list(found.values())
        whole = tuple(node.id for node, choice in kept if choice.all_children)
        self._layers.append(Layer(layer, len(shown), tuple(node.id for node, _ in kept), whole, tuple(notes)))
        return kept


def opened(view: View, walked: Walked, named: Iterable[EntityId], terms: Sequence[str], scope: Scope) -> Opened:
    """The facts and episodes of the entities at the end of a walk, in batched reads.

    Whoever half the memory is about leads everywhere, so such an entity opens nothing. What is said of somebody whom
    the question names counts more than what is said of others.
    """
    best = dict(list(walked.entities.items())[: MOST_ENTITIES * 2])
    known = view.entities.get(best, scope)
    weights = {id: best[id] for id in best if id in known and known[id].mention_count <= _HUB}
    if not weights:
        return Opened(walked)
    meant, asked = set(named), {stem(term) for term in terms}
    facts: dict[FactId, tuple[Fact, Link]] = {}
    for fact in view.facts.of_entities(weights, scope, limit_each=_FACTS_EACH):
        ends = {EntityId(end) for end in (fact.subject, fact.object) if isinstance(end, int)}
        weight = max(weights.get(end, 0.0) for end in ends)
        share = 1.0 if not meant or ends & meant else _OF_OTHERS
        strength = weight * share * (0.6 + 0.4 * _overlap(fact, asked))
        facts[fact.id] = (fact, Link(strength, Reason("category", score=round(strength, 3))))
    anchors = view.facts.anchors(facts, scope)
    links = [(anchor.episode, facts[id][1]) for id, rows in anchors.items() for anchor in rows]
    episodes = _episodes(view, links, weights, scope)
    return Opened(walked, facts, episodes, frozenset(id for id, _ in links))


def _overlap(fact: Fact, asked: set[str]) -> float:
    held = {stem(token) for token in tokens(fact.fact)}
    return len(asked & held) / len(asked) if asked else 0.0


def _episodes(
    view: View, links: list[tuple[EpisodeId, Link]], weights: Mapping[EntityId, float], scope: Scope
) -> dict[EpisodeId, Link]:
    """Episodes that state the facts (`links`), and those that mention the entities: the more, the less each says."""
    found: dict[EpisodeId, Link] = {}
    links = list(links)
    for entity, episodes in view.episodes.of_entities(list(weights), scope, _EACH).items():
        strength = _MENTION * weights[entity] / sqrt(sqrt(len(episodes)))
        link = Link(strength, Reason("category", score=round(strength, 3)))
        links += [(episode, link) for episode in episodes]
    for episode, link in links:
        if episode not in found or found[episode].strength < link.strength:
            found[episode] = link
    return found
