"""Reads for the questions that memory asks by itself: where rules decided without a reason, and what may follow."""

from collections.abc import Collection

from app.domain.entity import Entity
from app.domain.fact import Fact
from app.domain.scope import Scope
from app.domain.suggestion import Suggestion
from app.storage.sql import Group, compose, listed

_OVERRULED = compose("""
    SELECT {fact:f} FROM facts f JOIN facts n ON n.id = f.invalidated_by
    WHERE f.expired_at IS NULL AND n.expired_at IS NULL AND {readable:f} AND {readable:n}
    ORDER BY f.id DESC LIMIT :most
""")
_STANDING = compose("""
    SELECT {fact:f} FROM facts f
    WHERE f.predicate IN (SELECT value FROM json_each(:predicates))
    AND f.subject_entity IS NOT NULL AND f.object_entity IS NOT NULL
    AND f.invalid_at IS NULL AND f.expired_at IS NULL AND {readable:f}
    ORDER BY f.id DESC LIMIT :most
""")
_DECLARED = compose("""
    SELECT {entity:e} FROM entities e
    WHERE e.declared_by IN ('agent', 'user') AND {readable:e} ORDER BY e.id DESC LIMIT :most
""")
_UNPROMPTED = compose("""
    SELECT {suggestion:s} FROM suggestions s
    WHERE s.state = 'open' AND s.kind <> 'which_entity' AND {readable:s} ORDER BY s.id
""")


class Doubts(Group):
    def overruled(self, scope: Scope, most: int) -> list[Fact]:
        """Facts that another fact ended, neither taken back, the one learned last first."""
        return self._all("fact", _OVERRULED, scope, most=most)

    def standing(self, predicates: Collection[str], scope: Scope, most: int) -> list[Fact]:
        """Facts of these kinds between two entities that have no end, the one learned last first."""
        return self._all("fact", _STANDING, scope, predicates=listed(predicates), most=most)

    def declared(self, scope: Scope, most: int) -> list[Entity]:
        """Entities that a person or an agent made, the last first."""
        return self._all("entity", _DECLARED, scope, most=most)

    def unanswered(self, scope: Scope) -> list[Suggestion]:
        """Open questions, but for those that hold up what a turn said."""
        return self._all("suggestion", _UNPROMPTED, scope)
