"""Reads of episodes and sessions. Lists are in the order the words were said unless it says otherwise."""

from collections.abc import Collection, Mapping
from typing import Any

from app.domain.citation import Citation
from app.domain.episode import Episode, Session
from app.domain.ids import ConversationId, EntityId, EpisodeId, NoteId, SessionId
from app.domain.query import Spot
from app.domain.scope import Scope
from app.domain.tier import Standing, Tier
from app.storage.sql import Group, compose, listed

_END_OF_TIME = "~"
"""After every moment as text."""
_ONE = compose("SELECT {episode:e} FROM episodes e WHERE e.id = :id AND {readable:e}")
_GET = compose("SELECT {episode:e} FROM episodes e WHERE e.id IN (SELECT value FROM json_each(:ids)) AND {readable:e}")
_READABLE = compose("SELECT e.id FROM episodes e WHERE e.id IN (SELECT value FROM json_each(:ids)) AND {readable:e}")
_NOT_ARCHIVED = compose(
    "SELECT e.id FROM episodes e WHERE e.id IN (SELECT value FROM json_each(:ids)) AND e.tier <> 'archive'"
    " AND {readable:e}"
)
_ARCHIVED = compose(
    "SELECT e.id FROM episodes e WHERE e.id IN (SELECT value FROM json_each(:ids)) AND e.tier = 'archive'"
    " AND {readable:e}"
)
_STANDING = compose("""
    SELECT e.id, e.agent, e.said_at, e.importance, e.tier, e.referenced,
        (SELECT count(DISTINCT t.answer) FROM citations t WHERE t.episode = e.id),
        CASE WHEN e.learned_at IS NULL AND e.role <> 'assistant' THEN e.text ELSE '' END
    FROM episodes e
    WHERE e.id > :id AND e.state NOT IN ('off_record', 'waiting') AND e.replaced_at IS NULL AND {readable:e}
    ORDER BY e.id LIMIT :limit
""")
_IN_TIERS = compose("""
    SELECT e.tier, count(*) FROM episodes e
    WHERE e.state <> 'off_record' AND e.replaced_at IS NULL AND {readable:e} GROUP BY e.tier
""")
_AT_HAND = compose("""
    SELECT e.id FROM episodes e
    WHERE e.tier IN ('buffer', 'short_term', 'long_term') AND {readable:e} LIMIT :limit
""")
_ANY_ARCHIVED = compose("SELECT 1 FROM episodes e WHERE e.tier = 'archive' AND {readable:e} LIMIT 1")
_OF_CONVERSATION = compose("""
    SELECT {episode:e} FROM episodes e
    WHERE e.conversation = :conversation AND {readable:e}
    ORDER BY e.said_at DESC, e.id DESC LIMIT :limit
""")
_OF_CONVERSATION_BEFORE = compose("""
    SELECT {episode:e} FROM episodes e JOIN episodes b ON b.id = :before
    WHERE e.conversation = :conversation AND (e.said_at, e.id) < (b.said_at, b.id) AND {readable:e}
    ORDER BY e.said_at DESC, e.id DESC LIMIT :limit
""")
_OF_NOTE = compose("""
    SELECT {episode:e} FROM episodes e
    WHERE e.note = :note AND (e.replaced_at IS NULL OR NOT :current) AND {readable:e}
    ORDER BY e.id
""")
_WAITING = compose("""
    SELECT {episode:e} FROM episodes e
    WHERE e.state = 'waiting' AND e.role IN ('user', 'document') AND {readable:e}
    ORDER BY e.id LIMIT :limit
""")
_OWED = compose("""
    SELECT {episode:e} FROM episodes e
    WHERE e.state IN ('learned', 'nothing') AND e.learn_error <> '' AND e.attempts < :most AND {readable:e}
    ORDER BY e.id LIMIT :limit
""")
_AFTER = compose("SELECT {episode:e} FROM episodes e WHERE e.id > :id AND {readable:e} ORDER BY e.id LIMIT :limit")
_SPOT = "e.id, e.said_at, e.role, e.speaker, e.conversation, e.note, e.project, e.channel"
_SHOWN = (
    " e.said_at >= :first AND e.said_at < :last AND e.state <> 'off_record' AND e.replaced_at IS NULL AND {readable:e}"
)
_SPOTS = compose(" ".join(["SELECT", _SPOT, "FROM episodes e WHERE", _SHOWN]))
_SPOTS_AMONG = compose(
    " ".join(["SELECT", _SPOT, "FROM json_each(:ids) j CROSS JOIN episodes e ON e.id = j.value WHERE", _SHOWN])
)
_TEXTS = compose("""
    SELECT e.id, e.text FROM json_each(:ids) j CROSS JOIN episodes e ON e.id = j.value
    WHERE e.replaced_at IS NULL AND {readable:e}
""")
_SPEAKERS = compose("SELECT DISTINCT e.speaker FROM episodes e WHERE e.speaker <> '' AND {readable:e}")
_MENTIONING = compose("""
    SELECT DISTINCT m.episode FROM mentions m JOIN episodes e ON e.id = m.episode
    WHERE m.entity IN (SELECT value FROM json_each(:ids)) AND {readable:e}
""")
_COUNT = compose("SELECT count(*) FROM episodes e WHERE {readable:e}")
_AROUND = compose("""
    SELECT e.id, n.id FROM json_each(:ids) j JOIN episodes e ON e.id = j.value CROSS JOIN episodes n
    WHERE {readable:n} AND n.id IN (
        SELECT id FROM (SELECT id FROM episodes WHERE session = e.session AND id < e.id ORDER BY id DESC LIMIT :reach)
        UNION ALL
        SELECT id FROM (SELECT id FROM episodes WHERE session = e.session AND id > e.id ORDER BY id LIMIT :reach))
    ORDER BY e.id, n.id
""")
_IN_SESSIONS = compose("""
    SELECT e.session, e.id FROM episodes e
    WHERE e.session IN (SELECT value FROM json_each(:ids)) AND {readable:e} ORDER BY e.session, e.id
""")
_OF_ENTITIES = compose("""
    SELECT j.value, e.id FROM json_each(:ids) j CROSS JOIN episodes e
    WHERE {readable:e} AND e.id IN (
        SELECT DISTINCT episode FROM mentions WHERE entity = j.value ORDER BY episode DESC LIMIT :each)
    ORDER BY j.value, e.id DESC
""")
_SAID_BETWEEN = compose("""
    SELECT {episode:e} FROM episodes e
    WHERE e.said_at >= :first AND e.said_at < :last AND {readable:e} ORDER BY e.said_at, e.id LIMIT :limit
""")
_SESSION_READABLE = """
    (EXISTS (SELECT 1 FROM conversations c WHERE c.id = s.conversation AND {readable:c})
    OR EXISTS (SELECT 1 FROM notes n WHERE n.id = s.note AND {readable:n})
    OR EXISTS (SELECT 1 FROM episodes e WHERE e.session = s.id AND {readable:e}))
"""
_SESSIONS = compose(
    " ".join(
        ["SELECT {session:s} FROM sessions s WHERE s.id IN (SELECT value FROM json_each(:ids)) AND", _SESSION_READABLE]
    )
)
_LATEST_SESSION = compose("""
    SELECT {session:s} FROM sessions s JOIN conversations c ON c.id = s.conversation
    WHERE s.conversation = :conversation AND {readable:c} ORDER BY s.ended_at DESC, s.id DESC LIMIT 1
""")
_CITATIONS = compose("""
    SELECT t.answer, {citation:t} FROM citations t
    JOIN episodes a ON a.id = t.answer JOIN episodes e ON e.id = t.episode
    WHERE t.answer IN (SELECT value FROM json_each(:ids)) AND {readable:a} AND {readable:e}
    ORDER BY t.answer, t.number, t.id
""")


class Episodes(Group):
    def one(self, id: EpisodeId, scope: Scope) -> Episode | None:
        found: Episode | None = self._first("episode", _ONE, scope, id=id)
        return found

    def get(self, ids: Collection[EpisodeId], scope: Scope) -> dict[EpisodeId, Episode]:
        """Those of `ids` that exist and may be read."""
        return dict(self._by_id("episode", _GET, ids, scope))

    def readable(self, ids: Collection[EpisodeId], scope: Scope, archived: bool = True) -> set[EpisodeId]:
        """Which of `ids` exist and may be read: what an index's finds are checked with. `archived`: those too."""
        return self._numbers(_READABLE if archived else _NOT_ARCHIVED, ids, scope)

    def archived(self, ids: Collection[EpisodeId], scope: Scope) -> set[EpisodeId]:
        """Which of `ids` lie in the archive: what recall does not reach for by itself."""
        return self._numbers(_ARCHIVED, ids, scope)

    def at_hand(self, scope: Scope, most: int) -> set[EpisodeId] | None:
        """All that is not archived, which limits keep small; None where it is more than `most`."""
        rows: list[Any] = self._rows(_AT_HAND, scope, limit=most + 1)
        return {row[0] for row in rows} if len(rows) <= most else None

    def any_archived(self, scope: Scope) -> bool:
        """Whether there is an archive to look into."""
        return bool(self._rows(_ANY_ARCHIVED, scope))

    def _numbers(self, query: str, ids: Collection[EpisodeId], scope: Scope) -> set[EpisodeId]:
        return {EpisodeId(int(str(row[0]))) for row in self._rows(query, scope, ids=listed(ids))} if ids else set()

    def standing(self, after: int, scope: Scope, limit: int) -> list[Standing]:
        """What the rule of keeping looks at, in order of number: not what waits to be learned, is off the record, or
        was dropped by its note, none of which moves."""
        rows: list[Any] = self._rows(_STANDING, scope, id=after, limit=limit)
        return [Standing(*row) for row in rows]

    def in_tiers(self, scope: Scope) -> dict[Tier, int]:
        """How many episodes each tier holds."""
        rows: list[Any] = self._rows(_IN_TIERS, scope)
        return dict(rows)

    def of_conversation(
        self, conversation: ConversationId, scope: Scope, limit: int = 200, before: EpisodeId | None = None
    ) -> list[Episode]:
        """The last `limit` turns, of those before `before` where it is given, oldest first."""
        if before is None:
            found = self._all("episode", _OF_CONVERSATION, scope, conversation=conversation, limit=limit)
        else:
            query = _OF_CONVERSATION_BEFORE
            found = self._all("episode", query, scope, conversation=conversation, limit=limit, before=before)
        return found[::-1]

    def of_note(self, note: NoteId, scope: Scope, current: bool = True) -> list[Episode]:
        """Passages in the order they were written; `current` leaves out those that later versions dropped."""
        return self._all("episode", _OF_NOTE, scope, note=note, current=int(current))

    def waiting(self, scope: Scope, limit: int) -> list[Episode]:
        """The durable queue: what has not been learned from yet, oldest first."""
        return self._all("episode", _WAITING, scope, limit=limit)

    def owed(self, scope: Scope, most: int, limit: int) -> list[Episode]:
        """Read without the model that was to read them, fewer than `most` times so far, oldest first."""
        return self._all("episode", _OWED, scope, most=most, limit=limit)

    def after(self, id: EpisodeId, scope: Scope, limit: int) -> list[Episode]:
        """Episodes with a higher number, in order of number: how an index walks through all of them."""
        return self._all("episode", _AFTER, scope, id=id, limit=limit)

    def said_between(self, first: str, last: str, scope: Scope, limit: int) -> list[Episode]:
        """Said from `first` up to, not including, `last`, both as `clock.to_utc_text` writes them."""
        return self._all("episode", _SAID_BETWEEN, scope, first=first, last=last, limit=limit)

    def spots(
        self, ids: Collection[EpisodeId] | None, scope: Scope, first: str = "", last: str = _END_OF_TIME
    ) -> list[Spot]:
        """Of `ids` (None: of all) those said from `first` up to, not including, `last`, as `clock.to_utc_text` writes
        them; not what is off the record or was dropped by its note. In the order of `ids`."""
        bounds: dict[str, Any] = {"first": first, "last": last}
        if ids is not None:
            bounds["ids"] = listed(ids)
        rows: list[Any] = self._rows(_SPOTS if ids is None else _SPOTS_AMONG, scope, **bounds)
        return [Spot._make(row) for row in rows]

    def texts(self, ids: Collection[EpisodeId], scope: Scope) -> dict[EpisodeId, str]:
        """The words alone."""
        rows: list[Any] = self._rows(_TEXTS, scope, ids=listed(ids))
        return dict(rows)

    def speakers(self, scope: Scope) -> list[str]:
        """All names that sources give to those who speak."""
        return [str(row[0]) for row in self._rows(_SPEAKERS, scope)]

    def mentioning(self, ids: Collection[EntityId], scope: Scope) -> set[EpisodeId]:
        """All episodes that mention any of the entities."""
        return {EpisodeId(int(str(row[0]))) for row in self._rows(_MENTIONING, scope, ids=listed(ids))}

    def count(self, scope: Scope) -> int:
        return self._count(_COUNT, scope)

    def around(self, ids: Collection[EpisodeId], scope: Scope, reach: int = 1) -> dict[EpisodeId, list[EpisodeId]]:
        """Up to `reach` turns before and after each, in the same session."""
        return self._grouped(_AROUND, ids, scope, reach=reach)

    def in_sessions(self, ids: Collection[SessionId], scope: Scope) -> dict[SessionId, list[EpisodeId]]:
        """All episodes of each session."""
        return self._grouped(_IN_SESSIONS, ids, scope)

    def of_entities(
        self, ids: Collection[EntityId], scope: Scope, limit_each: int = 50
    ) -> dict[EntityId, list[EpisodeId]]:
        """Episodes that mention each entity, newest first."""
        return self._grouped(_OF_ENTITIES, ids, scope, each=limit_each)

    def sessions(self, ids: Collection[SessionId], scope: Scope) -> dict[SessionId, Session]:
        """Those of `ids` whose conversation, note or any episode may be read."""
        return dict(self._by_id("session", _SESSIONS, ids, scope))

    def session_of_conversation(self, conversation: ConversationId, scope: Scope) -> Session | None:
        """The session that ended last."""
        found: Session | None = self._first("session", _LATEST_SESSION, scope, conversation=conversation)
        return found

    def citations(self, answers: Collection[EpisodeId], scope: Scope) -> Mapping[EpisodeId, list[Citation]]:
        """The numbered evidence of each answer, in order of number."""
        return self._grouped_rows("citation", _CITATIONS, answers, scope)
