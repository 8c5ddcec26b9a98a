"""The hand's wishes made deeds: what can be done with a node, several, a link or the ground, by mouse, menu and keys.

hands = Hands(lanes, view)       # a `GraphView`
hands.deeds.said.connect(...)    # done, can be undone
"""

from functools import partial

from PySide6.QtCore import QObject, QPoint, QPointF
from PySide6.QtWidgets import QApplication, QMenu

from app.domain.entity import ME, Entity
from app.domain.graph import GraphEdge
from app.domain.ids import EntityId
from ui.graph import aim
from ui.graph.acts import Acts, by_keys, menu
from ui.graph.can import Can
from ui.graph.deeds import GraphDeeds
from ui.graph.export import ExportDialog
from ui.graph.namefield import NameField
from ui.graph.twin import Twin
from ui.graph.view import GraphView
from ui.lanes import Lanes
from ui.words import tr


class Hands(QObject):
    """Belongs to one view. `deeds` says what was done; `name_field` is the field over a node."""

    def __init__(self, lanes: Lanes, view: GraphView) -> None:
        super().__init__(view)
        self._lanes, self.view, self.canvas = lanes, view, view.canvas
        self.deeds = GraphDeeds(lanes, view.canvas)
        self.name_field, self.can = NameField(view.canvas), Can(self)
        gestures = view.canvas.gestures
        gestures.able = True
        gestures.related.connect(self.relate)
        gestures.dropped.connect(self.merge)
        gestures.rename_wanted.connect(self.rename)
        gestures.menu_wanted.connect(self.open_menu)
        view.canvas.keys.acts = self.acts_now
        self.name_field.renamed.connect(self.deeds.rename)

    def join(self, twin: Twin) -> None:
        """The table marks what the graph marks, and has the same menu."""
        twin.marked.connect(self.canvas.mark)
        self.canvas.marked_changed.connect(twin.mark)
        twin.menu_wanted.connect(self._open_on_screen)
        twin.act_wanted.connect(self._do)

    def _open_on_screen(self, at: QPoint) -> None:
        self.open_menu(self.canvas.mapFromGlobal(at), by_key=True)

    def _do(self, keys: str) -> None:
        if (act := by_keys(self.acts_now(), keys)) is not None:
            act.call()

    # ── deeds that need to know whom ──────────────────────────────────────────────────────────────────────────
    def entity(self, id: EntityId | None) -> Entity | None:
        """An entity of the picture."""
        number = None if id is None else self.canvas.picture.number(id)
        return None if number is None else self.canvas.picture.nodes[number].entity

    def relate(self, subject: EntityId, object: EntityId | None = None) -> None:
        """Ask for a relation."""
        one, other = self.entity(subject), self.entity(object)
        if one is None or (object is not None and other is None):
            self._tell_gone()
        else:
            self.deeds.relate(one, other)

    def merge(self, gone: EntityId, kept: EntityId) -> None:
        """Show both side by side; the user themselves always stay."""
        one, other = self.entity(kept), self.entity(gone)
        if one is None or other is None:
            self._tell_gone()
        else:
            dialog = self.deeds.merge(*((other, one) if other.name == ME else (one, other)))
            dialog.merged.connect(partial(self.view.follow, frozenset((kept, gone))))

    def rename(self, entity: EntityId) -> None:
        """Change the name where it stands; the user's own is no name that could be changed."""
        found = self.entity(entity)
        if found is None:
            self._tell_gone()
            return
        if found.name == ME:
            self.deeds.told.emit(tr("This stands for you and keeps its name."))
            return
        self.view.stop()
        self.name_field.begin(entity)

    def _tell_gone(self) -> None:
        """It went while a menu was open or the hand held it."""
        self.deeds.told.emit(tr("This entity is gone."))

    # ── which acts ────────────────────────────────────────────────────────────────────────────────────────────
    def acts_now(self) -> Acts:
        """By key: with the link that was stepped to, what is marked, what is selected, or the whole."""
        canvas, can = self.canvas, self.can
        link, marked, entity = canvas.keys.link, canvas.marked, canvas.choice_id()
        whole = can.with_all()
        if link is not None:
            return (*can.with_link(link), None, *whole)
        if len(marked) > 1:
            return (*can.with_many(marked), None, *whole)
        return whole if entity is None else (*can.with_node(entity), None, *whole)

    def acts_at(self, at: QPoint) -> Acts:
        """For what lies under a pixel."""
        canvas, can = self.canvas, self.can
        number = canvas.node_at(at.x(), at.y())
        if number is not None:
            entity = canvas.picture.entity(number)
            if len(canvas.marked) > 1 and entity in canvas.marked:
                return can.with_many(canvas.marked)
            canvas.choose(number)
            return can.with_node(entity)
        places = canvas.camera.to_screen(canvas.picture.places, canvas.area)
        link = aim.link_at(canvas.picture, places, at.x(), at.y())
        if link is not None:
            return can.with_link(link)
        return can.with_many(canvas.marked) if len(canvas.marked) > 1 else can.with_all()

    def export(self) -> ExportDialog:
        """Ask for a file of what is shown."""
        dialog = ExportDialog(self._lanes, self.view, self.view.window())
        dialog.show()
        return dialog

    # ── small steps ───────────────────────────────────────────────────────────────────────────────────────────
    def choose(self, entity: EntityId) -> None:
        self.canvas.choose_entity(entity)
        self.view.entity_activated.emit(entity)

    def turn_selecting(self) -> None:
        self.canvas.gestures.selecting = not self.canvas.gestures.selecting
        marks = self.canvas.gestures.selecting
        self.deeds.told.emit(
            tr("Dragging the ground marks what lies in the band.")
            if marks
            else tr("Dragging the ground moves the graph.")
        )

    def mark_all(self) -> None:
        picture = self.canvas.picture
        self.canvas.mark([node.entity.id for node, shown in zip(picture.nodes, picture.shown, strict=True) if shown])

    def sort(self, entities: tuple[EntityId, ...]) -> None:
        number = self.canvas.picture.number(entities[0])
        self.deeds.sort(entities, self._on_screen(self.canvas.spot(number).at if number is not None else QPointF()))

    def end(self, edge: GraphEdge) -> None:
        numbers = (self.canvas.picture.number(end) for end in (edge.subject, edge.object))
        spots = [self.canvas.spot(number).at for number in numbers if number is not None]
        self.deeds.end(edge, self._on_screen((spots[0] + spots[-1]) / 2 if spots else QPointF()))

    def _on_screen(self, at: QPointF) -> QPoint:
        return self.canvas.mapToGlobal(at.toPoint())

    # ── the menu ──────────────────────────────────────────────────────────────────────────────────────────────
    def open_menu(self, at: QPoint, by_key: bool = False) -> QMenu | None:
        """At a pixel of the canvas; by key for what the keys are about. None while a menu is open already."""
        if QApplication.activePopupWidget() is not None:
            return None
        made = menu(self.acts_now() if by_key else self.acts_at(at), self.canvas, tr("What can be done"))
        made.popup(self.canvas.mapToGlobal(at))
        return made
