"""Recall put together: stored records selected, bundled, followed one bounded walk further, and labelled. Pure.

Four stages, top to bottom: candidates (recall found them) → bundling → one walk along relations → structuring. Nothing
is composed and no model is asked; the same memory, question and limits give the same result. `count` and `budget` only
say how much of it is shown.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from app.domain.episode import Episode
from app.domain.ids import EntityId, EpisodeId, Ref
from app.domain.item import ROLES, Bounds, Claim, Item, Limits, Reconstruction, Role, RoleName
from app.domain.secret import mask
from app.domain.text import fold
from app.memory.recall.bundling import Bundle, Member, bundle, stands_for
from app.memory.recall.showing import shown
from app.memory.recall.web import Link, Told, Web

CONTENT = 900
"""Characters of a head's words: fixed, so that a larger budget only adds."""


def reconstruct(pool: Sequence[Episode], web: Web, limits: Limits) -> Reconstruction:
    """`pool`: what recall found, best first. Items keep that order; what the walk reaches is evidence inside them."""
    candidates = pool[: limits.top_k]
    bundles = bundle(candidates, web.links)
    walked, omitted = walk(bundles, web, limits)
    told = web.told([member.record for one in walked for member in one.members])
    items = [structure(one, told) for one in walked]
    bounds = Bounds(omitted, web.met if not omitted else tuple(dict.fromkeys(("max_evidence", *web.met))))
    return shown(items, told.episodes, bounds, limits)


# ── the walk ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Way:
    """How the walk came to an entity: so many relations, the last one under this predicate, declared then."""

    hops: int
    predicate: str
    latest: str


def walk(bundles: Sequence[Bundle], web: Web, limits: Limits) -> tuple[list[Bundle], int]:
    """Each bundle with what relations lead to, and how many records found no place.

    In the order of items. A record stays where it was found first; of too many those with fewer hops stay, then those
    whose relation was declared last, then the lower number.
    """
    placed = {member.record for one in bundles for member in one.members}
    waiting = set(web.records)  # the others' records are placed: there is nothing more to find there
    left, omitted, walked = limits.max_evidence, 0, list[Bundle]()
    for one in bundles:
        start = {entity for member in one.members for entity in web.mentions.get(member.record, ())}
        ways = _ways(start, web, limits) if waiting else {}
        ways = {entity: way for entity, way in ways.items() if entity in waiting}
        found = [member for member in _evidence(ways, web) if member.record not in placed]
        waiting -= ways.keys()
        placed |= {member.record for member in found}
        kept = found[:left]
        left, omitted = left - len(kept), omitted + len(found) - len(kept)
        walked.append(replace(one, members=(*one.members, *kept)))
    return walked, omitted


def _evidence(ways: Mapping[EntityId, _Way], web: Web) -> Iterator[Member]:
    """Records that mention an entity at least one relation away from what a bundle mentions, in order."""
    order = sorted(ways.items(), key=lambda pair: pair[0])
    order.sort(key=lambda pair: pair[1].latest, reverse=True)
    order.sort(key=lambda pair: pair[1].hops)
    found: set[EpisodeId] = set()
    for _, equal in groupby(order, key=lambda pair: (pair[1].hops, pair[1].latest)):
        by_record: dict[EpisodeId, _Way] = {}
        for entity, way in equal:
            for record in web.records.get(entity, ()):
                by_record.setdefault(record, way)
        for record in sorted(by_record.keys() - found):
            way = by_record[record]
            yield Member(record, f"relation:{way.predicate}", way.hops)
        found |= by_record.keys()


def _ways(start: Iterable[EntityId], web: Web, limits: Limits) -> dict[EntityId, _Way]:
    """Entities within `max_hops` relations, each by its shortest way, of equal ones by the relation declared last."""
    known = set(start)
    found: dict[EntityId, _Way] = {}
    level = sorted(known)
    for hops in range(1, limits.max_hops + 1):
        new: dict[EntityId, _Way] = {}
        for entity in level:
            for step in web.beside.get(entity, ()):
                other = new.get(step.there)
                if step.there not in known and (other is None or step.latest > other.latest):
                    new[step.there] = _Way(hops, step.predicate, step.latest)
        found |= new
        known |= new.keys()
        level = sorted(new)
    return found


# ── structuring ─────────────────────────────────────────────────────────────────────────────────────────────────────


def structure(one: Bundle, told: Told) -> Item:
    """The head, its claims in order of time with why each is there, and what they are to each other."""
    inside = {member.record: told.episodes[member.record] for member in one.members if member.record in told.episodes}
    links = [link for link in told.links if _role(link.predicate) and _within(link, inside)]
    claims = [
        Claim(Ref("ep", member.record), inside[member.record].said_at, member.why, member.hops, roles)
        for member in one.members
        if member.record in inside
        for roles in [_roles(inside[member.record], links)]
    ]
    claims.sort(key=lambda claim: (claim.as_of, claim.ref.id))
    conflicts = [(link.subject, link.object) for link in links if _role(link.predicate) == "contradicts"]
    return Item(mask(inside[one.head].text)[:CONTENT], Ref("ep", one.head), tuple(claims), one.key, tuple(conflicts))


def _within(link: Link, inside: Mapping[EpisodeId, Episode]) -> bool:
    return all(any(stands_for(end, episode) for episode in inside.values()) for end in (link.subject, link.object))


def _roles(episode: Episode, links: Sequence[Link]) -> tuple[Role, ...]:
    """A role is its subject's: of "this corrects that", this one is the correction."""
    mine = [link for link in links if stands_for(link.subject, episode)]
    roles = [Role(name, link.object) for link in mine if (name := _role(link.predicate)) is not None]
    return tuple(dict.fromkeys(roles))


def _role(predicate: str) -> RoleName | None:
    """The role that a predicate names, however it is spelled."""
    key = fold(predicate)
    return key if key in ROLES else None  # type: ignore[return-value]
