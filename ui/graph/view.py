"""The graph as a part of a page or panel: canvas, its feed, and a line below that says what is not shown."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QStackedLayout, QVBoxLayout, QWidget

from app.domain.ids import EntityId
from app.services import explorer
from ui.changes import Changes, Freshness
from ui.graph.canvas import Canvas
from ui.graph.feed import Feed
from ui.graph.picture import Filters, Picture
from ui.lanes import Lanes
from ui.widgets import EmptyState, label, link_button, row
from ui.words import tr, trn

FIRST_LIMIT = 150
"""Nodes that are still easy to read. The line below offers more, up to what can be painted."""


class GraphView(QWidget):
    """Signals: `entity_activated(id)`, `entity_selected(id or None)`, `centred(id or None)`, `pictured(Picture)` when
    another neighbourhood is shown or filtered, `settling(bool)`, `write_wanted` from an empty memory."""

    entity_activated = Signal(object)
    entity_selected = Signal(object)
    centred = Signal(object)
    pictured = Signal(object)
    settling = Signal(bool)
    write_wanted = Signal()

    def __init__(self, lanes: Lanes, changes: Changes, limit: int = FIRST_LIMIT) -> None:
        super().__init__()
        self.center: EntityId | None = None
        self.reach = 1
        self._limit, self._opened = limit, False
        self.canvas, self.feed = Canvas(), Feed(lanes, self)
        self._empty = EmptyState(
            tr("Nothing to draw yet"),
            tr("People, places and things that you write about will show here, with lines for what connects them."),
            tr("Write something"),
            self.write_wanted.emit,
        )
        self._stack = QStackedLayout()
        self._note = label("", "small")
        self._note.setWordWrap(True)
        self._more = link_button("", self.show_more)
        self._clear = link_button("", self.clear_filters)
        self._build()
        self._connect()
        self._freshness = Freshness(self, changes, {"entity", "fact"}, self.reload)

    def _build(self) -> None:
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addLayout(self._stack, 1)
        for shown in (self.canvas, self._empty):  # only now: without a window around it the first would become one
            self._stack.addWidget(shown)
        for part in (self._note, self._more, self._clear):
            part.hide()
            page.addLayout(row(part, None, margin=(12, 0, 8, 0)))

    def _connect(self) -> None:
        self.canvas.activated.connect(self.entity_activated)
        self.canvas.selected.connect(self.entity_selected)
        self.canvas.centred.connect(self.open)
        self.canvas.dragged.connect(self.stop)
        self.canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.canvas.customContextMenuRequested.connect(self._show_menu)
        self.feed.pictured.connect(self._on_pictured)
        self.feed.moved.connect(self.canvas.moved)
        self.feed.settled.connect(self._on_settled)

    def open(self, center: EntityId | None) -> None:
        """Look around an entity; None shows the whole memory's most named."""
        self.center, self._opened = center, True
        self.centred.emit(center)
        self.reload()

    def set_depth(self, depth: int) -> None:
        """How many facts away an entity may be, 1–3."""
        self.reach = depth
        self.reload()

    def reload(self) -> None:
        """Read again what is shown; nothing before the first `open`."""
        if self._opened:
            pinned = frozenset(self.canvas.pinned)
            self.feed.read(self.center, self.reach, self._limit, self.canvas.picture, pinned)

    def show_more(self) -> None:
        """As many as can be painted."""
        self._limit = explorer.MAX_NODES
        self.reload()

    def filter(self, filters: Filters) -> None:
        """Switch types or ended facts off or on."""
        self.canvas.filter(filters)
        self._say()
        self.pictured.emit(self.canvas.picture)

    def clear_filters(self) -> None:
        self.filter(Filters())

    def stop(self) -> None:
        """Stop the layout where it is."""
        self.feed.stop()

    def settle(self) -> None:
        """Lay out anew; what was dragged stays."""
        picture, pinned = self.canvas.picture, frozenset(self.canvas.pinned)
        if picture.nodes:
            self.canvas.follows = True
            self.feed.draw(picture, picture if pinned else None, pinned)

    def _on_pictured(self, picture: Picture) -> None:
        again = picture.graph.center == self.canvas.picture.graph.center
        self._stack.setCurrentWidget(self.canvas if picture.nodes else self._empty)
        self.canvas.show_picture(picture, keep_camera=again and not self.canvas.follows)
        self._say()
        self.pictured.emit(picture)
        self.settling.emit(self.feed.running)

    def _on_settled(self) -> None:
        self.canvas.settle()
        self.settling.emit(False)

    def _say(self) -> None:
        """What is not shown, and the step that shows it."""
        picture, can_grow = self.canvas.picture, self._limit < explorer.MAX_NODES
        hidden = trn("{count} hidden", "{count} hidden", picture.graph.hidden)
        self._more.setText(tr("{words} — show more", words=hidden))
        self._more.setVisible(picture.graph.hidden > 0 and can_grow)
        self._note.setText(self._sentence(picture, "" if can_grow or not picture.graph.hidden else hidden))
        self._note.setVisible(bool(self._note.text()))
        filtered = picture.filtered
        self._clear.setText(trn("filter on, {count} hidden — clear", "filter on, {count} hidden — clear", filtered))
        self._clear.setVisible(picture.filters.on)

    def _sentence(self, picture: Picture, hidden: str) -> str:
        if len(picture.nodes) == 1 and not picture.graph.hidden:
            return tr("Nothing is connected with it yet.")
        if hidden and not picture.graph.complete:
            return tr("{words} or more: not everything within reach was looked at", words=hidden)
        return hidden

    def _show_menu(self, at: QPoint) -> None:
        self.menu(at).popup(self.canvas.mapToGlobal(at))

    def menu(self, at: QPoint) -> QMenu:
        """Right-click offers what the keyboard offers, for the node under a pixel and for the whole."""
        number = self.canvas.node_at(at.x(), at.y())
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        if number is not None:
            entity = self.canvas.picture.entity(number)
            self._offer(menu, tr("Open"), lambda: self.entity_activated.emit(entity))
            self._offer(menu, tr("Look around from here"), lambda: self.open(entity))
            if entity in self.canvas.pinned:
                self._offer(menu, tr("Let it move again"), lambda: self.canvas.pinned.discard(entity))
            menu.addSeparator()
        self._offer(menu, tr("Show everything"), self.canvas.fit)
        self._offer(menu, tr("Arrange anew"), self.settle)
        return menu

    def _offer(self, menu: QMenu, words: str, call: Callable[[], object]) -> None:
        menu.addAction(words).triggered.connect(lambda: call())
