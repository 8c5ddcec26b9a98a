"""What a person corrects by hand. Each is one plan through the store's door, and so one step of undo.

The functions share one shape: check and plan in `memory.revise`, commit, return the `Change`. `BadInput` is raised with
a sentence for what cannot be done; nothing is written then.
"""

from dataclasses import dataclass, replace

from app.domain.change import Change
from app.domain.clock import WorldTime
from app.domain.entity import Entity, EntityKind
from app.domain.errors import BadInput
from app.domain.fact import Value
from app.domain.ids import AliasId, EntityId, EpisodeId, FactId
from app.domain.plan import USER, Add, Plan
from app.domain.scope import Scope
from app.memory.revise import alias, apart, forget, relate, remove, retract
from app.memory.revise import merge as merging
from app.memory.revise import rename as naming
from app.memory.revise import split as splitting
from app.memory.revise.relate import Relating
from app.memory.revise.split import NEW as NEW
from app.memory.revise.split import Split as Split
from app.services import sides
from app.services.sides import MergePreview
from app.services.workspace import ReadDesk, WriteDesk

_MADE_WITH = EntityId(-1_000_000)
"""Placeholder of an entity that a fact's own plan makes; far from those that the plan counts."""


@dataclass(frozen=True, slots=True)
class NewEntity:
    """An entity by name: the known one of that name and kind, or one that is made with the fact."""

    name: str
    kind: EntityKind


@dataclass(frozen=True, slots=True)
class NewFact:
    """A relation to add by hand. `since` may be unknown, `until` is set where it has ended already."""

    subject: EntityId
    predicate: str
    object: EntityId | Value | NewEntity
    since: WorldTime | None = None
    until: WorldTime | None = None
    fact: str = ""
    """The whole fact as a sentence, where the person added words of their own to it."""


def rename(desk: WriteDesk, entity: EntityId, name: str) -> Change:
    """Give an entity another name; the old one is not kept as an alias."""
    return desk.store.commit(naming.rename(desk.view, entity, name, desk.scope, USER))


def retype(desk: WriteDesk, entity: EntityId, kind: EntityKind) -> Change:
    """Make it an entity of another type."""
    return desk.store.commit(naming.retype(desk.view, entity, kind, desk.scope, USER))


def merge(desk: WriteDesk, kept: EntityId, gone: EntityId) -> Change:
    """Make two entities one; the name that goes stays findable as an alias, since the user says they are one."""
    return desk.store.commit(merging.merge(desk.view, kept, gone, desk.scope, USER, keep_name=True))


def split(desk: WriteDesk, entity: EntityId, chosen: Split) -> Change:
    """Make one entity two; `change.ids[NEW]` is the new one. They are kept apart from then on."""
    return desk.store.commit(splitting.split(desk.view, entity, chosen, desk.scope, USER))


def keep_apart(desk: WriteDesk, one: EntityId, other: EntityId) -> Change:
    """Say that two are not the same: it is never asked again. Raises `BadInput` when it was said before."""
    return desk.store.commit(apart.keep_apart(desk.view, one, other, desk.scope, USER))


def merge_preview(desk: ReadDesk, kept: EntityId, gone: EntityId) -> MergePreview:
    """Both sides, and what merging would fold and end. Raises `BadInput` for what cannot be merged."""
    return sides.merge_preview(desk, kept, gone)


def delete_entity(desk: WriteDesk, entity: EntityId) -> Change:
    """Remove an entity with its names, mentions and facts; the words they came from stay."""
    return desk.store.commit(remove.remove(desk.view, entity, desk.scope, USER))


def add_alias(desk: WriteDesk, entity: EntityId, text: str) -> Change:
    """Another name, declared by the user. Refused when it is another entity's name in scope."""
    return desk.store.commit(alias.add(desk.view, entity, text, desk.scope, USER))


def remove_alias(desk: WriteDesk, which: AliasId) -> Change:
    """Any one alias, whoever declared it."""
    return desk.store.commit(alias.remove(desk.view, which, desk.scope, USER))


def add_fact(desk: WriteDesk, new: NewFact) -> Change:
    """State a fact, with the entity at its far end if that is new: one step of undo. It is known where it was said: in
    the project that the window shows, or everywhere."""
    home = desk.home or desk.scope
    far, before = far_end(desk, new.object, home)
    relating = Relating(new.subject, new.predicate, far, new.since, new.until, new.fact)
    plan = relate.add(desk.view, relating, home, USER)
    if before is not None:
        label = f"{plan.subject}{before.subject}"
        plan = replace(
            plan, steps=(*before.steps, *plan.steps), expects=(*before.expects, *plan.expects), subject=label
        )
    return desk.store.commit(plan)


def far_end(desk: ReadDesk, far: EntityId | Value | NewEntity, home: Scope) -> tuple[EntityId | Value, Plan | None]:
    """The end as it is known in `home`, and the plan that has to come first where it is not known there yet."""
    if not isinstance(far, NewEntity):
        return far, None
    known = naming.named(desk.view, far.name, far.kind, home, USER)
    if not isinstance(known, Plan):
        return known, None
    row = next(step.row for step in known.steps if isinstance(step, Add) and isinstance(step.row, Entity))
    return _MADE_WITH, replace(known, steps=(Add(replace(row, id=_MADE_WITH)),))


def end_fact(desk: WriteDesk, fact: FactId, when: WorldTime) -> Change:
    """Say when it ended in the world; before that day it still holds."""
    return desk.store.commit(relate.end(desk.view, fact, when, desk.scope, USER))


def redate_fact(desk: WriteDesk, fact: FactId, since: WorldTime | None, until: WorldTime | None) -> Change:
    """Set both dates of a fact. Raises `BadInput` for an end before its beginning, or a fact that is gone."""
    old = desk.view.facts.one(fact, desk.scope)
    if old is None:
        raise BadInput("This fact is gone.")
    new = Relating(old.subject, old.predicate, old.object, since, until, old.fact)
    return desk.store.commit(relate.edit(desk.view, fact, new, desk.scope, USER))


def retract_fact(desk: WriteDesk, fact: FactId) -> Change:
    """It was never true. What it had ended holds again."""
    return desk.store.commit(retract.retract(desk.view, fact, desk.scope, USER))


def forget_lesson(desk: WriteDesk, episode: EpisodeId) -> Change:
    """Take back what only this message taught; the message stays."""
    found = desk.view.episodes.one(episode, desk.scope)
    if found is None:
        raise BadInput("These words are gone.")
    return desk.store.commit(forget.lesson(desk.view, found, USER))
