"""What everything is called: names of entities and categories, titles of notes and of chats on the record, names of
views."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.domain.plan import Noun
from app.domain.scope import Scope
from app.storage.sql import Group, compose, listed

Sort = Literal["entity", "note", "conversation", "category", "saved_view"]

_ENTITIES = compose("""
    SELECT e.id, e.id, e.name, coalesce(m.mentions, 0), e.agent, e.project, e.channel
    FROM entities e LEFT JOIN mention_counts m ON m.entity = e.id
    WHERE (:ids IS NULL OR e.id IN (SELECT value FROM json_each(:ids))) AND {readable:e}
""")
_ALIASES = compose("""
    SELECT a.id, a.entity, a.text, coalesce(m.mentions, 0), e.agent, e.project, e.channel
    FROM aliases a JOIN entities e ON e.id = a.entity LEFT JOIN mention_counts m ON m.entity = e.id
    WHERE (:ids IS NULL OR a.id IN (SELECT value FROM json_each(:ids))) AND {readable:e}
""")
_READ_BEHIND = compose("""
    SELECT m.id, m.entity, substr(p.text, m.end_at + 1, 42), 0, p.agent, p.project, p.channel
    FROM mentions m JOIN episodes p ON p.id = m.episode JOIN entities e ON e.id = m.entity
    WHERE (:ids IS NULL OR m.id IN (SELECT value FROM json_each(:ids)))
    AND substr(p.text, m.end_at + 1, 1) IN ('（', '(') AND {readable:p} AND {readable:e}
""")
_NOTES = compose("""
    SELECT n.id, n.id, n.title, 0, n.agent, n.project, n.channel FROM notes n
    WHERE (:ids IS NULL OR n.id IN (SELECT value FROM json_each(:ids))) AND n.title <> '' AND {readable:n}
""")
_CONVERSATIONS = compose("""
    SELECT c.id, c.id, c.title, 0, c.agent, c.project, c.channel FROM conversations c
    WHERE (:ids IS NULL OR c.id IN (SELECT value FROM json_each(:ids))) AND c.title <> '' AND c.off_record = 0
    AND {readable:c}
""")
_CATEGORIES = compose("""
    SELECT c.id, c.id, c.name, 0, c.agent, c.project, c.channel FROM categories c
    WHERE (:ids IS NULL OR c.id IN (SELECT value FROM json_each(:ids))) AND c.retired_at IS NULL AND {readable:c}
""")
_VIEWS = compose("""
    SELECT v.id, v.id, v.name, 0, v.agent, v.project, v.channel FROM saved_views v
    WHERE (:ids IS NULL OR v.id IN (SELECT value FROM json_each(:ids))) AND {readable:v}
""")
_QUERIES: Mapping[Noun, tuple[Sort, str]] = {
    "entity": ("entity", _ENTITIES),
    "alias": ("entity", _ALIASES),
    "mention": ("entity", _READ_BEHIND),
    "note": ("note", _NOTES),
    "conversation": ("conversation", _CONVERSATIONS),
    "category": ("category", _CATEGORIES),
    "saved_view": ("saved_view", _VIEWS),
}
LABELLED = frozenset(_QUERIES)
"""Rows that say what something is called."""


@dataclass(frozen=True, slots=True)
class Label:
    """Something (`sort`, `id`) is called `text`, says row `source_id` of `source`. `weight`: how often it is named.

    Of a mention `text` is what follows the name, where that begins with a bracket: a reading may stand there.
    """

    source: Noun
    source_id: int
    sort: Sort
    id: int
    text: str
    weight: int
    scope: Scope


class Labels(Group):
    def every(self, scope: Scope) -> list[Label]:
        """All that is called anything."""
        return [label for noun in _QUERIES for label in self._labels(noun, scope, None)]

    def of(self, ids: Collection[int], scope: Scope, noun: Noun = "entity") -> list[Label]:
        """What these rows say."""
        return self._labels(noun, scope, listed(ids)) if ids else []

    def _labels(self, noun: Noun, scope: Scope, ids: str | None) -> list[Label]:
        sort, query = _QUERIES[noun]
        scopes: dict[tuple[Any, ...], Scope] = {}
        found: list[Label] = []
        rows: list[tuple[Any, ...]] = self._rows(query, scope, ids=ids)
        for source_id, id, text, weight, *place in rows:
            key = tuple(place)
            if key not in scopes:
                scopes[key] = Scope(*place)
            found.append(Label(noun, source_id, sort, id, text, weight, scopes[key]))
        return found
