"""Entities with what is known of them, as a categoriser is shown them."""

from collections.abc import Collection, Sequence

from app.domain.entity import ME, Entity
from app.domain.fact import Fact, Value
from app.domain.ids import EntityId
from app.domain.scope import Scope
from app.domain.secret import mask
from app.memory.learn.categorise import Sortable, Tie
from app.storage.view import View

_MOST_FACTS = 8


def sortables(view: View, entities: Sequence[Entity], scope: Scope) -> tuple[Sortable, ...]:
    """One for each entity. Facts are those that may be read in `scope`, the latest first."""
    ids = {entity.id for entity in entities}
    facts = view.facts.of_entities(ids, scope, limit_each=_MOST_FACTS)
    names = _names(view, facts, scope)
    ties: dict[EntityId, list[Tie]] = {number: [] for number in ids}
    for fact in reversed(facts):
        for number in ids & {fact.subject, fact.object}:
            if len(ties[number]) < _MOST_FACTS:
                ties[number].append(_tie(fact, number, names))
    return tuple(
        Sortable(one.id, one.name, one.kind, one.tag, mask(one.summary), tuple(ties[one.id])) for one in entities
    )


def _names(view: View, facts: Collection[Fact], scope: Scope) -> dict[EntityId, str]:
    ends = {EntityId(end) for fact in facts for end in (fact.subject, fact.object) if isinstance(end, int)}
    return {number: entity.name for number, entity in view.entities.get(ends, scope).items()}


def _tie(fact: Fact, number: EntityId, names: dict[EntityId, str]) -> Tie:
    near_is_subject = fact.subject == number
    far = fact.object if near_is_subject else fact.subject
    other = far.text if isinstance(far, Value) else names.get(EntityId(far), "") if isinstance(far, int) else str(far)
    return Tie(fact.predicate, "subject" if near_is_subject else "object", mask(other), mask(fact.fact), other == ME)
