"""A part of what a rebuild proposes, as a person took it: these entities move, these categories stand elsewhere.

The rest stays where it is. What that leaves untidy, an emptied category or one without a place above it, is put in
order in the same plan, so that it is one step of undo.
"""

from collections.abc import Collection, Mapping

from app.domain.category import Membership
from app.domain.errors import Outdated
from app.domain.ids import CategoryId, EntityId
from app.domain.plan import USER, Expect, Plan, Step
from app.domain.rebuild import Aim, Move, Rebuild, Shift, Taken
from app.domain.scope import EVERYONE
from app.memory.tend.building import Means, bring_in_order
from app.memory.tend.standing import Node, Standing
from app.storage.view import View


def chosen(view: View, rebuild: Rebuild, taken: Taken, means: Means) -> Plan | None:
    """The plan for what was taken; None where nothing was. Raises `Outdated` when an entity has moved meanwhile."""
    if taken == rebuild.whole():
        return rebuild.plan
    moves = [one for one in rebuild.moved if one.entity in taken.moves]
    shifts = [one for one in rebuild.shifted if one.category in taken.shifts]
    steps: list[Step] = []
    expects: list[Expect] = []
    for number, scope in enumerate(dict.fromkeys([*(one.scope for one in moves), *(one.scope for one in shifts)])):
        standing = Standing.load(view, scope, means.language, minted=1_000_000 * number)
        part = _Part(view, standing, {(one.layer, one.name): one for one in rebuild.aims if one.scope == scope})
        part.move([one for one in moves if one.scope == scope])
        part.shift([one for one in shifts if one.scope == scope])
        bring_in_order(standing, view, means)
        written, assumed = standing.steps()
        steps += written
        expects += assumed
    return Plan(tuple(steps), USER, "rebuild_categories", expects=tuple(expects)) if steps else None


class _Part:
    """What was taken of one scope, carried out in memory."""

    def __init__(self, view: View, standing: Standing, aims: Mapping[tuple[int, str], Aim]) -> None:
        self._view, self._standing, self._aims = view, standing, aims
        self._named = {(one.layer, one.name): one for one in standing.nodes.values() if not one.lone}

    def move(self, moves: Collection[Move]) -> None:
        """Each out of what it leaves and into what it comes to."""
        homes = self._view.categories.memberships([one.entity for one in moves], EVERYONE)
        touched: set[CategoryId] = set()
        for one in moves:
            rows = [row for row in homes.get(one.entity, ()) if row.category in self._standing.nodes]
            self._check(one, rows)
            touched |= self._take(one, rows)
            for name in set(one.after) - set(one.before):
                self._standing.put(self._node(1, name), one.entity, one.name)
            if not one.after:
                alone = self._standing.new(1, one.name, one.tag, "", "extractor")
                alone.lone = True
                self._standing.put(alone, one.entity, one.name)
        self._name_last(touched, {one.entity for one in moves})

    def _check(self, move: Move, rows: Collection[Membership]) -> None:
        nodes = [self._standing.nodes[row.category] for row in rows]
        if {node.name for node in nodes if not node.lone} != set(move.before):
            raise Outdated("An entity that was to move has moved since.")

    def _take(self, move: Move, rows: Collection[Membership]) -> set[CategoryId]:
        left = [row for row in rows if self._leaves(self._standing.nodes[row.category], move)]
        for row in left:
            self._standing.take(self._standing.nodes[row.category], row.id)
        return {row.category for row in left}

    @staticmethod
    def _leaves(node: Node, move: Move) -> bool:
        return node.lone or node.name not in move.after

    def _name_last(self, touched: Collection[CategoryId], moved: set[EntityId]) -> None:
        """Of categories that have one left in them, its name."""
        single = [one for one in touched if self._standing.nodes[one].size == 1]
        members = self._view.categories.entities_below(single, EVERYONE)
        for number in single:
            stayed = [row.name for row in members.get(number, ()) if row.id not in moved]
            node = self._standing.nodes[number]
            node.only = stayed[0] if stayed else node.only

    def shift(self, shifts: Collection[Shift]) -> None:
        """Each out of what it stood under and below what it comes to."""
        for one in shifts:
            node = self._standing.nodes.get(one.category)
            if node is None:
                continue
            for parent in sorted(node.parents):
                if self._standing.nodes[parent].name not in one.after:
                    self._standing.unlink(parent, node.id)
            for name in one.after:
                self._standing.link(self._node(node.layer + 1, name).id, node.id)

    def _node(self, layer: int, name: str) -> Node:
        """The category of that name, made with what stands above it where it is new."""
        found = self._named.get((layer, name))
        if found is None:
            aim = self._aims[layer, name]
            found = self._named[layer, name] = self._standing.new(layer, name, aim.tag, aim.summary, aim.by)
            for parent in aim.parents:
                self._standing.link(self._node(layer + 1, parent).id, found.id)
        return found
