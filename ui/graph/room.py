"""Which parts of a frame are taken, so that names do not lie on one another or on nodes."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

CELL = 4
"""Pixels: fine enough that names may stand close, coarse enough that a test costs two microseconds."""


class Room:
    """A bitmap of the frame in cells. What lies outside the frame is never free."""

    def __init__(self, width: float, height: float) -> None:
        self._taken = np.zeros((int(height) // CELL + 1, int(width) // CELL + 1), dtype=bool)

    def take(self, box: QRectF, force: bool = False) -> bool:
        """Whether the box is free; if so, or by force, it is taken."""
        left, top = int(box.left()) // CELL, int(box.top()) // CELL
        right, bottom = int(box.right()) // CELL + 1, int(box.bottom()) // CELL + 1
        rows, columns = self._taken.shape
        if left < 0 or top < 0 or right > columns or bottom > rows:
            if not force:
                return False
            left, top = max(left, 0), max(top, 0)
        part = self._taken[top:bottom, left:right]
        if not force and part.any():
            return False
        part[...] = True
        return True

    def take_squares(self, at: NDArray[np.float64], half: NDArray[np.float64]) -> None:
        """Take the squares around points, float64 [n, 2], of so many pixels to each side."""
        low = ((at - half[:, None]) // CELL).astype(np.int64)
        high = ((at + half[:, None]) // CELL).astype(np.int64) + 1
        rows, columns = self._taken.shape
        for side in np.unique((high - low).max(axis=1)).tolist() if len(at) else ():
            same = (high - low).max(axis=1) == side
            for across in range(side):
                for down in range(side):
                    x, y = low[same, 0] + across, low[same, 1] + down
                    kept = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
                    self._taken[y[kept], x[kept]] = True
