"""Two entities that are one: relations repointed at both ends, loops dropped, doubles folded, no alias invented."""

from collections.abc import Container, Sequence
from dataclasses import replace

from app.domain import clock
from app.domain.entity import Alias, Entity
from app.domain.errors import BadInput
from app.domain.fact import Fact
from app.domain.ids import AliasId, EntityId
from app.domain.plan import Add, Amend, Author, Expect, Plan, Remove, Step
from app.domain.scope import Scope
from app.domain.text import name_key
from app.memory.learn.holdings import held
from app.memory.revise import bearing
from app.memory.revise.apart import asked_of
from app.memory.revise.reading import entity_of, not_me
from app.memory.revise.resettle import minting, resettled
from app.memory.revise.views import repointed
from app.storage.view import View

_ALL = 1_000_000


def merge(view: View, kept: EntityId, gone: EntityId, scope: Scope, author: Author, keep_name: bool = False) -> Plan:
    """Everything of `gone` becomes `kept`'s; `keep_name`: its name too, as an alias that the author declares.

    Raises `BadInput` when they are one already, when the one to go stands for the user, or when it is known in a
    project that does not know the one that stays: its facts would have nobody there that they are about.
    """
    if kept == gone:
        raise BadInput("These are one already.")
    into, old = entity_of(view, kept, scope), entity_of(view, gone, scope)
    not_me(old)
    _known_alike(into, old)
    steps: list[Step] = [*_names(view, into, old, scope, author, keep_name)]
    steps += [Amend("mention", one.id, {"entity": kept}) for one in view.entities.mentions_of(gone, scope, _ALL)]
    steps += [*_memberships(view, into, old, scope), *asked_of(view, kept, gone, scope)]
    steps += repointed(view, kept, gone, scope)
    written, expects = _facts(view, kept, gone, scope)
    if old.tag and not into.tag:
        steps.append(Amend("entity", kept, {"tag": old.tag}))
    expects += [Expect("entity", one.id, {"name": one.name, "kind": one.kind}) for one in (into, old)]
    steps += [*written, Remove("entity", gone)]
    return Plan(tuple(steps), author, "merge", f"{old.name} → {into.name}", tuple(expects))


def _known_alike(into: Entity, old: Entity) -> None:
    if old.scope.reads(into.scope):
        return
    if into.scope.reads(old.scope):
        raise BadInput("“{name}” is known in more projects: let that one stay.", name=old.name)
    raise BadInput("They belong to different projects.")


def _names(view: View, into: Entity, old: Entity, scope: Scope, author: Author, keep_name: bool) -> list[Step]:
    own = view.entities.aliases([into.id, old.id], scope)
    taken = {name_key(into.name)} | {name_key(alias.text) for alias in own.get(into.id, ())}
    steps: list[Step] = []
    for alias in own.get(old.id, ()):
        if name_key(alias.text) not in taken:
            steps.append(Amend("alias", alias.id, {"entity": into.id}))
            taken.add(name_key(alias.text))
    if keep_name and name_key(old.name) not in taken:
        steps.append(Add(Alias(AliasId(-1), into.id, old.name, author.kind, clock.now())))
    return steps


def _memberships(view: View, into: Entity, old: Entity, scope: Scope) -> list[Step]:
    """What `old` was in becomes `into`'s, less a category that only bore its name where `into` has a place already."""
    rows = view.categories.memberships([into.id, old.id], scope)
    taken = {row.category for row in rows.get(into.id, ())}
    own = bearing.bearing(view, old, scope)
    placed = any(not row.excluded for row in rows.get(into.id, ()))
    steps = bearing.gone(view, own, scope) if placed else bearing.called(own, into.name)
    taken |= {row.id for row in own} if placed else set()
    left = [row for row in rows.get(old.id, ()) if row.category not in taken]
    return [*steps, *(Amend("membership", row.id, {"entity": into.id}) for row in left)]


def _facts(view: View, kept: EntityId, gone: EntityId, scope: Scope) -> tuple[list[Step], list[Expect]]:
    facts = view.facts.of_entities([gone], scope, retracted=True)
    moved = {fact.id: _repointed(fact, kept, gone) for fact in facts}
    loops = [fact for fact in facts if moved[fact.id].subject == moved[fact.id].object]
    looped = {fact.id for fact in loops}
    steps: list[Step] = [Remove("fact", number) for number in looped]
    for fact in facts:
        if fact.id not in looped:
            steps.append(Amend("fact", fact.id, _ends(moved[fact.id])))
    alive = [fact for fact in facts if fact.id not in looped and fact.expired_at is None]
    told = [replace(row, fact=moved[row.fact.id]) for row in held(view, alive, scope)]
    written, expects = resettled(view, scope, minting(-2), told=told, gone=_alive(loops))
    return [*steps, *(step for step in written if not _removes(step, looped))], expects


def _alive(facts: Sequence[Fact]) -> list[Fact]:
    return [fact for fact in facts if fact.expired_at is None]


def _removes(step: Step, numbers: Container[int]) -> bool:
    return isinstance(step, Remove | Amend) and step.noun == "fact" and step.id in numbers


def _repointed(fact: Fact, kept: EntityId, gone: EntityId) -> Fact:
    subject = kept if fact.subject == gone else fact.subject
    return replace(fact, subject=subject, object=kept if fact.object == gone else fact.object)


def _ends(fact: Fact) -> dict[str, object]:
    return {"subject": fact.subject, "object": fact.object}
