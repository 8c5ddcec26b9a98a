"""What the graph page asks of memory, with `--nodes N` entities and three times as many facts, beside another thread.

The last line printed is one JSON object, milliseconds each:

look_ms          all of memory as a picture, the first time; `again_ms` the second, when its sentences are known
capped_ms        the 10,000 entities named most, of all
hub_ms           around the hub, three facts deep, 500 entities
changed_ms       what changed in one month; `years_ms` in ten years
graphml_ms       the whole picture written as GraphML, `json_ms` as JSON
gap_worst_ms     the longest time for which another thread did not get the interpreter, in all of the above
peak_mb          peak memory of the process
"""

import argparse
import gc
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from threading import Event, Thread

from app.domain.lens import Lens
from app.services import explorer
from tests.benchmarks.graph import Workspace

TICK_S = 0.002
ALL = Lens(limit=50_000)


class Beside(Thread):
    """Sleeps and wakes; `worst` is how much later than it wanted, in milliseconds."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.worst, self._over = 0.0, Event()

    def run(self) -> None:
        last = time.perf_counter()
        while not self._over.wait(TICK_S):
            now = time.perf_counter()
            self.worst = max(self.worst, (now - last - TICK_S) * 1000)
            last = now

    def stop(self) -> None:
        self._over.set()
        self.join()


def taken(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return round((time.perf_counter() - start) * 1000, 1)


def measure(nodes: int, folder: Path) -> dict[str, float]:
    workspace = Workspace(folder, nodes)
    workspace.write_desk().close()
    desk, beside = workspace.read_desk(), Beside()
    hub = desk.view.graphs.most_named(desk.scope, 1)
    beside.start()
    found = {
        "nodes": nodes,
        "look_ms": taken(lambda: explorer.look(desk, ALL)),
        "again_ms": taken(lambda: explorer.look(desk, ALL)),
        "capped_ms": taken(lambda: explorer.look(desk, Lens(limit=10_000))),
        "hub_ms": taken(lambda: explorer.look(desk, Lens(tuple(hub), 3, 500))),
        "changed_ms": taken(lambda: explorer.changed(desk, None, date(2025, 1, 1), date(2025, 1, 31))),
        "years_ms": taken(lambda: explorer.changed(desk, None, date(2016, 1, 1), date(2026, 1, 1))),
    }
    graph = explorer.look(desk, ALL)
    places = {node.entity.id: (1.5, -2.0) for node in graph.nodes}
    found["graphml_ms"] = taken(lambda: explorer.exported(graph, places, "graphml"))
    found["json_ms"] = taken(lambda: explorer.exported(graph, places, "json"))
    beside.stop()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    desk.close()
    workspace.close()
    return found | {"gap_worst_ms": round(beside.worst, 1), "peak_mb": round(peak, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=10_000)
    sys.setswitchinterval(0.0005)  # as the window does
    gc.disable()  # as the window does, which sweeps by itself
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(parser.parse_args().nodes, Path(folder))))


if __name__ == "__main__":
    main()
