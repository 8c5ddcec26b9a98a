"""The conditions of a search, made into tests of episodes: who said it, where, about whom, when.

Conditions of one kind stand beside each other (`from:me from:tsumugi`: either), kinds add up. A name that nobody goes
by is said, and its words are looked for; a date that is none is said, and left out.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from app.domain.clock import to_utc_text
from app.domain.entity import Entity
from app.domain.ids import EntityId, EpisodeId
from app.domain.query import Operator, Query, Remark, Spot, Term, known
from app.domain.scope import Scope
from app.domain.text import fold, name_key
from app.memory.recall.days import days
from app.memory.recall.periods import Period
from app.storage.view import View

_FAR = 50
"""Names that begin as a name does, looked at to find whom a part of it means."""
Test = Callable[[Spot], bool]


@dataclass(frozen=True, slots=True)
class Sieve:
    """`tests`: all must hold. `first`, `last`: moments in UTC between which it was said. `about`: whom conditions name.
    `among`: no other episode can pass. `words`: what to look for instead of somebody whom nobody knows."""

    tests: tuple[Test, ...] = ()
    first: str = ""
    last: str = "~"
    about: tuple[Entity, ...] = ()
    among: frozenset[EpisodeId] | None = None
    words: str = ""
    remarks: tuple[Remark, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether anything is kept out: without words such conditions alone are a question."""
        return bool(self.tests) or not self.timeless

    @property
    def timeless(self) -> bool:
        return not self.first and self.last == "~"

    @property
    def empty(self) -> bool:
        """Whether nothing can pass."""
        return _never in self.tests or self.first >= self.last

    def holds(self, spot: Spot) -> bool:
        return all(test(spot) for test in self.tests)


def sieve(view: View, query: Query, scope: Scope, today: date) -> Sieve:
    """The tests that the conditions of a query ask for. Reads names and titles; never raises on any query."""
    return _Making(view, scope, today).made(query)


@dataclass(slots=True)
class _Making:
    view: View
    scope: Scope
    today: date
    remarks: list[Remark] = field(default_factory=list)
    about: list[Entity] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    among: frozenset[EpisodeId] | None = None

    def made(self, query: Query) -> Sieve:
        tests = [*self._tests(query), *self._days(query)]
        on = [between for term in query.of("on") if not term.excluded and (between := self._between(term))]
        firsts = [edge for term in query.of("after") if (edge := self._edge(term))]
        lasts = [edge for term in query.of("before") if (edge := self._edge(term))]
        first = max([*firsts, *([min(one for one, _ in on)] if on else [])], default="")
        last = min([*lasts, *([max(one for _, one in on)] if on else [])], default="~")
        if first >= last:
            self.remarks.append(Remark("no_days"))
        words, remarks = " ".join(self.words), tuple(dict.fromkeys(self.remarks))
        return Sieve(tuple(tests), first, last, tuple(self.about), self.among, words, remarks)

    def _tests(self, query: Query) -> Iterator[Test]:
        makers: tuple[tuple[Operator, Callable[[Term], Test | None]], ...] = (
            ("from", self._from),
            ("in", self._in),
            ("project", self._project),
            ("channel", self._channel),
        )
        for kind, make in makers:
            yield from _either([(term, make(term)) for term in query.of(kind)])
        for term in query.of("about"):
            yield from _either([(term, self._about(term))])

    def _from(self, term: Term) -> Test:
        if (who := known(term)) == "me":
            return _by_me
        if who == "assistant":
            return lambda spot: spot.role == "assistant"
        keys = {name_key(term.value)} | {
            name_key(name) for entity in self._called(term.value) for name in self._names(entity)
        }
        speakers = {one for one in self.view.episodes.speakers(self.scope) if _goes_by(name_key(one), keys)}
        if not speakers:
            self.remarks.append(Remark("nobody", term.value))
            return _never
        return lambda spot: spot.speaker in speakers

    def _in(self, term: Term) -> Test:
        if (where := known(term)) == "note":
            return lambda spot: spot.note is not None
        if where == "chat":
            return lambda spot: spot.conversation is not None
        title_part = fold(term.value)
        notes = {id for id, title in self.view.notes.titles(self.scope) if title_part in fold(title)}
        chats = {id for id, title in self.view.conversations.titles(self.scope) if title_part in fold(title)}
        if not notes and not chats:
            self.remarks.append(Remark("no_home", term.value))
            return _never
        return lambda spot: spot.note in notes or spot.conversation in chats

    def _about(self, term: Term) -> Test | None:
        entities = self._called(term.value)
        if not entities:
            self.remarks.append(Remark("nobody", term.value))
            self.words += [] if term.excluded else [term.value]
            return None
        episodes = self.view.episodes.mentioning([EntityId(one.id) for one in entities], self.scope)
        if not term.excluded:
            self.about += entities
            self.among = frozenset(episodes if self.among is None else self.among & episodes)
        return lambda spot: spot.id in episodes

    def _project(self, term: Term) -> Test:
        there = {project for project, _ in self.view.conversations.places(self.scope) if project}
        meant = self._places(term, there)
        return (lambda spot: spot.project in meant) if meant else _never

    def _channel(self, term: Term) -> Test:
        there = {channel for _, channel in self.view.conversations.places(self.scope) if channel}
        meant = self._places(term, there)
        return (lambda spot: spot.channel in meant) if meant else _never

    def _places(self, term: Term, there: Iterable[str]) -> set[str]:
        """Those of that name, else those whose name begins so."""
        wanted, keys = fold(term.value), {one: fold(one) for one in there}
        exact = {one for one, key in keys.items() if key == wanted}
        found = exact or {one for one, key in keys.items() if key.startswith(wanted)}
        if not found:
            self.remarks.append(Remark("no_place", term.value))
        return found

    def _called(self, name: str) -> list[Entity]:
        """Who goes by a name, or, where nobody does, by one that it is a part of."""
        key = name_key(name)
        exact = self.view.entities.by_key([key], self.scope).get(key, []) if key else []
        found = exact or self.view.entities.starting(name, self.scope, _FAR)
        return list({match.entity.id: match.entity for match in found}.values())

    def _names(self, entity: Entity) -> list[str]:
        aliases = self.view.entities.aliases([entity.id], self.scope).get(entity.id, [])
        return [entity.name, *(alias.text for alias in aliases)]

    def _days(self, query: Query) -> Iterator[Test]:
        """What days must hold, and what edges of time are turned round by a `-`."""
        found: list[tuple[Term, Test | None]] = []
        for term in query.of("on"):
            between = self._between(term)
            found.append((term, _within(between) if between is not None else None))
        yield from _either(found)
        for kind in ("before", "after"):
            for term in query.of(kind):
                if term.excluded and (edge := self._when(term)):
                    yield _from_on(edge) if kind == "before" else _until(edge)

    def _between(self, term: Term) -> tuple[str, str] | None:
        period = self._period(term)
        return (day_start(period.first), day_start(_next(period.last))) if period is not None else None

    def _edge(self, term: Term) -> str:
        return "" if term.excluded else self._when(term)

    def _when(self, term: Term) -> str:
        """The moment at which `before` ends or `after` begins; empty where the date is none."""
        period = self._period(term)
        if period is None:
            return ""
        return day_start(period.first if term.kind == "before" else _next(period.last))

    def _period(self, term: Term) -> Period | None:
        period = days(term.value, self.today)
        if period is None:
            self.remarks.append(Remark("no_date", term.value))
        return period


def _either(found: list[tuple[Term, Test | None]]) -> Iterator[Test]:
    """One test for those of a kind that are wanted, and one for each that is not."""
    wanted = [test for term, test in found if test is not None and not term.excluded]
    if wanted and all(test is _never for test in wanted):
        yield _never
    elif wanted:
        yield wanted[0] if len(wanted) == 1 else lambda spot: any(test(spot) for test in wanted)
    for term, test in found:
        if test is not None and term.excluded:
            yield _not(test)


def _never(spot: Spot) -> bool:
    """Nothing is there that could be meant."""
    return False


def _not(test: Test) -> Test:
    return lambda spot: not test(spot)


def _within(between: tuple[str, str]) -> Test:
    return lambda spot: between[0] <= spot.said_at < between[1]


def _from_on(edge: str) -> Test:
    return lambda spot: spot.said_at >= edge


def _until(edge: str) -> Test:
    return lambda spot: spot.said_at < edge


def _by_me(spot: Spot) -> bool:
    """What the user said, and what stands in a note of theirs."""
    return not spot.speaker and (spot.role == "user" or (spot.role == "document" and spot.note is not None))


def _goes_by(speaker: str, keys: set[str]) -> bool:
    return speaker in keys or any(speaker.split(" ")[0] == key for key in keys)


def _next(day: date) -> date:
    return day if day == date.max else day + timedelta(days=1)


def day_start(day: date) -> str:
    """When a day begins on this machine, in UTC as it is stored; at the ends of the calendar as near as can be."""
    try:
        return to_utc_text(datetime.combine(day, time()).astimezone())
    except (OverflowError, ValueError):
        return f"{day.isoformat()}T00:00:00.000000Z"
