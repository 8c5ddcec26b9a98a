"""A store of entities that is sorted by rule or by script, and looked at whole."""

from collections.abc import Callable, Sequence

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.ids import CategoryId, EntityId
from app.domain.plan import USER, Add, Plan
from app.domain.scope import EVERYONE, OWNER
from app.domain.text import name_key
from app.memory.learn.categorise import Proposal, Sorting
from app.memory.tend.building import Means, next_plan
from app.memory.tend.hierarchy import Violation, violations
from app.memory.tend.ondevice import OnDeviceCategoriser
from app.storage.profile import Profile, open_store
from tests.builders import entity
from tests.fakes import HashingEncoder

_MOST_PLANS = 200


class Scripted:
    """Proposes what a function makes of the batch."""

    by = "model"

    def __init__(self, script: Callable[[Sorting], Sequence[Proposal]], batch: int = 8) -> None:
        self.script = script
        self.batch = batch
        self.asked: list[Sorting] = []

    def propose(self, sorting: Sorting) -> Sequence[Proposal]:
        self.asked.append(sorting)
        return self.script(sorting)


class Sorted:
    """One profile. `add` entities, `sort` them until nothing waits."""

    def __init__(self, folder, language: str = "en", first=None) -> None:
        self.profile = Profile(folder)
        self.profile.acquire()
        self.store = open_store(self.profile)
        self.view = self.store.view
        self.device = OnDeviceCategoriser(HashingEncoder())
        self.means = Means(first or self.device, self.device, language)
        self.changes = []

    def close(self) -> None:
        self.store.close()
        self.profile.release()

    def add(self, *rows: tuple, **rest) -> list[EntityId]:
        """(name, kind, tag) each; gives their numbers."""
        steps = [Add(entity(name, kind, -1 - n, tag=tag, **rest)) for n, (name, kind, tag) in enumerate(rows)]
        change = self.store.commit(Plan(tuple(steps), USER, "add", undoable=False))
        return [EntityId(change.ids[-1 - n]) for n in range(len(rows))]

    def write(self, plan: Plan):
        return self.store.commit(plan)

    def step(self) -> bool:
        """One plan; whether there was one."""
        plan = next_plan(self.view, self.means)
        if plan is not None:
            self.changes.append(self.store.commit(plan))
        return plan is not None

    def sort(self) -> None:
        for _ in range(_MOST_PLANS):
            if not self.step():
                return
        raise AssertionError("sorting comes to no end")

    def categories(self) -> list[Category]:
        return self.view.categories.listed(EVERYONE)

    def named(self, name: str, layer: int = 1) -> Category:
        (found,) = [one for one in self.categories() if name_key(one.name) == name_key(name) and one.layer == layer]
        return found

    def names(self, layer: int) -> list[str]:
        return sorted(one.name for one in self.categories() if one.layer == layer)

    def members(self, name: str) -> list[str]:
        number = self.named(name).id
        return sorted(one.name for one in self.view.categories.entities_below([number], OWNER).get(number, []))

    def homes(self, entity: EntityId) -> list[str]:
        found = self.view.categories.memberships([entity], EVERYONE).get(entity, [])
        known = self.view.categories.get([one.category for one in found], EVERYONE)
        return sorted(one.name for one in known.values())

    def entities(self) -> list[Entity]:
        """Those that are sorted."""
        waiting = {one.id for one in self.view.categories.uncategorised(EVERYONE, 100_000)}
        rows = self.view.entities.get(self._numbers(), EVERYONE)
        return [one for one in rows.values() if one.id not in waiting]

    def _numbers(self) -> list[EntityId]:
        return [number for (number,) in self.store._connection.execute("SELECT id FROM entities")]

    def violations(self) -> list[Violation]:
        categories = self.categories()
        rows = self.view.categories.members([one.id for one in categories], EVERYONE)
        links = self.view.categories.links(EVERYONE)
        return violations(categories, [one for row in rows.values() for one in row], links, self.entities())

    def number(self, name: str, layer: int = 1) -> CategoryId:
        return self.named(name, layer).id
