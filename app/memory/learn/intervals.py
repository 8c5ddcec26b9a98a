"""The history of one slot, put in order by the time of the world, whatever order it was learned in.

`settle_slot` takes every fact of a slot with the words that support it and gives them back with their intervals set. It
walks over *points* in world time: a fact starts, is said again, ends. A start of something else ends what holds. What
words ended stays ended; what another fact ended is worked out anew each time, so an old note that arrives late closes
at the next start, and one that turns out to lie between two statements of another fact splits that fact in two.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Literal

from app.domain.clock import WorldTime
from app.domain.fact import Anchor, Fact
from app.domain.ids import AnchorId, EntityId, FactId
from app.memory.learn.slots import Key, identity


@dataclass(frozen=True, slots=True)
class Support:
    """An anchor, and when its words were said."""

    anchor: Anchor
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Held:
    """A fact and its supports. One supported only by words that end it has an unknown start.

    `perhaps`: whom an end of it may be, while that is asked; what is said of them does not end it.
    """

    fact: Fact
    supports: tuple[Support, ...] = ()
    perhaps: frozenset[EntityId] = frozenset()

    def stated(self) -> list[Support]:
        return [support for support in self.supports if not support.anchor.ends]

    def only_ended(self) -> bool:
        return bool(self.supports) and not self.stated()


@dataclass(frozen=True, slots=True)
class _Point:
    """`day` orders; it differs from the first day of what was said where that was vague, see `_placed`."""

    day: date
    said: datetime
    kind: Literal["start", "again", "end"]
    held: Held
    key: Key
    """The identity of the fact, worked out once."""
    world: WorldTime | None = None
    support: Support | None = None

    def last(self) -> date:
        return self.world.last() if self.world else self.day

    def order(self) -> tuple[date, datetime, bool, int]:
        number = self.held.fact.id
        return self.day, self.said, self.kind == "end", number if number >= 0 else 2**62 - number


@dataclass(slots=True)
class _Stretch:
    """One interval as it is being built: the rows that make it up, and what ends it."""

    key: Key
    day: date
    said: datetime
    rows: list[Held]
    extra: list[Support] = field(default_factory=list)
    start: WorldTime | None = None
    until: WorldTime | None = None
    ended_by: "_Stretch | None" = None
    ended_elsewhere: FactId | None = None
    """A fact of another slot that ended it: kept as it is."""
    split: bool = False

    def keeper(self) -> Fact:
        """The row that goes on living: the oldest that memory has."""
        facts = [row.fact for row in self.rows]
        known = [fact for fact in facts if fact.id >= 0]
        return min(known, key=lambda fact: fact.id) if known else max(facts, key=lambda fact: fact.id)


def settle_slot(rows: Sequence[Held], mint: Callable[[], int]) -> list[Held]:
    """The rows of one slot with intervals that agree. `mint` gives placeholders for rows that have to be split.

    Rows of one identity and one interval become one; the answer does not depend on the order of `rows`.
    """
    walk = _Walk()
    for point in sorted(_placed(list(_points(rows))), key=_Point.order):
        walk.meet(point)
    stretches = [*walk.closed, *walk.open]
    numbers = {id(stretch): FactId(mint()) if stretch.split else stretch.keeper().id for stretch in stretches}
    moved = {support.anchor.id for stretch in stretches for support in stretch.extra}
    return [_written(stretch, numbers, moved) for stretch in stretches]


def _points(rows: Sequence[Held]) -> Iterator[_Point]:
    present = {row.fact.id for row in rows}
    for row in rows:
        fact, key = row.fact, identity(row.fact)
        if not row.only_ended():
            yield _Point(fact.since(), fact.said_at, "start", row, key, fact.valid_at)
        for support in row.stated():
            if support.said_at > fact.said_at and fact.holds_on(support.said_at.date()):
                yield _Point(support.said_at.date(), support.said_at, "again", row, key, None, support)
        said = max((one.said_at for one in row.supports if one.anchor.ends), default=None)
        if fact.invalid_at and (fact.invalidated_by is None or fact.invalidated_by not in present):
            yield _Point(fact.invalid_at.first(), said or fact.said_at, "end", row, key, fact.invalid_at)
        elif said is not None:
            yield _Point(said.date(), said, "end", row, key)


_LOOSE_DAYS = 31
"""Dates of one event told twice may differ by this much, and "I left on Friday" may be said of a job that was first
mentioned on the Monday after."""
_RECENT_DAYS = 62
"""Of somebody who tells of a start within this time it is taken that it still holds when they say so."""


def _placed(points: list[_Point]) -> list[_Point]:
    """Points moved within what their words may mean, so that what was said later follows what was known before.

    "I started at Acme in March", said in April, begins after "I work at Initech", said on 12 March.
    """
    ends = [point for point in points if point.kind == "end"]
    told = [point for point in points if point.kind != "end"]
    early = [end for end in ends if not any(_starts(one, end) and one.day <= end.last() for one in told)]
    said = [_began_before(point, early) for point in told]
    return [*(_start_placed(point, said) for point in said), *(_end_placed(point, said) for point in ends)]


def _starts(start: _Point, end: _Point) -> bool:
    return start.kind == "start" and start.key == end.key and start.said <= end.said


def _began_before(said: _Point, ends: Sequence[_Point]) -> _Point:
    """What no words date, and later words end on an earlier day, began on a day that nobody told, before that one."""
    mine = [end for end in ends if end.key == said.key and end.said >= said.said]
    days = [end.day for end in mine if 0 < (said.day - end.last()).days <= _LOOSE_DAYS]
    return replace(said, day=min(days)) if days and said.world is None else said


def _end_placed(end: _Point, said: Sequence[_Point]) -> _Point:
    starts = [one for one in said if _starts(one, end)]
    if any(start.day <= end.day for start in starts):
        return end
    for start in sorted(starts, key=_Point.order):
        if start.day <= end.last():
            return replace(end, day=max(start.day, min(end.last(), end.said.date())))
        if start.day > end.said.date():
            return replace(end, day=start.day)
    return end


def _start_placed(start: _Point, said: Sequence[_Point]) -> _Point:
    if start.world is None:
        return start
    recent = start.held.fact.invalid_at is None and (start.said.date() - start.day).days <= _RECENT_DAYS
    inside = [
        other.day
        for other in said
        if other.key != start.key
        and other.said <= start.said
        and start.day < other.day <= (max(start.last(), start.said.date()) if recent else start.last())
        and (other.world is None or other.day <= start.last())
    ]
    return replace(start, day=max(*inside, min(start.last(), start.said.date()))) if inside else start


class _Walk:
    """What holds while the walk goes on, and what is over."""

    def __init__(self) -> None:
        self.open: list[_Stretch] = []
        self.closed: list[_Stretch] = []

    def meet(self, point: _Point) -> None:
        {"start": self._start, "again": self._again, "end": self._end}[point.kind](point)

    def _start(self, point: _Point) -> None:
        mine = self._mine(point)
        if mine is not None and _joins(mine, point):
            mine.rows.append(point.held)
            mine.start = _finer(mine.start, point.world)
            return
        self._begin(_Stretch(point.key, point.day, point.said, [point.held], start=point.world))

    def _again(self, point: _Point) -> None:
        """Said again while something else holds: the fact came back. While it holds itself: nothing new."""
        support = [point.support] if point.support else []
        mine = self._mine(point)
        if mine is None:
            self._begin(_Stretch(point.key, point.day, point.said, [point.held], support, split=True))
        elif point.held not in mine.rows or mine.split:
            mine.extra += support

    def _begin(self, new: _Stretch) -> None:
        """Open a stretch and close what it excludes. Two things said in one breath may both hold."""
        for stretch in self.open[:]:
            together = (stretch.said, stretch.day) == (new.said, new.day) or _perhaps_one(stretch, new)
            if stretch.key == new.key or not together:
                stretch.until = _not_before(stretch, new.start, new.day)
                stretch.ended_by = new
                self._close(stretch)
        self.open.append(new)

    def _end(self, point: _Point) -> None:
        mine = self._mine(point)
        if mine is not None:
            mine.until = _not_before(mine, point.world, point.day)
            mine.ended_elsewhere = point.held.fact.invalidated_by if point.world else None
            self._close(mine)
        else:
            mine = next((one for one in reversed(self.closed) if one.key == point.key and _confirms(point, one)), None)
        if point.held.only_ended():
            if mine is None:
                alone = _Stretch(point.key, point.day, point.said, [point.held], until=point.world)
                self.closed.append(alone)
            else:
                mine.rows.append(point.held)

    def _mine(self, point: _Point) -> _Stretch | None:
        return next((stretch for stretch in self.open if stretch.key == point.key), None)

    def _close(self, stretch: _Stretch) -> None:
        self.open.remove(stretch)
        self.closed.append(stretch)


def _perhaps_one(one: _Stretch, other: _Stretch) -> bool:
    """Whether both may say the same of one entity that goes by two names."""
    sides = ((one.rows, other.rows), (other.rows, one.rows))
    return any(
        near.perhaps & {far.fact.subject, far.fact.object} for rows, others in sides for near in rows for far in others
    )


def _not_before(stretch: _Stretch, world: WorldTime | None, day: date) -> WorldTime:
    """The end as it was told, unless that lies before the stretch began: an interval is never inverted."""
    return world if world and world.first() >= stretch.day else WorldTime.of(day)


def _confirms(end: _Point, stretch: _Stretch) -> bool:
    """Whether an end is another telling of how a closed stretch ended. Of unknown starts, each end is its own."""
    return stretch.day == end.day or not all(row.only_ended() for row in stretch.rows)


def _joins(stretch: _Stretch, point: _Point) -> bool:
    """Whether a start is another telling of the one that opened the stretch: undated, or of a date near enough."""
    if point.world is None or point.world.first() <= stretch.day:
        return True
    return stretch.start is not None and (point.world.first() - stretch.start.last()).days <= _LOOSE_DAYS


def _finer(one: WorldTime | None, other: WorldTime | None) -> WorldTime | None:
    """Of two tellings of a start, the more precise; the first told where they are equally so."""
    return max((time for time in (one, other) if time), key=lambda time: len(time.text), default=None)


def _written(stretch: _Stretch, numbers: dict[int, FactId], moved: set[AnchorId]) -> Held:
    told = [row for row in stretch.rows if not row.only_ended()] or stretch.rows
    first = min(told, key=lambda row: (row.fact.said_at, row.fact.id < 0, abs(row.fact.id))).fact
    ended_by = numbers[id(stretch.ended_by)] if stretch.ended_by else stretch.ended_elsewhere
    fact = replace(
        stretch.keeper(),
        id=numbers[id(stretch)],
        fact=first.fact,
        said_at=stretch.said if stretch.split else first.said_at,
        confidence=max(row.fact.confidence for row in told),
        valid_at=stretch.start,
        invalid_at=stretch.until,
        invalidated_by=ended_by,
    )
    own = [] if stretch.split else [one for row in stretch.rows for one in row.supports if one.anchor.id not in moved]
    anchors = tuple(replace(one, anchor=replace(one.anchor, fact=fact.id)) for one in (*own, *stretch.extra))
    return Held(fact, anchors, frozenset().union(*(row.perhaps for row in stretch.rows)))
