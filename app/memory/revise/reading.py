"""Rows that an edit is about, or a sentence for the user when they are gone."""

from app.domain.entity import MAX_NAME, ME, Entity
from app.domain.errors import BadInput
from app.domain.fact import Fact, Value
from app.domain.ids import EntityId, FactId
from app.domain.scope import Scope
from app.domain.text import clean, name_key
from app.memory.learn.plain import plain
from app.storage.view import View


def entity_of(view: View, entity: EntityId, scope: Scope) -> Entity:
    """Raises `BadInput` when it is gone."""
    found = view.entities.one(entity, scope)
    if found is None:
        raise BadInput("This entity is gone.")
    return found


def fact_of(view: View, fact: FactId, scope: Scope) -> Fact:
    """Raises `BadInput` when it is gone or was taken back."""
    found = view.facts.one(fact, scope)
    if found is None or found.expired_at is not None:
        raise BadInput("This fact is gone.")
    return found


def usable_name(text: str) -> str:
    """The name as it is kept: trimmed, storable. Raises `BadInput` when nothing is left of it or it is too long."""
    name = clean(text).strip()
    if not name_key(plain(name).text.replace("\ufffd", "")):  # what nobody sees is no name
        raise BadInput("A name needs at least one character.")
    if len(name) > MAX_NAME:
        raise BadInput("A name has at most {most} characters.", most=str(MAX_NAME))
    return name


def not_me(entity: Entity) -> None:
    """Raises `BadInput` for the entity of the user, which the app finds by its name."""
    if entity.name == ME:
        raise BadInput("This entity stands for you and stays as it is.")


def shown(view: View, fact: Fact, scope: Scope) -> str:
    """A fact for history: "Alice works_at Acme"."""
    ends = [EntityId(end) for end in (fact.subject, fact.object) if isinstance(end, int)]
    names = {number: entity.name for number, entity in view.entities.get(ends, scope).items()}
    words = [
        end.text if isinstance(end, Value) else names.get(EntityId(end), "") if isinstance(end, int) else str(end)
        for end in (fact.subject, fact.object)
    ]
    return f"{words[0]} {fact.predicate} {words[1]}"
