"""Where to draw the nodes of a graph, as a generator, so that the first picture is early and the rest can be stopped.

Spring embedder after Fruchterman and Reingold, "Graph Drawing by Force-directed Placement" (1991): attraction d²/k
along edges, repulsion k²/d between all nodes, step length limited by a temperature that cools. Up to `EXACT` nodes
repulsion is summed over all pairs. Above, it comes from a particle mesh (Hockney and Eastwood, "Computer Simulation
Using Particles", 1981): masses are spread on a grid, convolved with the kernel by FFT, and read back at the nodes, so a
step costs O(n + g² log g); pairs in one small cell are pushed apart by themselves. All heavy work is inside numpy,
which lets go of the interpreter lock.

Positions are in units of the ideal edge length: float64 [n, 2], the mean at the origin.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from app.memory.explore.seating import seats

Positions = NDArray[np.float64]
Pairs = NDArray[np.int64]

EXACT = 600
"""Nodes up to which all pairs are summed: 600² pairs take about 2 ms a step."""
_GRAVITY = 0.03
"""Pull to the middle per unit of distance: holds separate components together without packing them."""
_LONE = 5.0
"""How much stronger the pull is on nodes without edges, or they would stand so far out that all others are small."""
_WIDE = np.array([0.7, 3.0])
"""Windows are wider than high, so the pull is stronger downwards and upwards."""
_REACH = 6.0
"""Distance from which repulsion fades as 1/d³: without it the branches of a tree fly far apart and its leaves clot."""
_NEAR = 10
"""Nodes of one cell that each node is pushed away from directly, at most."""
_CELL = 1.0
"""Side of the cells for direct pushes."""


def steps_for(count: int) -> int:
    """Steps until the temperature is zero: enough to settle, few enough for 2 s at 10,000 nodes."""
    if count <= EXACT:
        return 100
    return 110 if count <= 3000 else 90


def layout(
    count: int,
    edges: Pairs,
    *,
    start: Positions | None = None,
    pinned: NDArray[np.bool_] | None = None,
    seed: int = 7,
) -> Iterator[Positions]:
    """Positions of `count` nodes, first as seated around node 0 (or as in `start`), then after each step.

    `edges` int64 [m, 2] of node numbers; loops and repeats are ignored. `start` rows that are NaN are seated beside a
    placed neighbour. `pinned` nodes do not move. The same input gives the same positions. Every array yielded is new.
    """
    if count == 0:
        yield np.empty((0, 2))
        return
    pairs = _simple(edges)
    random = np.random.default_rng(seed)
    places = seats(count, pairs, start, random)
    yield places.copy()
    if count < 2:
        return
    fixed = np.zeros(count, dtype=bool) if pinned is None else pinned
    total = steps_for(count)
    warmth = _warmth(count) if start is None or np.isnan(start).all() else 0.6
    weights = _weights(count, pairs)
    gravity = _GRAVITY * _WIDE * np.where(np.bincount(pairs.ravel(), minlength=count) > 0, 1.0, _LONE)[:, None]
    all_pairs = _AllPairs(count) if count <= EXACT else None
    for step in range(total):
        push = all_pairs(places) if all_pairs else _push_mesh(places, random)
        force = push + _pull(places, pairs, weights) - gravity * places
        moved = _limited(force, warmth * (1 - step / total) ** 1.5 + 0.01)
        moved[fixed] = 0
        places += moved
        if not fixed.any():
            places -= places.mean(axis=0)
        yield places.copy()


def _warmth(count: int) -> float:
    """First step length: a tenth of the side of the square that the nodes fill, so that a bad seat can be left."""
    return max(0.5, 0.1 * float(np.sqrt(count)))


def _simple(edges: Pairs) -> Pairs:
    """Each pair once, smaller number first, no loops."""
    pairs = np.sort(edges.reshape(-1, 2), axis=1)
    return np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)


def _weights(count: int, pairs: Pairs) -> NDArray[np.float64]:
    """Springs of hubs are softer at the leaf's end of the sum, or a hub's leaves would all be pulled into one ball."""
    degree = np.bincount(pairs.ravel(), minlength=count)
    smaller: NDArray[np.float64] = np.maximum(degree[pairs].min(axis=1), 1).astype(np.float64)
    return 1 / np.sqrt(smaller)


def _pull(places: Positions, pairs: Pairs, weights: NDArray[np.float64]) -> Positions:
    """Attraction d²/k along each edge, on both ends."""
    apart = places[pairs[:, 1]] - places[pairs[:, 0]]
    pulls = apart * (weights * np.hypot(apart[:, 0], apart[:, 1]))[:, None]
    force = np.empty_like(places)
    for axis in (0, 1):
        force[:, axis] = np.bincount(pairs[:, 0], pulls[:, axis], len(places))
        force[:, axis] -= np.bincount(pairs[:, 1], pulls[:, axis], len(places))
    return force


class _AllPairs:
    """Repulsion between all pairs, in single precision and in arrays made once: fresh ones cost more than the sums."""

    def __init__(self, count: int) -> None:
        self._across, self._along, self._square, self._spare = np.empty((4, count, count), np.float32)

    def __call__(self, places: Positions) -> Positions:
        x, y = places.astype(np.float32).T
        np.subtract(x[:, None], x, out=self._across)
        np.subtract(y[:, None], y, out=self._along)
        np.multiply(self._across, self._across, out=self._square)
        np.multiply(self._along, self._along, out=self._spare)
        self._square += self._spare
        np.maximum(self._square, np.float32(1e-2), out=self._square)
        np.multiply(self._square, np.float32(1 / _REACH**2), out=self._spare)
        self._spare += 1
        self._square *= self._spare
        self._across /= self._square
        self._along /= self._square
        return np.stack([self._across.sum(axis=1), self._along.sum(axis=1)], axis=1).astype(np.float64)


def _push_mesh(places: Positions, random: np.random.Generator) -> Positions:
    """Repulsion from a particle mesh, and directly inside small cells."""
    low = places.min(axis=0)
    extent = float((places.max(axis=0) - low).max()) + 1e-6
    grid = 64 if len(places) <= 4000 else 128
    cell = extent / (grid - 2)
    at = (places - low) / cell
    corner = at.astype(np.int64)
    inside = at - corner
    corners = [(x, y, _share(inside, x, y)) for x in (0, 1) for y in (0, 1)]
    mass = np.zeros((grid, grid))
    for x, y, share in corners:
        flat = (corner[:, 0] + x) * grid + corner[:, 1] + y
        mass += np.bincount(flat, share, grid * grid).reshape(grid, grid)
    field = _field(mass, cell)
    force = np.zeros_like(places)
    for x, y, share in corners:
        force += field[:, corner[:, 0] + x, corner[:, 1] + y].T * share[:, None]
    return force + _push_near(places, random)


def _share(inside: Positions, x: int, y: int) -> NDArray[np.float64]:
    """Bilinear weight of one corner of the cell."""
    across = inside[:, 0] if x else 1 - inside[:, 0]
    along = inside[:, 1] if y else 1 - inside[:, 1]
    return across * along


def _field(mass: NDArray[np.float64], cell: float) -> NDArray[np.float64]:
    """Force at the grid's points, float64 [2, g, g]: `mass` convolved with r/|r|², zero-padded so it does not wrap."""
    grid = len(mass)
    offsets = np.fft.fftfreq(2 * grid, 1 / (2 * grid)) * cell
    x, y = offsets[:, None], offsets[None, :]
    square = x * x + y * y + (0.5 * cell) ** 2
    square = square + square * square / _REACH**2
    spectrum = np.fft.rfft2(mass, (2 * grid, 2 * grid))
    forces = [np.fft.irfft2(spectrum * np.fft.rfft2(part / square))[:grid, :grid] for part in (x, y)]
    return np.stack(forces)


def _push_near(places: Positions, random: np.random.Generator) -> Positions:
    """Direct repulsion inside cells whose origin moves at random, so that close nodes share one in most steps."""
    cells = np.floor((places - places.min(axis=0) + random.random(2) * _CELL) / _CELL).astype(np.int64)
    key = cells[:, 0] * (int(cells[:, 1].max()) + 1) + cells[:, 1]
    order = np.argsort(key, kind="stable")
    key, here = key[order], places[order]
    force = np.zeros_like(places)
    for skip in range(1, min(_NEAR, len(places) - 1) + 1):
        same = np.flatnonzero(key[skip:] == key[:-skip])
        if not len(same):
            break
        apart = here[same + skip] - here[same]
        pushes = apart / np.maximum((apart * apart).sum(axis=1), 1e-2)[:, None]
        force[same + skip] += pushes
        force[same] -= pushes
    back = np.empty_like(force)
    back[order] = force
    return back


def _limited(force: Positions, longest: float) -> Positions:
    """The force as a step no longer than the temperature."""
    length = np.hypot(force[:, 0], force[:, 1])
    step: Positions = force * (np.minimum(length, longest) / np.maximum(length, 1e-9))[:, None]
    return step
