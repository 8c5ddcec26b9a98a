"""Reads of what calls to models have cost, and of how answers were found."""

from collections.abc import Collection

from app.domain.ids import EpisodeId
from app.domain.scope import Scope
from app.domain.trace import Trace
from app.domain.usage import ModelUse
from app.storage.sql import Group, compose

_OF_EPISODES = compose("""
    SELECT u.episode, {model_use:u} FROM model_uses u JOIN episodes e ON e.id = u.episode
    WHERE u.episode IN (SELECT value FROM json_each(:ids)) AND {readable:e} ORDER BY u.episode, u.id
""")

_TRACES = compose("""
    SELECT t.answer, {trace:t} FROM traces t JOIN episodes e ON e.id = t.answer
    WHERE t.answer IN (SELECT value FROM json_each(:ids)) AND {readable:e} ORDER BY t.answer, t.id
""")


class Uses(Group):
    def of_episodes(self, ids: Collection[EpisodeId], scope: Scope) -> dict[EpisodeId, list[ModelUse]]:
        """What models were asked for each of these turns, in the order they were."""
        return self._grouped_rows("model_use", _OF_EPISODES, ids, scope)

    def traces(self, answers: Collection[EpisodeId], scope: Scope) -> dict[EpisodeId, list[Trace]]:
        """How each answer was found; none for older ones."""
        return self._grouped_rows("trace", _TRACES, answers, scope)
