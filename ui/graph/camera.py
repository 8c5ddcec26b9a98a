"""Which part of the plane is on screen. The plane's unit is the ideal length of an edge."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.float64]

NEAREST, FARTHEST = 400.0, 0.8
"""Pixels an edge length may take, at most and at least."""


@dataclass(slots=True)
class Camera:
    """`scale`: pixels an edge length. `middle`: the point of the plane at the widget's centre."""

    scale: float = 90.0
    middle: Places = field(default_factory=lambda: np.zeros(2))

    def to_screen(self, places: Places, size: tuple[float, float]) -> Places:
        """Pixels of points of the plane, [n, 2] or [2]."""
        return (places - self.middle) * self.scale + np.array(size) / 2

    def to_plane(self, x: float, y: float, size: tuple[float, float]) -> Places:
        """The point of the plane under a pixel."""
        return (np.array([x, y]) - np.array(size) / 2) / self.scale + self.middle

    def pan(self, dx: float, dy: float) -> None:
        """Move the picture by so many pixels."""
        self.middle = self.middle - np.array([dx, dy]) / self.scale

    def zoom(self, factor: float, x: float, y: float, size: tuple[float, float]) -> None:
        """Scale, holding the point under the pixel still."""
        anchor = self.to_plane(x, y, size)
        self.scale = float(np.clip(self.scale * factor, FARTHEST, NEAREST))
        self.middle = anchor - (np.array([x, y]) - np.array(size) / 2) / self.scale

    def fit(self, places: Places, size: tuple[float, float], closest: float = 110.0) -> None:
        """Show all points with a margin, no nearer than `closest` pixels an edge length."""
        if not len(places):
            return
        low, high = places.min(axis=0), places.max(axis=0)
        room = np.maximum(np.array(size) * 0.8 - 24, 40)
        wanted = float((room / np.maximum(high - low, 1e-6)).min())
        self.scale = float(np.clip(wanted, FARTHEST, closest))
        self.middle = (low + high) / 2

    def copy(self) -> "Camera":
        return Camera(self.scale, self.middle.copy())
