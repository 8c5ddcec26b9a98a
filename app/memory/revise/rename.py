"""Another main name, or another kind, for an entity; and an entity made by hand."""

from app.domain import clock
from app.domain.entity import Alias, Entity, EntityKind
from app.domain.errors import BadInput
from app.domain.ids import AliasId, EntityId
from app.domain.plan import Add, Amend, Author, Expect, ExpectNoName, Plan, Remove, Step
from app.domain.scope import Scope
from app.domain.text import name_key
from app.memory.revise.bearing import bearing, called
from app.memory.revise.reading import entity_of, not_me, usable_name
from app.storage.entities import NameMatch
from app.storage.view import View


def rename(view: View, entity: EntityId, name: str, scope: Scope, author: Author, keep_old: bool = False) -> Plan:
    """Refused when another entity of the kind goes by the new name. `keep_old`: the old name becomes an alias."""
    old, new = entity_of(view, entity, scope), usable_name(name)
    not_me(old)
    for match in _called(view, new, scope):
        if match.entity.id != entity and match.entity.kind == old.kind:
            raise BadInput("“{name}” already names another. If they are one, merge them.", name=new)
    steps: list[Step] = [Amend("entity", entity, {"name": new}), *called(bearing(view, old, scope), new)]
    own = view.entities.aliases([entity], scope).get(entity, [])
    steps += [Remove("alias", alias.id) for alias in own if name_key(alias.text) == name_key(new)]
    if keep_old and name_key(old.name) != name_key(new):
        steps.append(Add(Alias(AliasId(-1), entity, old.name, author.kind, clock.now())))
    return Plan(tuple(steps), author, "rename", f"{old.name} → {new}", (Expect("entity", entity, {"name": old.name}),))


def retype(view: View, entity: EntityId, kind: EntityKind, scope: Scope, author: Author) -> Plan:
    """Another kind. Refused when an entity of that name and kind exists."""
    old = entity_of(view, entity, scope)
    not_me(old)
    for match in _called(view, old.name, scope):
        if match.entity.id != entity and match.entity.kind == kind:
            raise BadInput("“{name}” already names another. If they are one, merge them.", name=old.name)
    expects = (Expect("entity", entity, {"kind": old.kind}),)
    return Plan((Amend("entity", entity, {"kind": kind}),), author, "retype", old.name, expects)


def named(view: View, name: str, kind: EntityKind, scope: Scope, author: Author) -> EntityId | Plan:
    """The entity that goes by a name, or a plan that adds it. Raises `BadInput` when several of the kind do."""
    wanted = usable_name(name)
    found = {match.entity.id for match in _called(view, wanted, scope) if match.entity.kind == kind}
    if len(found) > 1:
        raise BadInput("Several go by “{name}”. Choose one of them.", name=wanted)
    if found:
        return found.pop()
    row = Entity(EntityId(-1), wanted, kind, clock.now(), declared_by=author.kind, scope=_written_in(scope))
    expects = (ExpectNoName(name_key(wanted), kind, _written_in(scope)),)
    return Plan((Add(row),), author, "add_entity", wanted, expects)


def _written_in(scope: Scope) -> Scope:
    """Rows live in a project and channel, never in "everything"."""
    return Scope(scope.agent, scope.project, scope.channel)


def _called(view: View, name: str, scope: Scope) -> list[NameMatch]:
    key = name_key(name)
    return view.entities.by_key([key], scope).get(key, [])
