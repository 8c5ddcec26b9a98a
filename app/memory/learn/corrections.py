""" "Sorry, I meant Toyama, not Nagoya": what the last turns taught under the wrong name is taken back and said anew."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.domain.draft import Draft, DraftCorrection, DraftEntity
from app.domain.entity import Entity, EntityKind, Span
from app.domain.episode import Episode
from app.domain.fact import Fact, Value
from app.domain.ids import EntityId, EpisodeId, FactId
from app.domain.text import name_key
from app.memory.learn.cast import Cast, Loom
from app.memory.learn.holdings import held
from app.memory.learn.intervals import Held
from app.memory.learn.naming import form
from app.memory.learn.statements import support


@dataclass(frozen=True, slots=True)
class Slip:
    """A fact of the last turns that has the wrong thing at an end, and the name of the right one."""

    wrong: Held
    right: str
    kind: EntityKind | None
    """None: the end is a value."""
    at_subject: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Slips:
    """All slips that one turn corrects. `entities` are right names to be resolved with the others of the turn."""

    found: tuple[Slip, ...] = ()
    entities: tuple[DraftEntity, ...] = ()

    def retracted(self) -> list[Held]:
        return [slip.wrong for slip in self.found]

    def told(self, loom: Loom, cast: Cast) -> list[Held]:
        """The facts as they should have been said."""
        return [row for slip in self.found if (row := _mended(loom, cast, slip)) is not None]


def corrections(loom: Loom, draft: Draft, recent: Sequence[Episode]) -> Slips:
    """Find what the corrections of a turn are about. A fact that older words support as well is no slip."""
    if not draft.corrections or not recent:
        return Slips()
    turns = {episode.id for episode in recent}
    anchored = loom.view.facts.anchored_in(turns, loom.episode.scope)
    facts = {fact.id: fact for row in anchored.values() for fact, _ in row if fact.expired_at is None}
    rows = [row for row in held(loom.view, list(facts.values()), loom.episode.scope) if _of_these(row, turns)]
    names = _names(loom, [row.fact for row in rows])
    found = [slip for one in draft.corrections for row in rows for slip in _slips(one, row, names)]
    known = {name_key(entity.name) for entity in draft.entities}
    added = {
        name_key(slip.right): DraftEntity(slip.right, slip.kind)
        for slip in found
        if slip.kind is not None and name_key(slip.right) not in known
    }
    return Slips(tuple(found), tuple(added.values()))


def _of_these(row: Held, turns: set[EpisodeId]) -> bool:
    return all(one.anchor.episode in turns for one in row.supports)


def _names(loom: Loom, facts: Sequence[Fact]) -> dict[int, Entity]:
    ends = {EntityId(end) for fact in facts for end in (fact.subject, fact.object) if isinstance(end, int)}
    return {int(number): entity for number, entity in loom.view.entities.get(ends, loom.episode.scope).items()}


def _slips(one: DraftCorrection, row: Held, names: dict[int, Entity]) -> list[Slip]:
    fact, found = row.fact, []
    if isinstance(fact.object, Value):
        if name_key(fact.object.text) == name_key(one.wrong):
            found.append(Slip(row, one.right, None, False, one.span))
    elif isinstance(fact.object, int) and _is(names.get(fact.object), one.wrong):
        found.append(Slip(row, one.right, names[fact.object].kind, False, one.span))
    if isinstance(fact.subject, int) and _is(names.get(fact.subject), one.wrong):
        found.append(Slip(row, one.right, names[fact.subject].kind, True, one.span))
    return found


def _is(entity: Entity | None, name: str) -> bool:
    return entity is not None and form(entity.name, entity.kind).bare == form(name, entity.kind).bare


def _mended(loom: Loom, cast: Cast, slip: Slip) -> Held | None:
    old = slip.wrong.fact
    right: Value | EntityId | None = Value(slip.right)
    if slip.kind is not None:
        right = cast.find(slip.right, slip.kind, frozenset({slip.kind}))
    if right is None:
        return None
    number = FactId(loom.mint())
    wrong_name, said = loom.episode.text, loom.episode.said_at
    fact = replace(old, id=number, fact=wrong_name, said_at=said, created_at=loom.at, invalidated_by=None)
    fact = replace(fact, subject=right) if slip.at_subject and isinstance(right, int) else replace(fact, object=right)
    return Held(fact, (support(loom, number, slip.span),))
