"""What a person corrects by hand. Each is one plan through the store's door, and so one step of undo.

The functions share one shape: check and plan in `memory.revise`, commit, return the `Change`. `BadInput` is raised with
a sentence for what cannot be done; nothing is written then.
"""

from dataclasses import dataclass

from app.domain.change import Change
from app.domain.clock import WorldTime
from app.domain.entity import EntityKind
from app.domain.fact import Value
from app.domain.ids import AliasId, EntityId
from app.domain.plan import USER
from app.memory.learn.reading.relations import Relation, relations
from app.memory.revise import alias, rename
from app.services.workspace import WriteDesk


@dataclass(frozen=True, slots=True)
class NewFact:
    """A relation to add by hand. `object` is an entity, or a value's text; `since` may be unknown."""

    subject: EntityId
    predicate: str
    object: EntityId | Value
    since: WorldTime | None = None


def predicates(text: str = "") -> list[Relation]:
    """Kinds of relation for a picker, those whose words contain `text` in either language."""
    wanted = text.strip().casefold()
    return [
        relation
        for relation in relations().table.values()
        if any(wanted in words.casefold() for words in (relation.predicate, *relation.label.values()))
    ]


def entity_named(desk: WriteDesk, name: str, kind: EntityKind) -> EntityId:
    """The entity of that name and kind, made if there is none. Raises `BadInput` when several bear it."""
    plan = rename.named(desk.view, name, kind, desk.scope, USER)
    if isinstance(plan, int):
        return EntityId(plan)
    change = desk.store.commit(plan)
    return next(EntityId(row.id) for row in change.touched if row.noun == "entity")


def add_alias(desk: WriteDesk, entity: EntityId, text: str) -> Change:
    """Another name, declared by the user. Refused when it is another entity's name in scope."""
    return desk.store.commit(alias.add(desk.view, entity, text, desk.scope, USER))


def remove_alias(desk: WriteDesk, which: AliasId) -> Change:
    """Any one alias, whoever declared it."""
    return desk.store.commit(alias.remove(desk.view, which, desk.scope, USER))
