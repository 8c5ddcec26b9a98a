"""Reads for walks over the graph: who stands beside whom, cut in SQL, so that a hub of thousands costs little."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import cast

from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, SessionId
from app.domain.scope import Scope
from app.storage.sql import Group, compose, listed
from app.storage.tables import FACT

# Both directions of each relation between two entities that has not been taken back: an association is a way there,
# whichever end the question names. `rank` orders relations as text: the last declared, of equals the first made.
_NEAR = """
    ends AS (
        SELECT subject_entity AS here, object_entity AS there, id FROM facts
        WHERE subject_entity IN (SELECT value FROM json_each(:ids)) AND object_entity IS NOT NULL
        UNION ALL
        SELECT object_entity, subject_entity, id FROM facts
        WHERE object_entity IN (SELECT value FROM json_each(:ids)) AND subject_entity IS NOT NULL),
    near AS (
        SELECT x.here, x.there, f.predicate, coalesce(f.declared_at, f.created_at) AS latest,
            max(coalesce(f.declared_at, f.created_at) || (9000000000000000000 - f.id)) AS rank
        FROM ends x JOIN facts f ON f.id = x.id JOIN entities e ON e.id = x.there
        WHERE x.here <> x.there AND f.expired_at IS NULL AND {readable:f} AND {readable:e}
        GROUP BY @by)
"""
_BESIDE = compose(
    """
    WITH @near, ranked AS (
        SELECT *, row_number() OVER (PARTITION BY here ORDER BY latest DESC, there) AS place,
            count(*) OVER (PARTITION BY here) AS total FROM near)
    SELECT here, there, predicate, latest, total FROM ranked WHERE place <= :each ORDER BY here, place
""".replace("@near", _NEAR.replace("@by", "x.here, x.there"))
)
_AROUND = compose(
    """
    WITH @near SELECT there, count(*) OVER () FROM near
    WHERE there NOT IN (SELECT value FROM json_each(:known)) ORDER BY latest DESC, there LIMIT :most
""".replace("@near", _NEAR.replace("@by", "x.there"))
)
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
                EntityId(cast(int, row[0])), EntityId(cast(int, row[1])), str(row[2]), str(row[3]), cast(int, row[4])
            )
            for row in rows
        ]

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
