"""Reads a neighbourhood and lays it out on a reader, and hands pictures and places to the window as they come."""

import gc
import time
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.domain.graph import Neighbourhood
from app.domain.ids import EntityId
from app.domain.lens import Lens, Place
from app.services import explorer
from ui.graph import jobs
from ui.graph.camera import Places
from ui.graph.picture import Picture
from ui.lanes import Lanes, Task

if TYPE_CHECKING:
    from app.services.workspace import ReadDesk

FRAME_S = 0.03
"""Steps of the layout come faster than the screen shows them; one in so many seconds is handed over."""
PAINTING_S = 0.00003
"""Seconds a node more for large pictures: each step that is shown is painted, and takes the time from the layout."""
LARGE = 5_000
"""Nodes from which a picture is kept out of the sweeps for garbage: they would stop the window to look at all of it."""


class Feed(QObject):
    """`pictured(Picture)` with places already, then `moved(positions)` again and again, then `settled()`."""

    pictured = Signal(object)
    moved = Signal(object)
    settled = Signal()

    def __init__(self, lanes: Lanes, parent: QObject) -> None:
        super().__init__(parent)
        self._lanes = lanes
        self._task: Task | None = None
        self._moves = False

    @property
    def running(self) -> bool:
        """Whether the layout still moves."""
        return self._moves

    def read(self, lens: Lens, old: Picture, pinned: frozenset[EntityId], places: Mapping[EntityId, Place]) -> None:
        """Read what a lens shows, and lay it out from `places`; without any, as `old` shows it."""
        self._begin(partial(_read_and_draw, lens, old, pinned, places))

    def draw(self, picture: Picture, start: Picture | None, pinned: frozenset[EntityId]) -> None:
        """Lay the same picture out anew."""
        self._begin(partial(_draw, picture, picture.start(start) if start is not None else {}, pinned))

    def _begin(self, job: "partial[Iterator[Picture | Places]]") -> None:
        self.stop()
        self._task = self._lanes.read(job, self._on_end, self._on_failed, self._on_step)

    def _on_step(self, step: Picture | Places) -> None:
        self._moves = True
        if isinstance(step, Picture):
            self.pictured.emit(step)
        else:
            self.moved.emit(step)

    def _on_end(self, nothing: object) -> None:
        self._task, self._moves = None, False
        self.settled.emit()

    def _on_failed(self, error: Exception) -> None:
        self._on_end(None)
        self._lanes.failed.emit(error)

    def stop(self) -> None:
        """Leave everything where it is; what was being read is dropped."""
        if self._task is not None:
            self._task.cancel()
            self._on_end(None)


def _read_and_draw(
    lens: Lens, old: Picture, pinned: frozenset[EntityId], places: Mapping[EntityId, Place], desk: "ReadDesk"
) -> Iterator[Picture | Places]:
    picture = Picture(jobs.look(desk, lens), lens.filters)
    if len(picture.nodes) >= LARGE:
        gc.freeze()
    if places and all(node.entity.id in places for node in picture.nodes):
        picture.places = np.array([places[node.entity.id] for node in picture.nodes], dtype=float).reshape(-1, 2)
        yield picture
    elif not places and same_shape(old.graph, picture.graph):
        picture.places = old.places
        yield picture
    else:
        yield from _draw(picture, places or picture.start(old), pinned, desk)


def _draw(
    picture: Picture, start: Mapping[EntityId, Place], pinned: frozenset[EntityId], desk: "ReadDesk"
) -> Iterator[Picture | Places]:
    """The picture with its first places, then no more steps than the screen can show, and the last one."""
    steps = explorer.layout(picture.graph, start, pinned)
    picture.places = next(steps)
    yield picture
    last, waiting = time.monotonic(), None
    pause = FRAME_S + PAINTING_S * len(picture.nodes)
    for places in steps:
        if time.monotonic() - last >= pause:
            yield places
            last, waiting = time.monotonic(), None
        else:
            waiting = places
    if waiting is not None:
        yield waiting


def same_shape(old: Neighbourhood, new: Neighbourhood) -> bool:
    """Whether the same nodes stand in relations with the same, so that nothing needs to move."""
    ids = [node.entity.id for node in old.nodes], [node.entity.id for node in new.nodes]
    return bool(new.nodes) and ids[0] == ids[1] and _pairs(old) == _pairs(new)


def _pairs(graph: Neighbourhood) -> set[tuple[EntityId, EntityId]]:
    return {(edge.subject, edge.object) for edge in graph.edges}
