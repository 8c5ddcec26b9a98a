"""Reads for walks over the graph: who stands beside whom, cut in SQL, so that a hub of thousands costs little."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import cast

from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, SessionId
from app.domain.scope import Scope
from app.storage.sql import Group, compose, listed

# Both directions of each relation between two entities that has not been taken back. An association is a way there,
# whichever end the question names.
_ENDS = """
    SELECT subject_entity AS here, object_entity AS there, id FROM facts
    WHERE subject_entity IN (SELECT value FROM json_each(:ids)) AND object_entity IS NOT NULL
    UNION ALL
    SELECT object_entity, subject_entity, id FROM facts
    WHERE object_entity IN (SELECT value FROM json_each(:ids)) AND subject_entity IS NOT NULL
"""
_BESIDE = compose(
    """
    WITH ends AS (@ends), near AS (
        SELECT x.here, x.there, max(coalesce(f.declared_at, f.created_at)) AS latest, f.predicate, f.id AS fact
        FROM ends x JOIN facts f ON f.id = x.id
        WHERE x.here <> x.there AND f.expired_at IS NULL AND {readable:f}
        GROUP BY x.here, x.there),
    ranked AS (SELECT *, row_number() OVER (PARTITION BY here ORDER BY latest DESC, there) AS place,
        count(*) OVER (PARTITION BY here) AS total FROM near)
    SELECT r.here, r.there, r.predicate, r.latest, r.fact, r.total FROM ranked r JOIN entities e ON e.id = r.there
    WHERE r.place <= :each AND {readable:e} ORDER BY r.here, r.place
""".replace("@ends", _ENDS)
)
_BETWEEN = compose("""
    SELECT {fact:f} FROM facts f
    WHERE f.id IN (
        SELECT id FROM facts WHERE subject_entity IN (SELECT value FROM json_each(:ids))
        INTERSECT SELECT id FROM facts WHERE object_entity IN (SELECT value FROM json_each(:ids)))
    AND f.expired_at IS NULL AND {readable:f}
    ORDER BY coalesce(f.declared_at, f.created_at) DESC, f.id LIMIT :most
""")
_RECORDS = compose("""
    SELECT j.value, e.id FROM json_each(:ids) j CROSS JOIN episodes e
    WHERE {readable:e} AND e.state <> 'off_record' AND e.id IN (
        SELECT DISTINCT episode FROM mentions WHERE entity = j.value ORDER BY episode LIMIT :each)
    ORDER BY j.value, e.id
""")


_OF_RECORDS = compose("""
    SELECT {fact:f} FROM facts f
    WHERE f.id IN (
        SELECT id FROM facts WHERE subject_episode IN (SELECT value FROM json_each(:ids))
        UNION SELECT id FROM facts WHERE subject_session IN (SELECT value FROM json_each(:sessions)))
    AND f.object_entity IS NULL AND f.object_text IS NULL AND f.expired_at IS NULL AND {readable:f}
    ORDER BY coalesce(f.declared_at, f.created_at) DESC, f.id
""")


@dataclass(frozen=True, slots=True)
class Beside:
    """An entity that stands beside `here`: the relation declared last between the two, when, and of how many."""

    here: EntityId
    there: EntityId
    predicate: str
    latest: str
    """When it was declared, as `clock.to_utc_text` writes it: text order is time order."""
    total: int
    """Entities that stand beside `here`, read or not."""


class Walks(Group):
    def beside(self, ids: Collection[EntityId], scope: Scope, each: int) -> list[Beside]:
        """Of each entity the `each` related ones whose relation was declared last; equal ones by number."""
        rows = self._rows(_BESIDE, scope, ids=listed(ids), each=each) if ids else []
        return [
            Beside(
                EntityId(cast(int, row[0])), EntityId(cast(int, row[1])), str(row[2]), str(row[3]), cast(int, row[5])
            )
            for row in rows
        ]

    def between(self, ids: Collection[EntityId], scope: Scope, most: int) -> list[Fact]:
        """Relations whose two ends are among `ids`, the one declared last first."""
        return self._all("fact", _BETWEEN, scope, ids=listed(ids), most=most) if ids else []

    def records(self, ids: Collection[EntityId], scope: Scope, each: int) -> dict[EntityId, list[EpisodeId]]:
        """The `each` first records that mention each entity, in order of number."""
        return self._grouped(_RECORDS, ids, scope, each=each)

    def of_records(self, ids: Collection[EpisodeId], sessions: Collection[SessionId], scope: Scope) -> list[Fact]:
        """Relations that lead from one of these records to a record, the one declared last first."""
        if not ids and not sessions:
            return []
        return self._all("fact", _OF_RECORDS, scope, ids=listed(ids), sessions=listed(sessions))
