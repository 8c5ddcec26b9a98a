"""The graph on `--nodes N` entities: a hub with up to 5,000 leaves, and the rest grown by preferential attachment.

The last line printed is one JSON object:

first_picture_ms  the worst of: whole memory, hub, hub at depth 3; from `open` to painted nodes, 500 of them at most
frame_p95_ms      one frame while panning and zooming 500 nodes
layout_s          the whole graph of N nodes laid out to its end on a reader, with the window's loop running
gap_worst_ms      worst gap of the window's loop in all of the above
peak_mb           peak memory of the process
"""

import argparse
import json
import os
import random
import resource
import tempfile
import time
from pathlib import Path

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.domain.entity import ENTITY_KINDS, Entity
from app.domain.fact import Fact
from app.domain.ids import EntityId, FactId
from app.domain.plan import EXTRACTOR, Add, Plan
from app.domain.scope import OWNER
from app.memory.explore.layout import layout
from app.storage.profile import Profile, open_store, open_view
from tests.builders import NOON
from ui import theme
from ui.changes import Changes
from ui.graph.page import GraphPage
from ui.lanes import Lanes

TICK_MS = 2
FRAMES = 240


def edges_of(nodes: int, seed: int = 3) -> list[tuple[int, int]]:
    """A hub (node 0) with its leaves, then each node tied to one or two others, the busy ones preferred."""
    draw = random.Random(seed)
    leaves = min(5000, nodes // 2)
    edges = [(0, leaf) for leaf in range(1, leaves + 1)]
    busy = [0] * 8
    for node in range(1, nodes):
        for _ in range(1 + draw.randrange(2)):
            other = draw.choice(busy) if draw.random() < 0.5 else draw.randrange(node)
            if other != node:
                edges.append((node, other))
                busy.append(draw.choice((node, other)))
    return edges


class Workspace:
    """A profile with nothing but its database: the graph reads no index and no model."""

    def __init__(self, folder: Path, nodes: int) -> None:
        self._profile, self._nodes = Profile(folder), nodes
        self._profile.acquire()

    def write_desk(self) -> "Desk":
        store = open_store(self._profile)
        people = [Entity(EntityId(-1 - n), f"Name {n}", ENTITY_KINDS[n % 6], NOON) for n in range(self._nodes)]
        change = store.commit(Plan(tuple(map(Add, people)), EXTRACTOR, "fill"))
        rows = [
            Fact(FactId(-1 - n), EntityId(change.ids[-1 - a]), "knows", EntityId(change.ids[-1 - b]), "", NOON, NOON)
            for n, (a, b) in enumerate(edges_of(self._nodes))
        ]
        store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "fill"))
        return Desk(store.view, store)

    def read_desk(self) -> "Desk":
        return Desk(open_view(self._profile))

    def close(self) -> None:
        self._profile.release()


class Desk:
    def __init__(self, view, store=None):
        self.view, self.store, self.scope = view, store, OWNER

    def close(self):
        (self.store or self.view).close()


class Pulse(QObject):
    """Gaps of the event loop beyond the tick, in milliseconds."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []
        self._last = 0.0
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        self._last = time.perf_counter()
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000 - TICK_MS)
        self._last = now


def run_until(signal) -> None:
    loop = QEventLoop()
    signal.connect(lambda *_: loop.quit())
    loop.exec()


def first_picture(page: GraphPage, center: int | None, depth: int = 1) -> float:
    """Milliseconds from `open` to the first frame with nodes; returns once the layout has settled."""
    page.view.reach = depth
    painted: list[float] = []

    def paint(_picture) -> None:
        if not painted:
            page.view.canvas.repaint()
            painted.append(time.perf_counter())

    page.view.pictured.connect(paint)
    start = time.perf_counter()
    page.view.open(center)
    run_until(page.view.feed.settled)
    page.view.pictured.disconnect(paint)
    return (painted[0] - start) * 1000


def frames(page: GraphPage) -> list[float]:
    """Milliseconds of each frame of a hand that pans, and zooms in and out."""
    canvas, took = page.view.canvas, []
    for number in range(FRAMES):
        start = time.perf_counter()
        if number % 3:
            canvas.pan(7 if number % 80 < 40 else -7, 3)
        else:
            canvas.zoom(1.04 if number % 60 < 30 else 1 / 1.04)
        canvas.repaint()
        took.append((time.perf_counter() - start) * 1000)
    return took


def whole_layout(lanes: Lanes, nodes: int) -> float:
    edges = np.array(edges_of(nodes), dtype=np.int64)
    loop, start = QEventLoop(), time.perf_counter()
    lanes.read(lambda desk: layout(nodes, edges), lambda _: loop.quit())
    loop.exec()
    return time.perf_counter() - start


def measure(nodes: int, folder: Path) -> dict[str, float]:
    application = QApplication.instance() or QApplication([])
    theme.wear(application, "light")
    lanes, pulse = Lanes(lambda: Workspace(folder, nodes), readers=2), Pulse()
    lanes.start()
    run_until(lanes.opened)
    page = GraphPage(lanes, Changes())
    page.resize(1280, 800)
    page.show()
    run_until(page.view.feed.settled)
    page.view.show_more()
    run_until(page.view.feed.settled)
    pulse.start()
    pictures = [first_picture(page, center, depth) for center, depth in ((None, 1), (1, 1), (1, 3))]
    took = whole_layout(lanes, nodes)
    pulse.stop()
    drawn = frames(page)
    page.close()
    lanes.shutdown()
    return {
        "nodes": nodes,
        "first_picture_ms": round(max(pictures), 1),
        "frame_p95_ms": round(float(np.percentile(drawn, 95)), 2),
        "layout_s": round(took, 3),
        "gap_worst_ms": round(max(pulse.gaps), 1),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=5000)
    nodes = parser.parse_args().nodes
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(nodes, Path(folder))))


if __name__ == "__main__":
    main()
