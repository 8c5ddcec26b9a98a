"""Where an entity stands in a person's words: its mentions a page at a time, the notes and chats, and its company."""

from dataclasses import dataclass
from datetime import datetime

from app.domain.clock import from_utc_text
from app.domain.entity import Mention
from app.domain.ids import ConversationId, EntityId, EpisodeId, NoteId
from app.domain.scope import Scope
from app.storage.sql import Group, compose

_LATEST = 2000
"""Episodes that are looked through for who is named beside somebody; the user is named in all of them."""
_FROM = "FROM mentions m JOIN episodes p ON p.id = m.episode JOIN entities e ON e.id = m.entity"
_HERE = "m.entity = :entity AND p.replaced_at IS NULL AND {readable:p} AND {readable:e}"
_COUNT = compose(f"SELECT count(*) {_FROM} WHERE {_HERE}")
_MENTIONS = compose(f"""
    SELECT {{mention:m}} {_FROM} WHERE {_HERE} ORDER BY m.episode DESC, m.start_at LIMIT :limit OFFSET :start
""")
_PLACES = compose(f"""
    SELECT p.note, p.conversation, count(*), min(p.said_at), max(p.said_at), max(p.id) {_FROM} WHERE {_HERE}
    GROUP BY p.note, p.conversation ORDER BY max(p.said_at) DESC, max(p.id) DESC LIMIT :limit OFFSET :start
""")
_PLACES_ALL = compose(f"SELECT DISTINCT p.note, p.conversation {_FROM} WHERE {_HERE}")
_COMPANY = compose("""
    SELECT o.entity, count(DISTINCT o.episode) FROM mentions o
    JOIN episodes p ON p.id = o.episode JOIN entities e ON e.id = o.entity
    WHERE o.episode IN (
        SELECT DISTINCT episode FROM mentions WHERE entity = :entity ORDER BY episode DESC LIMIT :latest)
    AND o.entity <> :entity AND p.replaced_at IS NULL AND {readable:p} AND {readable:e}
    GROUP BY o.entity ORDER BY count(DISTINCT o.episode) DESC, o.entity LIMIT :limit
""")


@dataclass(frozen=True, slots=True)
class Standing:
    """A note or a chat that names an entity, how often, and when first and last. Neither: records of programs."""

    note: NoteId | None
    conversation: ConversationId | None
    count: int
    first: datetime
    last: datetime
    episode: EpisodeId
    """The latest that names it."""


class Lives(Group):
    def count_mentions(self, entity: EntityId, scope: Scope) -> int:
        """How often it is named in words that still stand."""
        return self._count(_COUNT, scope, entity=entity)

    def mentions(self, entity: EntityId, scope: Scope, start: int, limit: int) -> list[Mention]:
        """Where it is named, newest first, from the `start`th on."""
        return self._all("mention", _MENTIONS, scope, entity=entity, start=start, limit=limit)

    def places(self, entity: EntityId, scope: Scope, start: int, limit: int) -> list[Standing]:
        """The notes and chats that name it, the latest first, from the `start`th on."""
        rows = self._rows(_PLACES, scope, entity=entity, start=start, limit=limit)
        return [_standing(row) for row in rows]

    def count_places(self, entity: EntityId, scope: Scope) -> int:
        """How many notes and chats name it."""
        return len(self._rows(_PLACES_ALL, scope, entity=entity))

    def company(self, entity: EntityId, scope: Scope, limit: int) -> dict[EntityId, int]:
        """Who and what is named in the same turns and passages, and in how many of them, the most first."""
        rows = self._rows(_COMPANY, scope, entity=entity, limit=limit, latest=_LATEST)
        return {EntityId(int(str(row[0]))): int(str(row[1])) for row in rows}


def _standing(row: tuple[object, ...]) -> Standing:
    note, conversation, count, first, last, episode = row
    return Standing(
        NoteId(note) if isinstance(note, int) else None,
        ConversationId(conversation) if isinstance(conversation, int) else None,
        int(str(count)),
        from_utc_text(str(first)),
        from_utc_text(str(last)),
        EpisodeId(int(str(episode))),
    )
