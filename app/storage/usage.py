"""Reads of what calls to models have cost."""

from collections.abc import Collection

from app.domain.ids import EpisodeId
from app.domain.scope import Scope
from app.domain.usage import ModelUse
from app.storage.sql import Group, compose

_OF_EPISODES = compose("""
    SELECT u.episode, {model_use:u} FROM model_uses u JOIN episodes e ON e.id = u.episode
    WHERE u.episode IN (SELECT value FROM json_each(:ids)) AND {readable:e} ORDER BY u.episode, u.id
""")


class Uses(Group):
    def of_episodes(self, ids: Collection[EpisodeId], scope: Scope) -> dict[EpisodeId, list[ModelUse]]:
        """What models were asked for each of these turns, in the order they were."""
        return self._grouped_rows("model_use", _OF_EPISODES, ids, scope)
