"""What changed in the world between two days: facts that began, ended, or turned out never to have been true."""

from collections.abc import Collection, Iterator
from datetime import date
from typing import TYPE_CHECKING

from app.domain.graph import ChangeKind, FactChange
from app.domain.ids import EntityId, FactId
from app.domain.scope import Scope
from app.memory.explore.batches import Stopped, batches, never

if TYPE_CHECKING:
    from app.storage.graphs import ChangedRow
    from app.storage.view import View

MOST = 5000
"""Changes that are told: a list that nobody reads to its end need not be longer."""
_ORDER: dict[ChangeKind, int] = {"ended": 0, "retracted": 1, "began": 2}
"""Of one day: what made room goes before what came into it."""


def changed(
    view: "View",
    about: Collection[EntityId] | None,
    since: date,
    until: date,
    scope: Scope,
    stopped: Stopped = never,
) -> list[FactChange]:
    """Changes from `since` to `until`, both included, in order; of many the `MOST` latest.

    Of facts with one of `about` at either end; None: of all. A fact that nobody dated began when it was said. One that
    ended on the day it began, or before, has only its end. Raises `Cancelled`.
    """
    first, last = min(since, until), max(since, until)
    rows: dict[int, ChangedRow] = {}
    for batch in batches(sorted(about), stopped) if about is not None else (None,):
        rows |= {row[0]: row for row in view.graphs.changed(batch, first, last, scope, MOST)}
    found = [change for row in rows.values() for change in told_of(row) if first <= change.day <= last]
    found.sort(key=lambda one: (one.day, _ORDER[one.kind], one.fact))
    return found[-MOST:]


def told_of(row: "ChangedRow") -> Iterator[FactChange]:
    (number, subject, object_, subject_name, object_name, predicate, text, dated, begun, ended, taken_back) = row
    far = None if object_ is None else EntityId(object_)

    def change(kind: ChangeKind, day: str) -> FactChange:
        near, told = EntityId(subject), dated or kind != "began"
        when = date.fromisoformat(day)
        return FactChange(kind, when, FactId(number), near, far, subject_name, object_name, predicate, text, bool(told))

    if taken_back:
        yield change("retracted", taken_back)
        return
    if ended is None or begun < ended:
        yield change("began", begun)
    if ended is not None:
        yield change("ended", ended)
