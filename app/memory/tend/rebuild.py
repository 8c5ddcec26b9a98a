"""All categories thought anew: a proposal that a person sees before it is applied, and can undo.

What a person did stays: categories that they made or renamed, and every category that they put something in or took
something out of, with all that is in it. The rest is sorted as if for the first time.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.domain.draft import Language
from app.domain.entity import Entity
from app.domain.ids import CategoryId, EntityId
from app.domain.plan import USER, Expect, Plan, Step
from app.domain.scope import EVERYONE, Scope
from app.memory.learn.categorise import Categoriser
from app.memory.tend.building import Means, sort_into
from app.memory.tend.standing import Standing
from app.storage.view import View


@dataclass(frozen=True, slots=True)
class Move:
    """An entity that would change its categories: names, sorted. A node that stands for it alone is left out."""

    entity: EntityId
    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rebuild:
    """What would change, to be read by a person. `plan` is None where nothing would."""

    plan: Plan | None
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    moved: tuple[Move, ...] = ()


def rebuilt(view: View, categoriser: Categoriser, scope: Scope, language: Language) -> Rebuild:
    """Over all that may be read in `scope`. Minutes for tens of thousands of entities: not for the window's thread."""
    steps: list[Step] = []
    expects: list[Expect] = []
    before: dict[EntityId, set[str]] = {}
    after: dict[EntityId, set[str]] = {}
    names: dict[EntityId, str] = {}
    scopes_done: list[Scope] = []
    old: set[str] = set()
    new: set[str] = set()
    for one in dict.fromkeys(row.scope for row in view.categories.listed(scope, limit=1_000_000)):
        anew = _Anew(view, one, Means(categoriser, categoriser, language), minted=1_000_000 * len(scopes_done))
        scopes_done.append(one)
        names |= {entity.id: entity.name for entity in anew.entities}
        old |= anew.titles()
        before |= anew.homes
        anew.sort()
        new |= anew.titles()
        after |= anew.homes_now()
        written, assumed = anew.standing.steps()
        steps += written
        expects += assumed
    moved = tuple(
        Move(number, names[number], tuple(sorted(before.get(number, ()))), tuple(sorted(homes)))
        for number, homes in after.items()
        if homes != before.get(number, set())
    )
    if not (moved or old != new):
        return Rebuild(None)
    plan = Plan(tuple(steps), USER, "rebuild_categories", expects=tuple(expects))
    return Rebuild(plan, tuple(sorted(new - old)), tuple(sorted(old - new)), moved)


class _Anew:
    """One scope: its hierarchy less what the app made, and the entities that this leaves without a place."""

    def __init__(self, view: View, scope: Scope, means: Means, minted: int) -> None:
        self._view, self._means = view, means
        self.standing = Standing.load(view, scope, means.language, minted)
        kept = view.categories.decided(EVERYONE) | {one.id for one in self.standing.nodes.values() if one.by_hand}
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

    def titles(self) -> set[str]:
        """Names of categories that hold more than one."""
        return {node.name for node in self.standing.nodes.values() if not node.lone}

    def homes_now(self) -> dict[EntityId, set[str]]:
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
