"""What is set right in place on the page of an entity: a fact said otherwise, a summary, the words beside a name.

Like `edits`, each is one plan through the store's door, and so one step of undo.
"""

from dataclasses import dataclass, replace

from app.domain.change import Change
from app.domain.clock import WorldTime
from app.domain.errors import BadInput
from app.domain.fact import Value
from app.domain.ids import EntityId, FactId
from app.domain.plan import USER
from app.memory.revise import describe as describing
from app.memory.revise import relate
from app.memory.revise.relate import Relating
from app.services.edits import NewEntity, far_end
from app.services.workspace import WriteDesk


@dataclass(frozen=True, slots=True)
class Restated:
    """A fact as a person would have it, read from the entity whose page it stands on.

    `far` is the end that is not that entity: the object, or, where the page is the object's, the subject.
    """

    predicate: str
    far: EntityId | Value | NewEntity
    since: WorldTime | None = None
    until: WorldTime | None = None
    words: str = ""
    """The sentence; empty: the relation's own words."""


def restate(desk: WriteDesk, fact: FactId, page: EntityId, new: Restated) -> Change:
    """Other ends, another relation, other dates or other words. Raises `BadInput` for what no fact can be."""
    old = desk.view.facts.one(fact, desk.scope)
    if old is None:
        raise BadInput("This fact is gone.")
    far, before = far_end(desk, new.far, old.scope)
    backwards = old.object == page and old.subject != page
    if backwards and isinstance(far, Value):
        raise BadInput("Please say with whom or what.")
    subject, object_ = (far, page) if backwards else (old.subject, far)
    assert not isinstance(subject, Value)
    relating = Relating(subject, new.predicate, object_, new.since, new.until, new.words)
    plan = relate.edit(desk.view, fact, relating, desk.scope, USER)
    if before is not None:
        plan = replace(plan, steps=(*before.steps, *plan.steps), expects=(*before.expects, *plan.expects))
    return desk.store.commit(plan)


def describe(desk: WriteDesk, entity: EntityId, summary: str) -> Change:
    """A summary in a person's own words; empty takes it away."""
    return desk.store.commit(describing.describe(desk.view, entity, summary, desk.scope, USER))


def detail(desk: WriteDesk, entity: EntityId, tag: str) -> Change:
    """The few words beside the name that tell it from others."""
    return desk.store.commit(describing.detail(desk.view, entity, tag, desk.scope, USER))
