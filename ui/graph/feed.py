"""Reads a neighbourhood and runs the layout on a reader, and hands both to the window step by step."""

import time
from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.domain.graph import Neighbourhood
from app.domain.ids import EntityId
from app.services import explorer
from ui.graph.camera import Places
from ui.graph.picture import Picture
from ui.lanes import Lanes, Task

FRAME_S = 0.03
"""Steps of the layout come faster than the screen shows them; one in so many seconds is handed over."""


class Feed(QObject):
    """`loaded(Neighbourhood)`, then `moved(positions)` again and again, then `settled()`."""

    loaded = Signal(object)
    moved = Signal(object)
    settled = Signal()

    def __init__(self, lanes: Lanes, parent: QObject) -> None:
        super().__init__(parent)
        self._lanes = lanes
        self._reading: Task | None = None
        self._drawing: Task | None = None

    @property
    def running(self) -> bool:
        """Whether the layout still moves."""
        return self._drawing is not None

    def read(self, center: EntityId | None, depth: int, limit: int) -> None:
        """Read around an entity, or the overview; what was being read before is dropped."""
        if self._reading is not None:
            self._reading.cancel()
        if center is None:
            self._reading = self._lanes.read(lambda desk: explorer.overview(desk, limit), self._on_read)
        else:
            self._reading = self._lanes.read(
                lambda desk: explorer.neighbourhood(desk, center, depth, limit), self._on_read
            )

    def _on_read(self, graph: Neighbourhood) -> None:
        self._reading = None
        self.loaded.emit(graph)

    def settle(self, picture: Picture, old: Picture | None, pinned: set[EntityId]) -> None:
        """Lay the picture out, from the places that `old` shows."""
        self.stop()
        start = picture.start(old) if old is not None else {}
        steps = partial(paced, picture.graph, start, frozenset(pinned))
        self._drawing = self._lanes.read(lambda desk: steps(), self._on_settled, step=self._on_step)

    def _on_step(self, places: Places) -> None:
        self.moved.emit(places)

    def _on_settled(self, nothing: object) -> None:
        self._drawing = None
        self.settled.emit()

    def stop(self) -> None:
        """Leave everything where it is."""
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None
            self.settled.emit()


def paced(
    graph: Neighbourhood, start: dict[EntityId, tuple[float, float]], pinned: frozenset[EntityId]
) -> Iterator[Places]:
    """The layout's first and last positions, and between them no more than the screen can show."""
    last, waiting = 0.0, None
    for places in explorer.layout(graph, start, pinned):
        if time.monotonic() - last >= FRAME_S:
            yield places
            last, waiting = time.monotonic(), None
        else:
            waiting = places
    if waiting is not None:
        yield waiting
