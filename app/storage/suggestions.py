"""Reads of what the app would do but has not, and of what it left out."""

from collections.abc import Collection

from app.domain.ids import EntityId, EpisodeId, SuggestionId
from app.domain.scope import Scope
from app.domain.suggestion import Drop, Suggestion
from app.storage.sql import Group, compose, listed

_ONE = compose("SELECT {suggestion:s} FROM suggestions s WHERE s.id = :id AND {readable:s}")
_OPEN = compose(
    "SELECT {suggestion:s} FROM suggestions s WHERE s.state = 'open' AND {readable:s} ORDER BY s.id DESC LIMIT :limit"
)
_COUNT_OPEN = compose("SELECT count(*) FROM suggestions s WHERE s.state = 'open' AND {readable:s}")
_OF_EPISODE = compose(
    "SELECT {suggestion:s} FROM suggestions s WHERE s.episode = :episode AND {readable:s} ORDER BY s.id"
)
_ALIKE = compose(
    "SELECT {suggestion:s} FROM suggestions s"
    " WHERE s.kind = :kind AND s.payload = :payload AND {readable:s} ORDER BY s.id"
)
_ABOUT = compose("""
    SELECT {suggestion:s} FROM suggestions s
    WHERE s.kind IN ('same_entity', 'which_entity') AND s.state IN ('open', 'never') AND {readable:s}
    AND (json_extract(s.payload, '$.entity') IN (SELECT value FROM json_each(:ids))
        OR EXISTS (SELECT 1 FROM json_each(s.payload, '$.candidates') c
            WHERE c.value IN (SELECT value FROM json_each(:ids))))
    ORDER BY s.id
""")
_REFUSED = compose("""
    SELECT {suggestion:s} FROM suggestions s WHERE s.kind = :kind AND s.state = 'never' AND {readable:s} ORDER BY s.id
""")
_DROPS = compose("""
    SELECT d.episode, {drop:d} FROM drops d JOIN episodes e ON e.id = d.episode
    WHERE d.episode IN (SELECT value FROM json_each(:ids)) AND {readable:e} ORDER BY d.episode, d.id
""")


class Suggestions(Group):
    def one(self, id: SuggestionId, scope: Scope) -> Suggestion | None:
        found: Suggestion | None = self._first("suggestion", _ONE, scope, id=id)
        return found

    def open(self, scope: Scope, limit: int) -> list[Suggestion]:
        """What waits for the user's word, newest first."""
        return self._all("suggestion", _OPEN, scope, limit=limit)

    def count_open(self, scope: Scope) -> int:
        return self._count(_COUNT_OPEN, scope)

    def of_episode(self, episode: EpisodeId, scope: Scope) -> list[Suggestion]:
        """All that an episode gave rise to, whatever was answered."""
        return self._all("suggestion", _OF_EPISODE, scope, episode=episode)

    def alike(self, kind: str, payload: str, scope: Scope) -> list[Suggestion]:
        """Suggestions of that kind and very payload: whether the question was asked, or answered "never", before."""
        return self._all("suggestion", _ALIKE, scope, kind=kind, payload=payload)

    def about(self, entities: Collection[EntityId], scope: Scope) -> list[Suggestion]:
        """Questions of who is who that name one of the entities: open ones, and those never to be asked again."""
        return self._all("suggestion", _ABOUT, scope, ids=listed(entities)) if entities else []

    def refused(self, kind: str, scope: Scope) -> list[Suggestion]:
        """What is never to be asked again."""
        return self._all("suggestion", _REFUSED, scope, kind=kind)

    def drops(self, ids: Collection[EpisodeId], scope: Scope) -> dict[EpisodeId, list[Drop]]:
        """What was read in each episode and left out."""
        return self._grouped_rows("drop", _DROPS, ids, scope)
