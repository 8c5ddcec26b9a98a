"""Reads of facts and of the words that support them."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from app.domain.clock import from_utc_text
from app.domain.fact import Anchor, Fact, Node
from app.domain.ids import EntityId, EpisodeId, FactId, Ref
from app.domain.scope import Scope
from app.domain.text import fold
from app.storage.sql import Group, compose, listed
from app.storage.tables import ANCHOR, FACT

_ALL = 1_000_000
_ONE = compose("SELECT {fact:f} FROM facts f WHERE f.id = :id AND {readable:f}")
_GET = compose("SELECT {fact:f} FROM facts f WHERE f.id IN (SELECT value FROM json_each(:ids)) AND {readable:f}")
_OF_ENTITIES = compose("""
    SELECT {fact:f} FROM facts f
    WHERE f.id IN (
        SELECT id FROM facts WHERE subject_entity IN (SELECT value FROM json_each(:ids))
        UNION SELECT id FROM facts WHERE object_entity IN (SELECT value FROM json_each(:ids)))
    AND (f.expired_at IS NULL OR :retracted) AND {readable:f}
    ORDER BY f.id
""")
_OF_ENTITIES_UNDER = compose("""
    SELECT {fact:f} FROM facts f
    WHERE f.id IN (
        SELECT id FROM facts WHERE subject_entity IN (SELECT value FROM json_each(:ids))
            AND predicate_key IN (SELECT value FROM json_each(:predicates))
        UNION SELECT id FROM facts WHERE object_entity IN (SELECT value FROM json_each(:ids))
            AND predicate_key IN (SELECT value FROM json_each(:predicates)))
    AND f.expired_at IS NULL AND {readable:f}
    ORDER BY f.id DESC LIMIT :most
""")
_CHANGED = compose("""
    SELECT {fact:f} FROM facts f
    WHERE f.id IN (
        SELECT id FROM facts WHERE subject_entity IN (SELECT value FROM json_each(:ids))
        UNION SELECT id FROM facts WHERE object_entity IN (SELECT value FROM json_each(:ids)))
    AND (substr(coalesce(f.valid_at, f.said_at), 1, 4) >= :year OR substr(f.invalid_at, 1, 4) >= :year)
    AND f.expired_at IS NULL AND {readable:f}
    ORDER BY f.id DESC LIMIT :most
""")
_LATEST_OF_ENTITIES = compose("""
    SELECT {fact:f} FROM facts f
    WHERE f.id IN (
        SELECT n.id FROM json_each(:ids) j CROSS JOIN facts n WHERE n.id IN (
            SELECT id FROM (SELECT id FROM facts WHERE subject_entity = j.value AND (expired_at IS NULL OR :retracted)
                ORDER BY id DESC LIMIT :each)
            UNION ALL
            SELECT id FROM (SELECT id FROM facts WHERE object_entity = j.value AND (expired_at IS NULL OR :retracted)
                ORDER BY id DESC LIMIT :each)))
    AND {readable:f}
    ORDER BY f.id
""")
_ABOUT = """
    SELECT {fact:f} FROM facts f
    WHERE f.@subject = :subject
    AND (:any OR f.predicate_key IN (SELECT value FROM json_each(:predicates)))
    AND f.expired_at IS NULL AND {readable:f}
    ORDER BY f.id DESC LIMIT :most
"""
_ABOUT_ENTITY = compose(_ABOUT.replace("@subject", "subject_entity"))
_UNDER_ENTITY = compose(_ABOUT.replace("@subject", "subject_entity").replace(":any OR ", ""))
_ABOUT_EPISODE = compose(_ABOUT.replace("@subject", "subject_episode"))
_ABOUT_SESSION = compose(_ABOUT.replace("@subject", "subject_session"))
_OF_RECORDS = compose("""
    SELECT {fact:f} FROM facts f
    WHERE (f.subject_episode IN (SELECT value FROM json_each(:ids))
        OR f.object_episode IN (SELECT value FROM json_each(:ids)))
    AND f.expired_at IS NULL AND {readable:f}
    ORDER BY f.id
""")
_ENDED_BY = compose("""
    SELECT f.invalidated_by, {fact:f} FROM facts f
    WHERE f.invalidated_by IN (SELECT value FROM json_each(:ids)) AND {readable:f} ORDER BY f.id
""")
_ANCHORS = compose("""
    SELECT a.fact, {anchor:a} FROM anchors a JOIN facts f ON f.id = a.fact JOIN episodes e ON e.id = a.episode
    WHERE a.fact IN (SELECT value FROM json_each(:ids)) AND {readable:f} AND {readable:e}
    ORDER BY a.fact, a.id
""")
_SUPPORTS = compose("""
    SELECT j.value, e.said_at, e.said_offset, {anchor:a}
    FROM json_each(:ids) j CROSS JOIN anchors a JOIN episodes e ON e.id = a.episode
    WHERE {readable:e} AND a.id IN (
        SELECT id FROM anchors WHERE fact = j.value ORDER BY episode DESC LIMIT :each)
    ORDER BY j.value, a.id
""")
_ANCHORED_IN = compose("""
    SELECT a.episode, {anchor:a}, {fact:f}
    FROM anchors a JOIN facts f ON f.id = a.fact JOIN episodes e ON e.id = a.episode
    WHERE a.episode IN (SELECT value FROM json_each(:ids)) AND {readable:f} AND {readable:e}
    ORDER BY a.episode, a.start_at, a.id
""")
_COUNT = compose("SELECT count(*) FROM facts f WHERE f.expired_at IS NULL AND {readable:f}")
_PAGE = compose("SELECT {fact:f} FROM facts f WHERE f.id > :id AND {readable:f} ORDER BY f.id LIMIT :limit")


class Facts(Group):
    def one(self, id: FactId, scope: Scope) -> Fact | None:
        found: Fact | None = self._first("fact", _ONE, scope, id=id)
        return found

    def get(self, ids: Collection[FactId], scope: Scope) -> dict[FactId, Fact]:
        """Those of `ids` that exist and may be read."""
        return dict(self._by_id("fact", _GET, ids, scope))

    def of_entities(
        self, ids: Collection[EntityId], scope: Scope, retracted: bool = False, limit_each: int | None = None
    ) -> list[Fact]:
        """Facts with one of the entities at either end, ended ones too; retracted ones only when asked for.

        An entity such as the user may have thousands: `limit_each` keeps the latest of each.
        """
        if not ids:
            return []
        if limit_each is None:
            return self._all("fact", _OF_ENTITIES, scope, ids=listed(ids), retracted=int(retracted))
        query = _LATEST_OF_ENTITIES
        return self._all("fact", query, scope, ids=listed(ids), retracted=int(retracted), each=limit_each)

    def under(
        self, ids: Collection[EntityId], predicates: Collection[str], scope: Scope, most: int = _ALL
    ) -> list[Fact]:
        """Facts under the predicates with one of the entities at either end, ended ones too, retracted ones not.

        Of many the `most` that were learned last.
        """
        if not ids or not predicates:
            return []
        keys = listed(fold(predicate) for predicate in predicates)
        return self._all("fact", _OF_ENTITIES_UNDER, scope, ids=listed(ids), predicates=keys, most=most)[::-1]

    def changed(self, ids: Collection[EntityId], year: int, scope: Scope, most: int) -> list[Fact]:
        """Facts with one of the entities at either end that began or ended in that year or later, retracted ones not.

        Of many the `most` that were learned last.
        """
        if not ids:
            return []
        return self._all("fact", _CHANGED, scope, ids=listed(ids), year=f"{year:04d}", most=most)[::-1]

    def of_records(self, ids: Collection[EpisodeId], scope: Scope) -> list[Fact]:
        """Facts that start from or point to one of the episodes themselves."""
        return self._all("fact", _OF_RECORDS, scope, ids=listed(ids)) if ids else []

    def about(self, subject: Node, predicates: Collection[str] | None, scope: Scope, most: int = _ALL) -> list[Fact]:
        """What is said of `subject` under the predicates (`None`: any), ended facts too, retracted ones not.

        Of many the `most` that were learned last.
        """
        values: dict[str, Any] = {"predicates": listed(fold(predicate) for predicate in predicates or ()), "most": most}
        if predicates is not None and not isinstance(subject, Ref):
            return self._all("fact", _UNDER_ENTITY, scope, subject=int(subject), **values)[::-1]
        if isinstance(subject, Ref):
            query, number = _ABOUT_EPISODE if subject.kind == "ep" else _ABOUT_SESSION, subject.id
        else:
            query, number = _ABOUT_ENTITY, int(subject)
        return self._all("fact", query, scope, subject=number, any=int(predicates is None), **values)[::-1]

    def ended_by(self, ids: Collection[FactId], scope: Scope) -> dict[FactId, list[Fact]]:
        """The facts that each of `ids` ended."""
        return self._grouped_rows("fact", _ENDED_BY, ids, scope)

    def anchors(self, ids: Collection[FactId], scope: Scope) -> dict[FactId, list[Anchor]]:
        """The words that support each fact, in the order they came."""
        return self._grouped_rows("anchor", _ANCHORS, ids, scope)

    def supports(
        self, ids: Collection[FactId], scope: Scope, each: int = 100_000
    ) -> dict[FactId, list[tuple[Anchor, datetime]]]:
        """The words that support each fact and when they were said; of many, those of the `each` newest episodes."""
        found: dict[FactId, list[tuple[Anchor, datetime]]] = {}
        if ids:
            for row in self._rows(_SUPPORTS, scope, ids=listed(ids), each=each):
                anchor = ANCHOR.decode(row, 3)
                said_at = from_utc_text(str(row[1]), int(str(row[2])))
                found.setdefault(anchor.fact, []).append((anchor, said_at))
        return found

    def anchored_in(self, ids: Collection[EpisodeId], scope: Scope) -> dict[EpisodeId, list[tuple[Fact, Anchor]]]:
        """What each episode supports, in the order of its words; retracted facts too."""
        found: dict[EpisodeId, list[tuple[Fact, Anchor]]] = {}
        if ids:
            for row in self._rows(_ANCHORED_IN, scope, ids=listed(ids)):
                fact, anchor = FACT.decode(row, 1 + ANCHOR.width), ANCHOR.decode(row, 1)
                found.setdefault(anchor.episode, []).append((fact, anchor))
        return found

    def count(self, scope: Scope) -> int:
        """How many facts are not retracted."""
        return self._count(_COUNT, scope)

    def page(self, scope: Scope, after: FactId, limit: int) -> list[Fact]:
        """Facts with a higher number, in order of number."""
        return self._all("fact", _PAGE, scope, id=after, limit=limit)
