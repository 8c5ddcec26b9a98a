"""All categories thought anew: a proposal that a person sees before it is applied, and can undo.

What a person did stays: categories that they made or renamed, and every category that they put something in or took
something out of, with all that is in it. The rest is sorted as if for the first time.
"""

from collections.abc import Iterable, Iterator, Mapping

from app.domain.draft import Language
from app.domain.entity import Entity
from app.domain.ids import CategoryId, EntityId
from app.domain.plan import USER, Expect, Plan, Step
from app.domain.rebuild import Aim, Move, Rebuild, Shift
from app.domain.scope import EVERYONE, Scope
from app.memory.learn.categorise import Categoriser
from app.memory.tend.building import Means, sort_into
from app.memory.tend.standing import Node, Standing
from app.storage.view import View


def rebuilt(view: View, categoriser: Categoriser, scope: Scope, language: Language) -> Rebuild:
    """Over all that may be read in `scope`. Minutes for tens of thousands of entities: not for the window's thread."""
    done: list[_Anew] = []
    for place in dict.fromkeys(row.scope for row in view.categories.listed(scope, limit=1_000_000)):
        anew = _Anew(view, place, Means(categoriser, categoriser, language), minted=1_000_000 * len(done))
        anew.sort()
        done.append(anew)
    old: set[str] = set().union(*(one.old for one in done))
    new: set[str] = set().union(*(one.titles() for one in done))
    moved = tuple(move for one in done for move in one.moves())
    shifted = tuple(shift for one in done for shift in one.shifts())
    if not (moved or shifted or old != new):
        return Rebuild(None)
    steps: list[Step] = []
    expects: list[Expect] = []
    for one in done:
        written, assumed = one.standing.steps()
        steps += written
        expects += assumed
    plan = Plan(tuple(steps), USER, "rebuild_categories", expects=tuple(expects))
    aims = tuple(aim for one in done for aim in one.aims())
    return Rebuild(plan, tuple(sorted(new - old)), tuple(sorted(old - new)), moved, shifted, aims)


class _Anew:
    """One scope: its hierarchy less what the app made, and the entities that this leaves without a place."""

    def __init__(self, view: View, scope: Scope, means: Means, minted: int) -> None:
        self._view, self._means = view, means
        self.scope = scope
        self.standing = Standing.load(view, scope, means.language, minted)
        kept = view.categories.decided(EVERYONE) | {one.id for one in self.standing.nodes.values() if one.by_hand}
        self.old = self.titles()
        self._stood = {one.id: (one.layer, one.name, _above(self.standing, one)) for one in self._grouped()}
        members = view.categories.entities_below([one.id for one in self.standing.at(1)], EVERYONE)
        self.homes = self._named_homes(members)
        self._stay = {row.id for one in kept for row in members.get(one, ())}
        self._gone = [one for one in self.standing.nodes if one not in kept]
        self._kept_homes = self._named_homes({one: rows for one, rows in members.items() if one in kept})
        waiting = [one for one in view.categories.uncategorised(EVERYONE, 1_000_000) if one.scope == scope]
        free = [row for one in self._gone for row in members.get(one, ()) if row.id not in self._stay]
        self.entities: list[Entity] = list({row.id: row for row in (*free, *waiting)}.values())

    def sort(self) -> None:
        for number in self._gone:
            self.standing.remove(number)
        sort_into(self.standing, self._view, self._means, self.entities)

    def _grouped(self) -> list[Node]:
        return [node for node in self.standing.nodes.values() if not node.lone]

    def titles(self) -> set[str]:
        """Names of categories that hold more than one."""
        return {node.name for node in self._grouped()}

    def moves(self) -> Iterator[Move]:
        """Entities that would change their categories."""
        names = {entity.id: entity.name for entity in self.entities}
        meant = {one: node.tag for node in self.standing.at(1) if node.lone for one in node.added}
        for number, homes in self._homes_now().items():
            before = self.homes.get(number, set())
            if homes != before:
                sides = (tuple(sorted(before)), tuple(sorted(homes)))
                yield Move(number, names[number], *sides, self.scope, meant.get(number, ""))

    def shifts(self) -> Iterator[Shift]:
        """Categories that were there and would be, of one layer and name, under others."""
        now = {(one.layer, one.name): _above(self.standing, one) for one in self._grouped()}
        for number, (layer, name, before) in self._stood.items():
            after = now.get((layer, name), before)
            if after and after != before:
                yield Shift(number, name, before, after, self.scope)

    def aims(self) -> Iterator[Aim]:
        """All categories that would hold more than one."""
        for node in self._grouped():
            above = _above(self.standing, node)
            yield Aim(node.layer, node.name, node.tag, node.summary, node.by, self.scope, above)

    def _homes_now(self) -> dict[EntityId, set[str]]:
        """After sorting, of the entities that were sorted anew."""
        found: dict[EntityId, set[str]] = {one.id: set(self._kept_homes.get(one.id, ())) for one in self.entities}
        for node in self.standing.at(1):
            for entity in node.added:
                if not node.lone:
                    found[entity].add(node.name)
        return found

    def _named_homes(self, members: Mapping[CategoryId, Iterable[Entity]]) -> dict[EntityId, set[str]]:
        found: dict[EntityId, set[str]] = {}
        for number, rows in members.items():
            node = self.standing.nodes[number]
            for row in rows:
                home = found.setdefault(row.id, set())
                if not node.lone:
                    home.add(node.name)
        return found


def _above(standing: Standing, node: Node) -> tuple[str, ...]:
    """Names of what a node stands under, less what was promoted for it alone."""
    return tuple(sorted(standing.nodes[one].name for one in node.parents if not standing.nodes[one].lone))
