"""One that is two: chosen mentions, names and facts go to a new entity, and the two are kept apart from then on."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from app.domain import clock
from app.domain.entity import ME, Alias, Entity, EntityKind
from app.domain.errors import BadInput
from app.domain.fact import Fact
from app.domain.ids import AliasId, EntityId, FactId, MentionId, SuggestionId
from app.domain.plan import Add, Amend, Author, Expect, Plan, Remove, Step
from app.domain.scope import Scope
from app.domain.text import clean, name_key
from app.memory.revise.apart import distinct
from app.memory.revise.reading import entity_of, usable_name
from app.memory.revise.resettle import minting, repointed
from app.storage.view import View

NEW = EntityId(-1)
"""Placeholder of the entity that a split makes."""
_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Split:
    """What goes to the new entity. It may bear the old one's name; `tag` then tells them apart."""

    name: str
    kind: EntityKind
    mentions: frozenset[MentionId] = frozenset()
    aliases: frozenset[AliasId] = frozenset()
    facts: frozenset[FactId] = frozenset()
    tag: str = ""


def split(view: View, entity: EntityId, chosen: Split, scope: Scope, author: Author) -> Plan:
    """Raises `BadInput` when nothing is chosen, something chosen is not the entity's, or the name is another's."""
    old, name = entity_of(view, entity, scope), usable_name(chosen.name)
    _free(view, old, name, chosen.kind, scope)
    row = Entity(
        NEW, name, chosen.kind, clock.now(), clean(chosen.tag).strip(), declared_by=author.kind, scope=old.scope
    )
    mentions = _mentions(view, entity, chosen.mentions, scope)
    names, moved = _names(view, entity, name, chosen.aliases, scope), _facts(view, entity, chosen.facts, scope)
    if not (mentions or names or moved):
        raise BadInput("Choose at least one mention, name or relation that goes to the new one.")
    alive = {number: fact for number, fact in moved.items() if fact.expired_at is None}
    written, expects = repointed(view, scope, minting(-3), alive)
    ends = [Amend("fact", number, {"subject": fact.subject, "object": fact.object}) for number, fact in moved.items()]
    apart = Add(distinct(SuggestionId(-2), NEW, name, entity, old.scope))
    expects.append(Expect("entity", entity, {"name": old.name, "kind": old.kind}))
    steps = (Add(row), *mentions, *names, *ends, *written, apart)
    return Plan(steps, author, "split", f"{old.name} → {old.name} + {name}", tuple(expects))


def _free(view: View, old: Entity, name: str, kind: EntityKind, scope: Scope) -> None:
    if name == ME:
        raise BadInput("This entity stands for you and stays as it is.")
    for match in view.entities.by_key([name_key(name)], scope).get(name_key(name), ()):
        if match.entity.id != old.id and match.entity.kind == kind:
            raise BadInput("“{name}” already names another. If they are one, merge them.", name=name)


def _mentions(view: View, entity: EntityId, chosen: Collection[MentionId], scope: Scope) -> list[Step]:
    own = {one.id for one in view.entities.mentions_of(entity, scope, _ALL)} if chosen else set()
    _all_there(chosen, own)
    return [Amend("mention", number, {"entity": NEW}) for number in sorted(chosen)]


def _names(view: View, entity: EntityId, name: str, chosen: Collection[AliasId], scope: Scope) -> list[Step]:
    """An alias that is the new one's name is an alias no longer, whether it was chosen or not."""
    own: dict[AliasId, Alias] = {one.id: one for one in view.entities.aliases([entity], scope).get(entity, ())}
    _all_there(chosen, own)
    steps: list[Step] = []
    for number, alias in own.items():
        if name_key(alias.text) == name_key(name):
            steps.append(Remove("alias", number))
        elif number in chosen:
            steps.append(Amend("alias", number, {"entity": NEW}))
    return steps


def _facts(view: View, entity: EntityId, chosen: Collection[FactId], scope: Scope) -> dict[FactId, Fact]:
    rows = view.facts.get(chosen, scope)
    own = {number for number, fact in rows.items() if entity in (fact.subject, fact.object)}
    _all_there(chosen, own)
    return {
        number: replace(
            fact,
            subject=NEW if fact.subject == entity else fact.subject,
            object=NEW if fact.object == entity else fact.object,
        )
        for number, fact in rows.items()
    }


def _all_there(chosen: Collection[int], own: Collection[int]) -> None:
    if not set(chosen) <= set(own):
        raise BadInput("Something that was chosen is no longer there. Please look again.")
