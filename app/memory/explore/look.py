"""What a lens shows: breadth first around its entities, hubs bounded, read in batches, the same each time."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from app.domain.entity import Entity
from app.domain.errors import Cancelled
from app.domain.graph import GraphNode, Neighbourhood
from app.domain.ids import EntityId
from app.domain.lens import Lens
from app.domain.scope import Scope
from app.memory.explore.batches import Stopped, batches, never
from app.memory.explore.edges import belonging, doubts, edges
from app.memory.explore.ties import Numbers, Ties, rows

if TYPE_CHECKING:
    from app.storage.view import View

MOST_DEPTH = 5
MOST_NODES = 50_000
MOST_FACTS = 500_000
"""Facts looked at for one picture: bounds time and memory where many hubs meet."""
_PAGE = 5000
"""Facts that come at once: a hub alone may have more."""


def look(view: "View", lens: Lens, scope: Scope, today: date, stopped: Stopped = never) -> Neighbourhood:
    """Up to `lens.limit` entities (1–50,000) and every fact between any two of them.

    Those within `lens.depth` facts (1–5) of `about`, or those named most in all of memory. Each entity in `opened` that
    is shown brings its neighbours besides, as many as the limit once more. Facts about values are left out; ended ones
    lead somewhere too, retracted ones do not but are there between what is shown. No nodes where nothing of `about` is
    in the scope. Raises `Cancelled`.
    """
    walk = _Walk(view, lens, scope, today, stopped)
    if lens.about:
        walk.go_round()
    else:
        walk.take_most_named()
    walk.open()
    return walk.result()


class _Walk:
    """What has been shown, reached and read so far."""

    def __init__(self, view: "View", lens: Lens, scope: Scope, today: date, stopped: Stopped) -> None:
        self._view, self._lens, self._scope, self._today, self._stopped = view, lens, scope, today, stopped
        self._limit = max(1, min(lens.limit, MOST_NODES))
        self._shown: dict[EntityId, tuple[Entity, int]] = {}
        self._reached: set[EntityId] = set()
        self._in_all: int | None = None
        """Entities that could be shown, where that is all of memory and not only what is `_reached`."""
        self._read: set[EntityId] = set()
        self._parts: list[Numbers] = []
        self._facts = 0
        self._complete = True

    def go_round(self) -> None:
        """Show what the lens is about, and then level by level what lies around it."""
        starts = [one for one in dict.fromkeys(self._lens.about) if one not in self._lens.hidden]
        known = self._view.graphs.entities(starts, self._scope)
        self._reached |= known.keys()
        level = self._show([one for one in starts if one in known][: self._limit], 0)
        for depth in range(1, max(1, min(self._lens.depth, MOST_DEPTH)) + 1):
            behind = [one for one in level if one not in self._lens.closed]
            level = self._bring(behind, depth, self._limit - len(self._shown))
            if not level:
                break

    def take_most_named(self) -> None:
        """Show the entities that are named most in all of memory."""
        hidden = self._lens.hidden
        named = self._view.graphs.most_named(self._scope, self._limit + len(hidden))
        self._show([one for one in named if one not in hidden][: self._limit], 0)
        kept = len(self._view.graphs.entities(hidden, self._scope)) if hidden else 0
        self._in_all = self._view.entities.count(self._scope) - kept

    def open(self) -> None:
        """Show the neighbours of what was opened by hand, as far as it is shown, and of what comes by that."""
        opened, done = self._lens.opened - self._lens.closed, set[EntityId]()
        while level := [one for one in self._shown if one in opened and one not in done]:
            done |= set(level)
            depth = 1 + min(self._shown[one][1] for one in level)
            self._bring(level, depth, min(self._limit * len(level), MOST_NODES - len(self._shown)))

    def _bring(self, level: Sequence[EntityId], depth: int, room: int) -> list[EntityId]:
        """Show those beside `level` that there is room for."""
        self._look_behind(level)
        banned = self._shown.keys() | self._lens.hidden
        beside = [EntityId(one) for one in self._ties().dealt(level, banned).tolist()]
        self._reached |= set(beside)
        return self._show(beside[: max(0, room)], depth)

    def _show(self, entities: Sequence[EntityId], depth: int) -> list[EntityId]:
        """Those that are still there, in order."""
        level: list[EntityId] = []
        for batch in batches(entities, self._stopped):
            found = self._view.graphs.entities(batch, self._scope)
            level += [one for one in batch if one in found]
            self._shown.update((one, (found[one], depth)) for one in batch if one in found)
        return level

    def _look_behind(self, entities: Iterable[EntityId]) -> None:
        """Read the facts of `entities`, as far as the budget goes."""
        fresh = [one for one in entities if one not in self._read]
        for batch in batches(fresh, self._stopped):
            self._read_ties(batch)
            self._read.update(batch)

    def _read_ties(self, entities: Sequence[EntityId] | None) -> None:
        """Read the facts of `entities`; None: all, each of which then comes once and not from both of its ends."""
        after, full = 0, True
        while full and self._facts < MOST_FACTS:
            if self._stopped():
                raise Cancelled
            ties = self._view.graphs.ties(entities, self._scope, self._today, after, _PAGE)
            self._parts.append(rows(ties))
            self._facts += len(ties)
            full = len(ties) == _PAGE
            after = ties[-1][0] if ties else 0
        self._complete = self._complete and not full

    def _ties(self) -> Ties:
        """All that was read, without what was taken back."""
        self._parts = [Ties.of(self._parts).rows]
        return Ties(self._parts[0]).lasting

    def result(self) -> Neighbourhood:
        """The picture: everything that is shown is looked behind, so that what it leads to can be counted."""
        shown = list(self._shown)
        if self._in_all == len(shown):
            self._read_ties(None)
        else:
            self._look_behind(shown)
        degrees, unseen = self._ties().degrees(shown)
        into = belonging(self._view, shown, self._scope, self._stopped)
        nodes = tuple(
            GraphNode(entity, depth, degree, hidden, into.get(entity.id, ()))
            for (entity, depth), degree, hidden in zip(
                self._shown.values(), degrees.tolist(), unseen.tolist(), strict=True
            )
        )
        facts = Ties(self._parts[0]).between(shown)
        drawn = [*edges(self._view, facts, self._scope, self._today, self._stopped)]
        drawn += doubts(self._view, self._shown.keys(), self._scope)
        about = tuple(one for one in dict.fromkeys(self._lens.about) if one in self._shown)
        center = (about or tuple(shown) or self._lens.about or (EntityId(0),))[0]
        return Neighbourhood(center, nodes, tuple(drawn), self._left(), self._complete, about)

    def _left(self) -> int:
        """How many entities are within reach and not shown, what a person hid apart."""
        if self._in_all is not None:
            return max(0, self._in_all - len(self._shown))
        return len(self._reached - self._shown.keys())
