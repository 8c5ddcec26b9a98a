"""An entity taken out with all that hangs on it: names, mentions, facts. What its facts had ended holds again."""

from app.domain.ids import EntityId
from app.domain.plan import Author, Expect, Plan, Remove
from app.domain.scope import Scope
from app.memory.revise.reading import entity_of, not_me
from app.memory.revise.resettle import minting, resettled
from app.storage.view import View


def remove(view: View, entity: EntityId, scope: Scope, author: Author) -> Plan:
    """Raises `BadInput` when it is gone or stands for the user."""
    old = entity_of(view, entity, scope)
    not_me(old)
    steps, expects = resettled(view, scope, minting(), gone=view.facts.of_entities([entity], scope))
    expects.append(Expect("entity", entity, {"name": old.name}))
    return Plan((*steps, Remove("entity", entity)), author, "remove_entity", old.name, tuple(expects))
