"""The graph asked for itself: what is related to an entity, how far, and in which records. Deterministic and bounded.

Entities stand in the order in which the walk of `reconstruct` would cut: fewer relations away first, then the one whose
relation was declared last, then the lower number. What was cut is counted.
"""

from collections.abc import Sequence

from app.domain.entity import Entity
from app.domain.errors import BadInput
from app.domain.ids import EntityId, EpisodeId, Ref
from app.domain.item import Reached, Traversal
from app.domain.scope import Scope
from app.domain.text import name_key
from app.storage.view import View

MAX_HOPS = 5
MAX_LIMIT = 100
RELATIONS_EACH = 5
"""Relations listed for each entity that is listed, on average: between hubs there may be thousands."""


def traverse(view: View, name: str, scope: Scope, max_hops: int = 1, limit: int = 20) -> Traversal:
    """From every entity that goes by `name`, since it may stand for several. `limit` bounds entities and their refs.

    Raises `BadInput` for limits out of range, and when nobody goes by that name.
    """
    _check("max_hops", max_hops, MAX_HOPS)
    _check("limit", limit, MAX_LIMIT)
    matches = view.entities.by_key([name_key(name)], scope).get(name_key(name), [])
    starts = list({match.entity.id: match.entity for match in matches}.values())
    if not starts:
        raise BadInput("Nothing is known by the name “{name}”.", name=name[:60])
    hops, omitted = _walk(view, starts, scope, max_hops, limit)
    found = view.entities.get(list(hops), scope)
    relations = view.walks.between(list(found), scope, limit * RELATIONS_EACH + 1)
    return Traversal(
        starts=tuple(entity.id for entity in starts),
        entities=tuple(_reached(view, [found[id] for id in hops if id in found], hops, scope, limit)),
        relations=tuple(relations[: limit * RELATIONS_EACH]),
        entities_omitted=omitted,
        relations_omitted=max(0, len(relations) - limit * RELATIONS_EACH),
    )


def _check(name: str, value: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise BadInput("“{name}” must be a whole number from {least} to {most}.", name=name, least="1", most=str(most))


def _walk(
    view: View, starts: Sequence[Entity], scope: Scope, max_hops: int, limit: int
) -> tuple[dict[EntityId, int], int]:
    """Distance of each entity that is kept, in order, and how many were seen and not kept."""
    hops = {entity.id: 0 for entity in starts[:limit]}
    omitted = len(starts) - len(hops)
    level = list(hops)
    for distance in range(1, max_hops + 1):
        steps = view.walks.beside(level, scope, limit + len(hops))
        totals = {step.here: step.total for step in steps}
        read = sorted(((step.there, step.latest) for step in steps if step.there not in hops), key=lambda one: one[0])
        order = list(dict.fromkeys(there for there, _ in sorted(read, key=lambda one: one[1], reverse=True)))
        level = order[: max(0, limit - len(hops))]
        omitted += len(order) - len(level) + sum(max(0, total - limit - len(hops)) for total in totals.values())
        hops |= dict.fromkeys(level, distance)
        if not level:
            break
    return hops, omitted


def _reached(
    view: View, entities: Sequence[Entity], hops: dict[EntityId, int], scope: Scope, limit: int
) -> list[Reached]:
    ids = [entity.id for entity in entities]
    aliases = view.entities.aliases(ids, scope)
    records = view.walks.records(ids, scope, limit)
    return [
        Reached(
            entity,
            hops[entity.id],
            tuple(aliases.get(entity.id, ())),
            tuple(Ref("ep", EpisodeId(record)) for record in records.get(entity.id, ())),
            max(0, entity.mention_count - limit) if len(records.get(entity.id, ())) == limit else 0,
        )
        for entity in entities
    ]
