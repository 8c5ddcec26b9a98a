"""First seats for the layout: a tree drawn around the centre, so that the first picture already reads well.

Each connected component is a radial tree from its busiest node (the first from node 0, the centre); children share
their parent's wedge in proportion to the leaves below them (Eades, "Drawing Free Trees", 1992).
"""

import numpy as np
from numpy.typing import NDArray

Positions = NDArray[np.float64]
Pairs = NDArray[np.int64]


def seats(count: int, pairs: Pairs, start: Positions | None, random: np.random.Generator) -> Positions:
    """float64 [count, 2]. Rows of `start` that are not NaN are kept; the others sit beside a placed neighbour."""
    if start is None or np.isnan(start).all():
        return _from_nothing(count, pairs, random)
    return _beside(start.copy(), pairs, random)


def _beside(places: Positions, pairs: Pairs, random: np.random.Generator) -> Positions:
    """Newcomers near a neighbour that has a place, pushed a little outwards; those without one near the rim."""
    missing = np.isnan(places[:, 0])
    jitter = random.normal(0, 0.35, places.shape)
    for _ in range(4):
        if not missing.any():
            return places
        both = np.concatenate([pairs, pairs[:, ::-1]])
        useful = both[missing[both[:, 0]] & ~missing[both[:, 1]]]
        child, first = np.unique(useful[:, 0], return_index=True)
        places[child] = places[useful[first, 1]] * 1.1 + jitter[child]
        missing = np.isnan(places[:, 0])
    rest = np.flatnonzero(missing)
    rim = float(np.abs(places[~missing]).max()) + 1
    turn = random.random(len(rest)) * 2 * np.pi
    places[rest] = np.column_stack([np.cos(turn), np.sin(turn)]) * rim
    return places


def _from_nothing(count: int, pairs: Pairs, random: np.random.Generator) -> Positions:
    places = np.zeros((count, 2))
    order, parent, depth, roots = _forest(count, pairs)
    leaves = _leaves(order, parent)
    wedge_from, wedge = np.zeros(count), np.full(count, 2 * np.pi)
    taken = wedge_from.copy()
    for node in order:
        above = parent[node]
        if above < 0:
            continue
        wedge[node] = wedge[above] * leaves[node] / max(leaves[above], 1)
        wedge_from[node] = wedge_from[above] + taken[above]
        taken[above] += wedge[node]
    angle = wedge_from + wedge / 2
    # Rings are as far apart as the fullest ring needs to give each of its nodes about one edge length.
    fullest = max(1.0, float(np.max(np.bincount(depth) / np.maximum(np.arange(depth.max() + 1), 1))))
    widest = 2 * float(np.sqrt(count)) / max(1, int(depth.max()))
    gap = max(1.0, min(fullest / (2 * np.pi), widest))
    places[:, 0], places[:, 1] = np.cos(angle) * depth * gap, np.sin(angle) * depth * gap
    _spread(places, order, roots)
    return places + random.normal(0, 0.05, places.shape)


def _spread(places: Positions, order: NDArray[np.int64], roots: list[int]) -> None:
    """Components beside one another on a spiral of sunflower seeds, the first in the middle."""
    if len(roots) < 2:
        return
    bounds = [*roots, len(order)]
    members = [order[bounds[i] : bounds[i + 1]] for i in range(len(roots))]
    filled = 0.0
    for number, nodes in enumerate(members):
        size = float(np.abs(places[nodes]).max()) + 1
        reach = np.sqrt(filled / np.pi) + (size if number else 0.0)
        turn = number * 2.399963  # the golden angle
        places[nodes] += np.array([np.cos(turn), np.sin(turn)]) * (reach if number else 0.0)
        filled += 4 * size * size


def _forest(count: int, pairs: Pairs) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], list[int]]:
    """Breadth-first order, parent (−1 for roots) and depth of every node; `roots` are where components begin in it."""
    starts, ends = _neighbours(count, pairs)
    degree = np.diff(starts)
    parent, depth = np.full(count, -1), np.full(count, -1)
    order: list[int] = []
    roots: list[int] = []
    busiest = np.argsort(-degree, kind="stable")
    for root in (0, *busiest.tolist()):
        if depth[root] >= 0:
            continue
        roots.append(len(order))
        depth[root] = 0
        order.append(root)
        at = len(order) - 1
        while at < len(order):
            node = order[at]
            around = ends[starts[node] : starts[node + 1]]
            fresh = around[depth[around] < 0]
            depth[fresh], parent[fresh] = depth[node] + 1, node
            order.extend(fresh.tolist())
            at += 1
    return np.array(order, dtype=np.int64), parent, depth, roots


def _neighbours(count: int, pairs: Pairs) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Compressed rows: the neighbours of node i are `ends[starts[i]:starts[i + 1]]`, in ascending order."""
    both = np.concatenate([pairs, pairs[:, ::-1]])
    both = both[np.lexsort((both[:, 1], both[:, 0]))]
    starts = np.concatenate([[0], np.cumsum(np.bincount(both[:, 0], minlength=count))])
    return starts.astype(np.int64), both[:, 1]


def _leaves(order: NDArray[np.int64], parent: NDArray[np.int64]) -> NDArray[np.float64]:
    """Leaves below each node, at least one."""
    leaves = np.zeros(len(order))
    for node in order[::-1]:
        leaves[node] = max(leaves[node], 1)
        if parent[node] >= 0:
            leaves[parent[node]] += leaves[node]
    return leaves
