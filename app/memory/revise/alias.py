"""Another name for an entity, given or taken away by hand."""

from app.domain import clock
from app.domain.entity import Alias
from app.domain.errors import BadInput
from app.domain.ids import AliasId, EntityId
from app.domain.plan import Add, Author, Expect, Plan, Remove
from app.domain.scope import Scope
from app.domain.text import name_key
from app.memory.revise.reading import entity_of, usable_name
from app.storage.view import View


def add(view: View, entity: EntityId, text: str, scope: Scope, author: Author) -> Plan:
    """Refused when it already names another entity in scope; a single character is for the user alone to give."""
    owner, name = entity_of(view, entity, scope), usable_name(text)
    if len(name) == 1 and author.kind != "user":
        raise BadInput("A name of one character can only be given by the user.")
    for match in view.entities.by_key([name_key(name)], scope).get(name_key(name), ()):
        if match.entity.id == entity:
            raise BadInput("“{name}” is one of its names already.", name=name)
        raise BadInput("“{name}” already names {other}.", name=name, other=match.entity.name)
    row = Alias(AliasId(-1), entity, name, author.kind, clock.now())
    expects = (Expect("entity", entity, {"name": owner.name}),)
    return Plan((Add(row),), author, "add_alias", f"{name} = {owner.name}", expects)


def remove(view: View, alias: AliasId, scope: Scope, author: Author) -> Plan:
    """Any one alias, whoever declared it; the others stay."""
    row = view.entities.alias(alias, scope)
    if row is None:
        raise BadInput("This name is gone.")
    owner = entity_of(view, row.entity, scope)
    expects = (Expect("alias", alias, {"entity": row.entity, "text": row.text}),)
    return Plan((Remove("alias", alias),), author, "remove_alias", f"{row.text} = {owner.name}", expects)
