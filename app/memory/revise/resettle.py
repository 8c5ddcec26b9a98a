"""After facts come, change or go, the facts beside them get the intervals that now follow; nothing else moves."""

from collections.abc import Sequence
from itertools import count

from app.domain.fact import Fact
from app.domain.plan import Expect, Step
from app.domain.scope import Scope
from app.memory.learn.holdings import beside, held
from app.memory.learn.intervals import Held
from app.memory.learn.reconcile import Mint, expectations, reconcile, steps
from app.storage.view import View


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
    after = [*reconcile(left, told, mint, lost), *lost]
    written = steps(before.values(), after)
    return written, expectations(before.values(), written)
