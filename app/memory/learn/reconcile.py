"""What a turn says against what memory holds: the same fact gets a source, another one ends it, nothing else moves.

Pure. Facts come in with the words that support them and go out with their intervals set; `steps` writes the difference.
Nothing is deleted for being contradicted: a contradiction ends a fact, a correction retracts it.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from datetime import date

from app.domain.fact import Fact
from app.domain.ids import FactId
from app.domain.plan import Add, Amend, Expect, Remove, Step
from app.memory.learn.intervals import Held, settle_slot
from app.memory.learn.slots import Key, slots

Mint = Callable[[], int]


def reconcile(known: Iterable[Held], told: Sequence[Held], mint: Mint, retracted: Iterable[Held] = ()) -> list[Held]:
    """All rows as they stand after `told` is taken in and `retracted` is taken out. Inputs that agree come back equal.

    `known` is what memory holds in the slots concerned; `told` bears placeholders; `retracted` was never true.
    """
    gone = {held.fact.id: held for held in retracted}
    work = {held.fact.id: _freed(held, gone) for held in known if held.fact.id not in gone}
    places: dict[FactId, list[Key]] = {}
    for slot in _slots_of(gone.values()):
        _settle(work, slot, mint, places)
    for held in told:
        work[held.fact.id] = held
        for slot in slots(held.fact):
            _settle(work, slot, mint, places)
    return list(work.values())


def reconcile_at_once(
    known: Iterable[Held], told: Sequence[Held], mint: Mint, retracted: Iterable[Held] = ()
) -> list[Held]:
    """The same for hundreds of facts that come together: each slot is settled once, with all of its rows."""
    gone = {held.fact.id: held for held in retracted}
    work = {held.fact.id: _freed(held, gone) for held in known if held.fact.id not in gone}
    work |= {held.fact.id: held for held in told}
    within: dict[Key, list[FactId]] = {}

    def enter(rows: Iterable[Held]) -> None:
        for held in rows:
            for slot in slots(held.fact):
                within.setdefault(slot, []).append(held.fact.id)

    enter(work.values())
    for slot in _slots_of([*gone.values(), *told]):
        rows = [work.pop(number) for number in dict.fromkeys(within.get(slot, ())) if number in work]
        settled = {held.fact.id: held for held in settle_slot(rows, mint)}
        work |= settled
        enter(held for number, held in settled.items() if number not in {row.fact.id for row in rows})
    return list(work.values())


def _slots_of(rows: Iterable[Held]) -> list[Key]:
    return list(dict.fromkeys(slot for held in rows for slot in slots(held.fact)))


def _freed(held: Held, gone: Container[FactId | None]) -> Held:
    """A fact that only a retracted one had ended is open again."""
    if held.fact.invalidated_by in gone:
        return replace(held, fact=replace(held.fact, invalid_at=None, invalidated_by=None))
    return held


def _settle(work: dict[FactId, Held], slot: Key, mint: Mint, places: dict[FactId, list[Key]]) -> None:
    """`places` keeps the slots of each row, which its interval does not change: forgetting asks for hundreds."""
    for number in work.keys() - places.keys():
        places[number] = slots(work[number].fact)
    rows = [held for number, held in work.items() if slot in places[number]]
    for held in rows:
        del work[held.fact.id]
    work.update((held.fact.id, held) for held in settle_slot(rows, mint))


def current(rows: Iterable[Held], day: date) -> list[Held]:
    """Those that hold on a day."""
    return [held for held in rows if held.fact.holds_on(day)]


_FIELDS = ("fact", "said_at", "valid_at", "invalid_at", "invalidated_by", "confidence")


def steps(before: Iterable[Held], after: Iterable[Held]) -> list[Step]:
    """What to write so that `before` becomes `after`: new facts and anchors, changed intervals, folded doubles."""
    old = {held.fact.id: held for held in before}
    new = {held.fact.id: held for held in after}
    written: list[Step] = [Add(held.fact) for number, held in new.items() if number not in old]
    for number, held in new.items():
        changes = _changes(old[number].fact, held.fact) if number in old else {}
        written += [Amend("fact", number, changes)] if changes else []
    written += _anchor_steps(old, new)
    return written + [Remove("fact", number) for number in old if number not in new]


def _changes(old: Fact, new: Fact) -> dict[str, object]:
    return {name: getattr(new, name) for name in _FIELDS if getattr(new, name) != getattr(old, name)}


def _anchor_steps(old: dict[FactId, Held], new: dict[FactId, Held]) -> list[Step]:
    standing = {one.anchor.id: one.anchor for held in old.values() for one in held.supports}
    written: list[Step] = []
    for held in new.values():
        for support in held.supports:
            anchor = support.anchor
            if anchor.id not in standing:
                written.append(Add(anchor))
            elif standing[anchor.id].fact != anchor.fact:
                written.append(Amend("anchor", anchor.id, {"fact": anchor.fact}))
    return written


def expectations(before: Iterable[Held], written: Sequence[Step]) -> list[Expect]:
    """That the facts which the steps change or fold are still as they were read."""
    old = {held.fact.id: held.fact for held in before}
    changed = [step.id for step in written if isinstance(step, Amend | Remove) and step.noun == "fact"]
    return [
        Expect("fact", number, {"invalid_at": old[FactId(number)].invalid_at, "expired_at": None})
        for number in changed
        if FactId(number) in old
    ]
