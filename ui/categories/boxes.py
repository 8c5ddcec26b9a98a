"""Where everything lies on the map: a strip for each layer, each box as high as what is in it. Made as needed.

Heights are parts of one: a box reaches from `start` to `end`. Entities in two categories are in both boxes.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from app.domain.entity import Entity
from app.domain.ids import CategoryId
from app.domain.text import fold
from ui.categories.carrying import Carried
from ui.categories.model import Spot
from ui.categories.wording import carried_branch, carried_entity

if TYPE_CHECKING:
    from app.services.hierarchy import Branch, Hierarchy, Within


class Box:
    """A place on the map: a category, or an entity under one. `depth` counts from the top, the root has −1."""

    __slots__ = ("branch", "depth", "end", "entity", "kids", "parent", "placed", "start", "within")

    def __init__(self, parent: "Box | None", branch: "Branch | None", entity: Entity | None, placed: bool) -> None:
        alone = branch is not None and branch.alone is not None
        self.within = branch.category if branch is not None and alone else None
        self.entity = branch.alone if branch is not None and alone else entity
        self.branch = None if alone else branch
        self.parent, self.placed = parent, placed
        self.depth: int = parent.depth + 1 if parent is not None else -1
        self.start, self.end = 0.0, 1.0
        self.kids: list[Box] | None = None

    @property
    def weight(self) -> int:
        """How high it is beside the others: what is in it, each thing as one."""
        return max(1, self.branch.entities) if self.branch is not None else 1

    def path(self) -> tuple[int, ...]:
        above = self.parent.path() if self.parent is not None else ()
        return (*above, self.branch.category.id) if self.branch is not None else above

    def spot(self) -> Spot:
        return self.path(), self.entity.id if self.entity is not None else None

    def carried(self) -> Carried | None:
        """What a hand takes from here; None for the root."""
        above = self.parent.branch.category if self.parent is not None and self.parent.branch is not None else None
        if self.entity is not None:
            return carried_entity(self.entity, self.within or above, self.within is not None)
        return carried_branch(self.branch.category, above) if self.branch is not None else None

    def line(self) -> list["Box"]:
        """From the topmost box down to this one, without the root."""
        above = self.parent.line() if self.parent is not None else []
        return [*above, self] if self.parent is not None else above


class Boxes:
    """The boxes of one hierarchy."""

    def __init__(self, known: "Hierarchy | None" = None) -> None:
        self.known = known
        self._within: dict[CategoryId, Within] = {}
        self._deep: dict[CategoryId, int] = {}
        self._strips: int | None = None
        self.root = Box(None, None, None, False)
        top = [Box(self.root, known.branches[one], None, False) for one in known.top] if known is not None else []
        self._lay(self.root, top)

    def take(self, inside: "Mapping[CategoryId, Within]") -> None:
        """What is right in some categories of the lowest layer has been read."""
        self._within |= inside

    def lacks(self, box: Box) -> bool:
        """Whether what is in it has to be read first."""
        branch = box.branch
        return (
            branch is not None
            and not branch.children
            and branch.entities > 0
            and branch.category.id not in self._within
        )

    def under(self, box: Box) -> list[Box]:
        """The boxes right of a box; none while what is in it is not read."""
        if box.kids is None and box.branch is not None and self.known is not None and not self.lacks(box):
            branch, known = box.branch, self.known.branches
            if branch.children:
                self._lay(box, [Box(box, known[one], None, one in branch.placed) for one in branch.children])
            elif (inside := self._within.get(branch.category.id)) is not None:
                self._lay(box, [Box(box, None, one, one.id in inside.placed) for one in inside.entities])
        return box.kids or []

    @staticmethod
    def _lay(box: Box, kids: list[Box]) -> None:
        """Share out the height of a box."""
        box.kids = kids
        whole = sum(kid.weight for kid in kids)
        at, height = 0, box.end - box.start
        for kid in kids:
            kid.start = box.start + height * at / whole
            at += kid.weight
            kid.end = box.start + height * at / whole

    def held(self, box: Box) -> int:
        """How much is in a box, or in all."""
        return max(1, box.weight if box.parent is not None else sum(one.weight for one in box.kids or ()))

    def columns(self, box: Box) -> int:
        """How many strips there are from a box to the deepest thing under it, its own included."""
        own = 0 if box.parent is None else 1
        if box.branch is not None:
            return own + self._depth(box.branch.category.id)
        if box.parent is not None:
            return own
        if self._strips is None:
            self._strips = max((self.columns(kid) for kid in box.kids or ()), default=0)
        return own + self._strips

    def _depth(self, category: CategoryId) -> int:
        if category not in self._deep:
            branch = self.known.branches[category] if self.known is not None else None
            below = branch.children if branch is not None else ()
            inner = [0 if self._is_entity(one) else self._depth(one) for one in below]
            holds = branch is not None and branch.entities > 0
            self._deep[category] = 1 + max(inner) if inner else int(holds)
        return self._deep[category]

    def _is_entity(self, category: CategoryId) -> bool:
        return self.known is not None and self.known.branches[category].alone is not None

    def find(self, spot: Spot) -> Box:
        """The box of a place, or the nearest above it that is there."""
        at = self.root
        for number in spot[0]:
            kids = self.under(at)
            inner = next((one for one in kids if one.branch is not None and one.branch.category.id == number), None)
            if inner is None:
                return at
            at = inner
        if spot[1] is not None:
            return next((one for one in self.under(at) if one.entity is not None and one.entity.id == spot[1]), at)
        return at

    def seen(self, top: float, bottom: float, least: tuple[float, float], start: Box | None = None) -> Iterator[Box]:
        """The boxes between two heights that are at least so high (`least` of categories, and of entities); what lies
        under a lower one is left out too.

        Of several in a row that are lower than that the first one stands for all.
        """
        gone = -1.0
        for box in self.under(start or self.root):
            if box.end <= top or box.start >= bottom:
                continue
            need = least[box.entity is not None]
            if box.end - box.start < need:
                if box.start >= gone:
                    gone = box.start + need
                    yield box
                continue
            yield box
            yield from self.seen(top, bottom, least, box)


def way_down(known: "Hierarchy", category: CategoryId) -> tuple[int, ...]:
    """A way from the top down to a category; empty when there is none."""
    todo: list[tuple[int, ...]] = [(one,) for one in known.top]
    while todo:
        path = todo.pop()
        if path[-1] == category:
            return path
        branch = known.branches.get(CategoryId(path[-1]))
        todo += [(*path, child) for child in branch.children] if branch else []
    return ()


def called(known: "Hierarchy", text: str) -> "list[Branch]":
    """Categories in whose name the text stands, higher layers first, then by name."""
    sought = fold(text)
    found = [one for one in known.branches.values() if one.alone is None and sought in fold(one.category.name)]
    return sorted(found, key=lambda one: (-one.category.layer, one.category.name.casefold()))
