"""The graph as a part of a page or panel: canvas, its feed, and lines below that say what is not shown."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from app.domain.ids import CategoryId, EntityId
from app.domain.lens import Filters, Lens
from app.domain.plan import Noun
from app.services import explorer
from ui.changes import Changes, Freshness
from ui.graph import jobs, steps
from ui.graph.canvas import Canvas
from ui.graph.chips import ChipRow
from ui.graph.feed import Feed
from ui.graph.instead import Instead
from ui.graph.picture import Picture
from ui.graph.saidfilters import chips
from ui.graph.trail import Look
from ui.lanes import Lanes
from ui.widgets import label, link_button, row
from ui.words import tr

FIRST_LIMIT = steps.SIZES[0]
"""Nodes that are still easy to read. The line below offers more."""
_NOUNS: tuple[Noun, ...] = ("entity", "fact", "membership", "category", "category_link", "suggestion")


class GraphView(QWidget):
    """Signals: `entity_activated(id)`, `entity_selected(id or None)`, `stepped(Look)`: another lens, with the look that
    was left; `pictured(Picture)`: another neighbourhood is shown or filtered; `settling(bool)`; `focused(bool)`;
    `write_wanted` from an empty memory."""

    entity_activated = Signal(object)
    entity_selected = Signal(object)
    stepped = Signal(object)
    pictured = Signal(object)
    settling = Signal(bool)
    focused = Signal(bool)
    write_wanted = Signal()

    def __init__(self, lanes: Lanes, changes: Changes, limit: int = FIRST_LIMIT) -> None:
        super().__init__()
        self.lens, self.words = Lens(limit=limit), ""
        self.focus_of: frozenset[EntityId] = frozenset()
        self.names: dict[CategoryId, str] = {}
        """What the categories of the picture are called."""
        self.opened = False
        """Whether anything has been looked at yet."""
        self._lanes = lanes
        self._first, self._wanted = limit, Look()
        self.canvas, self.feed = Canvas(), Feed(lanes, self)
        self.instead = Instead(
            self.canvas,
            write=self.write_wanted.emit,
            clear=self.clear_filters,
            unhide=self.unhide,
            leave=partial(self.open, None),
        )
        self._note = label("", "small")
        self._note.setWordWrap(True)
        self._more = link_button(tr("Show more"), self.show_more)
        self.chips = ChipRow()
        self._build()
        self._connect()
        self._freshness = Freshness(self, changes, _NOUNS, self.reload)

    def _build(self) -> None:
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addLayout(self.instead, 1)
        self.instead.fill()
        for part in (self._note, self._more):
            part.hide()
        page.addLayout(row(self._note, self._more, None, gap=4, margin=(12, 0, 8, 0)))
        page.addLayout(row(self.chips, margin=(12, 0, 8, 0)))

    def _connect(self) -> None:
        self.canvas.activated.connect(self.entity_activated)
        self.canvas.selected.connect(self.entity_selected)
        self.canvas.centred.connect(self.open)
        self.canvas.dragged.connect(self.stop)
        self.canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.canvas.customContextMenuRequested.connect(self._show_menu)
        self.chips.filtered.connect(self.filter)
        self.chips.cleared.connect(self.clear_filters)
        self.chips.unhidden.connect(self.unhide)
        self.feed.pictured.connect(self._on_pictured)
        self.feed.moved.connect(self.canvas.moved)
        self.feed.settled.connect(self._on_settled)

    # ── which look ────────────────────────────────────────────────────────────────────────────────────────────
    @property
    def center(self) -> EntityId | None:
        """What it is looked around; the first where that is several, None for all of memory."""
        return self.lens.about[0] if self.lens.about else None

    def open(self, center: EntityId | None) -> None:
        """Look around an entity; None shows the whole memory's most named."""
        self.open_about(() if center is None else (center,))

    def open_about(self, entities: tuple[EntityId, ...], words: str = "") -> None:
        """Look around several at once; `words` say what they have in common. The filters and the depth stay."""
        old = self.lens
        self.look_at(
            Lens(entities, old.depth, self._first, filters=replace(old.filters, categories=frozenset())), words
        )

    def look_at(self, lens: Lens, words: str | None = None) -> None:
        """Another lens, as a step that one can go back from; `words` as before where they are None."""
        if self.opened and lens != self.lens:
            self.stepped.emit(self.look())
        self.lens, self.words = lens, self.words if words is None else words
        self.reload()

    def look(self) -> Look:
        """What is looked at now, as it lies on the screen."""
        canvas = self.canvas
        picture, camera = canvas.picture, None if canvas.follows else canvas.camera.copy()
        return Look(self.lens, self.words, picture.start(picture), frozenset(canvas.pinned), camera, canvas.choice_id())

    def show_look(self, look: Look) -> None:
        """Back to a look as it was left; no step."""
        self.lens, self.words, self._wanted = look.lens, look.words, look
        self.canvas.pinned = set(look.pinned)
        self.restore_focus()
        self._read(look)

    def reload(self) -> None:
        """Read again what is shown."""
        self._wanted = Look()
        self._read(self._wanted)

    def _read(self, look: Look) -> None:
        self.opened = True
        self.feed.read(self.lens, self.canvas.picture, frozenset(self.canvas.pinned), look.places)

    def follow(self, pair: frozenset[EntityId], kept: EntityId) -> None:
        """A pair has become one: what was shown around the one that is gone is shown around the other."""
        about = tuple(dict.fromkeys(kept if one in pair else one for one in self.lens.about))
        self.lens = replace(self.lens, about=about)

    # ── how far, what, how much ───────────────────────────────────────────────────────────────────────────────
    def set_depth(self, depth: int) -> None:
        """How many facts away an entity may be, 1–5."""
        self.look_at(replace(self.lens, depth=depth))

    def expand(self, *entities: EntityId) -> None:
        """Show their neighbours too."""
        self.look_at(steps.expanded(self.lens, entities))

    def collapse(self, *entities: EntityId) -> None:
        """Leave out what hangs on them alone."""
        self.look_at(steps.collapsed(self.lens, entities))

    def close_off(self, *entities: EntityId) -> None:
        """Stop expanding here: shown, but not looked behind."""
        self.look_at(steps.closed_off(self.lens, entities))

    def leave_out(self, *entities: EntityId) -> None:
        """Do not show these at all; the line below brings them back."""
        self.look_at(steps.hidden(self.lens, entities))

    def unhide(self) -> None:
        """Show again what was left out one by one."""
        self.look_at(steps.unhidden(self.lens))

    def pin(self, *entities: EntityId) -> None:
        """Hold nodes where they are while the others move; all held already: let them go."""
        pinned = self.canvas.pinned
        self.canvas.pinned = pinned.difference(entities) if pinned.issuperset(entities) else pinned.union(entities)
        self.canvas.update()

    def focus(self, *entities: EntityId) -> None:
        """Dim all but these and what is connected with them, until `restore_focus`."""
        picture = self.canvas.picture
        numbers = [number for entity in entities if (number := picture.number(entity)) is not None]
        near = {link.other(number) for number in numbers for link in picture.links_of(number)}
        self._focus_on(frozenset(picture.entity(number) for number in near.union(numbers)))

    def restore_focus(self) -> bool:
        """Everything is equal again; whether anything was dimmed."""
        was = bool(self.focus_of)
        if was:
            self._focus_on(frozenset())
        return was

    def _focus_on(self, entities: frozenset[EntityId]) -> None:
        self.focus_of = entities
        self.canvas.focus_on(entities or None)
        self.focused.emit(bool(entities))

    def show_more(self) -> None:
        """More of what is within the depth: a few times as many, up to what can be drawn."""
        if (limit := steps.larger(self.lens.limit, explorer.MOST_NODES)) is not None:
            self.lens = replace(self.lens, limit=limit)
            self.reload()

    def filter(self, filters: Filters) -> None:
        """Leave out what is switched off; nothing is read for it."""
        self.lens = replace(self.lens, filters=filters)
        self.canvas.filter(filters)
        self._show_state()

    def clear_filters(self) -> None:
        """Nothing is left out; the day that is looked at stays."""
        self.filter(Filters(as_of=self.lens.filters.as_of))

    def stop(self) -> None:
        """Stop the layout where it is."""
        self.feed.stop()

    def settle(self) -> None:
        """Lay out anew; what was dragged stays."""
        picture, pinned = self.canvas.picture, frozenset(self.canvas.pinned)
        if picture.nodes:
            self.canvas.follows = True
            self.feed.draw(picture, picture if pinned else None, pinned)

    # ── what came ─────────────────────────────────────────────────────────────────────────────────────────────
    def _on_pictured(self, picture: Picture) -> None:
        canvas, look = self.canvas, self._wanted
        if picture.filters != self.lens.filters:  # switched while it was read
            picture.filter(self.lens.filters)
        again = bool(canvas.picture.nodes) and picture.graph.about == canvas.picture.graph.about
        canvas.show_picture(picture, keep_camera=look.camera is not None or (again and not canvas.follows))
        if look.camera is not None:
            canvas.camera = look.camera.copy()
        if look.choice is not None:
            canvas.choose(picture.number(look.choice))
        self._wanted = Look()
        self._show_state()
        self.settling.emit(self.feed.running)
        if within := {category for node in picture.nodes for category in node.categories}:
            self._lanes.read(partial(jobs.category_names, within), self._on_named)

    def _on_named(self, names: dict[CategoryId, str]) -> None:
        """Asked with every picture, since a category may have another name by now."""
        if not names.items() <= self.names.items():
            self.names |= names
            self._show_state()

    def _on_settled(self) -> None:
        self.canvas.settle()
        self.settling.emit(False)

    def _show_state(self) -> None:
        """The canvas or what stands for it, the lines below, and word of it to whoever shows the picture too."""
        picture = self.canvas.picture
        self.instead.show_for(picture, bool(self.lens.hidden))
        self._say(picture)
        self.pictured.emit(picture)

    def _say(self, picture: Picture) -> None:
        """What is not shown, and the steps that show it."""
        shown, hidden = len(picture.nodes), picture.graph.hidden
        known = tr("Showing {shown} of {all}.", shown=f"{shown:,}", all=f"{shown + hidden:,}")
        if not picture.graph.complete:
            known = tr("Showing {shown} of {all} or more.", shown=f"{shown:,}", all=f"{shown + hidden:,}")
        alone = shown == 1 and not hidden and not picture.nodes[0].degree
        self._note.setText(tr("Nothing is connected with it yet.") if alone else known if hidden else "")
        self._note.setVisible(bool(self._note.text()))
        self._more.setVisible(hidden > 0 and steps.larger(self.lens.limit, explorer.MOST_NODES) is not None)
        inside = self.chips.isAncestorOf(focused) if (focused := self.window().focusWidget()) is not None else False
        self.chips.show_filters(chips(picture.filters, self.names), picture.filtered, len(self.lens.hidden))
        if inside and self.chips.isHidden():
            self.canvas.setFocus()

    # ── its menu ──────────────────────────────────────────────────────────────────────────────────────────────
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
                self._offer(menu, tr("Let it move again"), lambda: self.pin(entity))
            menu.addSeparator()
        self._offer(menu, tr("Show everything"), self.canvas.fit)
        self._offer(menu, tr("Arrange anew"), self.settle)
        return menu

    def _offer(self, menu: QMenu, words: str, call: Callable[[], object]) -> None:
        menu.addAction(words).triggered.connect(lambda: call())
