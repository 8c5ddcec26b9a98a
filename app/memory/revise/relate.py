"""A fact added, ended or edited by hand."""

from dataclasses import dataclass, replace

from app.domain import clock
from app.domain.clock import WorldTime
from app.domain.errors import BadInput
from app.domain.fact import Fact, Node, Object, Value
from app.domain.ids import AnchorId, EntityId, FactId
from app.domain.plan import Add, Amend, Author, Expect, Plan, Remove, Step
from app.domain.scope import Scope
from app.memory.learn.holdings import held
from app.memory.learn.intervals import Held
from app.memory.learn.reading.relations import relations
from app.memory.learn.reconcile import Mint
from app.memory.learn.slots import identity
from app.memory.revise.reading import entity_of, fact_of, shown, usable_name
from app.memory.revise.resettle import minting, resettled
from app.storage.view import View


@dataclass(frozen=True, slots=True)
class Relating:
    """What somebody declares: ends, predicate, and times as far as they are known."""

    subject: Node
    predicate: str
    object: Object
    since: WorldTime | None = None
    until: WorldTime | None = None
    fact: str = ""
    """The sentence; empty: made from the relation's own words by whoever shows it."""


def add(view: View, new: Relating, scope: Scope, author: Author) -> Plan:
    """State a fact. Declared again it is refreshed, not doubled; what it excludes ends as in learning."""
    at, mint = clock.now(), minting()
    row = _checked(_fact(new, FactId(mint()), author, scope))
    _known(view, row, scope)
    steps, expects = resettled(view, scope, mint, told=[Held(row)])
    folded = {step.id for step in steps if isinstance(step, Remove)}
    known = [fact for fact in _same(view, row, scope) if not _added(steps, row) and fact.id not in folded]
    steps += [Amend("fact", fact.id, {"declared_at": at}) for fact in known[-1:]]
    return Plan(tuple(steps), author, "add_fact", shown(view, row, scope), tuple(expects))


def _same(view: View, row: Fact, scope: Scope) -> list[Fact]:
    near = view.facts.about(row.subject, [row.predicate], scope)
    return [fact for fact in near if identity(fact) == identity(row)]


def _added(steps: list[Step], row: Fact) -> bool:
    return any(isinstance(step, Add) and step.row.id == row.id for step in steps)


def end(view: View, fact: FactId, when: WorldTime | None, scope: Scope, author: Author) -> Plan:
    """A fact ends on a day, today when none is given. Raises `BadInput` when that lies before its start."""
    row = fact_of(view, fact, scope)
    day = when or WorldTime.of(clock.now().date())
    if day.last() < row.since():
        raise BadInput("It cannot end before it began.")
    if day.first() < row.since():
        day = WorldTime.of(row.since())
    expects = (Expect("fact", fact, {"invalid_at": row.invalid_at, "expired_at": None}),)
    steps = (Amend("fact", fact, {"invalid_at": day, "invalidated_by": None}),)
    return Plan(steps, author, "end_fact", shown(view, row, scope), expects)


def edit(view: View, fact: FactId, new: Relating, scope: Scope, author: Author) -> Plan:
    """Say a fact otherwise. Other times change it; another end or predicate takes it back and states the new one.

    The sources stay with the new fact, and with the old one, so that reading them again does not bring it back.
    """
    old = fact_of(view, fact, scope)
    if (new.subject, new.predicate, new.object) == (old.subject, old.predicate, old.object):
        return _other_times(view, old, new, scope, author)
    at, mint = clock.now(), minting()
    row = _checked(replace(_fact(new, FactId(mint()), author, scope), said_at=old.said_at, scope=old.scope))
    _known(view, row, scope)
    steps, expects = resettled(view, scope, mint, told=[_with_sources(view, old, row, scope, mint)], gone=[old])
    steps.append(Amend("fact", fact, {"expired_at": at}))
    expects.append(Expect("fact", fact, {"expired_at": None}))
    return Plan(tuple(steps), author, "edit_fact", shown(view, row, scope), tuple(expects))


def _other_times(view: View, old: Fact, new: Relating, scope: Scope, author: Author) -> Plan:
    changed = _checked(replace(old, fact=new.fact, valid_at=new.since, invalid_at=new.until, invalidated_by=None))
    (row,) = held(view, [old], scope)
    steps, expects = resettled(view, scope, minting(), told=[replace(row, fact=changed)])
    return Plan(tuple(steps), author, "edit_fact", shown(view, old, scope), tuple(expects))


def _with_sources(view: View, old: Fact, row: Fact, scope: Scope, mint: Mint) -> Held:
    (known,) = held(view, [old], scope)
    copies = [replace(one, anchor=replace(one.anchor, id=AnchorId(mint()), fact=row.id)) for one in known.supports]
    return Held(row, tuple(copies))


def _fact(new: Relating, number: FactId, author: Author, scope: Scope) -> Fact:
    at, own = clock.now(), Scope(scope.agent, scope.project, scope.channel)
    plain = Fact(number, new.subject, new.predicate.strip(), new.object, new.fact, at, at, declared_by=author.kind)
    return replace(plain, valid_at=new.since, invalid_at=new.until, declared_at=at, scope=own)


def _known(view: View, row: Fact, scope: Scope) -> None:
    """Raises `BadInput` when an end is gone by now. One that the same plan makes has no number of its own yet."""
    for end in (row.subject, row.object):
        if isinstance(end, int) and end > 0:
            entity_of(view, EntityId(end), scope)


def _checked(row: Fact) -> Fact:
    """Raises `BadInput` for what no fact can be."""
    usable_name(row.predicate)
    if isinstance(row.object, Value):
        usable_name(row.object.text)
    elif relations().of(row.predicate).object_is == "value":
        raise BadInput("This relation takes a text, not an entity.")
    if row.subject == row.object:
        raise BadInput("Nothing is related to itself.")
    if row.valid_at and row.invalid_at and row.invalid_at.last() < row.valid_at.first():
        raise BadInput("It cannot end before it began.")
    return row
