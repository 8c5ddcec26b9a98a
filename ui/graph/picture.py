"""What the graph shows, as values: nodes with places, one link a pair however many facts lie on it, and the filters."""

from collections.abc import Collection, Iterator
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.domain.entity import ENTITY_KINDS, EntityKind
from app.domain.graph import EdgeState, GraphEdge, GraphNode, Neighbourhood
from app.domain.ids import EntityId, FactId
from app.domain.lens import Filters as Filters
from app.domain.lens import Place
from ui.graph.camera import Places
from ui.graph.sifting import STATES, FactColumns, Mask, NodeColumns, Numbers


@dataclass(frozen=True, slots=True)
class Link:
    """The facts that are shown between two nodes, which are numbers in the picture."""

    a: int
    b: int
    edges: tuple[GraphEdge, ...]
    forward: tuple[bool, ...]
    """For each fact, whether its subject is `a`."""
    state: EdgeState = "current"
    """How the link is drawn: as its weightiest fact, on the day that is shown."""
    faded: bool = False
    """None of its facts holds on the day that is shown."""

    @property
    def current(self) -> bool:
        return self.state == "current"

    def other(self, node: int) -> int:
        return self.b if node == self.a else self.a


class Links:
    """The shown links, made one by one when they are asked for: a picture may have 30,000."""

    def __init__(self, picture: "Picture", rows: Numbers) -> None:
        self._picture, self._rows = picture, rows
        self._made: dict[int, Link] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Link]:
        return (self[index] for index in range(len(self._rows)))

    def __getitem__(self, index: int) -> Link:
        """The same object each time, until the filters change."""
        if index not in self._made:
            self._made[index] = self._picture.link(int(self._rows[index]), index)
        return self._made[index]


class Picture:
    """A neighbourhood with places. `places`, float64 [n, 2], is replaced by each step of the layout.

    `shown` (bool [n]) and `links` are what the filters leave; what was looked around is `staying` whatever they say.
    `ends` (int64 [links, 2]), `link_states` (codes of `STATES`) and `faded_links` say the same of the links as arrays.
    `faded`: nodes of which nothing holds on the day that is shown. `dimmed`: nodes that stand back, for a search or a
    focus. `weights`: how much the name of each node is worth.
    """

    def __init__(self, graph: Neighbourhood | None = None, filters: Filters | None = None) -> None:
        self.graph = graph or Neighbourhood(EntityId(0))
        self.nodes: tuple[GraphNode, ...] = self.graph.nodes
        self.places: Places = np.zeros((len(self.nodes), 2))
        self._numbers = {node.entity.id: number for number, node in enumerate(self.nodes)}
        self._measured: Places | None = None
        self._room = 1.0
        self._fact_rows: dict[FactId, int] = {}
        self.columns = NodeColumns(self.nodes)
        ends = [[self._numbers[edge.subject], self._numbers[edge.object]] for edge in self.graph.edges]
        subjects, objects = np.array(ends, dtype=np.int64).reshape(-1, 2).T
        self.facts = FactColumns(self.graph.edges, subjects, objects, len(self.nodes))
        self.staying = [self._numbers[e] for e in (self.graph.about or (self.graph.center,)) if e in self._numbers]
        self.weights = self._weighed()
        self._linked: Mask = np.zeros(len(self.nodes), dtype=bool)
        self._linked[subjects] = self._linked[objects] = True
        self.dimmed: Mask = np.zeros(len(self.nodes), dtype=bool)
        self.filter(Filters())
        self._fresh: Mask = self.shown
        if filters is not None and filters != Filters():
            self.filter(filters)

    def _weighed(self) -> NDArray[np.float64]:
        """How much a node's name is worth, the most for what was looked around."""
        weights: NDArray[np.float64] = np.log2(1 + self.columns.mentions) + 0.5 * np.log2(1 + self.columns.degrees)
        weights[self.staying] += 1_000 - np.arange(len(self.staying))
        return weights

    def filter(self, filters: Filters) -> None:
        """Leave out what is switched off, and fade what does not hold on the day."""
        self.filters, facts = filters, self.facts
        self._states, gone = facts.states_on(filters.as_of)
        early = gone & facts.early_on(filters.as_of)
        kept = facts.kept(filters, self._states, early)
        left = np.zeros(len(self.nodes), dtype=bool)
        left[facts.subjects[kept]] = left[facts.objects[kept]] = True
        self.shown: Mask = self.columns.kept(filters) & (left | ~self._linked)
        self.shown[self.staying] = True
        self._drawn: Mask = kept & self.shown[facts.subjects] & self.shown[facts.objects]
        self._draw_links(gone)
        self._early = early

    def _draw_links(self, gone: Mask) -> None:
        facts, count = self.facts, len(self.facts.ends)
        states = np.full(count, len(STATES), dtype=np.int8)
        np.minimum.at(states, facts.link_of[self._drawn], self._states[self._drawn])
        holds = np.zeros(count, dtype=bool)
        holds[facts.link_of[self._drawn & ~gone]] = True
        rows = np.flatnonzero(states < len(STATES))
        self.links = Links(self, rows)
        self._link_rows = np.full(count, -1, dtype=np.int64)
        self._link_rows[rows] = np.arange(len(rows))
        self.ends: Numbers = facts.ends[rows]
        self.link_states: NDArray[np.int8] = states[rows]
        self.faded_links: Mask = ~holds[rows]
        alive, touched = np.zeros((2, len(self.nodes)), dtype=bool)
        touched[self.ends] = True
        alive[self.ends[~self.faded_links]] = True
        self.faded: Mask = touched & ~alive
        self.faded[self.staying] = False

    def link(self, row: int, index: int) -> Link:
        """The link of a pair of nodes; `index` is its place among the shown ones."""
        facts = self.facts
        rows = facts.by_link[facts.bounds[row] : facts.bounds[row + 1]]
        rows = rows[self._drawn[rows]]
        a, b = facts.ends[row].tolist()
        edges = tuple(self._edge(number) for number in rows.tolist())
        forward = tuple((facts.subjects[rows] == a).tolist())
        return Link(a, b, edges, forward, STATES[self.link_states[index]], bool(self.faded_links[index]))

    def _edge(self, number: int) -> GraphEdge:
        """A fact as it stands on the day that is shown."""
        edge, state = self.graph.edges[number], STATES[self._states[number]]
        return edge if edge.state == state or self._early[number] else replace(edge, state=state)

    def dim(self, spared: Collection[EntityId] | None) -> None:
        """Let all but these stand back; None: nothing does."""
        self.dimmed = np.full(len(self.nodes), spared is not None, dtype=bool)
        self.dimmed[[self._numbers[entity] for entity in spared or () if entity in self._numbers]] = False

    @property
    def gone(self) -> bool:
        """Whether what it was to be looked around is not there any more."""
        return not self.nodes and self.graph.center != 0

    @property
    def filtered(self) -> int:
        """How many nodes the filters hide that a fresh picture shows."""
        return int((self._fresh & ~self.shown).sum())

    @property
    def filtered_facts(self) -> int:
        """How many facts are not drawn, retracted ones included while they are switched off."""
        return int(len(self._drawn) - self._drawn.sum())

    def number(self, entity: EntityId) -> int | None:
        """The node of an entity; None when it is not in the picture."""
        return self._numbers.get(entity)

    def entity(self, number: int) -> EntityId:
        return self.nodes[number].entity.id

    def links_of(self, number: int) -> list[Link]:
        """Shown links of one node."""
        return [self.links[index] for index in self.link_numbers(number).tolist()]

    def link_numbers(self, number: int) -> Numbers:
        """The shown links of one node, as rows of `ends`."""
        return np.flatnonzero((self.ends == number).any(axis=1))

    def drawn_facts(self, facts: Collection[FactId]) -> list[tuple[int, int]]:
        """Of these facts, those that are drawn: their row in `graph.edges`, and that of their link in `ends`."""
        rows = [self._rows_of_facts()[fact] for fact in facts if fact in self._rows_of_facts()]
        return [(row, int(self._link_rows[self.facts.link_of[row]])) for row in rows if self._drawn[row]]

    def _rows_of_facts(self) -> dict[FactId, int]:
        if len(self._fact_rows) != len(self.graph.edges):
            self._fact_rows = {edge.fact: row for row, edge in enumerate(self.graph.edges)}
        return self._fact_rows

    def kinds(self) -> list[EntityKind]:
        """Types that are in the picture, in the order of the legend."""
        return [kind for kind in ENTITY_KINDS if kind in self.columns.kinds.words]

    def same_nodes(self, other: "Picture") -> bool:
        """Whether two pictures show the same entities, in the same order."""
        return list(self._numbers) == list(other._numbers)

    @property
    def room(self) -> float:
        """The area of the plane on which nine tenths of the shown nodes stand, in square edge lengths."""
        if self._measured is not self.places:
            seen = self.places[self.shown] if self.shown.any() else self.places  # a filter may hide all of them
            low, high = np.percentile(seen, (5, 95), axis=0)
            self._measured, self._room = self.places, float(np.prod(np.maximum(high - low, 0.1)))
        return self._room

    def still(self) -> "Picture":
        """A copy that stays as it is, whatever is filtered or moved afterwards."""
        return copy(self)

    def start(self, old: "Picture") -> dict[EntityId, Place]:
        """Places of those nodes that `old` shows too, so that they stay where the eye knows them."""
        found = [entity for entity in self._numbers if entity in old._numbers]
        places = old.places[[old._numbers[entity] for entity in found]].tolist()
        return {entity: (x, y) for entity, (x, y) in zip(found, places, strict=True)}
