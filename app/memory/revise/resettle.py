"""After facts come, change or go, the facts beside them get the intervals that now follow; nothing else moves."""

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import replace
from itertools import count

from app.domain.fact import Fact
from app.domain.ids import EntityId, FactId
from app.domain.plan import Expect, Step
from app.domain.scope import Scope
from app.memory.learn.holdings import beside, exclusive, held
from app.memory.learn.intervals import Held
from app.memory.learn.reconcile import Mint, expectations, reconcile, reconcile_at_once, steps
from app.storage.view import View

_MANY = 40
"""Facts that come together from which on each slot is settled once: one by one, a hub of a thousand took minutes."""


def minting(first: int = -1) -> Mint:
    """Placeholders from `first` downwards."""
    numbers = count(first, -1)
    return lambda: next(numbers)


def resettled(
    view: View, scope: Scope, mint: Mint, told: Sequence[Held] = (), gone: Sequence[Fact] = ()
) -> tuple[list[Step], list[Expect]]:
    """Steps for the slots of `told` (new, or known with other times) and of `gone`, which no longer counts."""
    concerned = [*(row.fact for row in told), *gone]
    mine = {fact.id for fact in concerned if fact.id >= 0}
    old = held(view, list(view.facts.get(mine, scope).values()), scope)
    ended = [fact for some in view.facts.ended_by({fact.id for fact in gone}, scope).values() for fact in some]
    standing = [fact for fact in ended if fact.expired_at is None]
    before = {row.fact.id: row for row in (*held(view, standing, scope), *beside(view, concerned, scope), *old)}
    left = [row for row in before.values() if row.fact.id not in mine]
    lost = [before[fact.id] for fact in gone if fact.id in before]
    after = [*(reconcile_at_once if len(told) > _MANY else reconcile)(left, told, mint, lost), *lost]
    written = steps(before.values(), after)
    return written, expectations(before.values(), written)


def repointed(view: View, scope: Scope, mint: Mint, moved: Mapping[FactId, Fact]) -> tuple[list[Step], list[Expect]]:
    """Steps for the slots that facts leave and those that they come to, by number of the fact as it becomes.

    What they had ended where they were holds again, and so do they where another fact had ended them there; both are
    settled anew. The new ends themselves are not among the steps.
    """
    rows = held(view, list(view.facts.get(moved, scope).values()), scope)
    old = {row.fact.id: row for row in rows}
    new = [replace(row, fact=_freed(moved[row.fact.id], moved)) for row in rows]
    ended = [fact for some in view.facts.ended_by(set(old), scope).values() for fact in some if fact.expired_at is None]
    near = beside(view, [row.fact for row in (*rows, *new)], scope)
    before = {row.fact.id: row for row in (*held(view, ended, scope), *near, *rows)}
    left = [row for row in before.values() if row.fact.id not in old]
    written = steps(before.values(), (reconcile_at_once if len(new) > _MANY else reconcile)(left, new, mint, rows))
    return written, expectations(before.values(), written)


def parted(view: View, scope: Scope, mint: Mint, entities: Collection[EntityId]) -> tuple[list[Step], list[Expect]]:
    """Steps once it is said that entities are not one: what holds of one now ends what held of the other."""
    rows = beside(view, [fact for fact in view.facts.of_entities(entities, scope) if exclusive(fact)], scope)
    written = steps(rows, reconcile([], [replace(row, perhaps=row.perhaps.difference(entities)) for row in rows], mint))
    return written, expectations(rows, written)


def _freed(fact: Fact, moved: Container[FactId]) -> Fact:
    """A fact that one which stays behind had ended is open again."""
    if fact.invalidated_by is None or fact.invalidated_by in moved:
        return fact
    return replace(fact, invalid_at=None, invalidated_by=None)
