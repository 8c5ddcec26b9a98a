"""Looking around in the graph: what lies near an entity, where to draw it, and the words on its edges."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from app.domain import clock
from app.domain.draft import Language
from app.domain.entity import Entity
from app.domain.graph import GraphEdge, Neighbourhood
from app.domain.ids import EntityId
from app.domain.secret import mask
from app.domain.text import name_key
from app.memory.explore import layout as drawing
from app.memory.explore import neighbourhood as walking
from app.memory.explore.layout import Positions
from app.services import authorship, vocabulary
from app.services.authorship import Row

if TYPE_CHECKING:
    from app.services.workspace import ReadDesk

MAX_DEPTH = walking.MAX_DEPTH
MAX_NODES = walking.MAX_NODES


def neighbourhood(desk: "ReadDesk", entity: EntityId, depth: int = 1, limit: int = 150) -> Neighbourhood:
    """Up to `limit` (≤ 500) entities within `depth` (1–3) facts of `entity`; no nodes when it is gone."""
    return _authored(desk, walking.neighbourhood(desk.view, entity, desk.scope, clock.now().date(), depth, limit))


def overview(desk: "ReadDesk", limit: int = 150) -> Neighbourhood:
    """The entities named most, and the facts between them."""
    return _authored(desk, walking.overview(desk.view, desk.scope, clock.now().date(), limit))


def _authored(desk: "ReadDesk", graph: Neighbourhood) -> Neighbourhood:
    """The same with secrets covered, and with the names of agents on what they declared."""
    graph = replace(graph, edges=tuple(replace(edge, text=mask(edge.text)) for edge in graph.edges))
    theirs: list[Row] = [("fact", edge.fact) for edge in graph.edges if edge.declared_by == "agent"]
    if not theirs:
        return graph
    names = authorship.agents(desk, theirs)
    edges = tuple(replace(edge, agent=names.get(("fact", edge.fact), "")) for edge in graph.edges)
    return replace(graph, edges=edges)


def starting(desk: "ReadDesk", prefix: str, limit: int = 12) -> list[Entity]:
    """Entities whose name or alias starts so; each once, whichever of its names fits."""
    found = {match.entity.id: match.entity for match in desk.view.entities.starting(prefix, desk.scope, limit)}
    return list(found.values())


def called(desk: "ReadDesk", name: str) -> list[Entity]:
    """Entities that go by exactly this name or alias."""
    key = name_key(name)
    return [match.entity for match in desk.view.entities.by_key({key}, desk.scope).get(key, ())]


def layout(
    graph: Neighbourhood,
    start: Mapping[EntityId, tuple[float, float]] | None = None,
    pinned: Collection[EntityId] = (),
) -> Iterator[Positions]:
    """Positions of `graph.nodes`, float64 [n, 2] in edge lengths, after each step; close it to stop.

    `start` gives the places of nodes that are on screen already, so that they stay near them.
    """
    ids = [node.entity.id for node in graph.nodes]
    number = {entity: index for index, entity in enumerate(ids)}
    pairs = [(number[edge.subject], number[edge.object]) for edge in graph.edges]
    edges = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    begun = np.array([start.get(entity, (np.nan, np.nan)) for entity in ids]) if start else None
    fixed = np.array([entity in pinned for entity in ids], dtype=bool)
    return drawing.layout(len(ids), edges, start=begun, pinned=fixed)


def edge_label(edge: GraphEdge, language: Language, back: bool = False) -> str:
    """A few words for an edge: "works at", "勤務先"; read from its object (`back`), "employs"."""
    return vocabulary.label(edge.predicate, language, back)
