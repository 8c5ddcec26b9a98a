"""What agents, scripts and the window do with memory from outside: store, declare, take back, reconstruct, traverse.

Who does it is an `Author`; what they see and where they write is a `Scope` from the settings, not theirs.
Each write is one step of undo, with its author in the history.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from app.domain import clock
from app.domain.association import Dropped, read_associations
from app.domain.change import Change
from app.domain.entity import Entity, EntityKind
from app.domain.episode import Episode
from app.domain.errors import BadReference, Told
from app.domain.ids import EntityId, EpisodeId, FactId, Ref, SessionId
from app.domain.item import Limits, Reconstruction, Traversal
from app.domain.plan import Author
from app.domain.question import Question
from app.domain.scope import Scope
from app.memory.explore.traverse import traverse as walk_around
from app.memory.recall.reconstruct import reconstruct as put_together
from app.memory.recall.web import gather
from app.memory.revise import declare as declaring
from app.memory.revise import withdraw as withdrawing
from app.services import records
from app.services.evidence import of_recollection as of_recollection
from app.services.workspace import ReadDesk, WriteDesk
from app.storage.entities import Order


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, and what they may read and write."""

    author: Author
    scope: Scope
    again: bool = False
    """They had no answer the first time: what they ask may be done already."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What came of a declaration. `relations`: numbers of those now held, the refreshed ones (`known`) among them."""

    change: Change | None
    entities: tuple[EntityId, ...] = ()
    relations: tuple[FactId, ...] = ()
    known: tuple[FactId, ...] = ()
    dropped: tuple[Dropped, ...] = ()


@dataclass(frozen=True, slots=True)
class Stored:
    """A record that was kept, and what came of what was declared with it."""

    ref: Ref
    declared: Declared | None = None


def store(desk: WriteDesk, text: str, caller: Caller, associations: object = None, title: str = "") -> Stored:
    """Keep a record, verbatim: the record first, always. What is wrong with the associations costs only them."""
    kept = records.keep(desk, text, caller.scope, caller.author, title, again=caller.again)
    ref = Ref("ep", kept.id)
    if associations is None:
        return Stored(ref)
    try:
        return Stored(ref, declare(desk, associations, caller, str(ref)))
    except Told as error:
        return Stored(ref, Declared(None, dropped=(Dropped("associations", str(error)),)))


def declare(
    desk: WriteDesk, associations: object, caller: Caller, anchor_ref: str = "", whole: bool = False
) -> Declared:
    """Declare names and relations. An anchor that cannot be read is reported and left out, nothing else is lost.

    `whole`: write nothing unless all of it can be, for a window where the person can mend what was dropped.
    """
    given = read_associations(associations)
    anchor, fault = _anchor(desk, anchor_ref, caller.scope)
    if fault:
        given = replace(given, dropped=(*given.dropped, Dropped("anchor_ref", fault)))
    made = declaring.declare(desk.view, given, caller.scope, caller.author, anchor)
    if whole and made.dropped:
        return Declared(None, dropped=made.dropped)
    change = desk.store.commit(made.plan) if made.plan.steps else None
    ids = change.ids if change is not None else {}
    return Declared(
        change,
        tuple(EntityId(ids.get(number, number)) for number in made.entities.values()),
        tuple(FactId(ids.get(number, number)) for number in made.facts.values()),
        tuple(made.known.values()),
        made.dropped,
    )


def _anchor(desk: ReadDesk, ref: str, scope: Scope) -> tuple[Episode | None, str]:
    if not ref:
        return None, ""
    try:
        parsed = Ref.parse(ref)
    except BadReference as error:
        return None, str(error)
    found = desk.view.episodes.one(EpisodeId(parsed.id), scope) if parsed.kind == "ep" else None
    if found is None or found.state == "off_record":
        return None, f"There is no record {parsed}."
    return found, ""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """How many of each sort were taken back, and what was left out."""

    taken: dict[str, int]
    dropped: tuple[Dropped, ...] = ()


def retract(desk: WriteDesk, given: object, caller: Caller) -> Withdrawn:
    """Take back relations, mentions, aliases and entities: the only way a declaration leaves memory."""
    made = withdrawing.withdraw(desk.view, given, caller.scope, caller.author)
    if made.plan.steps:
        desk.store.commit(made.plan)
    return Withdrawn(dict(made.taken), made.dropped)


def reconstruct(
    desk: ReadDesk, query: str, scope: Scope, limits: Limits | None = None, asked_at: datetime | None = None
) -> Reconstruction:
    """What memory holds on a question, put together into items. No model is asked."""
    limits = limits or Limits()
    question = Question(query, asked_at or clock.now(), scope, limit=limits.top_k)
    found = desk.recaller().recall(question)
    pool = [] if found.nothing else [hit.episode for hit in found.episodes[: limits.top_k]]
    return put_together(pool, gather(desk.view, pool, limits, scope), limits)


def traverse(desk: ReadDesk, entity: str, scope: Scope, max_hops: int = 1, limit: int = 20) -> Traversal:
    """What is related to an entity, given by any of its names. Raises `BadInput`."""
    return walk_around(desk.view, entity, scope, max_hops, limit)


def contents(desk: ReadDesk, refs: Sequence[str], scope: Scope) -> tuple[list[Episode], list[Dropped]]:
    """The records behind references, of a session all its turns; those that cannot be read are reported."""
    found: dict[EpisodeId, Episode] = {}
    dropped: list[Dropped] = []
    for place, ref in enumerate(refs):
        try:
            parsed = Ref.parse(ref)
        except BadReference as error:
            dropped.append(Dropped(f"refs[{place}]", str(error)))
            continue
        ids = [EpisodeId(parsed.id)]
        if parsed.kind == "ses":
            ids = desk.view.episodes.in_sessions([SessionId(parsed.id)], scope).get(SessionId(parsed.id), [])
        known = desk.view.episodes.get(ids, scope)
        rows = {number: row for number, row in known.items() if row.state != "off_record"}
        found |= {number: rows[number] for number in ids if number in rows}
        if not rows:
            dropped.append(Dropped(f"refs[{place}]", f"There is no record {parsed}."))
    return list(found.values()), dropped


def entities(
    desk: ReadDesk,
    scope: Scope,
    text: str = "",
    kind: EntityKind | None = None,
    limit: int = 100,
    order: Order = "mentions",
) -> list[Entity]:
    """Entities by the beginning of a name, or all, most mentioned first."""
    if not text.strip():
        return desk.view.entities.listed(scope, kind=kind, limit=limit, order=order)
    matches = desk.view.entities.starting(text, scope, limit)
    return [match.entity for match in matches if kind in (None, match.entity.kind)]
