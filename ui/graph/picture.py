"""What the graph shows, as values: nodes with places, one link a pair however many facts lie on it, and the filters."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.entity import ENTITY_KINDS, EntityKind
from app.domain.graph import GraphEdge, GraphNode, Neighbourhood
from app.domain.ids import EntityId
from ui.graph.camera import Places

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Link:
    """All facts between two nodes, which are numbers in the picture."""

    a: int
    b: int
    edges: tuple[GraphEdge, ...]
    forward: tuple[bool, ...]
    """For each fact, whether its subject is `a`."""

    @property
    def current(self) -> bool:
        return any(edge.state == "current" for edge in self.edges)

    def other(self, node: int) -> int:
        return self.b if node == self.a else self.a


@dataclass(frozen=True, slots=True)
class Filters:
    """What the user has switched off."""

    kinds: frozenset[EntityKind] = frozenset()
    ended: bool = False

    @property
    def on(self) -> bool:
        return bool(self.kinds) or self.ended


class Picture:
    """A neighbourhood with places. `places`, float64 [n, 2], is replaced by each step of the layout.

    `shown` (bool [n]) and `links` are what the filters leave; the centre always stays.
    """

    def __init__(self, graph: Neighbourhood | None = None, filters: Filters | None = None) -> None:
        self.graph = graph or Neighbourhood(EntityId(0))
        self.nodes: tuple[GraphNode, ...] = self.graph.nodes
        self.places: Places = np.zeros((len(self.nodes), 2))
        self._numbers = {node.entity.id: number for number, node in enumerate(self.nodes)}
        self._all = _links(self.graph, self._numbers)
        self.filter(filters or Filters())

    def filter(self, filters: Filters) -> None:
        """Leave out what is switched off."""
        self.filters = filters
        self.shown: Mask = np.array([node.entity.kind not in filters.kinds for node in self.nodes], dtype=bool)
        if filters.ended:
            self.shown &= self._held()
        if (center := self.number(self.graph.center)) is not None:
            self.shown[center] = True
        wanted = [link for link in self._all if link.current or not filters.ended]
        self.links = [link for link in wanted if self.shown[link.a] and self.shown[link.b]]
        self.ends = np.array([(link.a, link.b) for link in self.links], dtype=np.int64).reshape(-1, 2)

    def _held(self) -> Mask:
        """Nodes with a fact that still holds, or with no fact in the picture at all."""
        held = np.ones(len(self.nodes), dtype=bool)
        for link in self._all:
            held[[link.a, link.b]] = False
        for link in self._all:
            if link.current:
                held[[link.a, link.b]] = True
        return held

    @property
    def filtered(self) -> int:
        """How many nodes the filters hide."""
        return int(len(self.nodes) - self.shown.sum())

    def number(self, entity: EntityId) -> int | None:
        """The node of an entity; None when it is not in the picture."""
        return self._numbers.get(entity)

    def entity(self, number: int) -> EntityId:
        return self.nodes[number].entity.id

    def links_of(self, number: int) -> list[Link]:
        """Shown links of one node."""
        return [self.links[index] for index in np.flatnonzero((self.ends == number).any(axis=1))]

    def kinds(self) -> list[EntityKind]:
        """Types that are in the picture, in the order of the legend."""
        present = {node.entity.kind for node in self.nodes}
        return [kind for kind in ENTITY_KINDS if kind in present]

    def start(self, old: "Picture") -> dict[EntityId, tuple[float, float]]:
        """Places of those nodes that `old` shows too, so that they stay where the eye knows them."""
        found = {entity: old.places[old._numbers[entity]] for entity in self._numbers.keys() & old._numbers.keys()}
        return {entity: (float(place[0]), float(place[1])) for entity, place in found.items()}


def _links(graph: Neighbourhood, numbers: dict[EntityId, int]) -> list[Link]:
    pairs: dict[tuple[int, int], list[GraphEdge]] = {}
    for edge in graph.edges:
        a, b = numbers[edge.subject], numbers[edge.object]
        pairs.setdefault((min(a, b), max(a, b)), []).append(edge)
    return [
        Link(a, b, tuple(edges), tuple(numbers[edge.subject] == a for edge in edges)) for (a, b), edges in pairs.items()
    ]
