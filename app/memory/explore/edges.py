"""Facts and doubts as edges of a picture, and what each entity is in."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from app.domain.entity import DeclaredBy
from app.domain.graph import EdgeSource, EdgeState, GraphEdge
from app.domain.ids import CategoryId, EntityId, FactId
from app.domain.scope import Scope
from app.domain.secret import mask
from app.memory.explore.batches import Stopped, batches, never

if TYPE_CHECKING:
    from app.storage.graphs import EdgeRow
    from app.storage.view import View

SAME = "same_as"
"""Predicate of the edge that stands for an open question whether two are one."""

_MOST_KNOWN = 500_000
_known: set[int] = set()
"""Hashes of sentences without a secret, never the words: a picture is read again after each change, and looking at
thirty thousand sentences for secrets takes as long as all the rest."""

_day = lru_cache(maxsize=4096)(date.fromisoformat)


def edges(
    view: "View", facts: Sequence[FactId], scope: Scope, today: date, stopped: Stopped = never
) -> Iterator[GraphEdge]:
    """Facts between two entities as edges, in order of number, secrets covered. Raises `Cancelled`."""
    for batch in batches(sorted(facts), stopped):
        for row in sorted(view.graphs.edges(batch, scope)):
            yield _edge(row, today)


def _edge(row: "EdgeRow", today: date) -> GraphEdge:
    number, subject, object_, predicate, text, dated, first, last, taken_back, declared_by, confidence, noted = row
    until = _day(last) if last else None
    since: date | None = _day(first)
    if not dated and until is not None and since is not None and until <= since:
        since = None  # said when it was over already: when it began nobody told
    state: EdgeState = "ended" if until is not None and until <= today else "current"
    return GraphEdge(
        FactId(number),
        EntityId(subject),
        EntityId(object_),
        predicate,
        covered(text),
        "retracted" if taken_back else state,
        cast(DeclaredBy, declared_by),
        "",
        since,
        until,
        confidence,
        _source(declared_by, bool(noted)),
        _day(taken_back) if taken_back else None,
    )


def covered(text: str) -> str:
    """The text with secrets covered; one that was looked at before and has none is known by its hash."""
    key = hash(text)
    if key in _known:
        return text
    shown = mask(text)
    if shown == text:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known.add(key)
    return shown


def _source(declared_by: str, noted: bool) -> EdgeSource:
    if declared_by == "user":
        return "hand"
    if declared_by == "agent":
        return "agent"
    return "note" if noted else "chat"


def doubts(view: "View", shown: Collection[EntityId], scope: Scope) -> Iterator[GraphEdge]:
    """Open questions whether two that are both shown are one. The number is that of the question, below zero."""
    for number, one, other, reason, noted in sorted(view.graphs.questions(scope)):
        if one in shown and other in shown and one != other:
            source: EdgeSource = "note" if noted else "chat"
            yield GraphEdge(FactId(-number), one, other, SAME, covered(reason), "suggested", source=source)


def belonging(
    view: "View", shown: Sequence[EntityId], scope: Scope, stopped: Stopped = never
) -> dict[EntityId, tuple[CategoryId, ...]]:
    """The categories of each entity and all that stand above them, the narrowest first."""
    own: dict[EntityId, list[CategoryId]] = {}
    for batch in batches(shown, stopped):
        for entity, category in view.graphs.memberships(batch, scope):
            own.setdefault(entity, []).append(category)
    if not own:
        return {}
    above: dict[CategoryId, list[CategoryId]] = {}
    layers: dict[CategoryId, int] = {}
    for child, parent, layer in view.graphs.above(scope):
        above.setdefault(child, []).append(parent)
        layers[parent] = layer
    known: dict[tuple[CategoryId, ...], tuple[CategoryId, ...]] = {}
    found: dict[EntityId, tuple[CategoryId, ...]] = {}
    for entity, mine in own.items():
        key = tuple(sorted(mine))
        if key not in known:
            known[key] = tuple(sorted(_up(key, above), key=lambda one: (layers.get(one, 1), one)))
        found[entity] = known[key]
    return found


def _up(start: Sequence[CategoryId], above: Mapping[CategoryId, Sequence[CategoryId]]) -> set[CategoryId]:
    """These and all above them; a circle, which no rule makes, ends it too."""
    found: set[CategoryId] = set()
    left = list(start)
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += above.get(one, ())
    return found
