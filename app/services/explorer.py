"""Looking around in the graph: what lies near an entity, what changed when, where to draw it, and words on edges."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from app.domain import clock
from app.domain.draft import Language
from app.domain.entity import Entity
from app.domain.graph import FactChange, GraphEdge, Neighbourhood
from app.domain.ids import CategoryId, ConversationId, EntityId, NoteId
from app.domain.lens import Lens, Place
from app.domain.secret import mask
from app.domain.text import name_key
from app.exchange import graphs
from app.memory.explore import changes as changing
from app.memory.explore import layout as drawing
from app.memory.explore import look as looking
from app.memory.explore import surroundings
from app.memory.explore.layout import Positions
from app.memory.recall.query import read
from app.memory.recall.seeking import Wanted
from app.services import authorship, vocabulary
from app.services.authorship import Row

if TYPE_CHECKING:
    from app.services.workspace import ReadDesk

MAX_DEPTH = looking.MOST_DEPTH
MOST_NODES = looking.MOST_NODES
"""What a picture can hold at all; `Neighbourhood.hidden` says what is beyond."""
MOST_AROUND = surroundings.MOST
MOST_CHANGES = changing.MOST
Form = graphs.Form


def look(desk: "ReadDesk", lens: Lens) -> Neighbourhood:
    """What a lens shows, all of it but its filters. No nodes where nothing that it is about exists in the scope.

    All of one moment: what is made one meanwhile must leave no fact that leads nowhere. Raises `Cancelled` when nobody
    wants it any more.
    """
    today = clock.now().date()
    with desk.view.steady():
        return _authored(desk, looking.look(desk.view, lens, desk.scope, today, desk.stopped))


def neighbourhood(desk: "ReadDesk", entity: EntityId, depth: int = 1, limit: int = 150) -> Neighbourhood:
    """Up to `limit` entities within `depth` facts of `entity`; no nodes when it is gone."""
    return look(desk, Lens((entity,), depth, limit))


def overview(desk: "ReadDesk", limit: int = 150) -> Neighbourhood:
    """The entities named most, and the facts between them."""
    return look(desk, Lens(limit=limit))


def around_conversation(desk: "ReadDesk", conversation: ConversationId) -> tuple[EntityId, ...]:
    """The entities that a chat is about, the most telling first, at most `MOST_AROUND`."""
    return surroundings.of_conversation(desk.view, conversation, desk.scope)


def around_note(desk: "ReadDesk", note: NoteId) -> tuple[EntityId, ...]:
    """The entities that a note is about as it stands now, the most telling first, at most `MOST_AROUND`."""
    return surroundings.of_note(desk.view, note, desk.scope)


def around_search(desk: "ReadDesk", text: str) -> tuple[EntityId, ...]:
    """The entities that a search names, then those that its finds are about, at most `MOST_AROUND`.

    `text` as the search page takes it, with its conditions.
    """
    wanted = Wanted(read(text), clock.now().date(), limit=surroundings.FINDS, stopped=desk.stopped)
    return surroundings.of_search(desk.recaller(), wanted, desk.scope)


def changed(desk: "ReadDesk", about: Collection[EntityId] | None, since: date, until: date) -> tuple[FactChange, ...]:
    """What began, ended or was taken back from `since` to `until`, both included, in order of the day.

    Of facts with one of `about` at either end; None: of all in the scope. Of many the `MOST_CHANGES` latest. Secrets
    are covered.
    """
    found = changing.changed(desk.view, about, since, until, desk.scope, desk.stopped)
    return tuple(replace(one, text=mask(one.text), object_name=_covered(one)) for one in found)


def _covered(change: FactChange) -> str:
    """A name as it is, a value without secrets."""
    return change.object_name if change.object is not None else mask(change.object_name)


def exported(
    graph: Neighbourhood,
    places: Mapping[EntityId, Place],
    form: Form,
    categories: Mapping[CategoryId, str] | None = None,
) -> bytes:
    """A picture as a file for other programs: GraphML or JSON, both UTF-8. Secrets are covered, in names too.

    `places` in edge lengths, y downwards; `categories` are their names, where they are to be told.
    """
    return b"".join(graphs.written(graph, places, form, categories or {}))


def _authored(desk: "ReadDesk", graph: Neighbourhood) -> Neighbourhood:
    """The same with the names of agents on what they declared."""
    theirs: list[Row] = [("fact", edge.fact) for edge in graph.edges if edge.declared_by == "agent"]
    if not theirs:
        return graph
    names = authorship.agents(desk, theirs)
    known = {number for _, number in names}
    edges = (replace(one, agent=names.get(("fact", one.fact), "")) if one.fact in known else one for one in graph.edges)
    return replace(graph, edges=tuple(edges))


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
