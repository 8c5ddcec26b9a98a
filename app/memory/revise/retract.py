"""A fact that was never true: it stays in the store, marked, and what it had ended holds again."""

from app.domain import clock
from app.domain.ids import FactId
from app.domain.plan import Amend, Author, Expect, Plan
from app.domain.scope import Scope
from app.memory.revise.reading import fact_of, shown
from app.memory.revise.resettle import minting, resettled
from app.storage.view import View


def retract(view: View, fact: FactId, scope: Scope, author: Author) -> Plan:
    """Take a fact back. Raises `BadInput` when it is gone."""
    row = fact_of(view, fact, scope)
    steps, expects = resettled(view, scope, minting(), gone=[row])
    mark = Amend("fact", fact, {"expired_at": clock.now()})
    expects = [Expect("fact", fact, {"expired_at": None}), *expects]
    return Plan((*steps, mark), author, "retract_fact", shown(view, row, scope), tuple(expects))
