"""One mark for the tree, the map and the card; whoever is marked elsewhere, in the graph say, is marked here too."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.domain.category import Category
from app.domain.ids import CategoryId, EntityId
from ui.categories import jobs
from ui.categories.boxes import way_down
from ui.categories.card import Card
from ui.categories.model import Spot
from ui.categories.sides import Sides
from ui.lanes import Lanes, Task

if TYPE_CHECKING:
    from app.services.hierarchy import Hierarchy, Within


class Marks(QObject):
    """`entity_marked(EntityId)`: a person marked somebody here. `on_map`: on the map, so the tree has to show it."""

    entity_marked = Signal(object)
    on_map = Signal()

    def __init__(self, lanes: Lanes, sides: Sides, card: Card) -> None:
        super().__init__(sides)
        self._lanes, self._card = lanes, card
        self._tree, self._map = sides.tree, sides.map
        self._homes: Task | None = None
        self.known: Hierarchy | None = None
        self.within: dict[CategoryId, Within] = {}
        self._followed: EntityId | None = None
        """Who was chosen elsewhere, until they are marked here."""
        self._tree.marked.connect(self._on_tree)
        self._map.marked.connect(self._on_map)

    def _on_tree(self, spot: Spot) -> None:
        self._followed = None
        path = spot[0] if len(spot[0]) != 1 else self.way_to(spot[0][0])
        self._map.set_mark((path, spot[1]) if path else None)
        self.tell(spot[1])
        self._say(spot[1])

    def _on_map(self, spot: Spot) -> None:
        self._followed = None
        self.on_map.emit()
        self._tree.reveal(spot)
        self.tell()
        self._say(spot[1])

    def _say(self, entity: EntityId | None) -> None:
        if entity is not None:
            self.entity_marked.emit(entity)

    def show(self, spot: Spot) -> None:
        """Mark a place in the tree and on the map, without saying so."""
        self._tree.reveal(spot)
        self._map.set_mark(spot)
        self.tell(spot[1])

    def follow(self, entity: EntityId) -> None:
        """Somebody was chosen elsewhere: mark them at the first place where they are. In no category: nothing."""
        self._followed = entity
        self.catch_up()

    def catch_up(self) -> None:
        """The tree is there: mark whom it did not know yet."""
        if self._followed is not None and self.known is not None:
            whom = self._followed
            self._lanes.read(partial(jobs.read_categories_of, whom), partial(self._on_followed, whom))

    def _on_followed(self, entity: EntityId, homes: list[Category]) -> None:
        if self._followed != entity:
            return  # somebody else was chosen meanwhile
        self._followed = None
        if path := next(filter(None, (self.way_to(home.id) for home in homes)), ()):
            self.show((path, entity))

    def tell(self, entity: EntityId | None = None) -> None:
        """The card tells of what is marked; for an entity all its categories are read."""
        box = self._map.mark
        self._card.show_box(box)
        if box is not None and box.entity is not None:
            entity = box.entity.id
        if box is not None and box.branch is not None and (one := self.within.get(box.branch.category.id)):
            self._card.show_taken_out(one.taken_out)
        if self._homes is not None:
            self._homes.cancel()
        if entity is not None:
            self._homes = self._lanes.read(partial(jobs.read_categories_of, entity), partial(self._on_homes, entity))

    def _on_homes(self, entity: EntityId, homes: list[Category]) -> None:
        if self._map.mark is None and homes and (path := self.way_to(homes[0].id)):
            self._map.set_mark((path, entity))
            self._card.show_box(self._map.mark)
        self._card.show_homes(homes)

    def way_to(self, category: int) -> tuple[int, ...]:
        return way_down(self.known, CategoryId(category)) if self.known is not None else ()
