"""What sorting everything anew would change, for a person to look through, and what they took of it."""

from dataclasses import dataclass

from app.domain.entity import DeclaredBy
from app.domain.ids import CategoryId, EntityId
from app.domain.plan import Plan
from app.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Move:
    """An entity that would change its categories: names, sorted. A node that stands for it alone is left out; `tag`
    says what such a one is meant for."""

    entity: EntityId
    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    scope: Scope = Scope()
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Shift:
    """A category that stays, or is stored under the same name again, and would stand under others."""

    category: CategoryId
    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    scope: Scope = Scope()


@dataclass(frozen=True, slots=True)
class Aim:
    """A category as it would be afterwards. `parents`: names in the layer above."""

    layer: int
    name: str
    tag: str
    summary: str
    by: DeclaredBy
    scope: Scope
    parents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """What a person took of a rebuild: entities that move, categories that shift."""

    moves: frozenset[EntityId]
    shifts: frozenset[CategoryId] = frozenset()


@dataclass(frozen=True, slots=True)
class Rebuild:
    """What would change, to be read by a person. `plan` is None where nothing would."""

    plan: Plan | None
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    moved: tuple[Move, ...] = ()
    shifted: tuple[Shift, ...] = ()
    aims: tuple[Aim, ...] = ()

    def whole(self) -> Taken:
        """All of it."""
        return Taken(frozenset(one.entity for one in self.moved), frozenset(one.category for one in self.shifted))
