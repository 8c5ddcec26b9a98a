"""Where one has been in the graph: looks with their places and camera, so that going back finds all as it was left."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.domain.ids import EntityId
from app.domain.lens import Lens, Place
from ui.graph.camera import Camera

LONGEST = 30
"""Looks that are kept either way: a large one holds a few megabytes of places."""


@dataclass(frozen=True, slots=True)
class Look:
    """A lens as it was left. `words`: what it is around, where that is more than one entity's name.

    `camera` is None where the whole picture was in view and still would be.
    """

    lens: Lens = field(default_factory=Lens)
    words: str = ""
    places: Mapping[EntityId, Place] = field(default_factory=dict)
    pinned: frozenset[EntityId] = frozenset()
    camera: Camera | None = None
    choice: EntityId | None = None


class Trail:
    """Looks behind and ahead of the present one, which is not in it."""

    def __init__(self) -> None:
        self._behind: list[Look] = []
        self._ahead: list[Look] = []

    @property
    def leads_back(self) -> bool:
        return bool(self._behind)

    @property
    def leads_on(self) -> bool:
        return bool(self._ahead)

    def leave(self, look: Look) -> None:
        """Something else is looked at from now on; what lay ahead is given up."""
        self._behind = [*self._behind, look][-LONGEST:]
        self._ahead.clear()

    def back(self, present: Look) -> Look | None:
        """The look before `present`, which now lies ahead."""
        return _turn(self._behind, self._ahead, present)

    def on(self, present: Look) -> Look | None:
        """The look that `back` came from."""
        return _turn(self._ahead, self._behind, present)


def _turn(source: list[Look], target: list[Look], present: Look) -> Look | None:
    if not source:
        return None
    target.append(present)
    return source.pop()
