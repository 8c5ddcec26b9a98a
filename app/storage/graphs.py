"""Reads for pictures of the graph: thousands of light rows at a time.

A row that is fetched takes the interpreter lock once, and where another thread is busy it waits its turn each time:
30,000 rows take 0.1 s alone and 2 s beside a window that paints. So a batch comes as one row, packed as JSON by SQLite,
which works without the lock.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from app.domain.entity import Entity
from app.domain.ids import CategoryId, ConversationId, EntityId, EpisodeId, FactId, NoteId
from app.domain.scope import Scope
from app.storage.rows import SQLite
from app.storage.sql import Group, compose, listed
from app.storage.tables import ENTITY

# The first day that a world time covers, as text: `2024` and `2024-03` are filled up to a day.
_FIRST_DAY = "substr(@ || '-01-01', 1, 10)"
_SAID_DAY = "coalesce(date(f.said_at, f.said_offset || ' minutes'), substr(f.said_at, 1, 10))"
_ENTITIES = compose("""
    SELECT json_group_array(json_array({entity:e})) FROM entities e
    WHERE e.id IN (SELECT value FROM json_each(:ids)) AND {readable:e}
""")
_MOST_NAMED = compose("""
    SELECT json_group_array(id) FROM (
        SELECT e.id FROM entities e LEFT JOIN mention_counts n ON n.entity = e.id WHERE {readable:e}
        ORDER BY coalesce(n.mentions, 0) DESC, e.id LIMIT :limit)
""")
_TIES = """
    SELECT json_group_array(json_array(id, one, other, holds, gone)) FROM (
        SELECT f.id, f.subject_entity AS one, f.object_entity AS other, f.expired_at IS NOT NULL AS gone,
            f.invalid_at IS NULL OR @until > :today AS holds
        FROM facts f CROSS JOIN entities s ON s.id = f.subject_entity CROSS JOIN entities o ON o.id = f.object_entity
        WHERE @which f.id > :after AND f.subject_entity <> f.object_entity
        AND {readable:f} AND {readable:s} AND {readable:o}
        ORDER BY f.id LIMIT :most)
""".replace("@until", _FIRST_DAY.replace("@", "f.invalid_at"))
_ALL_TIES = compose(_TIES.replace("@which", ""))
_TIES_OF = compose(
    _TIES.replace(
        "@which",
        """
        f.id IN (
            SELECT id FROM facts WHERE subject_entity IN (SELECT value FROM json_each(:ids))
            UNION SELECT id FROM facts WHERE object_entity IN (SELECT value FROM json_each(:ids))) AND
        """,
    )
)
_EDGES = compose(
    """
    SELECT json_group_array(json_array(f.id, f.subject_entity, f.object_entity, f.predicate, f.fact,
        f.valid_at IS NOT NULL, CASE WHEN f.valid_at IS NULL THEN @said ELSE @since END, @until,
        date(f.expired_at, 'localtime'), f.declared_by, f.confidence,
        coalesce((SELECT p.note IS NOT NULL FROM anchors a JOIN episodes p ON p.id = a.episode
            WHERE a.fact = f.id AND NOT a.ends AND {readable:p} ORDER BY a.id LIMIT 1), 0)))
    FROM facts f WHERE f.id IN (SELECT value FROM json_each(:ids)) AND {readable:f}
""".replace("@said", _SAID_DAY)
    .replace("@since", _FIRST_DAY.replace("@", "f.valid_at"))
    .replace("@until", _FIRST_DAY.replace("@", "f.invalid_at"))
)
_MEMBERSHIPS = compose("""
    SELECT json_group_array(json_array(m.entity, m.category)) FROM memberships m
    JOIN categories c ON c.id = m.category JOIN entities e ON e.id = m.entity
    WHERE m.entity IN (SELECT value FROM json_each(:ids)) AND c.retired_at IS NULL AND NOT m.excluded
    AND {readable:c} AND {readable:e}
""")
_ABOVE = compose("""
    SELECT json_group_array(json_array(l.child, l.parent, p.layer)) FROM category_links l
    JOIN categories c ON c.id = l.child JOIN categories p ON p.id = l.parent
    WHERE c.retired_at IS NULL AND p.retired_at IS NULL AND NOT l.excluded AND {readable:c} AND {readable:p}
""")
_QUESTIONS = compose("""
    SELECT json_group_array(json_array(s.id, json_extract(s.payload, '$.entity'), c.value, s.reason,
        EXISTS (SELECT 1 FROM episodes p WHERE p.id = s.episode AND p.note IS NOT NULL AND {readable:p})))
    FROM suggestions s JOIN json_each(s.payload, '$.candidates') c
    WHERE s.kind = 'same_entity' AND s.state = 'open' AND {readable:s}
""")
_CHANGED = compose(
    """
    SELECT json_group_array(json_array(id, one, other, subject_name, object_name, predicate, fact, dated, begun, ended,
        taken_back)) FROM (SELECT *, CASE
            WHEN taken_back IS NOT NULL THEN CASE WHEN taken_back BETWEEN :first AND :last THEN taken_back END
            WHEN ended BETWEEN :first AND :last THEN ended
            WHEN begun BETWEEN :first AND :last AND (ended IS NULL OR begun < ended) THEN begun END AS latest
        FROM (
            SELECT f.id, f.subject_entity AS one, f.object_entity AS other, s.name AS subject_name,
                coalesce(o.name, f.object_text) AS object_name, f.predicate, f.fact, f.valid_at IS NOT NULL AS dated,
                CASE WHEN f.valid_at IS NULL THEN @said ELSE @since END AS begun, @until AS ended,
                date(f.expired_at, 'localtime') AS taken_back
            FROM facts f CROSS JOIN entities s ON s.id = f.subject_entity LEFT JOIN entities o ON o.id = f.object_entity
            WHERE (:all OR f.id IN (
                SELECT id FROM facts WHERE subject_entity IN (SELECT value FROM json_each(:ids))
                UNION SELECT id FROM facts WHERE object_entity IN (SELECT value FROM json_each(:ids))))
            AND f.subject_entity IS NOT f.object_entity
            AND (f.object_text IS NOT NULL OR (o.id IS NOT NULL AND {readable:o})) AND {readable:f} AND {readable:s})
        WHERE latest IS NOT NULL ORDER BY latest DESC, id DESC LIMIT :most)
""".replace("@said", _SAID_DAY)
    .replace("@since", _FIRST_DAY.replace("@", "f.valid_at"))
    .replace("@until", _FIRST_DAY.replace("@", "f.invalid_at"))
)
# How often an entity is named in some words, or is at an end of what they say, and where last. Of all memory's words
# about it the share that is here says how much these are about it.
_NAMED = """
    SELECT x.entity, sum(x.times), max(x.episode), coalesce(n.mentions, 0), e.name
    FROM (
        SELECT m.entity, count(*) AS times, max(m.episode) AS episode FROM mentions m
        WHERE m.episode IN (SELECT p.id FROM @words) GROUP BY m.entity
        UNION ALL
        SELECT f.subject_entity, count(*), max(a.episode) FROM anchors a JOIN facts f ON f.id = a.fact
        WHERE a.episode IN (SELECT p.id FROM @words) AND f.expired_at IS NULL AND {readable:f} GROUP BY 1
        UNION ALL
        SELECT f.object_entity, count(*), max(a.episode) FROM anchors a JOIN facts f ON f.id = a.fact
        WHERE a.episode IN (SELECT p.id FROM @words) AND f.expired_at IS NULL AND {readable:f} GROUP BY 1) x
    JOIN entities e ON e.id = x.entity LEFT JOIN mention_counts n ON n.entity = e.id
    WHERE {readable:e} GROUP BY x.entity ORDER BY x.entity
"""
_KEPT = " AND p.state <> 'off_record' AND p.replaced_at IS NULL AND {readable:p}"
_SAID_HERE = {
    "conversation": "p.conversation = :id",
    "note": "p.note = :id",
    "episodes": "p.id IN (SELECT value FROM json_each(:ids))",
}
_IN = {
    what: compose(_NAMED.replace("@words", f"episodes p WHERE {words}{_KEPT}")) for what, words in _SAID_HERE.items()
}

Tie = tuple[FactId, EntityId, EntityId, int, int]
"""A fact between two entities: number, subject, object, whether it has no end up to today, whether it is retracted."""
EdgeRow = tuple[int, int, int, str, str, int, str, str | None, str | None, str, float, int]
"""Number, subject, object, predicate, sentence, whether its beginning is stated, first day, first day after the end,
day of retraction, declared by, confidence, whether a note states it first. Days are ISO text."""

ChangedRow = tuple[int, int, int | None, str, str, str, str, int, str, str | None, str | None]
"""Number, subject, object, their names or the value, predicate, sentence, whether its beginning is stated, first day,
first day after its end, day of retraction."""


@dataclass(frozen=True, slots=True)
class Named:
    """An entity in some words: how often they are about it, in which episode last, how often memory names it."""

    entity: EntityId
    times: int
    latest: EpisodeId
    mentions: int
    name: str


class Graphs(Group):
    """Each read takes as many numbers as one batch may have: the caller cuts them."""

    def _packed(self, query: str, scope: Scope, **parameters: SQLite) -> list[Any]:
        return cast(list[Any], json.loads(str(self._rows(query, scope, **parameters)[0][0])))

    def most_named(self, scope: Scope, limit: int) -> list[EntityId]:
        """The entities mentioned most; equal ones by number."""
        return self._packed(_MOST_NAMED, scope, limit=limit)

    def entities(self, ids: Collection[EntityId], scope: Scope) -> dict[EntityId, Entity]:
        """Those of `ids` that exist and may be read."""
        rows = self._packed(_ENTITIES, scope, ids=listed(ids))
        return {EntityId(row[0]): ENTITY.decode(row) for row in rows}

    def ties(self, ids: Collection[EntityId] | None, scope: Scope, today: date, after: int, most: int) -> list[Tie]:
        """Facts with one of `ids` (None: anything) at either end and another entity at the other, both readable.

        In order of number, retracted ones too. Of more than `most` the first ones after number `after`.
        """
        values: dict[str, SQLite] = {"today": today.isoformat(), "after": after, "most": most}
        if ids is None:
            return [tuple(row) for row in self._packed(_ALL_TIES, scope, **values)]
        return [tuple(row) for row in self._packed(_TIES_OF, scope, ids=listed(ids), **values)]

    def edges(self, ids: Collection[FactId], scope: Scope) -> list[EdgeRow]:
        """What a picture says of each fact, in no order."""
        return [tuple(row) for row in self._packed(_EDGES, scope, ids=listed(ids))]

    def memberships(self, ids: Collection[EntityId], scope: Scope) -> list[tuple[EntityId, CategoryId]]:
        """Which entity is in which category of layer 1."""
        return [(one, other) for one, other in self._packed(_MEMBERSHIPS, scope, ids=listed(ids))]

    def above(self, scope: Scope) -> list[tuple[CategoryId, CategoryId, int]]:
        """Each category with one that it stands under, and that one's layer."""
        return [(child, parent, layer) for child, parent, layer in self._packed(_ABOVE, scope)]

    def questions(self, scope: Scope) -> list[tuple[int, EntityId, EntityId, str, int]]:
        """Open questions whether two are one: number, both, the reason, and whether words of a note raised it."""
        return [tuple(row) for row in self._packed(_QUESTIONS, scope)]

    def changed(
        self, ids: Collection[EntityId] | None, since: date, until: date, scope: Scope, most: int
    ) -> list[ChangedRow]:
        """Facts that began, ended or were taken back from `since` to `until`; of all entities where `ids` is None.

        Of many the `most` whose last change in that time is the latest.
        """
        values: dict[str, SQLite] = {"first": since.isoformat(), "last": until.isoformat(), "most": most}
        rows = self._packed(_CHANGED, scope, ids=listed(ids or ()), all=int(ids is None), **values)
        return [tuple(row) for row in rows]

    def in_conversation(self, conversation: ConversationId, scope: Scope) -> list[Named]:
        """The entities that the turns of a chat name or say something of; none off the record."""
        return self._named(_IN["conversation"], scope, id=conversation)

    def in_note(self, note: NoteId, scope: Scope) -> list[Named]:
        """The entities that a note names or says something of, as it stands now."""
        return self._named(_IN["note"], scope, id=note)

    def in_episodes(self, ids: Collection[EpisodeId], scope: Scope) -> list[Named]:
        return self._named(_IN["episodes"], scope, ids=listed(ids)) if ids else []

    def _named(self, query: str, scope: Scope, **parameters: SQLite) -> list[Named]:
        rows: list[Any] = self._rows(query, scope, **parameters)
        return [Named(*row) for row in rows]
