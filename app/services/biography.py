"""The life of somebody or something as memory tells it: facts by relation and time, company, places, deeds.

Each part is read by itself and a page at a time, so that a hub of thousands costs no more than what is shown of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Literal

from app.domain.entity import Entity
from app.domain.errors import BadInput
from app.domain.fact import Fact, Value
from app.domain.ids import ConversationId, EntityId, EpisodeId, FactId, NoteId
from app.domain.secret import mask
from app.domain.text import fold
from app.memory.learn.reading.relations import relations
from app.memory.learn.slots import identity, slots
from app.services import memories
from app.services.memories import FactView, MentionView
from app.services.workspace import ReadDesk
from app.storage.journal import JournalEntry
from app.storage.lives import Standing

FACTS = 40
MENTIONS = 20
PLACES = 12
RELATIVES = 12
DEEDS = 20
"""How many of each make one page."""
_HUB = 2000
"""Facts of one entity that are looked at for who is near it; the latest of more."""

Group = tuple[str, bool]
"""A predicate, and whether the entity is its subject."""


@dataclass(frozen=True, slots=True)
class Told:
    """A fact in its place. `first`: it is the first of its relation on this page of facts.

    `rivals` are the other ends of facts that hold now and that it excludes: one of them is wrong, or has ended.
    """

    view: FactView
    first: bool
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """One page of what is known: relations that hold before those that have ended, in each what holds first.

    `start` is the place of the first in the whole list of `total`; `first` and `last` are the days between which all
    of them lie, for a common axis of time.
    """

    told: tuple[Told, ...]
    start: int
    total: int
    first: date
    last: date
    conflicts: int = 0
    """Facts of all pages that have a rival."""


@dataclass(frozen=True, slots=True)
class Relative:
    """Somebody or something near. `groups`: by what relations; `together`: in how many turns both are named."""

    entity: Entity
    groups: tuple[Group, ...]
    together: int


@dataclass(frozen=True, slots=True)
class Mentions:
    views: tuple[MentionView, ...]
    start: int
    total: int


@dataclass(frozen=True, slots=True)
class Place:
    """A note or a chat that names the entity, `count` times between `first` and `last`."""

    kind: Literal["note", "chat", "records"]
    id: NoteId | ConversationId | None
    title: str
    count: int
    first: datetime
    last: datetime
    episode: EpisodeId
    """The latest turn or passage there that names it."""


@dataclass(frozen=True, slots=True)
class Places:
    places: tuple[Place, ...]
    start: int
    total: int


@dataclass(frozen=True, slots=True)
class Deeds:
    """What people and agents did to the entity, newest first; `more`: there are older ones."""

    entries: tuple[JournalEntry, ...]
    more: bool


# ── facts ─────────────────────────────────────────────────────────────────────────────────────────────────────
def facts(desk: ReadDesk, entity: EntityId, today: date, text: str = "", start: int = 0, limit: int = FACTS) -> Facts:
    """One page of the facts of an entity, of those that hold `text` where it is given. `today` means "now".

    A page that lies behind the end gives the last one. Raises `BadInput` when the entity is gone.
    """
    _there(desk, entity)
    rows = desk.view.facts.of_entities([entity], desk.scope)
    names = _ends(desk, rows)
    rivals = _rivals(rows, names, entity, today)
    wanted = [fact for fact in rows if _holds(fact, names, entity, text)]
    ordered = _in_order(wanted, entity, today)
    start = max(0, min(start, (len(ordered) - 1) // limit * limit))
    shown = ordered[start : start + limit]
    views = {view.fact.id: view for view in memories.fact_views(desk, shown, entity, today)}
    told, before = [], None
    for fact in shown:
        group = _group(fact, entity)
        told.append(Told(views[fact.id], group != before, rivals.get(fact.id, ())))
        before = group
    first, last = _reach(wanted, today)
    return Facts(tuple(told), start, len(ordered), first, last, len(rivals))


def _group(fact: Fact, entity: EntityId) -> Group:
    return fold(fact.predicate), fact.subject == entity


def _in_order(rows: Sequence[Fact], entity: EntityId, today: date) -> list[Fact]:
    """By relation, in the order of the table of relations; those of which nothing holds any more come last."""
    place = {predicate: number for number, predicate in enumerate(relations().table)}
    live = {_group(fact, entity) for fact in rows if not _over(fact, today)}

    def key(fact: Fact) -> tuple[bool, int, str, bool, bool, int, int]:
        group = _group(fact, entity)
        named = place.get(group[0], len(place))
        return group not in live, named, group[0], not group[1], _over(fact, today), -fact.since().toordinal(), fact.id

    return sorted(rows, key=key)


def _over(fact: Fact, today: date) -> bool:
    return fact.invalid_at is not None and fact.invalid_at.first() <= today


def _reach(rows: Sequence[Fact], today: date) -> tuple[date, date]:
    days = [fact.since() for fact in rows] + [fact.invalid_at.first() for fact in rows if fact.invalid_at]
    return min([*days, today]), max([*days, today])


def _ends(desk: ReadDesk, rows: Sequence[Fact]) -> Mapping[EntityId, str]:
    ends = {EntityId(end) for fact in rows for end in (fact.subject, fact.object) if isinstance(end, int)}
    return {number: one.name for number, one in desk.view.entities.get(sorted(ends), desk.scope).items()}


def _far(fact: Fact, names: Mapping[EntityId, str], entity: EntityId) -> str:
    end = fact.object if fact.subject == entity else fact.subject
    if isinstance(end, Value):
        return mask(end.text)
    return names.get(EntityId(end), "") if isinstance(end, int) else str(end)


def _holds(fact: Fact, names: Mapping[EntityId, str], entity: EntityId, text: str) -> bool:
    """Whether a fact has all the words of `text`, in its sentence, its relation's words or at its other end."""
    words = fold(text).split()
    if not words:
        return True
    relation = relations().of(fact.predicate)
    labels = [*relation.label.values(), *relation.back.values()]
    whole = fold(" ".join((fact.predicate, fact.fact, _far(fact, names, entity), *labels)))
    return all(word in whole for word in words)


def _rivals(
    rows: Iterable[Fact], names: Mapping[EntityId, str], entity: EntityId, today: date
) -> dict[FactId, tuple[str, ...]]:
    """Facts that hold today in one slot, though only one of them can."""
    within: dict[tuple[str, ...], list[Fact]] = {}
    for fact in rows:
        if fact.holds_on(today):
            for slot in slots(fact):
                within.setdefault(slot, []).append(fact)
    found: dict[FactId, tuple[str, ...]] = {}
    for several in within.values():
        if len({identity(fact) for fact in several}) > 1:
            for fact in several:
                others = [one for one in several if identity(one) != identity(fact)]
                found[fact.id] = tuple(dict.fromkeys(_far(one, names, entity) for one in others))
    return found


# ── who and what is near ──────────────────────────────────────────────────────────────────────────────────────
def relatives(desk: ReadDesk, entity: EntityId, today: date, limit: int = RELATIVES) -> tuple[Relative, ...]:
    """The entities that are nearest: related by what holds, then by what has ended, then named in the same turns."""
    _there(desk, entity)
    weight: dict[EntityId, float] = {}
    groups: dict[EntityId, list[Group]] = {}
    for fact in desk.view.facts.of_entities([entity], desk.scope, limit_each=_HUB):
        far = fact.object if fact.subject == entity else fact.subject
        if isinstance(far, int) and far != entity:
            other = EntityId(far)
            weight[other] = weight.get(other, 0.0) + (1.0 if _over(fact, today) else 3.0)
            groups.setdefault(other, []).append(_group(fact, entity))
    together = desk.view.lives.company(entity, desk.scope, limit * 4)
    for other, count in together.items():
        weight[other] = weight.get(other, 0.0) + min(count, 20) / 10
    nearest = sorted(weight, key=lambda other: (-weight[other], other))[:limit]
    known = desk.view.entities.get(nearest, desk.scope)
    return tuple(
        Relative(known[other], tuple(dict.fromkeys(groups.get(other, ()))), together.get(other, 0))
        for other in nearest
        if other in known
    )


# ── where it is named ─────────────────────────────────────────────────────────────────────────────────────────
def mentions(desk: ReadDesk, entity: EntityId, start: int = 0, limit: int = MENTIONS) -> Mentions:
    """The words that name it, newest first, secrets covered."""
    views = memories.mention_views(desk, desk.view.lives.mentions(entity, desk.scope, start, limit))
    return Mentions(views, start, desk.view.lives.count_mentions(entity, desk.scope))


def places(desk: ReadDesk, entity: EntityId, start: int = 0, limit: int = PLACES) -> Places:
    """Notes and chats that name it, the latest first."""
    rows = desk.view.lives.places(entity, desk.scope, start, limit)
    return Places(tuple(_place(desk, row) for row in rows), start, desk.view.lives.count_places(entity, desk.scope))


def _place(desk: ReadDesk, row: Standing) -> Place:
    rest = (row.count, row.first, row.last, row.episode)
    if row.note is not None:
        note = desk.view.notes.one(row.note, desk.scope)
        return Place("note", row.note, mask(note.title) if note else "", *rest)
    if row.conversation is not None:
        chat = desk.view.conversations.one(row.conversation, desk.scope)
        return Place("chat", row.conversation, mask(chat.title) if chat else "", *rest)
    return Place("records", None, "", *rest)


# ── what was done to it ───────────────────────────────────────────────────────────────────────────────────────
def deeds(desk: ReadDesk, entity: EntityId, limit: int = DEEDS) -> Deeds:
    """What people and agents did to the entity, its names, facts and categories, with what is needed to undo each."""
    _there(desk, entity)
    found = desk.view.deeds.touching(entity, limit + 1)
    entries = tuple(replace(one, subject=mask(one.subject)) for one in found[:limit])
    return Deeds(entries, len(found) > limit)


def _there(desk: ReadDesk, entity: EntityId) -> Entity:
    found = desk.view.entities.one(entity, desk.scope)
    if found is None:
        raise BadInput("This entity is gone.")
    return found
