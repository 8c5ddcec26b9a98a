"""Which node or link is meant: by the pointer, or by an arrow key."""

import numpy as np
from numpy.typing import NDArray

from ui.graph.camera import Places
from ui.graph.picture import Link, Picture

REACH = 6.0
"""Pixels around a node or a link that still count as on it."""
_WIDEST = 1.2
"""Radians between an arrow's direction and a link that it may still follow (about 70°)."""


def node_at(
    picture: Picture, at: Places, radii: NDArray[np.float64], x: float, y: float, but: int | None = None
) -> int | None:
    """The shown node under a pixel, `but` one; the nearest where several are. `at` and `radii` are in pixels."""
    if not len(picture.nodes):
        return None
    distance = np.hypot(at[:, 0] - x, at[:, 1] - y) - radii
    distance[~picture.shown] = np.inf
    if but is not None:
        distance[but] = np.inf
    best = int(distance.argmin())
    return best if distance[best] <= REACH else None


def nodes_in(picture: Picture, at: Places, left: float, top: float, right: float, bottom: float) -> list[int]:
    """The shown nodes whose middles lie in a box of pixels."""
    if not len(picture.nodes):
        return []
    inside = (at[:, 0] >= left) & (at[:, 0] <= right) & (at[:, 1] >= top) & (at[:, 1] <= bottom)
    found: list[int] = np.flatnonzero(inside & picture.shown).tolist()
    return found


def link_at(picture: Picture, at: Places, x: float, y: float) -> Link | None:
    """The shown link under a pixel."""
    if not len(picture.ends):
        return None
    a, b = at[picture.ends[:, 0]], at[picture.ends[:, 1]]
    along, point = b - a, np.array([x, y]) - a
    share = np.clip((along * point).sum(axis=1) / np.maximum((along * along).sum(axis=1), 1e-9), 0, 1)
    nearest = a + along * share[:, None]
    distance = np.hypot(nearest[:, 0] - x, nearest[:, 1] - y)
    best = int(distance.argmin())
    return picture.links[best] if distance[best] <= REACH else None


def around(picture: Picture, number: int) -> list[Link]:
    """The links of a node as they lie around it, from the top and with the clock."""
    links = picture.links_of(number)

    def turn(link: Link) -> float:
        dx, dy = (picture.places[link.other(number)] - picture.places[number]).tolist()
        return float(np.arctan2(dx, -dy)) % (2 * np.pi)

    return sorted(links, key=turn)


def along(picture: Picture, number: int, direction: tuple[int, int]) -> int | None:
    """The neighbour that lies most in a direction (`(1, 0)` is right, `(0, 1)` down); None where none does."""
    others = [link.other(number) for link in picture.links_of(number)]
    if not others:
        return None
    offsets = picture.places[others] - picture.places[number]
    turn = np.arctan2(direction[1], direction[0]) - np.arctan2(offsets[:, 1], offsets[:, 0])
    angle = np.abs((turn + np.pi) % (2 * np.pi) - np.pi)
    far = np.hypot(offsets[:, 0], offsets[:, 1])
    cost = angle + 0.2 * far / max(float(far.max()), 1e-9)
    cost[angle > _WIDEST] = np.inf
    best = int(cost.argmin())
    return others[best] if np.isfinite(cost[best]) else None
