"""Whom the names of a declaration mean: somebody known, somebody the declaration itself brings, or nobody yet."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from app.domain.entity import UNSAID, Alias, Entity, EntityKind
from app.domain.ids import AliasId, EntityId, EpisodeId
from app.domain.plan import Add, Amend, Author, ExpectNoName, Step
from app.domain.scope import Scope
from app.domain.text import name_key
from app.storage.view import View


@dataclass(slots=True)
class Calling:
    """Looks names up, and keeps what a plan has to add for those that are new."""

    view: View
    scope: Scope
    author: Author
    at: datetime
    mint: Callable[[], int]
    _made: dict[EntityId, Entity] = field(default_factory=dict)
    _aliases: list[Alias] = field(default_factory=list)
    _kinds: dict[EntityId, EntityKind] = field(default_factory=dict)
    _untyped: set[EntityId] = field(default_factory=set)
    """Those whose kind nobody gave, so that whoever gives it is believed."""
    _retyped: dict[EntityId, EntityKind] = field(default_factory=dict)
    _here: dict[str, dict[EntityId, None]] = field(default_factory=dict)
    """Whom this declaration itself calls so, by the key of the name."""

    def called(
        self, name: str, kind: EntityKind | None = None, fitting: frozenset[EntityKind] = frozenset()
    ) -> list[EntityId]:
        """Whom a name may mean: nobody, one, or several. Whom the declaration itself calls so comes first.

        `fitting`: kinds that the place of the name allows; they only decide between several.
        """
        known = self._bearers(name_key(name))
        for among in (list(self._here.get(name_key(name), ())), known):
            found = [number for number in among if kind in (None, self._kinds[number])]
            if len(found) > 1:
                found = [number for number in found if self._kinds[number] in fitting] or found
            if found:
                return found
        return [number for number in known if number in self._untyped] if kind is not None else []

    def take(self, name: str, kind: EntityKind | None, fitting: frozenset[EntityKind] = frozenset()) -> EntityId | None:
        """The one whom a name means, made where there is nobody; None where it may be several."""
        found = self.called(name, kind, fitting)
        if len(found) > 1:
            return None
        number = found[0] if found else self._make(name, kind, fitting)
        if kind is not None and self._kinds[number] != kind:
            self._retype(number, kind)
        self._here.setdefault(name_key(name), {})[number] = None
        return number

    def name(self, owner: EntityId, text: str, episode: EpisodeId | None) -> bool:
        """Give another name, unless it is the owner's already; False where it names somebody else."""
        bearers = self._bearers(name_key(text))
        if set(bearers) - {owner}:
            return False
        if not bearers:
            self._aliases.append(Alias(AliasId(self.mint()), owner, text, self.author.kind, self.at, episode))
        self._here.setdefault(name_key(text), {})[owner] = None
        return True

    def steps(self) -> Iterator[Step]:
        yield from map(Add, self._made.values())
        yield from (Amend("entity", number, {"kind": kind}) for number, kind in self._retyped.items())
        yield from map(Add, self._aliases)

    def expects(self) -> Iterator[ExpectNoName]:
        """That nobody of the new names and kinds has come meanwhile."""
        return (ExpectNoName(name_key(one.name), one.kind, self.scope) for one in self._made.values())

    def _bearers(self, key: str) -> list[EntityId]:
        """Everybody in scope who goes by a name, those of this declaration too."""
        known = [match.entity for match in self.view.entities.by_key([key], self.scope).get(key, [])]
        for entity in known:
            self._meet(entity)
        return list(dict.fromkeys([*(entity.id for entity in known), *self._here.get(key, ())]))

    def _meet(self, entity: Entity) -> None:
        if entity.id not in self._kinds:
            self._kinds[entity.id] = entity.kind
            if entity.kind == UNSAID and entity.declared_by in ("agent", self.author.kind):
                self._untyped.add(entity.id)

    def _make(self, name: str, kind: EntityKind | None, fitting: frozenset[EntityKind]) -> EntityId:
        told: EntityKind = kind or UNSAID
        if kind is None and len(fitting) == 1:
            (told,) = fitting
        row = Entity(EntityId(self.mint()), name, told, self.at, declared_by=self.author.kind, scope=self.scope)
        self._made[row.id] = row
        self._meet(row)
        return row.id

    def _retype(self, number: EntityId, kind: EntityKind) -> None:
        self._kinds[number] = kind
        self._untyped.discard(number)
        if number in self._made:
            self._made[number] = replace(self._made[number], kind=kind)
        else:
            self._retyped[number] = kind
