"""Reads of entities: by number, by name in every spelling, and where they are mentioned."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from app.domain.entity import ME, Alias, Entity, EntityKind, Mention, Span
from app.domain.ids import AliasId, EntityId, EpisodeId
from app.domain.scope import Scope
from app.domain.text import name_key
from app.storage import nameindex
from app.storage.namespotting import longest_first, stretches
from app.storage.sql import Group, compose, listed
from app.storage.tables import ENTITY

How = Literal["name", "alias"]
Order = Literal["mentions", "name", "recent"]

_ONE = compose("SELECT {entity:e} FROM entities e WHERE e.id = :id AND {readable:e}")
_GET = compose("SELECT {entity:e} FROM entities e WHERE e.id IN (SELECT value FROM json_each(:ids)) AND {readable:e}")
_ME = compose("""
    SELECT {entity:e} FROM entities e
    WHERE e.name_key = :key AND e.name = :name AND e.kind = 'person' AND {readable:e} ORDER BY e.id LIMIT 1
""")
_LISTED = "SELECT {entity:e} FROM @from WHERE (:kind IS NULL OR e.kind = :kind) AND {readable:e} ORDER BY @order"
_PAGE = " LIMIT :limit OFFSET :offset"
_ORDERS: dict[Order, str] = {
    "mentions": compose(
        _LISTED.replace("@from", "entities e LEFT JOIN mention_counts n ON n.entity = e.id").replace(
            "@order", "coalesce(n.mentions, 0) DESC, e.id"
        )
        + _PAGE
    ),
    "name": compose(_LISTED.replace("@from", "entities e").replace("@order", "e.name_key, e.id") + _PAGE),
    "recent": compose(_LISTED.replace("@from", "entities e").replace("@order", "e.id DESC") + _PAGE),
}
_COUNT = compose("SELECT count(*) FROM entities e WHERE (:kind IS NULL OR e.kind = :kind) AND {readable:e}")
_BY_NAME_KEY = compose("""
    SELECT j.value, e.name, {entity:e} FROM json_each(:keys) j CROSS JOIN entities e
    WHERE e.name_key = j.value AND {readable:e} ORDER BY j.id, e.id
""")
_BY_ALIAS_KEY = compose("""
    SELECT j.value, a.text, {entity:e} FROM json_each(:keys) j CROSS JOIN aliases a JOIN entities e ON e.id = a.entity
    WHERE a.text_key = j.value AND {readable:e} ORDER BY j.id, e.id
""")
_KEYS_OF_NAMES = compose("""
    SELECT e.name_key, e.id, e.name FROM entities e
    WHERE e.id IN (SELECT value FROM json_each(:ids)) AND {readable:e}
""")
_KEYS_OF_ALIASES = compose("""
    SELECT a.text_key, a.entity, a.text FROM aliases a JOIN entities e ON e.id = a.entity
    WHERE a.id IN (SELECT value FROM json_each(:ids)) AND {readable:e}
""")
_NAMES_STARTING = compose("""
    SELECT e.name_key, e.name, {entity:e} FROM entities e
    WHERE e.name_key >= :first AND e.name_key < :last AND {readable:e} LIMIT :most
""")
_OF_FIRST_NAME = compose("""
    SELECT e.name_key, e.name, {entity:e} FROM entities e
    WHERE e.name_key >= :first AND e.name_key < :last AND e.kind = 'person' AND {readable:e} LIMIT 2
""")
_ALIASES_STARTING = compose("""
    SELECT a.text_key, a.text, {entity:e} FROM aliases a JOIN entities e ON e.id = a.entity
    WHERE a.text_key >= :first AND a.text_key < :last AND {readable:e} LIMIT :most
""")
_ALIASES = compose("""
    SELECT a.entity, {alias:a} FROM aliases a JOIN entities e ON e.id = a.entity
    WHERE a.entity IN (SELECT value FROM json_each(:ids)) AND {readable:e} ORDER BY a.entity, a.id
""")
_ALIAS = compose("""
    SELECT {alias:a} FROM aliases a JOIN entities e ON e.id = a.entity WHERE a.id = :id AND {readable:e}
""")
_MENTIONS_IN = compose("""
    SELECT m.episode, {mention:m} FROM mentions m JOIN episodes p ON p.id = m.episode JOIN entities e ON e.id = m.entity
    WHERE m.episode IN (SELECT value FROM json_each(:ids)) AND {readable:p} AND {readable:e}
    ORDER BY m.episode, m.start_at, m.id
""")
_MENTIONS_OF = compose("""
    SELECT {mention:m} FROM mentions m JOIN episodes p ON p.id = m.episode JOIN entities e ON e.id = m.entity
    WHERE m.entity = :entity AND {readable:p} AND {readable:e}
    ORDER BY m.episode DESC, m.start_at LIMIT :limit
""")
_MOST_STARTING = 2000


@dataclass(frozen=True, slots=True)
class NameMatch:
    """An entity that goes by a name. `text` is the name or alias as declared; `span` where it stands in a text."""

    entity: Entity
    how: How
    text: str
    span: Span | None = None


class Entities(Group):
    def one(self, id: EntityId, scope: Scope) -> Entity | None:
        found: Entity | None = self._first("entity", _ONE, scope, id=id)
        return found

    def get(self, ids: Collection[EntityId], scope: Scope) -> dict[EntityId, Entity]:
        """Those of `ids` that exist and may be read."""
        return dict(self._by_id("entity", _GET, ids, scope))

    def me(self, scope: Scope) -> Entity | None:
        """The entity for the user."""
        found: Entity | None = self._first("entity", _ME, scope, key=name_key(ME), name=ME)
        return found

    def listed(
        self, scope: Scope, kind: EntityKind | None = None, limit: int = 200, offset: int = 0, order: Order = "mentions"
    ) -> list[Entity]:
        """Most mentioned first, by name, or the newest first."""
        return self._all("entity", _ORDERS[order], scope, kind=kind, limit=limit, offset=offset)

    def count(self, scope: Scope, kind: EntityKind | None = None) -> int:
        return self._count(_COUNT, scope, kind=kind)

    def by_key(self, keys: Collection[str], scope: Scope) -> dict[str, list[NameMatch]]:
        """Entities that go by each key (`domain.text.name_key`), names before aliases, one match per entity."""
        found: dict[str, list[NameMatch]] = {}
        if keys:
            wanted = listed(keys)
            for key, match in self._matches(_BY_NAME_KEY, "name", scope, keys=wanted):
                found.setdefault(key, []).append(match)
            for key, match in self._matches(_BY_ALIAS_KEY, "alias", scope, keys=wanted):
                if all(match.entity.id != other.entity.id for other in found.get(key, ())):
                    found.setdefault(key, []).append(match)
        return found

    def similar(self, key: str, scope: Scope, limit: int = 20) -> list[NameMatch]:
        """Names and aliases spelled like `key`, the most alike first: candidates, not decisions."""
        key = name_key(key)
        names, aliases = nameindex.candidates(self._connection, key)
        wanted = nameindex.grams(key)
        scored: list[tuple[float, str, EntityId, How, str]] = []
        kinds: tuple[tuple[How, str, list[int]], ...] = (
            ("name", _KEYS_OF_NAMES, names),
            ("alias", _KEYS_OF_ALIASES, aliases),
        )
        for how, query, ids in kinds:
            rows: Iterable[tuple[Any, ...]] = self._rows(query, scope, ids=listed(ids)) if ids else ()
            for found, entity, text in rows:
                scored.append((-nameindex.likeness(wanted, nameindex.grams(found)), found, entity, how, text))
        best = sorted(scored)[:limit]
        entities = self.get({entity for _, _, entity, _, _ in best}, scope)
        return [NameMatch(entities[entity], how, text) for _, _, entity, how, text in best if entity in entities]

    def starting(self, prefix: str, scope: Scope, limit: int, most: int = _MOST_STARTING) -> list[NameMatch]:
        """Names and aliases that start so: the exact one, then the most mentioned. One match per entity.

        Of a longer list only `most` names and as many aliases are looked at.
        """
        first = name_key(prefix)
        if not first:
            return []
        bounds: dict[str, Any] = {"first": first, "last": first + "\U0010ffff", "most": most}
        pairs = self._matches(_NAMES_STARTING, "name", scope, **bounds)
        pairs += self._matches(_ALIASES_STARTING, "alias", scope, **bounds)
        pairs.sort(key=lambda one: (one[0] != first, -one[1].entity.mention_count, len(one[0]), one[0]))
        best: dict[EntityId, NameMatch] = {}
        for _, match in pairs:
            best.setdefault(match.entity.id, match)
        return list(best.values())[:limit]

    def of_first_name(self, word: str, scope: Scope) -> NameMatch | None:
        """The one person of that first name whose name goes on after it; None where there is nobody or several."""
        first = name_key(word) + " "
        bounds = {"first": first, "last": first[:-1] + "!"}  # "!" comes right after the space
        found = self._matches(_OF_FIRST_NAME, "name", scope, **bounds) if word.strip() else []
        return found[0][1] if len(found) == 1 else None

    def names_in(self, text: str, scope: Scope) -> list[NameMatch]:
        """Known names and aliases that stand in a text, longest first where they overlap, in order of place.

        A name that several entities go by gives a match for each.
        """
        places = stretches(text)
        known = self.by_key({place.key for place in places}, scope)
        spots = [place for place in places if place.key in known]
        kept = set(longest_first(spot.span for spot in spots))
        return [
            replace(match, span=spot.span)
            for spot in sorted(spots, key=lambda one: one.span.start)
            if spot.span in kept
            for match in known[spot.key]
        ]

    def aliases(self, ids: Collection[EntityId], scope: Scope) -> dict[EntityId, list[Alias]]:
        """The other names of each entity, in the order they were declared."""
        return self._grouped_rows("alias", _ALIASES, ids, scope)

    def alias(self, id: AliasId, scope: Scope) -> Alias | None:
        found: Alias | None = self._first("alias", _ALIAS, scope, id=id)
        return found

    def mentions_in(self, ids: Collection[EpisodeId], scope: Scope) -> dict[EpisodeId, list[Mention]]:
        """The entities named in each episode, in the order of its words."""
        return self._grouped_rows("mention", _MENTIONS_IN, ids, scope)

    def mentions_of(self, entity: EntityId, scope: Scope, limit: int) -> list[Mention]:
        """Where an entity is named, newest first."""
        return self._all("mention", _MENTIONS_OF, scope, entity=entity, limit=limit)

    def _matches(self, query: str, how: How, scope: Scope, **parameters: Any) -> list[tuple[str, NameMatch]]:
        rows: Iterable[tuple[Any, ...]] = self._rows(query, scope, **parameters)
        return [(row[0], NameMatch(ENTITY.decode(row, 2), how, row[1])) for row in rows]
