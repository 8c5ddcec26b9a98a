"""Reads of conversations."""

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


class Conversations(Group):
    def one(self, id: ConversationId, scope: Scope) -> Conversation | None:
        found: Conversation | None = self._first("conversation", _ONE, scope, id=id)
        return found

    def listed(self, scope: Scope, limit: int = 1000, archived: bool = False) -> list[Conversation]:
        """The one spoken in last first; archived ones only when asked for."""
        return self._all("conversation", _LISTED, scope, limit=limit, archived=int(archived))
