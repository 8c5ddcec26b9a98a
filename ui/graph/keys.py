"""The graph by keyboard: arrows walk along links, Enter opens, Space looks around, + − 0 zoom, Esc lets go.

L takes the links of the selected node one by one, M marks it, the Menu key and Shift+F10 open what can be done; each
act has a key of its own, which the menu shows.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent

from ui.graph import aim
from ui.graph.acts import Acts, by_keys, keys_of
from ui.graph.picture import Link
from ui.graph.telling import link_spoken

if TYPE_CHECKING:
    from ui.graph.canvas import Canvas

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_PAN = 60.0
"""Pixels that Shift and an arrow move the picture."""


def _no_acts() -> Acts:
    return ()


class Keys(QObject):
    """Watches the canvas's keys. `acts`: what can be done just now, for the keys that are not of the canvas itself."""

    def __init__(self, canvas: "Canvas") -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self.acts: Callable[[], Acts] = _no_acts
        self._stepped: Link | None = None
        self._own: dict[str, Callable[[], bool]] = {
            "Return": self._open,
            "Enter": self._open,
            "Space": self._look_around,
            "+": lambda: self._zoom(1.25),
            "Shift++": lambda: self._zoom(1.25),
            "=": lambda: self._zoom(1.25),
            "-": lambda: self._zoom(0.8),
            "0": self._fit,
            "Home": self._home,
            "Esc": self._let_go,
            "M": self._mark,
            "Ctrl+A": self._mark_all,
            "L": lambda: self._next_link(1),
            "Shift+L": lambda: self._next_link(-1),
            "Menu": self._menu,
            "Shift+F10": self._menu,
        }
        canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if not self._canvas.picture.nodes:
            return False
        if (direction := _ARROWS.get(Qt.Key(event.key()))) is not None:
            return self._arrow(direction, event.modifiers())
        keys = keys_of(event)
        if (own := self._own.get(keys)) is not None:
            return own()
        act = by_keys(self.acts(), keys)
        if act is None:
            return False
        act.call()
        return True

    @property
    def link(self) -> Link | None:
        """The link that was stepped to, while its words are shown: what the pointer happens to lie on is not meant."""
        return self._stepped if self._stepped is self._canvas.link else None

    # ── walking ───────────────────────────────────────────────────────────────────────────────────────────────
    def _arrow(self, direction: tuple[int, int], held: Qt.KeyboardModifier) -> bool:
        canvas = self._canvas
        if held & Qt.KeyboardModifier.AltModifier:
            return False  # back and forward through what was looked at
        if held & Qt.KeyboardModifier.ShiftModifier:
            canvas.pan(-_PAN * direction[0], -_PAN * direction[1])
        elif canvas.choice is None:
            return self._home()
        elif (number := aim.along(canvas.picture, canvas.choice, direction)) is not None:
            canvas.point_at_nothing()
            canvas.choose(number)
            canvas.reveal(number)
        return True

    def _home(self) -> bool:
        """Select the centre."""
        canvas = self._canvas
        canvas.choose(canvas.picture.number(canvas.picture.graph.center) or 0)
        canvas.reveal(canvas.choice or 0)
        return True

    def _next_link(self, step: int) -> bool:
        """One link of the selected node after the other: its words are shown, and the menu is about it."""
        canvas = self._canvas
        if canvas.choice is None:
            return self._home()
        links = aim.around(canvas.picture, canvas.choice)
        if links:
            at = links.index(canvas.link) + step if canvas.link in links else min(step, 0)
            self._stepped = links[at % len(links)]
            canvas.hovered, canvas.link = None, self._stepped
            canvas.setAccessibleDescription(link_spoken(canvas.picture, self._stepped))
            canvas.update()
        return True

    # ── the canvas's own ──────────────────────────────────────────────────────────────────────────────────────
    def _open(self) -> bool:
        if (entity := self._canvas.choice_id()) is not None:
            self._canvas.activated.emit(entity)
        return True

    def _look_around(self) -> bool:
        if (entity := self._canvas.choice_id()) is not None:
            self._canvas.centred.emit(entity)
        return True

    def _mark(self) -> bool:
        if (entity := self._canvas.choice_id()) is not None:
            self._canvas.mark(self._canvas.marked ^ {entity})
        return True

    def _mark_all(self) -> bool:
        picture = self._canvas.picture
        self._canvas.mark([node.entity.id for node, shown in zip(picture.nodes, picture.shown, strict=True) if shown])
        return True

    def _zoom(self, factor: float) -> bool:
        self._canvas.zoom(factor)
        return True

    def _fit(self) -> bool:
        self._canvas.fit()
        return True

    def _menu(self) -> bool:
        """Where what it is about lies."""
        canvas = self._canvas
        at = QPointF(canvas.rect().center())
        if self.link is not None and canvas.link is not None:
            at = (canvas.spot(canvas.link.a).at + canvas.spot(canvas.link.b).at) / 2
        elif canvas.choice is not None:
            at = canvas.spot(canvas.choice).at
        canvas.gestures.menu_wanted.emit(at.toPoint(), True)
        return True

    def _let_go(self) -> bool:
        """Esc lets go of the nearest thing: the drag, the link, the marks, the selection, then what lies around."""
        canvas = self._canvas
        if canvas.gestures.let_go():
            return True
        if canvas.link is not None:
            canvas.point_at_nothing()
        elif (act := by_keys(self.acts(), "Esc")) is not None:
            act.call()
        elif canvas.marked:
            canvas.mark(())
        elif canvas.choice is not None:
            canvas.choose(None)
        else:
            return False
        return True
