"""Reads for walks over the graph: who stands beside whom, cut in SQL, so that a hub of thousands costs little."""

from collections.abc import Collection, Set
from typing import NamedTuple, cast

from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, SessionId
from app.domain.scope import Scope
from app.storage.rows import SQLite
from app.storage.sql import Group, compose, listed
from app.storage.tables import FACT

# Both directions of each relation between two entities that has not been taken back: an association is a way there,
# whichever end the question names. Of what half the memory is about only the relations made last are looked at.
_ENDS = compose("""
    SELECT j.value, f.subject_entity, f.object_entity, f.predicate, coalesce(f.declared_at, f.created_at), f.id
    FROM json_each(:ids) j CROSS JOIN facts f
    WHERE f.id IN (
        SELECT id FROM (SELECT id FROM facts WHERE subject_entity = j.value ORDER BY id DESC LIMIT :each)
        UNION ALL
        SELECT id FROM (SELECT id FROM facts WHERE object_entity = j.value ORDER BY id DESC LIMIT :each))
    AND f.subject_entity <> f.object_entity AND f.expired_at IS NULL AND {readable:f}
""")
_MAY_READ = compose("SELECT e.id FROM entities e WHERE e.id IN (SELECT value FROM json_each(:ids)) AND {readable:e}")
_AROUND = compose("""
    SELECT n.there, count(*) OVER () FROM (
        SELECT there, max(latest) AS latest FROM (
            SELECT f.object_entity AS there, coalesce(f.declared_at, f.created_at) AS latest FROM facts f
            WHERE f.subject_entity IN (SELECT value FROM json_each(:ids)) AND +f.object_entity IS NOT NULL
            AND f.expired_at IS NULL AND {readable:f}
            UNION ALL
            SELECT f.subject_entity, coalesce(f.declared_at, f.created_at) FROM facts f
            WHERE f.object_entity IN (SELECT value FROM json_each(:ids)) AND +f.subject_entity IS NOT NULL
            AND f.expired_at IS NULL AND {readable:f})
        GROUP BY there) n
    JOIN entities e ON e.id = n.there
    WHERE n.there NOT IN (SELECT value FROM json_each(:known)) AND {readable:e}
    ORDER BY n.latest DESC, n.there LIMIT :most
""")
_BETWEEN = compose("""
    SELECT count(*) OVER (), {fact:f} FROM facts f
    WHERE f.id IN (
        SELECT id FROM facts WHERE subject_entity IN (SELECT value FROM json_each(:ids))
        INTERSECT SELECT id FROM facts WHERE object_entity IN (SELECT value FROM json_each(:ids)))
    AND f.expired_at IS NULL AND {readable:f}
    ORDER BY coalesce(f.declared_at, f.created_at) DESC, f.id LIMIT :most
""")
# A record that has been replaced, or is off the record, is reached by no way.
_RECORDS = compose("""
    SELECT j.value, e.id FROM json_each(:ids) j CROSS JOIN episodes e
    WHERE e.id IN (
        SELECT DISTINCT m.episode FROM mentions m CROSS JOIN episodes p ON p.id = m.episode
        WHERE m.entity = j.value AND p.state <> 'off_record' AND p.replaced_at IS NULL AND {readable:p}
        ORDER BY m.episode LIMIT :each)
    ORDER BY j.value, e.id
""")
_TOTALS = compose("""
    SELECT m.entity, count(DISTINCT m.episode) FROM mentions m JOIN episodes p ON p.id = m.episode
    WHERE m.entity IN (SELECT value FROM json_each(:ids))
    AND p.state <> 'off_record' AND p.replaced_at IS NULL AND {readable:p}
    GROUP BY m.entity
""")
_OF_RECORDS = compose("""
    SELECT {fact:f} FROM facts f
    WHERE f.id IN (
        SELECT id FROM facts WHERE subject_episode IN (SELECT value FROM json_each(:ids))
        UNION SELECT id FROM facts WHERE subject_session IN (SELECT value FROM json_each(:sessions)))
    AND f.object_entity IS NULL AND f.object_text IS NULL AND f.expired_at IS NULL AND {readable:f}
    ORDER BY coalesce(f.declared_at, f.created_at) DESC, f.id
""")
# Words that stated what ended another fact, and the words that had stated that one, both among these records.
_SUPERSEDING = compose("""
    SELECT DISTINCT later.episode, earlier.episode
    FROM anchors earlier
    JOIN facts f ON f.id = earlier.fact
    JOIN facts n ON n.id = f.invalidated_by
    JOIN anchors later ON later.fact = n.id
    WHERE earlier.episode IN (SELECT value FROM json_each(:ids))
    AND later.episode IN (SELECT value FROM json_each(:ids)) AND later.episode <> earlier.episode
    AND earlier.ends = 0 AND later.ends = 0 AND f.expired_at IS NULL AND {readable:f} AND {readable:n}
    ORDER BY earlier.episode, later.episode
""")


class Beside(NamedTuple):
    """An entity that stands beside `here`: the relation declared last between the two, when, and of how many."""

    here: EntityId
    there: EntityId
    predicate: str
    latest: str
    """When it was declared, as `clock.to_utc_text` writes it: text order is time order."""
    total: int
    """Entities that stand beside `here`, told or not, among the relations looked at."""


class Walks(Group):
    def beside(self, ids: Collection[EntityId], scope: Scope, each: int) -> list[Beside]:
        """Of each entity the `each` related ones whose relation was declared last; equal ones by number.

        On either side of an entity the `each` relations made last are looked at. Sorted here: that takes half the time.
        """
        ends: dict[int, list[tuple[str, int, int, str]]] = {number: [] for number in ids}
        for row in self._rows(_ENDS, scope, ids=listed(ids), each=each) if ids else ():
            here, subject, far, predicate, latest, fact = cast(tuple[int, int, int, str, str, int], row)
            ends[here].append((latest, -fact, far if here == subject else subject, predicate))
        there = {end[2] for row in ends.values() for end in row}
        readable = {row[0] for row in self._rows(_MAY_READ, scope, ids=listed(there))} if there else set()
        return [step for here, row in ends.items() for step in _latest(here, row, readable, each)]

    def around(
        self, ids: Collection[EntityId], known: Collection[EntityId], scope: Scope, most: int
    ) -> tuple[list[EntityId], int]:
        """Entities beside any of `ids` and not among `known`, in the order of `beside`, and how many more there are."""
        rows = self._rows(_AROUND, scope, ids=listed(ids), known=listed(known), most=max(1, most)) if ids else []
        found = [EntityId(cast(int, row[0])) for row in rows[:most]]
        return found, cast(int, rows[0][1]) - len(found) if rows else 0

    def between(self, ids: Collection[EntityId], scope: Scope, most: int) -> tuple[list[Fact], int]:
        """Relations whose two ends are among `ids`, the one declared last first, and how many more there are."""
        rows = self._rows(_BETWEEN, scope, ids=listed(ids), most=most) if ids else []
        return [FACT.decode(row, 1) for row in rows], cast(int, rows[0][0]) - len(rows) if rows else 0

    def records(self, ids: Collection[EntityId], scope: Scope, each: int) -> dict[EntityId, list[EpisodeId]]:
        """The `each` first records that mention each entity, in order of number."""
        return self._grouped(_RECORDS, ids, scope, each=each)

    def totals(self, ids: Collection[EntityId], scope: Scope) -> dict[EntityId, int]:
        """How many records `records` would give for each entity if nothing were cut."""
        return {entity: row[0] for entity, row in self._grouped(_TOTALS, ids, scope).items()}

    def of_records(self, ids: Collection[EpisodeId], sessions: Collection[SessionId], scope: Scope) -> list[Fact]:
        """Relations that lead from one of these records to a record, the one declared last first."""
        if not ids and not sessions:
            return []
        return self._all("fact", _OF_RECORDS, scope, ids=listed(ids), sessions=listed(sessions))

    def superseding(self, ids: Collection[EpisodeId], scope: Scope) -> list[tuple[EpisodeId, EpisodeId]]:
        """Pairs of these records: the words of the first stated what ended a fact that the second had stated."""
        rows = self._rows(_SUPERSEDING, scope, ids=listed(ids)) if ids else []
        return [(EpisodeId(cast(int, later)), EpisodeId(cast(int, earlier))) for later, earlier in rows]


def _latest(here: int, ends: list[tuple[str, int, int, str]], readable: Set[SQLite], each: int) -> list[Beside]:
    """The other ends, each by the relation declared last, of equal ones by the first made."""
    best: dict[int, tuple[str, int, str]] = {}
    for latest, first, there, predicate in ends:
        known = best.get(there)
        if known is None or (latest, first) > known[:2]:
            best[there] = latest, first, predicate
    order = sorted(best.keys() & readable)
    order.sort(key=lambda there: best[there][0], reverse=True)
    found = ((one, best[one]) for one in order[:each])
    return [Beside(EntityId(here), EntityId(one), way[2], way[0], len(order)) for one, way in found]
