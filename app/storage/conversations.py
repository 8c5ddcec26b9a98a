"""Reads of conversations."""

from typing import Any

from app.domain.episode import Conversation
from app.domain.ids import ConversationId
from app.domain.scope import Scope
from app.storage.sql import Group, compose

_ONE = compose("SELECT {conversation:c} FROM conversations c WHERE c.id = :id AND {readable:c}")
_LISTED = compose("""
    SELECT {conversation:c} FROM conversations c
    WHERE c.archived <= :archived AND {readable:c}
    ORDER BY coalesce((SELECT max(said_at) FROM episodes e WHERE e.conversation = c.id), c.created_at) DESC, c.id DESC
    LIMIT :limit
""")

_TITLES = compose("""
    SELECT c.id, c.title FROM conversations c
    WHERE c.title <> '' AND c.off_record = 0 AND {readable:c} ORDER BY c.id DESC
""")
_PLACES = compose("""
    SELECT DISTINCT c.project, c.channel FROM conversations c WHERE {readable:c}
    UNION SELECT DISTINCT n.project, n.channel FROM notes n WHERE {readable:n}
    UNION SELECT DISTINCT e.project, e.channel FROM entities e WHERE {readable:e}
""")


class Conversations(Group):
    def one(self, id: ConversationId, scope: Scope) -> Conversation | None:
        found: Conversation | None = self._first("conversation", _ONE, scope, id=id)
        return found

    def listed(self, scope: Scope, limit: int = 1000, archived: bool = False) -> list[Conversation]:
        """The one spoken in last first; archived ones only when asked for."""
        return self._all("conversation", _LISTED, scope, limit=limit, archived=int(archived))

    def titles(self, scope: Scope) -> list[tuple[ConversationId, str]]:
        """Of all that have one and are on the record, archived ones too, the newest first."""
        rows: list[Any] = self._rows(_TITLES, scope)
        return [(ConversationId(id), title) for id, title in rows]

    def places(self, scope: Scope) -> list[tuple[str, str]]:
        """Projects with their channels in which anything is kept; empty names are the global pool."""
        return [(str(project), str(channel)) for project, channel in self._rows(_PLACES, scope)]
