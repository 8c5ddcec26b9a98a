"""The graph and the categories mark the same entity, whichever of the two a person chose it in."""

from PySide6.QtCore import QObject

from app.domain.ids import EntityId
from ui.categories.page import CategoriesPage
from ui.graph.view import GraphView


class InStep(QObject):
    """Belongs to the two that it joins."""

    def __init__(self, graph: GraphView, categories: CategoriesPage) -> None:
        super().__init__(graph)
        self._graph, self._marks = graph, categories.marks
        self._last: EntityId | None = None
        """Whom both mark: what one says because of the other goes no further."""
        graph.entity_selected.connect(self._on_selected)
        categories.marks.entity_marked.connect(self._on_marked)

    def _on_selected(self, entity: EntityId | None) -> None:
        if entity is not None and entity != self._last:
            self._last = entity
            self._marks.follow(entity)

    def _on_marked(self, entity: EntityId) -> None:
        self._last = entity
        if self._graph.canvas.shows(entity):
            self._graph.canvas.choose_entity(entity)
