"""The graph as a page: what is looked at and how one got there, tools above, time and legend below, lists beside."""

from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from app.domain.entity import Entity
from app.domain.ids import EntityId
from app.domain.lens import SavedView
from ui.changes import Changes
from ui.graph.filterpanel import FilterPanel
from ui.graph.hands import Hands
from ui.graph.inks import Inks
from ui.graph.legend import Colouring, Colours, Legend
from ui.graph.lookup import Lookup
from ui.graph.moments import Moments
from ui.graph.picture import Picture
from ui.graph.saved import SavedViews
from ui.graph.tools import Header, shortcut
from ui.graph.trail import Look, Trail
from ui.graph.twin import Twin
from ui.graph.view import GraphView
from ui.lanes import Lanes
from ui.saying import entity_name
from ui.widgets import column
from ui.words import tr


class GraphPage(QWidget):
    """`entity_activated(id)`: a node was clicked, or opened by keyboard; the memory panel shows it. `said(str)`:
    something was changed, and can be undone. `told(str)`: a plain word. `source_opened(episode, start, end)`."""

    entity_activated = Signal(object)
    said = Signal(str)
    told = Signal(str)
    source_opened = Signal(object, int, int)

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self.setObjectName("page")
        self.view, self.twin, self.legend = GraphView(lanes, changes), Twin(), Legend()
        self.trail = Trail()
        self.field = Lookup(lanes, self.view.canvas)
        self.saved = SavedViews(lanes, self.view.look, self)
        self.panel = FilterPanel(self)
        self.hands = Hands(lanes, self.view)
        self.head = Header(self.field, self.saved.button)
        self.moments = Moments(lanes, self.view, self.head.time, self._share_room)
        self._unseen: Entity | None = None
        self._begun = False
        self._by: Colouring = "kind"
        self._build()
        self._connect()
        self._bind_keys()

    # ── parts ─────────────────────────────────────────────────────────────────────────────────────────────────
    def _build(self) -> None:
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setChildrenCollapsible(False)
        for part, share in ((self.view, 3), (self.twin, 2), (self.moments.between, 1)):
            self.split.addWidget(part)
            self.split.setStretchFactor(self.split.count() - 1, share)
        body = column(self.head, gap=0)
        body.addWidget(self.split, 1)
        body.addWidget(self.moments.bar)
        body.addLayout(column(self.legend, margin=(12, 4, 8, 8)))
        self.setLayout(body)
        self.head.list.setChecked(QAccessible.isActive())
        self.twin.setVisible(self.head.list.isChecked())
        self.setFocusProxy(self.view.canvas)
        self.view.canvas.installEventFilter(self)
        for one, other in ((self.view.canvas, self.twin), (self.twin, self.head.back)):
            self.setTabOrder(one, other)

    def _connect(self) -> None:
        view, twin, head = self.view, self.twin, self.head
        view.entity_activated.connect(self.entity_activated)
        view.entity_selected.connect(twin.choose)
        view.stepped.connect(self._on_stepped)
        view.pictured.connect(self._on_pictured)
        view.settling.connect(head.show_running)
        twin.selected.connect(view.canvas.choose_entity)
        twin.activated_entity.connect(self.entity_activated)
        twin.centred.connect(self.open)
        self.legend.filtered.connect(view.filter)
        self.legend.colour_wanted.connect(self._colour)
        self.panel.filtered.connect(view.filter)
        self.saved.opened.connect(self._show_saved)
        self.saved.lost.connect(self._open_anything)
        self.saved.said.connect(self.said)
        self.hands.join(twin)
        self.hands.deeds.said.connect(self.said)
        self.hands.deeds.told.connect(self.told)
        self.hands.deeds.source_opened.connect(self.source_opened)
        self.field.told.connect(self._tell_found)
        self.field.left.connect(view.canvas.setFocus)
        self._connect_head()

    def _connect_head(self) -> None:
        head = self.head
        head.elsewhere.clicked.connect(self._open_found)
        head.back.clicked.connect(self.go_back)
        head.on.clicked.connect(self.go_on)
        head.depth_wanted.connect(self.view.set_depth)
        head.filter.clicked.connect(self.open_filters)
        head.list.toggled.connect(self._show_list)
        head.run.clicked.connect(self._stop_or_settle)
        head.offer(
            (tr("The whole graph"), self.open_overview),
            (tr("Show everything"), self.view.canvas.fit),
            (tr("Arrange anew"), self.view.settle),
            (tr("What changed between two days…"), self.moments.open_changes),
            (tr("Colour by type"), partial(self._colour, "kind")),
            (tr("Colour by category"), partial(self._colour, "category")),
            (tr("Export what is shown…"), self.hands.export),
        )

    def _bind_keys(self) -> None:
        shortcut(self, QKeySequence(QKeySequence.StandardKey.Back), self.go_back)
        shortcut(self, QKeySequence(QKeySequence.StandardKey.Forward), self.go_on)
        shortcut(self, QKeySequence("/"), self.look_up)
        for depth in self.head.depths:
            shortcut(self, QKeySequence(str(depth)), partial(self.view.set_depth, depth))

    # ── what is looked at ─────────────────────────────────────────────────────────────────────────────────────
    def open(self, entity: EntityId) -> None:
        """Look around an entity."""
        self._begun = True
        self.view.open(entity)

    def open_about(self, entities: tuple[EntityId, ...], words: str) -> None:
        """Look around what a chat, a note or a search is about; `words` say which. Without any, what is known best."""
        self._begun = True
        self.view.open_about(entities, words if entities else "")

    def open_overview(self) -> None:
        """The entities named most in all of memory."""
        self._begun = True
        self.view.open(None)

    def _open_anything(self) -> None:
        """What was to be shown is gone: never a blank page."""
        if not self.view.opened:
            self.open_overview()

    def expect(self) -> None:
        """Somebody is about to say what to look at: nothing is read until then."""
        self._begun = True

    @property
    def begun(self) -> bool:
        """Whether anything has been looked at yet."""
        return self._begun

    def go_back(self) -> None:
        """To the look before this one."""
        self._turn(self.trail.back(self.view.look()))

    def go_on(self) -> None:
        """To the look that one came back from."""
        self._turn(self.trail.on(self.view.look()))

    def _turn(self, look: Look | None) -> None:
        if look is not None:
            self.view.show_look(look)
            self.head.show_trail(self.trail)

    def _on_stepped(self, left: Look) -> None:
        self.trail.leave(left)
        self.saved.present = None
        self.head.show_trail(self.trail)

    def _show_saved(self, view: SavedView) -> None:
        """A view that was kept: a step like any other, but with its own places."""
        self._begun = True
        self.trail.leave(self.view.look())
        self.head.show_trail(self.trail)
        self.view.show_look(Look(view.lens, view.name, view.places, view.pinned))

    def expand(self, *entities: EntityId) -> None:
        """Show their neighbours too."""
        self.view.expand(*entities)

    def collapse(self, *entities: EntityId) -> None:
        """Leave out what hangs on them alone."""
        self.view.collapse(*entities)

    def close_off(self, *entities: EntityId) -> None:
        """Stop expanding here."""
        self.view.close_off(*entities)

    # ── what came ─────────────────────────────────────────────────────────────────────────────────────────────
    def _on_pictured(self, picture: Picture) -> None:
        lens, canvas = self.view.lens, self.view.canvas
        number = picture.number(lens.about[0]) if len(lens.about) == 1 else None
        alone = tr("No longer here") if picture.gone else tr("The whole graph")
        alone = alone if number is None else entity_name(picture.nodes[number].entity)
        self.head.show_look(self.view.words or alone, lens.depth, bool(lens.about), picture.filters.on)
        self.legend.show_colours(self._by, self._colours(picture), self.view.names)
        self.legend.show_picture(picture)
        self.twin.show_picture(picture, canvas.choice_id())
        self.field.show_picture(picture)
        self.moments.show_picture(picture)
        if self.panel.isVisible():
            self.panel.show_picture(picture, self.view.names)

    def _colours(self, picture: Picture) -> Colours:
        """What the colours mean, also of what is filtered out: it must be possible to switch it on again."""
        if self._by == "kind":
            return []
        return Inks(picture, self._by).colours(np.ones(len(picture.nodes), dtype=bool))

    def _colour(self, by: Colouring) -> None:
        self._by = by
        self.view.canvas.colour_by(by)
        self._on_pictured(self.view.canvas.picture)

    def _show_list(self, on: bool) -> None:
        self.twin.setVisible(on)
        self._share_room()
        QTimer.singleShot(0, self, self.view.canvas.fit)  # once the picture has its other width

    def _share_room(self) -> None:
        """The graph has the most of it, whatever lists lie beside."""
        wide, listed = max(self.split.width(), 4), not self.twin.isHidden()
        side = 0 if self.moments.between.isHidden() else wide // 4
        rest = wide - side
        self.split.setSizes([rest * 3 // 5, rest * 2 // 5, side] if listed else [rest, 0, side])

    def _stop_or_settle(self) -> None:
        self.view.stop() if self.view.feed.running else self.view.settle()

    # ── filters, search ───────────────────────────────────────────────────────────────────────────────────────
    def open_filters(self) -> None:
        """The popup with all that can be left out."""
        self.panel.show_picture(self.view.canvas.picture, self.view.names)
        self.panel.open_below(self.head.filter)
        self.head.filter.setChecked(self.view.canvas.picture.filters.on)  # it says that, not that it was clicked

    def look_up(self) -> None:
        """To the search field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _tell_found(self, words: str, elsewhere: Entity | None) -> None:
        """How many are lit; one that memory knows but the picture has not can be looked around instead."""
        self._unseen = elsewhere
        step = "" if elsewhere is None else tr("Look around {name}", name=entity_name(elsewhere))
        self.head.show_found(words, step)

    def _open_found(self) -> None:
        if self._unseen is not None:
            self.open(self._unseen.id)
            self.view.canvas.setFocus()

    # ── events ────────────────────────────────────────────────────────────────────────────────────────────────
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc on the graph ends a focus before it lets go of anything else."""
        pressed = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        return pressed and event.key() == Qt.Key.Key_Escape and self.view.restore_focus()  # type: ignore[attr-defined]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes what is nearest: what changed, the time bar, a search."""
        if event.key() != Qt.Key.Key_Escape or not self._closed_nearest():
            super().keyPressEvent(event)

    def _closed_nearest(self) -> bool:
        if self.view.restore_focus():
            return True
        if self.field.text():
            self.field.clear()
            return True
        return self.moments.close_nearest()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._begun:
            self.view.canvas.setFocus()
            self.open_overview()
