"""The graph asked for itself: what is related to an entity, how far, and in which records. Deterministic and bounded.

Entities stand in the order in which the walk of `reconstruct` would cut: fewer relations away first, then the one whose
relation was declared last, then the lower number. What was cut is counted.
"""

from collections.abc import Iterator, Mapping, Sequence

from app.domain.errors import BadInput
from app.domain.ids import EntityId, Ref
from app.domain.item import Reached, Traversal
from app.domain.scope import Scope
from app.domain.text import name_key
from app.storage.view import View

MAX_HOPS = 5
MAX_LIMIT = 100
_USER = frozenset(
    map(name_key, ("me", "I", "myself", "you", "yourself", "私", "わたし", "僕", "ぼく", "俺", "自分", "あなた"))
)
"""Words that people, and programs that speak of them, have for the user."""
RELATIONS_EACH = 5
"""Relations listed for each entity that is listed, on average: between hubs there may be thousands."""


def traverse(view: View, name: str, scope: Scope, max_hops: int = 1, limit: int = 20) -> Traversal:
    """From every entity that goes by `name`, since it may stand for several. `limit` bounds entities and their refs.

    Raises `BadInput` for limits out of range, and when nobody goes by that name.
    """
    _check("max_hops", max_hops, MAX_HOPS)
    _check("limit", limit, MAX_LIMIT)
    matches = view.entities.by_key([name_key(name)], scope).get(name_key(name), [])
    starts = list(dict.fromkeys(match.entity.id for match in matches)) or _user(view, name, scope)
    if not starts:
        raise BadInput("Nothing is known by the name “{name}”.", name=name[:60])
    hops, omitted = _walk(view, starts, scope, max_hops, limit)
    relations, more = view.walks.between(list(hops), scope, limit * RELATIONS_EACH)
    return Traversal(
        starts=tuple(starts),
        entities=tuple(_reached(view, hops, scope, limit)),
        relations=tuple(relations),
        entities_omitted=omitted,
        relations_omitted=more,
    )


def _user(view: View, name: str, scope: Scope) -> list[EntityId]:
    """The user, by a word that stands for them: whoever bears it as a name comes first."""
    me = view.entities.me(scope) if name_key(name) in _USER else None
    return [me.id] if me is not None else []


def _check(name: str, value: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise BadInput("“{name}” must be a whole number from {least} to {most}.", name=name, least="1", most=str(most))


def _walk(
    view: View, starts: Sequence[EntityId], scope: Scope, max_hops: int, limit: int
) -> tuple[dict[EntityId, int], int]:
    """Distance of each entity that is kept, in order, and how many were seen and not kept.

    The walk ends where something had to be left out: what lies behind was not seen.
    """
    hops = dict.fromkeys(starts[:limit], 0)
    omitted = len(starts) - len(hops)
    level = list(hops)
    for distance in range(1, max_hops + 1):
        if omitted or not level:
            break
        level, omitted = view.walks.around(level, list(hops), scope, limit - len(hops))
        hops |= dict.fromkeys(level, distance)
    return hops, omitted


def _reached(view: View, hops: Mapping[EntityId, int], scope: Scope, limit: int) -> Iterator[Reached]:
    entities = view.entities.get(list(hops), scope)
    aliases = view.entities.aliases(list(hops), scope)
    records = view.walks.records(list(hops), scope, limit + 1)
    totals = view.walks.totals([number for number, row in records.items() if len(row) > limit], scope)
    for number, distance in hops.items():
        refs = tuple(Ref("ep", record) for record in records.get(number, ())[:limit])
        more = totals.get(number, len(refs)) - len(refs)
        yield Reached(entities[number], distance, tuple(aliases.get(number, ())), refs, more)
