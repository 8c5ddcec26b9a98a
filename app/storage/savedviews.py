"""Reads of the looks at the graph that a person kept under a name."""

from app.domain.ids import SavedViewId
from app.domain.lens import SavedView
from app.domain.scope import Scope
from app.storage.sql import Group, compose

_ONE = compose("SELECT {saved_view:v} FROM saved_views v WHERE v.id = :id AND {readable:v}")
_NAMED = compose("SELECT {saved_view:v} FROM saved_views v WHERE v.name_key = :key AND {readable:v} ORDER BY v.id")
_LISTED = compose("SELECT {saved_view:v} FROM saved_views v WHERE {readable:v} ORDER BY v.name_key, v.id LIMIT :limit")


class SavedViews(Group):
    def one(self, id: SavedViewId, scope: Scope) -> SavedView | None:
        found: SavedView | None = self._first("saved_view", _ONE, scope, id=id)
        return found

    def named(self, key: str, scope: Scope) -> list[SavedView]:
        """Those that go by a folded name."""
        return self._all("saved_view", _NAMED, scope, key=key)

    def listed(self, scope: Scope, limit: int) -> list[SavedView]:
        """By name."""
        return self._all("saved_view", _LISTED, scope, limit=limit)
