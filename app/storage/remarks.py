"""Short texts that stand beside the words themselves and may repeat them: what forgetting has to look through."""

from collections.abc import Collection

from app.domain.category import Category
from app.domain.entity import Entity
from app.domain.episode import Episode
from app.domain.ids import EpisodeId
from app.domain.scope import Scope
from app.domain.suggestion import Suggestion
from app.storage.sql import Group, compose, listed

_DESCRIBED = compose("SELECT {entity:e} FROM entities e WHERE (e.tag <> '' OR e.summary <> '') AND {readable:e}")
_SUGGESTIONS = compose("SELECT {suggestion:s} FROM suggestions s WHERE {readable:s} ORDER BY s.id")
_CATEGORIES = compose("SELECT {category:c} FROM categories c WHERE {readable:c} ORDER BY c.id")
_UNSEARCHED = compose("""
    SELECT {episode:e} FROM episodes e
    WHERE (e.state = 'off_record' OR e.replaced_at IS NOT NULL) AND {readable:e} ORDER BY e.id
""")
_CITING = compose("""
    SELECT DISTINCT t.answer FROM citations t JOIN episodes a ON a.id = t.answer
    WHERE t.episode IN (SELECT value FROM json_each(:ids)) AND {readable:a}
""")


class Remarks(Group):
    def described(self, scope: Scope) -> list[Entity]:
        """Entities with a detail or a summary."""
        return self._all("entity", _DESCRIBED, scope)

    def suggestions(self, scope: Scope) -> list[Suggestion]:
        """All that was ever asked, whatever was answered."""
        return self._all("suggestion", _SUGGESTIONS, scope)

    def categories(self, scope: Scope) -> list[Category]:
        """All categories, those that a person deleted as well."""
        return self._all("category", _CATEGORIES, scope)

    def unsearched(self, scope: Scope) -> list[Episode]:
        """Episodes that no index holds: said off the record, or dropped by their note."""
        return self._all("episode", _UNSEARCHED, scope)

    def citing(self, ids: Collection[EpisodeId], scope: Scope) -> set[EpisodeId]:
        """Answers that cite one of the episodes."""
        return {EpisodeId(int(str(row[0]))) for row in self._rows(_CITING, scope, ids=listed(ids))} if ids else set()
