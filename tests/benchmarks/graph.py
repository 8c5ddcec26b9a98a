"""The graph page on a memory of `--nodes N` entities and three times as many facts, all of them on screen at once.

A quarter of the entities hangs on one hub, the rest stands in groups of about fifty with threads between them; every
fifth fact has ended. The last line printed is one JSON object:

first_picture_ms  the worst of: all of memory, the hub at depth 3; from the wish to the first frame that shows the nodes
frame_p95_ms      one frame while a hand pans and zooms the picture, which is moved 60 times a second
layout_s          from the first frame of all of memory until nothing moves any more
gap_worst_ms      the longest time in which the window could not answer, in all of the above
peak_mb           peak memory of the process
shown             entities in the picture, which should be N; `links` between them
sharp_ms          from the end of a gesture until the picture is sharp again
"""

import argparse
import gc
import json
import os
import random
import resource
import sqlite3
import tempfile
import time
from datetime import timedelta
from pathlib import Path

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.domain.entity import ENTITY_KINDS, Entity
from app.domain.fact import Fact
from app.domain.ids import EntityId, FactId
from app.domain.lens import Lens
from app.domain.plan import EXTRACTOR, Add, Plan
from app.domain.scope import OWNER
from app.storage.profile import Profile, open_store, open_view
from tests.builders import NOON, world
from ui import theme
from ui.changes import Changes
from ui.graph.page import GraphPage
from ui.lanes import Lanes

TICK_MS, FRAME_MS = 2, 16
FRAMES = 360
GROUP = 50
PREDICATES = ("knows", "works_at", "lives_in", "likes", "part_of", "uses")


def edges_of(nodes: int, seed: int = 3) -> list[tuple[int, int]]:
    """A hub (node 0) with its leaves, groups, and threads to the busiest; three times as many as nodes."""
    draw = random.Random(seed)
    edges = [(0, leaf) for leaf in range(1, min(5000, nodes // 4) + 1)]
    busy = [0] * 8
    while len(edges) < 3 * nodes:
        node = draw.randrange(1, nodes)
        near = node // GROUP * GROUP + draw.randrange(GROUP)
        other = min(near, nodes - 1) if draw.random() < 0.8 else draw.choice(busy)
        if other != node:
            edges.append((node, other))
            if draw.random() < 0.1:
                busy.append(other)
    return edges


def fact_of(number: int, subject: EntityId, object: EntityId) -> Fact:
    begins = NOON - timedelta(days=number % 2000)
    ends = None if number % 5 else world((begins + timedelta(days=number % 300)).date().isoformat())
    predicate = PREDICATES[number % len(PREDICATES)]
    return Fact(FactId(-1 - number), subject, predicate, object, "", NOON, NOON, world(begins.date().isoformat()), ends)


class Workspace:
    """A profile with nothing but its database: the graph reads no index and no model."""

    def __init__(self, folder: Path, nodes: int) -> None:
        self._profile, self._nodes = Profile(folder), nodes
        self._profile.acquire()

    def write_desk(self) -> "Desk":
        store = open_store(self._profile)
        people = [Entity(EntityId(-1 - n), f"Name {n}", ENTITY_KINDS[n % 6], NOON) for n in range(self._nodes)]
        ids = store.commit(Plan(tuple(map(Add, people)), EXTRACTOR, "fill")).ids
        edges = edges_of(self._nodes)
        rows = [fact_of(n, EntityId(ids[-1 - a]), EntityId(ids[-1 - b])) for n, (a, b) in enumerate(edges)]
        store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "fill"))
        self._count_mentions(np.bincount(np.array(edges).ravel()).tolist(), ids)
        return Desk(store.view, store)

    def _count_mentions(self, counts: list[int], ids) -> None:
        """As if each fact had been named once: so that there are large nodes and small ones."""
        with sqlite3.connect(self._profile.database) as connection:
            rows = [(ids[-1 - number], count) for number, count in enumerate(counts)]
            connection.executemany("INSERT OR REPLACE INTO mention_counts VALUES (?, ?)", rows)
        connection.close()

    def read_desk(self) -> "Desk":
        return Desk(open_view(self._profile))

    def close(self) -> None:
        self._profile.release()


class Desk:
    def __init__(self, view, store=None):
        self.view, self.store, self.scope, self.stopped = view, store, OWNER, lambda: False

    def close(self):
        (self.store or self.view).close()


class Pulse(QObject):
    """Gaps of the event loop beyond the tick, in milliseconds."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: dict[str, list[float]] = {}
        self._part, self._last = "", 0.0
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._beat)

    def start(self, part: str) -> None:
        self._part, self._last = part, time.perf_counter()
        self.gaps.setdefault(part, [])
        self._timer.start()

    def stop(self) -> None:
        self._beat()
        self._timer.stop()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps[self._part].append((now - self._last) * 1000 - TICK_MS)
        self._last = now

    def worst(self) -> dict[str, float]:
        return {part: round(max(gaps), 1) for part, gaps in self.gaps.items()}


def wait_for(true, patience_s: float = 120) -> None:
    """Let the window live until something holds."""
    end, loop = time.monotonic() + patience_s, QEventLoop()
    look = QTimer(interval=TICK_MS)
    look.timeout.connect(lambda: loop.quit() if true() or time.monotonic() > end else None)
    look.start()
    loop.exec()
    look.stop()
    assert time.monotonic() < end, "waited in vain"


def first_picture(page: GraphPage, lens: Lens) -> tuple[float, float]:
    """Milliseconds from the wish to the first frame with its nodes, and seconds from there until nothing moves."""
    canvas = page.view.canvas
    before = canvas.picture
    start = time.perf_counter()
    page.view.look_at(lens)
    wait_for(lambda: canvas.picture is not before and painted(canvas))
    first = time.perf_counter()
    wait_for(lambda: not page.view.feed.running)
    return (first - start) * 1000, time.perf_counter() - first


def painted(canvas) -> bool:
    """Whether the nodes of the picture have been on screen: at once for a small one, by a plate for a large one."""
    return canvas._ground.plate is not None or len(canvas.picture.nodes) + len(canvas.picture.ends) <= 1500


def swept() -> QTimer:
    """Garbage is collected as the program does it: young, once a second, on the window's thread."""
    gc.disable()
    sweep = QTimer(interval=1000)
    sweep.timeout.connect(lambda: gc.collect(1))
    sweep.start()
    return sweep


class Hand(QObject):
    """Pans and zooms 60 times a second, in and out, to and fro, and times each frame."""

    def __init__(self, canvas) -> None:
        super().__init__()
        self._canvas, self.took = canvas, list[float]()
        self.loop = QEventLoop()
        self._timer = QTimer(self, interval=FRAME_MS)
        self._timer.timeout.connect(self._move)

    def run(self) -> None:
        self._timer.start()
        self.loop.exec()

    def _move(self) -> None:
        number, start = len(self.took), time.perf_counter()
        if number % 120 < 60:
            self._canvas.pan(9 if number % 240 < 120 else -9, 4)
        else:
            self._canvas.zoom(1.04 if number % 240 < 120 else 1 / 1.04)
        self._canvas.repaint()
        self.took.append((time.perf_counter() - start) * 1000)
        if len(self.took) == FRAMES:
            self._timer.stop()
            self.loop.quit()


def sharpen(page: GraphPage) -> float:
    """Milliseconds from the end of a gesture to the sharp picture."""
    canvas, start = page.view.canvas, time.perf_counter()
    wait_for(lambda: canvas._ground.ready(canvas.camera))
    return (time.perf_counter() - start) * 1000


def measure(nodes: int, folder: Path, picture: str) -> dict[str, object]:
    application = QApplication.instance() or QApplication([])
    theme.wear(application, "light")
    lanes, pulse = Lanes(lambda: Workspace(folder, nodes), readers=2), Pulse()
    opened: list[object] = []
    lanes.opened.connect(opened.append)
    lanes.refused.connect(opened.append)
    lanes.start()
    wait_for(lambda: opened)
    if isinstance(opened[0], Exception):
        raise opened[0]
    sweep = swept()
    page = GraphPage(lanes, Changes())
    page.resize(1280, 800)
    page.show()
    wait_for(lambda: not page.view.feed.running and page.view.canvas.picture.nodes)
    pulse.start("first pictures and layout")
    whole, layout_s = first_picture(page, Lens(limit=nodes))
    shown, links = int(page.view.canvas.picture.shown.sum()), len(page.view.canvas.picture.links)
    hub, _ = first_picture(page, Lens((EntityId(1),), 3, nodes))
    first_picture(page, Lens(limit=nodes))
    pulse.stop()
    sharpen(page)
    pulse.start("panning and zooming")
    hand = Hand(page.view.canvas)
    hand.run()
    sharp = sharpen(page)
    pulse.stop()
    if picture:
        page.view.canvas.fit()
        sharpen(page)
        page.grab().save(picture)
    sweep.stop()
    page.close()
    lanes.shutdown()
    return {
        "nodes": nodes,
        "shown": shown,
        "links": links,
        "first_picture_ms": round(max(whole, hub), 1),
        "frame_p95_ms": round(float(np.percentile(hand.took, 95)), 2),
        "layout_s": round(layout_s, 3),
        "gap_worst_ms": max(pulse.worst().values()),
        "gaps_ms": pulse.worst(),
        "sharp_ms": round(sharp, 1),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--picture", default="", help="a file for what the page looks like then")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(options.nodes, Path(folder), options.picture)))


if __name__ == "__main__":
    main()
